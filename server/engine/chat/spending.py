"""What may be spent: tokens of a request and of a day, counted in a file that all workers share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from filelock import FileLock

from server.domain.decoding import from_json
from server.domain.errors import CannotProduce

_KEPT = 200
"""Requests whose count is remembered."""


class SpendingLimit(CannotProduce):
    """The owner's limit is reached."""

    code = "spending_limit"


class _Ledger(msgspec.Struct):
    day: str = ""
    tokens: int = 0
    requests: dict[str, int] = {}


class Purse:
    """The owner's limits on what models may cost; 0 stands for none.

    Args:
        path: the file that counts.
        request: names what the tokens are spent on, also over several attempts.
    """

    def __init__(
        self,
        path: Path,
        *,
        request: str,
        a_request: int = 0,
        a_day: int = 0,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._path = path
        self._request = request
        self._a_request = a_request
        self._a_day = a_day
        self._now = now

    def require(self, tokens: int) -> None:
        """Raise `SpendingLimit` unless so many tokens more are within the limits."""
        ledger = self._read()
        if self._a_request and ledger.requests.get(self._request, 0) + tokens > self._a_request:
            raise SpendingLimit(
                f"This would take more than the {self._a_request:,} tokens that a request may spend: "
                "use fewer sources, or raise the limit in the settings."
            )
        if self._a_day and ledger.tokens + tokens > self._a_day:
            raise SpendingLimit(
                f"The {self._a_day:,} tokens of today are spent: go on tomorrow, or raise the limit in the settings."
            )

    def spend(self, tokens: int) -> None:
        """Count tokens that were spent."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(self._path.with_suffix(".lock")):
            ledger = self._read()
            ledger.tokens += tokens
            ledger.requests[self._request] = ledger.requests.pop(self._request, 0) + tokens
            while len(ledger.requests) > _KEPT:
                del ledger.requests[next(iter(ledger.requests))]
            draft = self._path.with_suffix(".part")
            draft.write_bytes(msgspec.json.encode(ledger))
            draft.replace(self._path)

    @property
    def spent_today(self) -> int:
        """Tokens that all requests of this UTC day have spent."""
        return self._read().tokens

    def _read(self) -> _Ledger:
        today = self._now().date().isoformat()
        try:
            ledger = from_json(self._path.read_bytes(), _Ledger)
        except (OSError, msgspec.MsgspecError):
            ledger = _Ledger(requests={})
        if ledger.day != today:
            ledger = _Ledger(day=today, tokens=0, requests=ledger.requests)
        return ledger
