"""One server for the whole run, on a free port with a folder of its own, and supabase-py in its three roles.

Asks the server nothing but through the clients; what a test makes, it names by a word of its own (`unique`).
"""

import json
import os
import secrets
import shutil
import struct
import subprocess
import tempfile
import time
import uuid
import zlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from supabase import AsyncClient, Client, acreate_client, create_client
from supabase.lib.client_options import AsyncClientOptions, SyncClientOptions

ROOT = Path(__file__).parents[3]
START_SECONDS = 20
# The libraries give up on a sign-in after five seconds; hashing a password takes longer than that on a busy machine.
PATIENCE = 60
BUCKET = "website_images"


@dataclass
class Site:
    url: str
    anon: str
    service_role: str
    email: str
    password: str

    def client(self, key: str | None = None) -> Client:
        http = httpx.Client(timeout=PATIENCE, follow_redirects=True)
        return create_client(self.url, key or self.anon, SyncClientOptions(auto_refresh_token=False, httpx_client=http))

    def signed_in(self, email: str | None = None, password: str | None = None) -> Client:
        client = self.client()
        client.auth.sign_in_with_password({"email": email or self.email, "password": password or self.password})
        return client

    async def async_client(self, key: str | None = None) -> AsyncClient:
        http = httpx.AsyncClient(timeout=PATIENCE, follow_redirects=True)
        options = AsyncClientOptions(auto_refresh_token=False, httpx_client=http)
        return await acreate_client(self.url, key or self.anon, options)


def _binary() -> Path:
    path = ROOT / os.environ.get("UMEED_BINARY", "target/release/umeed")
    if not path.exists():
        pytest.exit(f"There is no server to test at {path}. Build it first, or set UMEED_BINARY.", 1)
    return path


def _settings(email: str, password: str) -> dict[str, str]:
    """The caller's environment without its own settings of the server, then ours."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("UMEED_")}
    settings |= {"UMEED_SAMPLE_CONTENT": "off", "UMEED_ADMIN_EMAIL": email, "UMEED_ADMIN_PASSWORD": password}
    if postgres := os.environ.get("UMEED_TEST_POSTGRES"):
        schema = f"test_{secrets.token_hex(8)}"
        subprocess.run(["psql", postgres, "-qc", f"CREATE SCHEMA {schema}"], check=True)
        settings["UMEED_DATABASE"] = f"{postgres}?options=-csearch_path%3D{schema}"
    return settings


def _address(server: subprocess.Popen, folder: Path) -> str:
    """Where it serves, once it does: it says so on its standard output."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        for line in (folder / "out").read_text().splitlines():
            if line.startswith("Umeed serves "):
                return line.removeprefix("Umeed serves ").strip()
        time.sleep(0.02)
    pytest.exit(f"The server did not start. It printed:\n{(folder / 'err').read_text()}", 1)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    email, password = "staff@umeed.test", secrets.token_urlsafe(12)
    folder = Path(tempfile.mkdtemp(prefix="umeed-test-"))
    data, settings = str(folder / "data"), _settings(email, password)
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        serve = [_binary(), "serve", "--listen", "127.0.0.1:0", "--data", data]
        server = subprocess.Popen(serve, env=settings, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
    try:
        url = _address(server, folder)
        printed = subprocess.check_output([_binary(), "keys", "--data", data], env=settings, text=True)
        keys = json.loads(printed)
        yield Site(url, keys["anon"], keys["service_role"], email, password)
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def visitor(site: Site) -> Client:
    return site.client()


@pytest.fixture(scope="session")
def staff(site: Site) -> Client:
    return site.signed_in()


@pytest.fixture(scope="session")
def service(site: Site) -> Client:
    return site.client(site.service_role)


@pytest.fixture
def as_staff(site: Site) -> Callable[[], Awaitable[AsyncClient]]:
    """Makes a signed-in client of the asynchronous kind, within the loop that will use it."""

    async def make() -> AsyncClient:
        client = await site.async_client()
        await client.auth.sign_in_with_password({"email": site.email, "password": site.password})
        return client

    return make


@pytest.fixture
def unique() -> str:
    """A word that no other test uses."""
    return f"x{uuid.uuid4().hex[:8]}"


def png(width: int = 2, height: int = 2) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    lines = zlib.compress((b"\0" + b"\x5a" * (3 * width)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")
