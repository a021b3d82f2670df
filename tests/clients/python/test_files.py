"""Files, as storage3 asks for them."""

import asyncio
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from conftest import BUCKET, Site, png
from storage3.exceptions import StorageApiError
from storage3.types import CreateSignedUploadUrlOptions
from supabase import AsyncClient, Client

PNG = {"content-type": "image/png"}


@pytest.fixture
def files(staff: Client):
    return staff.storage.from_(BUCKET)


def width(picture: bytes) -> int:
    """Of a JPEG, which the server makes of an opaque picture for those who do not ask for WebP."""
    assert picture.startswith(b"\xff\xd8")
    frame = picture.index(b"\xff\xc0")
    return struct.unpack(">HH", picture[frame + 5 : frame + 9])[1]


def refusal(call: Callable) -> StorageApiError:
    with pytest.raises(StorageApiError) as caught:
        call()
    return caught.value


def test_upload_from_bytes_and_from_a_file(files, unique: str, tmp_path: Path):
    picture = png(3, 2)
    answer = files.upload(f"gallery/{unique}.png", picture, {**PNG, "cache-control": "60"})
    assert (answer.path, answer.full_path) == (f"gallery/{unique}.png", f"{BUCKET}/gallery/{unique}.png")
    on_disk = tmp_path / "photo.png"
    on_disk.write_bytes(picture)
    files.upload(f"gallery/{unique} by path.png", on_disk, PNG)
    with open(on_disk, "rb") as opened:
        files.upload(f"gallery/{unique} opened.png", opened, PNG)
    for name in (f"{unique}.png", f"{unique} by path.png", f"{unique} opened.png"):
        assert files.download(f"gallery/{name}") == picture
        served = httpx.get(files.get_public_url(f"gallery/{name}"))
        assert served.content == picture and served.headers["content-type"] == "image/png"
    assert "max-age=60" in httpx.get(files.get_public_url(f"gallery/{unique}.png")).headers["cache-control"]


def test_a_taken_name_is_refused_unless_it_may_be_replaced(files, unique: str):
    name = f"logo/{unique}.png"
    files.upload(name, png(1, 1), PNG)
    refused = refusal(lambda: files.upload(name, png(2, 2), PNG))
    assert (str(refused.status), refused.code, refused.message) == ("409", "Duplicate", "The resource already exists")
    files.upload(name, png(2, 2), {**PNG, "upsert": "true"})
    assert files.download(name) == png(2, 2)
    files.update(name, png(3, 3), PNG)
    assert files.download(name) == png(3, 3)


def test_info_and_exists(files, unique: str):
    plain, described = f"team/{unique}.png", f"team/{unique} described.png"
    files.upload(plain, png(), PNG)
    files.upload(described, png(), {**PNG, "metadata": {"credit": "آمنہ"}})
    info = files.info(plain)
    assert info["size"] == len(png()) and info["content_type"] == "image/png" and info["metadata"] == {}
    assert files.info(described)["metadata"] == {"credit": "آمنہ"}
    assert files.exists(plain) is True
    assert files.exists(f"team/{unique} missing.png") is False


def test_list_with_its_options(files, unique: str):
    for letter in "abc":
        files.upload(f"{unique}/{letter}.png", png(), PNG)
    files.upload(f"{unique}/below/d.png", png(), PNG)
    assert [item["name"] for item in files.list(unique)] == ["a.png", "b.png", "below", "c.png"]
    assert [item["name"] for item in files.list(unique) if item["id"] is None] == ["below"]
    page = files.list(unique, {"limit": 2, "offset": 1, "sortBy": {"column": "name", "order": "desc"}})
    assert len(page) == 2 and page == sorted(page, key=lambda item: item["name"], reverse=True)
    assert [item["name"] for item in files.list(unique, {"search": "b."})] == ["b.png"]
    assert files.list(f"{unique}/nothing") == []


def test_list_v2_pages_by_cursor(files, unique: str):
    for letter in "abcde":
        files.upload(f"{unique}/{letter}.png", png(), PNG)
    files.upload(f"{unique}/below/f.png", png(), PNG)
    names, cursor = [], None
    for _ in range(4):
        options = {"prefix": f"{unique}/", "limit": 2, **({"cursor": cursor} if cursor else {})}
        page = files.list_v2(options)
        names += [item.name for item in page.objects]
        cursor = page.nextCursor
        if not page.hasNext:
            break
    assert names == [f"{unique}/{rest}" for rest in ("a.png", "b.png", "below/f.png", "c.png", "d.png", "e.png")]
    level = files.list_v2({"prefix": f"{unique}/", "with_delimiter": True})
    assert [item.name.rstrip("/") for item in level.folders] == [f"{unique}/below"]
    assert len(level.objects) == 5


