"""Accounts, as supabase_auth asks for them: one's own, and everyone's with the service key."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest
from conftest import Site
from supabase import AsyncClient, Client
from supabase_auth.errors import AuthApiError

PASSWORD = "correct horse battery"


@pytest.fixture
def account(service: Client, unique: str):
    """A new account that the test may do with as it likes."""
    attributes = {"email": f"{unique}@umeed.test", "password": PASSWORD, "email_confirm": True}
    user = service.auth.admin.create_user(attributes).user
    yield user
    if user.id in [other.id for other in service.auth.admin.list_users(per_page=1000)]:
        service.auth.admin.delete_user(user.id)


def refusal(call: Callable) -> AuthApiError:
    with pytest.raises(AuthApiError) as caught:
        call()
    return caught.value


def test_signing_in_gives_a_session_that_says_who_one_is(site: Site):
    client = site.client()
    events = []
    client.auth.on_auth_state_change(lambda event, session: events.append(event))
    assert client.auth.get_session() is None
    session = client.auth.sign_in_with_password({"email": site.email, "password": site.password}).session
    assert session.user.email == site.email and session.token_type == "bearer" and session.expires_in > 0
    assert client.auth.get_session().access_token == session.access_token
    assert client.auth.get_user().user.id == session.user.id
    claims = client.auth.get_claims()["claims"]
    assert (claims["sub"], claims["role"], claims["email"]) == (session.user.id, "authenticated", site.email)
    assert [identity.provider for identity in client.auth.get_user_identities().identities] == ["email"]
    assert events == ["SIGNED_IN"]


def test_a_wrong_password_and_an_unknown_address_sound_the_same(site: Site, unique: str):
    for email in (site.email, f"{unique}@umeed.test"):
        refused = refusal(lambda: site.client().auth.sign_in_with_password({"email": email, "password": "wrong one"}))
        assert (refused.status, refused.code, refused.message) == (400, "invalid_credentials", "Invalid login credentials")


def test_a_session_is_refreshed_and_taken_over(site: Site):
    first = site.signed_in()
    old = first.auth.get_session()
    new = first.auth.refresh_session().session
    assert new.refresh_token != old.refresh_token and new.user.id == old.user.id
    second = site.client()
    assert second.auth.set_session(new.access_token, new.refresh_token).user.email == site.email
    assert second.table("volunteers").select("id").limit(1).execute().data is not None
    refused = refusal(lambda: site.client().auth.refresh_session("no such token"))
    assert refused.code == "refresh_token_not_found"


def test_signing_out_ends_the_session_at_once(site: Site):
    client = site.signed_in()
    token = client.auth.get_session().access_token
    client.auth.sign_out({"scope": "local"})
    assert client.auth.get_session() is None
    assert refusal(lambda: site.client().auth.get_user(token)).code == "session_not_found"


def test_one_changes_ones_own_account(site: Site, account):
    client = site.signed_in(account.email, PASSWORD)
    user = client.auth.update_user({"data": {"full_name": "آمنہ"}}).user
    assert user.user_metadata == {"full_name": "آمنہ"}
    client.auth.update_user({"password": "another good one"})
    assert refusal(lambda: site.signed_in(account.email, PASSWORD)).code == "invalid_credentials"
    assert site.signed_in(account.email, "another good one").auth.get_user().user.id == account.id
    with pytest.raises(Exception, match="(?i)password"):
        client.auth.update_user({"password": "short"})


def test_what_is_not_offered_says_so(site: Site, unique: str):
    client = site.client()
    stranger = {"email": f"{unique}@umeed.test", "password": PASSWORD}
    assert refusal(lambda: client.auth.sign_up(stranger)).code == "signup_disabled"
    assert client.auth.reset_password_for_email(f"{unique}@umeed.test") is None
    for call in (
        lambda: client.auth.sign_in_anonymously(),
        lambda: client.auth.sign_in_with_otp({"email": f"{unique}@umeed.test"}),
        lambda: client.auth.sign_in_with_id_token({"provider": "google", "token": "x"}),
    ):
        assert refusal(call).message


def test_accounts_are_listed_in_pages(service: Client, account, site: Site):
    everyone = service.auth.admin.list_users(per_page=1000)
    assert {site.email, account.email} <= {user.email for user in everyone}
    pages = [service.auth.admin.list_users(page=page, per_page=1) for page in range(1, len(everyone) + 2)]
    assert [len(page) for page in pages] == [1] * len(everyone) + [0]
    assert {page[0].id for page in pages[:-1]} == {user.id for user in everyone}


def test_an_account_is_made_found_changed_and_removed(service: Client, site: Site, unique: str):
    admin = service.auth.admin
    email = f"{unique}@umeed.test"
    attributes = {"email": email, "password": PASSWORD, "email_confirm": True, "user_metadata": {"full_name": "Bilal"}}
    made = admin.create_user(attributes).user
    assert (made.email, made.user_metadata, made.role) == (email, {"full_name": "Bilal"}, "authenticated")
    assert made.email_confirmed_at and made.identities
    assert admin.get_user_by_id(made.id).user.email == email
    member = site.signed_in(email, PASSWORD)
    admin.update_user_by_id(made.id, {"user_metadata": {"city": "Lahore"}, "password": "a different one"})
    assert admin.get_user_by_id(made.id).user.user_metadata == {"full_name": "Bilal", "city": "Lahore"}
    assert site.signed_in(email, "a different one").auth.get_user().user.id == made.id
    token = site.signed_in(email, "a different one").auth.get_session().access_token
    admin.delete_user(made.id)
    assert refusal(lambda: admin.get_user_by_id(made.id)).code == "user_not_found"
    assert refusal(lambda: member.auth.get_user(token)).code in ("user_not_found", "session_not_found")


def test_bad_accounts_are_refused(service: Client, account):
    admin = service.auth.admin
    assert refusal(lambda: admin.create_user({"email": account.email, "password": PASSWORD})).code == "email_exists"
    assert refusal(lambda: admin.create_user({"email": "no address", "password": PASSWORD})).code == "validation_failed"
    with pytest.raises(ValueError):
        admin.get_user_by_id("no uuid")


def test_a_link_signs_in_once(service: Client, site: Site, account):
    admin = service.auth.admin
    for kind in ("magiclink", "recovery"):
        link = admin.generate_link({"type": kind, "email": account.email})
        assert link.user.id == account.id and link.properties.verification_type == kind
        assert link.properties.action_link.startswith(f"{site.url}/auth/v1/verify?")
        client = site.client()
        client.auth.verify_otp({"token_hash": link.properties.hashed_token, "type": kind})
        assert client.auth.get_user().user.id == account.id
        again = {"token_hash": link.properties.hashed_token, "type": kind}
        assert refusal(lambda: site.client().auth.verify_otp(again)).code == "otp_expired"
    by_code = admin.generate_link({"type": "magiclink", "email": account.email}).properties.email_otp
    verified = site.client().auth.verify_otp({"email": account.email, "token": by_code, "type": "magiclink"})
    assert verified.session.user.id == account.id
    opened = httpx.get(admin.generate_link({"type": "magiclink", "email": account.email}).properties.action_link)
    assert opened.status_code in (302, 303) and "#access_token=" in opened.headers["location"]


def test_an_invitation_can_be_handed_over_but_not_mailed(service: Client, site: Site, unique: str):
    admin = service.auth.admin
    email = f"{unique}@umeed.test"
    refused = refusal(lambda: admin.invite_user_by_email(email))
    assert "mail" in refused.message.lower()
    assert email not in [user.email for user in admin.list_users(per_page=1000)]
    link = admin.generate_link({"type": "invite", "email": email, "options": {"data": {"full_name": "Sana"}}})
    client = site.client()
    client.auth.verify_otp({"token_hash": link.properties.hashed_token, "type": "invite"})
    client.auth.update_user({"password": PASSWORD})
    assert site.signed_in(email, PASSWORD).auth.get_user().user.user_metadata == {"full_name": "Sana"}
    admin.delete_user(link.user.id)


def test_only_the_service_key_and_owners_manage_accounts(site: Site, visitor: Client, staff: Client):
    assert refusal(lambda: visitor.auth.admin.list_users()).status in (401, 403)
    owner = site.client(staff.auth.get_session().access_token)
    assert site.email in [user.email for user in owner.auth.admin.list_users()]


def test_the_asynchronous_client_keeps_a_session(as_staff: Callable[[], Awaitable[AsyncClient]], site: Site):
    async def visit() -> tuple[str, str, bool]:
        client = await as_staff()
        before = (await client.auth.get_user()).user.email
        after = (await client.auth.refresh_session()).user.email
        await client.auth.sign_out({"scope": "local"})
        return before, after, await client.auth.get_session() is None

    assert asyncio.run(visit()) == (site.email, site.email, True)
