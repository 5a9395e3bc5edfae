"""`quillcast token`: a client, created or changed, and one new token for it."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from server.config.directories import DataDirectory, resolve_data_dir
from server.config.secret_keys import signing_key
from server.domain.accounts import DEFAULT_CLIENT, OWNER, Client, ClientChange
from server.domain.errors import InvalidField
from server.domain.times import Clock, to_ms, utc_now
from server.services.accounts import OWNERS_SHARE, checked_name, issue
from server.store import clients
from server.store.database import Store
from server.store.transactions import Transaction

MAX_NUMBER = 10**15


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `token`; those left out keep what stands."""
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")
    parser.add_argument("--client", metavar="NAME", help="whose token it is")
    parser.add_argument("--owner", action="store_true", help="a token that may change the installation")
    parser.add_argument("--pro", action=argparse.BooleanOptionalAction, help="PRO features")
    parser.add_argument("--licence", action=argparse.BooleanOptionalAction, help="the dedicated notebook account")
    parser.add_argument("--credits", type=int, metavar="N", help="credits allowed in all")
    parser.add_argument("--daily-podcasts", type=int, metavar="N", help="podcasts allowed a day")
    parser.add_argument("--subscription-ends", metavar="DATE", help="a date like 2027-01-31")


def run(options: argparse.Namespace) -> int:
    """Print one new token and nothing else."""
    change = ClientChange(
        pro=options.pro,
        licence=options.licence,
        credits=options.credits,
        daily_podcasts=options.daily_podcasts,
        subscription_ends=parse_end(options.subscription_ends) if options.subscription_ends else None,
    )
    print(make_token(resolve_data_dir(options.data_dir), change, client=options.client, owner=options.owner))
    return 0


def make_token(
    data_dir: Path,
    change: ClientChange,
    *,
    client: str | None = None,
    owner: bool = False,
    clock: Clock = utc_now,
) -> str:
    """Create or change the client and answer one new bearer token for it, in one transaction.

    Works while a server runs on the same data directory. Without `client` it is ``owner`` when `owner` is wished, else
    ``default``.

    Raises:
        InvalidField: the name can't be a client's, or a number is out of range.
        DomainError: the data directory or its database can't be used.
    """
    name = checked_name(client if client is not None else OWNER if owner else DEFAULT_CLIENT)
    for field, number in (("--credits", change.credits), ("--daily-podcasts", change.daily_podcasts)):
        if number is not None and not 0 <= number <= MAX_NUMBER:
            raise InvalidField(field, f"give a whole number from 0 to {MAX_NUMBER:,}")
    directory = DataDirectory(data_dir).prepare()
    key = signing_key(directory.secrets)
    store = Store(directory.database, backups=directory.backups)
    try:
        return store.write_and_wait(_save_and_issue, name, change, key=key, owner=owner, clock=clock)
    finally:
        store.close()


def parse_end(text: str) -> datetime:
    """The moment of ``--subscription-ends``: a date (its beginning, UTC) or a date and time. Raises `InvalidField`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidField("--subscription-ends", "give a date like 2027-01-31") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _save_and_issue(
    transaction: Transaction, name: str, change: ClientChange, *, key: bytes, owner: bool, clock: Clock
) -> str:
    now_ms = to_ms(clock())
    if name == OWNER and clients.find(transaction, OWNER) is None:
        clients.save(transaction, OWNER, OWNERS_SHARE, now_ms)
    saved: Client = clients.save(transaction, name, change, now_ms)
    return issue(transaction, saved.id, key=key, owner=owner, clock=clock)