def test_move_copy_and_remove(files, unique: str):
    files.upload(f"{unique}/one.png", png(), PNG)
    assert files.move(f"{unique}/one.png", f"{unique}/two.png")["message"] == "Successfully moved"
    assert files.copy(f"{unique}/two.png", f"{unique}/three.png")["Key"] == f"{BUCKET}/{unique}/three.png"
    assert [item["name"] for item in files.list(unique)] == ["three.png", "two.png"]
    assert str(refusal(lambda: files.move(f"{unique}/no.png", f"{unique}/x.png")).status) == "404"
    gone = files.remove([f"{unique}/two.png", f"{unique}/three.png", f"{unique}/no.png"])
    assert sorted(item["name"] for item in gone) == [f"{unique}/three.png", f"{unique}/two.png"]
    assert files.list(unique) == []


def test_signed_addresses_open_their_file(files, unique: str):
    """storage3 sends the seconds as text."""
    one, two = f"{unique}/one.png", f"{unique}/two.png"
    files.upload(one, png(1, 1), PNG)
    files.upload(two, png(2, 2), PNG)
    assert httpx.get(files.create_signed_url(one, 60)["signedURL"]).content == png(1, 1)
    saved = httpx.get(files.create_signed_url(one, 60, {"download": "own name.png"})["signedUrl"])
    assert "attachment" in saved.headers["content-disposition"] and saved.content == png(1, 1)
    many = files.create_signed_urls([one, two, f"{unique}/no.png"], 60)
    assert [httpx.get(item["signedURL"]).content for item in many[:2]] == [png(1, 1), png(2, 2)]
    assert many[2]["signedURL"] is None and many[2]["error"]
    forged = files.create_signed_url(one, 60)["signedURL"].replace("one.png", "two.png")
    assert httpx.get(forged).status_code == 400


def test_pictures_by_size(files, unique: str):
    name = f"{unique}/wide.png"
    files.upload(name, png(900, 600), PNG)
    transform = {"width": 320}
    public = httpx.get(files.get_public_url(name, {"transform": transform}))
    signed = httpx.get(files.create_signed_url(name, 60, {"transform": transform})["signedURL"])
    private = files.download(name, {"transform": transform})
    assert [width(public.content), width(signed.content), width(private)] == [320, 320, 320]


def test_an_upload_by_a_signed_address(site: Site, files, unique: str):
    name = f"{unique}/sent.png"
    signed = files.create_signed_upload_url(name)
    assert signed["path"] == name and signed["token"]
    stranger = site.client().storage.from_(BUCKET)
    answer = stranger.upload_to_signed_url(name, signed["token"], png(4, 4), PNG)
    assert answer.full_path == f"{BUCKET}/{name}"
    assert files.download(name) == png(4, 4)
    other = refusal(lambda: stranger.upload_to_signed_url(f"{unique}/other.png", signed["token"], png(), PNG))
    assert other.message and files.exists(f"{unique}/other.png") is False
    again = files.create_signed_upload_url(name, CreateSignedUploadUrlOptions(upsert="true"))
    stranger.upload_to_signed_url(name, again["token"], png(5, 5), PNG)
    assert files.download(name) == png(5, 5)


def test_what_cannot_be_is_refused_in_a_sentence(visitor: Client, staff: Client, files, unique: str):
    missing = refusal(lambda: files.download(f"{unique}.png"))
    assert (str(missing.status), missing.code, missing.message) == ("404", "not_found", "Object not found")
    text = refusal(lambda: files.upload(f"{unique}.txt", b"some text", {"content-type": "text/plain"}))
    assert str(text.status) == "415" and "not supported" in text.message
    visitors = visitor.storage.from_(BUCKET)
    assert str(refusal(lambda: visitors.upload(f"{unique}.png", png(), PNG)).status) == "403"
    assert visitors.list() == [] and visitors.remove([f"{unique}.png"]) == []
    assert "Bucket" in refusal(lambda: staff.storage.from_("no_such_bucket").upload("a.png", png(), PNG)).message


def test_buckets_are_known_and_cannot_be_made(staff: Client):
    assert BUCKET in [bucket.name for bucket in staff.storage.list_buckets()]
    bucket = staff.storage.get_bucket(BUCKET)
    assert (bucket.id, bucket.public) == (BUCKET, True)
    assert str(refusal(lambda: staff.storage.create_bucket("new")).status) == "403"


def test_the_asynchronous_client_keeps_files_too(as_staff: Callable[[], Awaitable[AsyncClient]], unique: str):
    async def round_trip() -> tuple[bytes, str, list]:
        bucket = (await as_staff()).storage.from_(BUCKET)
        await asyncio.gather(*[bucket.upload(f"{unique}/{n}.png", png(n, n), PNG) for n in (1, 2, 3)])
        content = await bucket.download(f"{unique}/2.png")
        signed = (await bucket.create_signed_url(f"{unique}/3.png", 60))["signedURL"]
        return content, signed, await bucket.remove([f"{unique}/1.png", f"{unique}/2.png"])

    content, signed, gone = asyncio.run(round_trip())
    assert content == png(2, 2) and httpx.get(signed).content == png(3, 3) and len(gone) == 2
