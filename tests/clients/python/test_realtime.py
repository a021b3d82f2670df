"""Live changes are not offered; a program that asks for them is told so at once and is left in peace."""

import asyncio
import time

import pytest
from conftest import Site
from realtime import RealtimeSubscribeStates
from supabase import Client


def test_subscribing_ends_at_once_with_the_reason(site: Site):
    states: list[tuple[RealtimeSubscribeStates, str]] = []

    async def subscribe() -> tuple[float, int]:
        client = await site.async_client()
        channel = client.channel("projects")
        channel.on_postgres_changes("*", schema="public", table="projects", callback=lambda change: None)
        begun = time.monotonic()
        async with asyncio.timeout(30):
            await channel.subscribe(lambda state, error: states.append((state, str(error or ""))))
        took = time.monotonic() - begun
        told = len(states)
        await asyncio.sleep(2.5)  # a client that was not told that this is the end asks again after one and two seconds
        await client.remove_all_channels()
        return took, len(states) - told

    took, later = asyncio.run(subscribe())
    state, reason = states[0]
    assert state == RealtimeSubscribeStates.CHANNEL_ERROR and "reason" in reason
    assert took < 5
    assert RealtimeSubscribeStates.SUBSCRIBED not in [state for state, _ in states]
    assert later <= 1, states  # it may still hear that the channel is closed, and nothing more


def test_the_client_goes_on_working_beside_it(site: Site):
    async def read() -> int:
        client = await site.async_client()
        async with asyncio.timeout(30):
            await client.channel("anything").subscribe()
        count = (await client.table("projects").select("id", count="exact").limit(1).execute()).count
        await client.remove_all_channels()
        return count

    assert asyncio.run(read()) >= 0


def test_the_synchronous_client_has_no_channels(visitor: Client):
    with pytest.raises(NotImplementedError):
        visitor.channel("projects")
