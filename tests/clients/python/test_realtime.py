"""Live changes, broadcasts and presence with supabase-py, which speaks the first version of the protocol."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Site
from realtime import RealtimeSubscribeStates
from supabase import Client

PATIENCE = 10


async def until(holds: Callable[[], Any]) -> Any:
    """What it gives, once it is something."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.02)
    return found


async def joined(channel) -> list[RealtimeSubscribeStates]:
    states: list[RealtimeSubscribeStates] = []
    ready: list[Any] = []
    channel.on_system(ready.append)
    async with asyncio.timeout(PATIENCE):
        await channel.subscribe(lambda state, error: states.append(state))
    assert states == [RealtimeSubscribeStates.SUBSCRIBED]
    if channel.postgres_changes_callbacks:
        await until(lambda: ready)
    return states


def test_changes_arrive_with_the_row_as_the_tables_show_it(site: Site, staff: Client, unique: str):
    async def listen() -> list[dict]:
        client = await site.async_client()
        heard: list[dict] = []
        channel = client.channel(unique)
        channel.on_postgres_changes("*", schema="public", table="projects", callback=lambda told: heard.append(told["data"]))
        await joined(channel)
        row = staff.table("projects").insert({"title": unique}).execute().data[0]
        staff.table("projects").update({"position": 3}).eq("id", row["id"]).execute()
        staff.table("projects").delete().eq("id", row["id"]).execute()
        await until(lambda: len(heard) >= 3)
        assert heard[0]["record"] == row
        await client.remove_all_channels()
        return heard

    inserted, updated, deleted = asyncio.run(listen())
    assert [told["type"] for told in (inserted, updated, deleted)] == ["INSERT", "UPDATE", "DELETE"]
    assert {"name": "position", "type": "int8"} in inserted["columns"]
    assert updated["record"]["position"] == 3
    assert list(updated["old_record"]) == ["id"] and "record" not in deleted


def test_a_filter_and_the_rules_hold(site: Site, staff: Client, unique: str, as_staff):
    async def listen() -> tuple[list, list, list]:
        visitor, member = await site.async_client(), await as_staff()
        filtered, hidden, seen = [], [], []
        watch = [
            (visitor, "projects", f"title=eq.{unique} b", filtered),
            (visitor, "volunteers", None, hidden),
            (member, "volunteers", None, seen),
        ]
        for number, (client, table, condition, into) in enumerate(watch):
            channel = client.channel(f"{unique}-{number}")
            channel.on_postgres_changes("INSERT", schema="public", table=table, filter=condition, callback=into.append)
            await joined(channel)
        for letter in "abc":
            staff.table("projects").insert({"title": f"{unique} {letter}"}).execute()
        site.client().table("volunteers").insert(
            {"name": unique, "city": "c", "phone": "1"}, returning="minimal"
        ).execute()
        await until(lambda: filtered and seen)
        await visitor.remove_all_channels()
        await member.remove_all_channels()
        return filtered, hidden, seen

    filtered, hidden, seen = asyncio.run(listen())
    assert [told["data"]["record"]["title"] for told in filtered] == [f"{unique} b"]
    assert hidden == []
    assert seen[0]["data"]["record"]["name"] == unique


def test_broadcasts_go_both_ways_and_by_http(site: Site, unique: str):
    async def talk() -> list[dict]:
        one, other = await site.async_client(), await site.async_client()
        heard: list[dict] = []
        listener = other.channel(unique)
        listener.on_broadcast("hello", heard.append)
        await joined(listener)
        speaker = one.channel(unique)
        await joined(speaker)
        await speaker.send_broadcast("hello", {"word": "سلام"})
        await until(lambda: heard)
        await speaker.http_send("hello", {"word": "post"})
        await until(lambda: len(heard) == 2)
        await one.remove_all_channels()
        await other.remove_all_channels()
        return heard

    assert [told["payload"] for told in asyncio.run(talk())] == [{"word": "سلام"}, {"word": "post"}]


def test_presence_tells_who_comes_and_goes(site: Site, unique: str):
    async def meet() -> tuple[list, list]:
        one, other = await site.async_client(), await site.async_client()
        came, gone = [], []
        watcher = other.channel(unique)
        watcher.on_presence_join(lambda key, current, new: came.append((key, new)))
        watcher.on_presence_leave(lambda key, current, left: gone.append(key))
        watcher.on_presence_sync(lambda: None)
        await joined(watcher)
        guest = one.channel(unique, {"config": {"broadcast": None, "presence": {"key": "guest", "enabled": True}, "private": False}})
        await joined(guest)
        await guest.track({"at": "door"})
        await until(lambda: came)
        assert list(watcher.presence_state()) == ["guest"]
        await guest.untrack()
        await until(lambda: gone)
        await one.remove_all_channels()
        await other.remove_all_channels()
        return came, gone

    came, gone = asyncio.run(meet())
    [(key, [presence])] = came
    assert (key, presence["at"], gone) == ("guest", "door", ["guest"])


def test_a_private_channel_is_refused_with_the_reason(site: Site, unique: str):
    states: list[tuple[RealtimeSubscribeStates, str]] = []

    async def subscribe() -> None:
        client = await site.async_client()
        options = {"config": {"broadcast": None, "presence": None, "private": True}}
        async with asyncio.timeout(PATIENCE):
            await client.channel(unique, options).subscribe(lambda state, error: states.append((state, str(error))))
        await client.remove_all_channels()

    asyncio.run(subscribe())
    state, reason = states[0]
    assert state == RealtimeSubscribeStates.CHANNEL_ERROR and "permission" in reason


def test_a_session_that_ends_closes_its_channels(site: Site, unique: str, as_staff):
    async def sign_out() -> list[RealtimeSubscribeStates]:
        client = await as_staff()
        token = (await client.auth.get_session()).access_token
        channel = client.channel(unique)
        channel.on_postgres_changes("*", schema="public", table="volunteers", callback=lambda told: None)
        states = await joined(channel)
        # By another client, so that this one does not leave by itself.
        other = site.client()
        other.auth.admin.sign_out(token, "local")
        await until(lambda: RealtimeSubscribeStates.CLOSED in states)
        await client.remove_all_channels()
        return states

    states = asyncio.run(sign_out())
    assert states[-1] == RealtimeSubscribeStates.CLOSED


def test_the_synchronous_client_has_no_channels(visitor: Client):
    with pytest.raises(NotImplementedError):
        visitor.channel("projects")
