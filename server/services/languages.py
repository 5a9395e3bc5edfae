"""The languages that can be asked for, with the voices that speak them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """One line of the language list."""

    name: str
    code: str
    voices: tuple[int, ...]
    """Ids of the voices that speak it."""


class Languages:
    """The language list."""

    def list(self) -> tuple[SpokenLanguage, ...]:
        """Every language, in the order people are shown."""
        raise NotImplementedError
