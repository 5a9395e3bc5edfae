"""How items are shared out over a series of episodes."""

from __future__ import annotations

from itertools import chain

from server.services.series import _shares


def test_every_item_is_used_once_in_order_and_shares_are_even() -> None:
    for count in range(1, 12):
        for items in range(count, 40):
            shares = _shares(range(items), count)
            assert len(shares) == count
            assert list(chain.from_iterable(shares)) == list(range(items))
            lengths = {len(share) for share in shares}
            assert max(lengths) - min(lengths) <= 1


def test_too_few_items_come_round_again() -> None:
    for count in range(1, 30):
        for items in range(1, count):
            assert [share[0] for share in _shares(range(items), count)] == [n % items for n in range(count)]
