"""The tables, as postgrest-py asks for them: reading, filters, pages."""

import asyncio
import json
import re
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime

import httpx
import pytest
from conftest import Site
from postgrest import APIError, CountMethod
from supabase import AsyncClient, Client

TITLES = ["a Well", "b well", "c 50% off, (really)", 'd "quoted" \\', "e اُمید", "f a_b"]


@pytest.fixture(scope="module")
def mark(staff: Client) -> str:
    """Six projects that only this file asks for, told apart by their first letter."""
    mark = f"set{uuid.uuid4().hex[:8]}"
    rows = [{"title": f"{mark} {title}", "description": f"<p>{title[0]}</p>"} for title in TITLES]
    staff.table("projects").insert(rows).execute()
    return mark


@pytest.fixture
def projects(visitor: Client, mark: str) -> Callable:
    """A query for the six, to which a test adds what it is about."""
    return lambda *columns, **options: (
        visitor.table("projects").select(*columns or ("title",), **options).like("title", f"{mark} %")
    )


def letters(query) -> str:
    return "".join(row["title"].split(" ")[1] for row in query.order("title").execute().data)


def refusal(query) -> APIError:
    with pytest.raises(APIError) as caught:
        query.execute()
    return caught.value


def test_all_columns_come_with_types_of_their_own(projects):
    row = projects("*").limit(1).execute().data[0]
    assert set(row) >= {"id", "title", "description", "image_url", "created_at", "updated_at"}
    uuid.UUID(row["id"])
    assert datetime.fromisoformat(row["created_at"]).utcoffset().total_seconds() == 0


def test_times_are_printed_as_postgresql_prints_them(staff: Client, unique: str):
    made = staff.table("projects").insert({"title": unique, "created_at": "2026-01-01T00:00:00Z"}).execute().data[0]
    assert made["created_at"] == "2026-01-01T00:00:00+00:00"
    for sent, printed in [("00:00:00.5", "00:00:00.5"), ("10:20:30.120000", "10:20:30.12")]:
        row = {"created_at": f"2026-01-01T{sent}+00:00"}
        changed = staff.table("projects").update(row).eq("id", made["id"]).execute().data[0]
        assert changed["created_at"] == f"2026-01-01T{printed}+00:00"


def test_columns_can_be_chosen_and_renamed(projects):
    rows = projects("name:title", "description").order("title").execute().data
    assert [set(row) for row in rows] == [{"name", "description"}] * 6
    assert rows[0]["name"].endswith("a Well")


def test_comparisons(projects, mark: str):
    assert letters(projects().eq("title", f"{mark} a Well")) == "a"
    assert letters(projects().neq("title", f"{mark} a Well")) == "bcdef"
    assert letters(projects().gt("title", f"{mark} c")) == "cdef"
    assert letters(projects().lte("title", f"{mark} b well")) == "ab"
    assert letters(projects().gte("created_at", "2020-01-01").lt("created_at", "2999-01-01T00:00:00Z")) == "abcdef"
    assert letters(projects().in_("title", [f"{mark} {TITLES[2]}", f"{mark} {TITLES[3]}"])) == "cd"
    assert letters(projects().match({"title": f"{mark} {TITLES[4]}"})) == "e"
    assert letters(projects().is_("image_url", None).not_.is_("title", None)) == letters(projects().is_("image_url", "null"))


def test_patterns(projects, mark: str):
    assert letters(projects().like("title", "%Well")) == "a"
    assert letters(projects().ilike("title", "%well")) == "ab"
    assert letters(projects().not_.ilike("title", "%well")) == "cdef"
    assert letters(projects().like_any_of("title", "%Well,%a_b")) == "af"
    assert letters(projects().like_all_of("title", f"{mark}%,%we%")) == "b"
    assert letters(projects().ilike_any_of("title", "%WELL,% 50%")) == "abc"
    assert letters(projects().ilike_all_of("title", "%WELL,% B %")) == "b"


def test_regular_expressions(projects):
    assert letters(projects().filter("title", "match", " [ab] [Ww]ell$")) == "ab"
    assert letters(projects().filter("title", "match", "well$")) == "b"
    assert letters(projects().filter("title", "imatch", "WELL$")) == "ab"
    assert letters(projects().filter("title", "not.imatch", "WELL$")) == "cdef"


def test_or_and_not_nest(projects, mark: str):
    assert letters(projects().or_("title.like.*Well,title.like.*a_b")) == "af"
    assert letters(projects().or_("and(title.like.*well,title.not.like.*Well),title.match.off")) == "bc"
    assert letters(projects().not_.or_("title.ilike.*well")) == "cdef"
    assert letters(projects().or_(f'title.eq."{mark} {TITLES[2]}"')) == "c"


def test_json_is_reached_into_and_held_against(visitor: Client):
    keys = visitor.table("website_content")
    assert keys.select("name:content->>site_name").eq("page_key", "general_settings").single().execute().data["name"]
    name = keys.select("content").eq("page_key", "general_settings").single().execute().data["content"]["site_name"]
    found = visitor.table("website_content").select("page_key").eq("content->>site_name", name).execute().data
    assert found == [{"page_key": "general_settings"}]
    found = visitor.table("website_content").select("page_key").contains("content", {"site_name": name}).execute().data
    assert found == [{"page_key": "general_settings"}]
    none = visitor.table("website_content").select("page_key").contains("content", {"site_name": "no such"}).execute().data
    assert none == []


