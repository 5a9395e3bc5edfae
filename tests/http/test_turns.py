"""Turns for work that holds the event loop."""

from __future__ import annotations

import asyncio

from server.http.turns import Turns


async def rounds_of(turns: Turns, count: int) -> list[int]:
    """In which round of the loop each of `count` callers began, in the order they came."""
    round_now = 0
    began: list[int] = []

    def next_round() -> None:
        nonlocal round_now
        round_now += 1
        if len(began) < count:
            loop.call_soon(next_round)

    async def caller() -> None:
        await turns.take()
        began.append(round_now)

    loop = asyncio.get_running_loop()
    loop.call_soon(next_round)
    await asyncio.gather(*(caller() for _ in range(count)))
    return began


async def test_a_few_begin_in_each_round() -> None:
    began = await rounds_of(Turns(at_once=3), 14)
    assert len(began) == 14
    assert began == sorted(began)
    assert max(began.count(each) for each in began) == 3


async def test_who_comes_alone_does_not_wait() -> None:
    turns = Turns(at_once=1)
    for _ in range(3):
        taking = turns.take()
        try:
            taking.send(None)
        except StopIteration:
            pass
        else:
            raise AssertionError("a turn was waited for")
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_turns_come_in_the_order_of_arrival() -> None:
    turns = Turns(at_once=2)
    order: list[int] = []

    async def caller(place: int) -> None:
        await turns.take()
        order.append(place)

    await asyncio.gather(*(caller(place) for place in range(9)))
    assert order == list(range(9))


async def test_whoever_leaves_gives_the_turn_on() -> None:
    turns = Turns(at_once=1)
    callers = [asyncio.ensure_future(turns.take()) for _ in range(4)]
    await asyncio.sleep(0)
    callers[1].cancel()
    await asyncio.gather(callers[0], callers[2], callers[3])
    assert callers[1].cancelled()
