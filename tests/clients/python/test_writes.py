"""Writing to the tables, as postgrest-py does: what is done, and what is refused without a trace."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from postgrest import APIError, CountMethod, ReturnMethod
from supabase import AsyncClient, Client


def titles(client: Client, mark: str) -> list[str]:
    rows = client.table("projects").select("title").like("title", f"{mark}%").order("title").execute().data
    return [row["title"] for row in rows]


def test_insert_returns_the_row_with_its_defaults(staff: Client, unique: str):
    made = staff.table("projects").insert({"title": unique}).execute().data
    assert [(row["title"], row["description"]) for row in made] == [(unique, "")]
    assert made[0]["id"] and made[0]["created_at"]


def test_insert_many_in_order_and_return_nothing_on_request(staff: Client, unique: str):
    rows = [{"title": f"{unique} {n}"} for n in (2, 1, 3)]
    made = staff.table("projects").insert(rows, count=CountMethod.exact).execute()
    assert [row["title"] for row in made.data] == [row["title"] for row in rows] and made.count == 3
    assert staff.table("projects").insert({"title": f"{unique} 4"}, returning=ReturnMethod.minimal).execute().data == []
    assert len(titles(staff, unique)) == 4


def test_rows_that_differ_take_their_defaults(staff: Client, unique: str):
    rows = [{"name": unique, "quote": "a", "is_visible": False}, {"name": unique, "quote": "b"}]
    made = staff.table("testimonials").insert(rows, default_to_null=False).execute().data
    assert [row["is_visible"] for row in made] == [False, True]


def test_upsert_makes_merges_and_passes_over(staff: Client, unique: str):
    made = staff.table("projects").upsert({"title": unique}).execute().data[0]
    merged = staff.table("projects").upsert({"id": made["id"], "title": f"{unique} again"}).execute().data
    assert [(row["id"], row["title"]) for row in merged] == [(made["id"], f"{unique} again")]
    email = {"email": f"{unique}@umeed.test"}
    staff.table("subscribers").insert(email).execute()
    passed = staff.table("subscribers").upsert(email, on_conflict="email", ignore_duplicates=True).execute()
    assert passed.data == []


def test_update_and_delete_return_the_rows_they_touched(staff: Client, unique: str):
    staff.table("projects").insert([{"title": f"{unique} 1"}, {"title": f"{unique} 2"}]).execute()
    changed = staff.table("projects").update({"description": "<p>new</p>"}).like("title", f"{unique}%").execute().data
    assert [row["description"] for row in changed] == ["<p>new</p>"] * 2
    gone = staff.table("projects").delete().eq("title", f"{unique} 1").execute().data
    assert [row["title"] for row in gone] == [f"{unique} 1"]
    assert titles(staff, unique) == [f"{unique} 2"]


def test_documents_are_saved_whole(staff: Client, visitor: Client):
    contact = staff.table("website_content").select("content").eq("page_key", "contact").single().execute().data["content"]
    changed = {**contact, "heading": "Write to us", "phones": ["+92 300 0000000"]}
    staff.table("website_content").update({"content": changed}).eq("page_key", "contact").execute()
    seen = visitor.table("website_content").select("content").eq("page_key", "contact").single().execute().data
    assert seen["content"]["heading"] == "Write to us" and seen["content"]["phones"] == ["+92 300 0000000"]
    staff.table("website_content").update({"content": contact}).eq("page_key", "contact").execute()


def test_a_limit_that_could_not_be_obeyed_is_refused(staff: Client, unique: str):
    staff.table("projects").insert([{"title": f"{unique} 1"}, {"title": f"{unique} 2"}]).execute()
    for verb in (staff.table("projects").delete(), staff.table("projects").update({"description": "x"})):
        query = verb.like("title", f"{unique}%")
        query.request.params = query.request.params.set("limit", 1)
        with pytest.raises(APIError) as caught:
            query.execute()
        assert caught.value.code == "PGRST109" and "nothing was changed" in caught.value.message
    kept = staff.table("projects").select("description").like("title", f"{unique}%").execute().data
    assert kept == [{"description": ""}] * 2


def test_a_write_to_be_rolled_back_is_refused(staff: Client, unique: str):
    query = staff.table("projects").insert({"title": unique})
    query.request.headers["Prefer"] += ",tx=rollback"
    with pytest.raises(APIError) as caught:
        query.execute()
    assert caught.value.code == "PGRST122"
    assert titles(staff, unique) == []


def test_more_rows_than_allowed_are_left_alone(staff: Client, unique: str):
    staff.table("projects").insert([{"title": f"{unique} 1"}, {"title": f"{unique} 2"}]).execute()
    with pytest.raises(APIError) as caught:
        staff.table("projects").delete().like("title", f"{unique}%").max_affected(1).execute()
    assert caught.value.code == "PGRST124"
    assert len(titles(staff, unique)) == 2


@pytest.mark.parametrize(
    ("row", "code"),
    [({"title": None}, "23502"), ({"no_such": 1}, "PGRST204"), ({"title": "x" * 301}, "23514"), ({"id": "1", "title": "x"}, "22P02")],
)
def test_bad_rows_are_refused(staff: Client, row: dict, code: str):
    with pytest.raises(APIError) as caught:
        staff.table("projects").insert(row).execute()
    assert caught.value.code == code


def test_visitors_send_forms_and_nothing_else(visitor: Client, staff: Client, unique: str):
    sent = {"name": unique, "city": "Faisalabad", "phone": "+92 300 1234567", "skills": "Teaching"}
    assert visitor.table("volunteers").insert(sent, returning=ReturnMethod.minimal).execute().data == []
    found = staff.table("volunteers").select("*").eq("name", unique).single().execute().data
    assert {name: found[name] for name in sent} == sent
    for query in (
        visitor.table("projects").insert({"title": unique}),
        visitor.table("projects").delete().eq("title", unique),
        visitor.table("volunteers").select("*"),
    ):
        with pytest.raises(APIError) as caught:
            query.execute()
        assert caught.value.code == "42501"


def test_the_service_key_writes_like_staff(service: Client, visitor: Client, unique: str):
    service.table("projects").insert({"title": unique}).execute()
    assert titles(visitor, unique) == [unique]
    assert service.table("projects").delete().eq("title", unique).execute().data


def test_the_asynchronous_client_writes_side_by_side(staff: Client, as_staff: Callable[[], Awaitable[AsyncClient]], unique: str):
    async def write() -> None:
        client = await as_staff()
        rows = [client.table("projects").insert({"title": f"{unique} {n}"}).execute() for n in range(5)]
        await asyncio.gather(*rows)
        await client.table("projects").update({"title": f"{unique} last"}).eq("title", f"{unique} 4").execute()
        await client.table("projects").delete().eq("title", f"{unique} 0").execute()

    asyncio.run(write())
    assert titles(staff, unique) == [f"{unique} {end}" for end in ("1", "2", "3", "last")]