def test_times_can_be_named(projects):
    for past in ("yesterday", "2020-01-01"):
        assert letters(projects().gt("created_at", past)) == "abcdef", past
    for word in ("now", "now()", "tomorrow"):
        assert letters(projects().lt("created_at", word)) == "abcdef", word
        assert letters(projects().gt("created_at", word)) == "", word
    assert letters(projects().or_("created_at.gte.today,created_at.gte.yesterday")) == "abcdef"


def test_order_limit_offset_and_range(projects, mark: str):
    descending = projects().order("title", desc=True).limit(2).execute().data
    assert [row["title"].split(" ")[1] for row in descending] == ["f", "e"]
    assert letters(projects().limit(2).offset(1)) == "bc"
    assert letters(projects().range(1, 3)) == "bcd"
    two = projects("title", "image_url").order("image_url", nullsfirst=True).order("title").limit(1).execute().data
    assert two[0]["title"] == f"{mark} a Well"


def test_the_range_header_pages(site: Site, mark: str):
    """As older releases and other libraries ask for a page."""

    def page(items: str) -> httpx.Response:
        query = {"select": "title", "title": f"like.{mark} *", "order": "title"}
        headers = {"apikey": site.anon, "Range-Unit": "items", "Range": items}
        return httpx.get(f"{site.url}/rest/v1/projects", params=query, headers=headers)

    first, rest = page("0-1"), page("4-")
    assert [row["title"] for row in first.json()] == [f"{mark} a Well", f"{mark} b well"]
    assert first.headers["content-range"] == "0-1/*"
    assert [row["title"] for row in rest.json()] == [f"{mark} {TITLES[4]}", f"{mark} {TITLES[5]}"]


@pytest.mark.parametrize("method", list(CountMethod))
def test_counts(projects, method: CountMethod):
    answer = projects("title", count=method).limit(2).execute()
    assert (answer.count, len(answer.data)) == (6, 2)
    alone = projects("title", count=method, head=True).execute()
    assert (alone.count, alone.data) == (6, [])


def test_one_row_or_a_clear_no(projects, mark: str):
    assert projects().eq("title", f"{mark} a Well").single().execute().data == {"title": f"{mark} a Well"}
    assert projects().eq("title", f"{mark} a Well").maybe_single().execute().data == {"title": f"{mark} a Well"}
    assert projects().eq("title", "none").maybe_single().execute() is None
    assert refusal(projects().single()).code == "PGRST116"
    assert refusal(projects().eq("title", "none").single()).code == "PGRST116"


def test_csv(projects, mark: str):
    text = projects("title").eq("title", f"{mark} a Well").csv().execute().data
    assert text.splitlines() == ["title", f"{mark} a Well"]


def test_raw_signs_in_a_query_are_taken(site: Site):
    """Some libraries send `>` and `\"` as they are; httpx would encode them, so this speaks HTTP itself."""
    host = site.url.removeprefix("http://")

    async def ask(path: str) -> tuple[int, list]:
        reader, writer = await asyncio.open_connection(*host.split(":"))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\napikey: {site.anon}\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        return int(head.split()[1]), json.loads(body)

    path = '/rest/v1/website_content?select=name:content->>site_name&page_key=in.("general_settings")'
    status, rows = asyncio.run(ask(path))
    assert status == 200 and list(rows[0]) == ["name"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (lambda t: t.select("*, testimonials(*)"), "PGRST200"),
        (lambda t: t.select("id.count()"), "PGRST1|PGRST2"),
        (lambda t: t.select("id::text"), "PGRST100"),
        (lambda t: t.select("title").text_search("title", "well"), "PGRST100"),
        (lambda t: t.select("title").wfts("title", "well"), "PGRST100"),
        (lambda t: t.select("no_such_column"), "42703"),
        (lambda t: t.select("*").eq("no_such_column", 1), "42703"),
        (lambda t: t.select("*").eq("id", "no uuid"), "22P02"),
        (lambda t: t.select("*").range_gt("title", (1, 2)), "42883"),
    ],
    ids=["embedding", "aggregate", "cast", "text search", "web search", "column", "filter", "uuid", "range"],
)
def test_what_is_not_offered_is_refused_in_a_sentence(visitor: Client, query: Callable, code: str):
    refused = refusal(query(visitor.table("projects")))
    assert re.match(code, refused.code), refused
    assert len(refused.message.split()) > 3, refused


def test_plans_functions_and_unknown_tables_are_refused(visitor: Client):
    assert refusal(visitor.table("no_such_table").select("*")).code == "PGRST205"
    assert refusal(visitor.rpc("no_such_function", {"a": 1})).code == "PGRST202"
    assert refusal(visitor.schema("inner").table("projects").select("*")).code == "PGRST106"
    with pytest.raises(APIError) as caught:
        visitor.table("projects").select("*").explain().execute()
    assert caught.value.code == "PGRST107"


def test_the_asynchronous_client_reads_the_same(projects, as_staff: Callable[[], Awaitable[AsyncClient]], mark: str):
    async def titles() -> list[str]:
        client = await as_staff()
        query = client.table("projects").select("title").like("title", f"{mark} %").order("title").range(0, 2)
        return [row["title"] for row in (await query.execute()).data]

    assert asyncio.run(titles()) == [f"{mark} {title}" for title in TITLES[:3]]
