"""Clients, tokens and allowances."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import jwt
import pytest

from server.commands.token import make_token, parse_end
from server.config.secret_keys import signing_key
from server.domain.accounts import ClientChange
from server.domain.errors import Forbidden, InvalidField, NotFound, Unauthorised
from server.services.accounts import Accounts
from server.store import clients
from server.store.database import Store


@pytest.fixture
async def accounts(tmp_path, clock):
    store = Store(tmp_path / "a.db", backups=tmp_path)
    store.write_and_wait(clients.save, "alice", ClientChange(pro=True), 1)
    time = {"now": 0.0}
    made = Accounts(store, key=b"k" * 32, clock=clock, monotonic=lambda: time["now"])
    made.time = time
    yield made
    store.close()


async def test_a_token_opens_its_clients_account(accounts) -> None:
    plain = await accounts.authenticate(await accounts.issue_token("alice"))
    owner = await accounts.authenticate(await accounts.issue_token("alice", owner=True))

    assert (plain.id, plain.pro, plain.is_owner) == ("alice", True, False)
    assert owner.is_owner


async def test_the_claims_are_those_of_the_contract(accounts, clock) -> None:
    claims = jwt.decode(
        await accounts.issue_token("alice", owner=True), b"k" * 32, algorithms=["HS256"], options={"verify_exp": False}
    )

    assert set(claims) == {"sub", "jti", "iat", "exp", "scope"}
    assert (claims["sub"], claims["scope"]) == ("alice", "owner")
    assert claims["exp"] - claims["iat"] == 365 * 24 * 3600
    assert claims["iat"] == int(clock().timestamp())


async def test_a_revocation_holds_at_once_here_and_within_a_second_elsewhere(accounts) -> None:
    token, other = await accounts.issue_token("alice"), await accounts.issue_token("alice")
    account = await accounts.authenticate(token)
    owner = await accounts.authenticate(await accounts.issue_token("alice", owner=True))

    await accounts.revoke_token(account.token_id, by=owner)
    with pytest.raises(Unauthorised):
        await accounts.authenticate(token)

    revoked = await accounts.authenticate(other)
    await accounts._store.write(
        lambda transaction: (
            transaction.execute("UPDATE tokens SET revoked_on = 5 WHERE id = ?", (revoked.token_id,)) and None
        )
    )
    assert await accounts.authenticate(other) == revoked
    accounts.time["now"] += 0.9
    with pytest.raises(Unauthorised):
        await accounts.authenticate(other)


async def test_an_expired_token_opens_nothing(accounts, clock) -> None:
    token = await accounts.issue_token("alice")
    await accounts.authenticate(token)

    clock.advance(days=366)
    accounts.time["now"] += 1

    with pytest.raises(Unauthorised):
        await accounts.authenticate(token)


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "x",
        "a.b.c",
        "x" * 5_000,
        "\ud800",
        jwt.encode({"sub": "alice", "jti": "1", "iat": 1, "exp": 9**10}, b"other" * 8, algorithm="HS256"),
        jwt.encode({"sub": "alice", "jti": "1", "iat": 1, "exp": 9**10}, None, algorithm="none"),
        jwt.encode({"sub": "alice", "jti": "1", "iat": 1, "exp": 9**10}, b"k" * 64, algorithm="HS512"),
        jwt.encode({"sub": "alice", "jti": "unknown", "iat": 1, "exp": 9**10}, b"k" * 32, algorithm="HS256"),
        jwt.encode({"sub": "alice"}, b"k" * 32, algorithm="HS256"),
    ],
)
async def test_what_is_not_ours_opens_nothing(accounts, forged: str) -> None:
    with pytest.raises(Unauthorised):
        await accounts.authenticate(forged)


async def test_a_token_of_one_client_signed_for_another_opens_nothing(accounts) -> None:
    claims = jwt.decode(
        await accounts.issue_token("alice"), b"k" * 32, algorithms=["HS256"], options={"verify_exp": False}
    )
    accounts._store.write_and_wait(clients.save, "bob", ClientChange(), 1)

    with pytest.raises(Unauthorised):
        await accounts.authenticate(jwt.encode({**claims, "sub": "bob"}, b"k" * 32, algorithm="HS256"))


async def test_only_the_owner_sees_and_changes_clients(accounts) -> None:
    plain = await accounts.authenticate(await accounts.issue_token("alice"))

    for call in (
        accounts.clients(by=plain),
        accounts.tokens("alice", by=plain),
        accounts.save_client("bob", ClientChange(), by=plain),
        accounts.revoke_token("1", by=plain),
    ):
        with pytest.raises(Forbidden) as refusal:
            await call
        assert refusal.value.code == "owner_only"


async def test_a_token_for_nobody_is_not_issued(accounts) -> None:
    with pytest.raises(NotFound):
        await accounts.issue_token("nobody")


async def test_the_command_works_beside_a_running_server(studio) -> None:
    change = ClientChange(pro=True, credits=77)
    token = await asyncio.to_thread(make_token, studio.data_dir, change, client="made outside", clock=studio.clock)

    account = await studio.services.accounts.authenticate(token)
    assert (account.id, account.pro, account.is_owner) == ("made outside", True, False)
    usage = await studio.services.accounts.usage(by=account)
    assert (usage.allowed, usage.allowed_daily_podcasts) == (77, 10)


def test_what_the_command_leaves_out_stays(tmp_path, clock) -> None:
    make_token(tmp_path, ClientChange(pro=True, daily_podcasts=3), client="alice", clock=clock)
    make_token(tmp_path, ClientChange(licence=True, subscription_ends=parse_end("2027-01-31")), client="alice")

    store = Store(tmp_path / "quillcast.db", backups=tmp_path)
    saved = store.read_here(clients.find, "alice")
    store.close()
    assert (saved.pro, saved.licence, saved.allowed, saved.allowed_daily_podcasts) == (True, True, 1_000, 3)
    assert saved.subscription_ends is not None
    assert saved.subscription_ends - clock() > timedelta(days=200)


@pytest.mark.parametrize(("owner", "name"), [(True, "owner"), (False, "default")])
def test_without_a_name_the_token_is_the_owners_or_the_standard_clients(tmp_path, owner: bool, name: str) -> None:
    token = make_token(tmp_path, ClientChange(), owner=owner)

    key = signing_key(tmp_path / "secrets.json")
    assert jwt.decode(token, key, algorithms=["HS256"])["sub"] == name
    store = Store(tmp_path / "quillcast.db", backups=tmp_path)
    assert store.read_here(clients.find, name).allowed == (1_000_000_000 if owner else 1_000)
    store.close()


@pytest.mark.parametrize("name", ["", " alice", "a\nb", "x" * 101, "\x00"])
def test_a_name_that_can_not_be_one_is_refused(tmp_path, name: str) -> None:
    with pytest.raises(InvalidField):
        make_token(tmp_path, ClientChange(), client=name)


@pytest.mark.parametrize("text", ["tomorrow", "2027-13-01", ""])
def test_an_end_that_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(InvalidField):
        parse_end(text)
