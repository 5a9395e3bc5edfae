"""A server that tests kill: it takes orders on a data directory and says on stdout what it has acknowledged.

    python doomed_server.py DATA_DIR COUNT

Lines: ``accepted ID``, ``cancelled ID``, ``uploaded ID``; ``done`` when everything has ended.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from pathlib import Path

from fake_engine import FakeEngine, Hold, Succeed
from fake_voices import FakeCatalogue, judge_address

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import OWNER, Account, ClientChange
from server.domain.orders import ContentOrder, Resource
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.services import Services

CLIENT = Account("killed")
LONG_TEXT = "So many words that they do not lie in the order's row. " * 500


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def place(services: Services, number: int) -> None:
    """One order: texts and recordings, every fifth of them cancelled, some with a bulky source or an upload."""
    is_doomed = number % 5 == 4
    order = ContentOrder(
        output_type=OutputType.AUDIO if number % 2 else OutputType.TEXT,
        resources=(Resource(SourceKind.TEXT, LONG_TEXT if number % 3 == 0 else f"Words {number}."),),
        title="held" if is_doomed else f"Order {number}",
    )
    accepted = await services.requests.submit(order, by=CLIENT)
    say(f"accepted {accepted.id}")
    if number % 4 == 0:
        stored = await services.files.upload(one_piece(number), file_name="a.txt", content_type="text/plain", by=CLIENT)
        say(f"uploaded {stored.id}")
    if is_doomed:
        await services.requests.cancel(accepted.id, by=CLIENT)
        say(f"cancelled {accepted.id}")


async def one_piece(number: int):
    yield f"upload {number}".encode()


async def serve(data_dir: Path, count: int) -> None:
    engine = FakeEngine(lambda job: Hold() if job.spec.title == "held" else Succeed())
    config = ServerConfig(data_dir=data_dir, workers=2)
    async with assembled(config, engine=engine, catalogue=FakeCatalogue(), judge=judge_address) as services:
        owner = Account(OWNER, scopes=frozenset({OWNER}))
        await services.accounts.save_client(CLIENT.id, ClientChange(credits=100_000, daily_podcasts=10_000), by=owner)
        say("ready")
        for first in range(0, count, 8):
            await asyncio.gather(*(place(services, number) for number in range(first, min(first + 8, count))))
        await all_ended(services)
    say("done")


async def all_ended(services: Services) -> None:
    """Follow the events until nothing waits or runs any more."""
    async with aclosing(services.events.follow(by=CLIENT, after=0)) as events:
        while (await services.queues.stats(by=CLIENT)).active:
            await anext(events)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
