"""Quiz questions about time that need more than one passage: what came first, how many years lie between."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asker
from server.engine.writing.quizzes.items import Item, is_fair, is_told
from server.engine.writing.quizzes.values import other_values
from server.engine.writing.quizzes.words import QuizWords

_MONTHS = (
    r"January|February|March|April|May|June|July|August|September|October|November|December|janvier|février|mars|avril|mai|juin|"
    r"juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|"
    r"noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|"
    r"junho|julho|setembro|outubro|dezembro"
)
_DATE = rf"(?:(?:the )?(?:spring|summer|autumn|winter|night|morning|end|beginning) of )?(?:\d{{1,2}}\.? )?(?:(?:de )?(?:{_MONTHS}),? )?(?:de |del )?\d{{4}}"  # noqa: E501
_FRONT = re.compile(rf"^(?:In|On|En|El|Le|Nel|Il|Em|A) (?P<date>{_DATE}),? (?P<rest>\S.+)$")
_INSIDE = re.compile(rf",? (?:in|on|en|nel|em|im Jahr|im Jahre) (?P<date>{_DATE})(?=[ ,.])")
_LEAST, _MOST = 5, 20


@dataclass(frozen=True, slots=True)
class _Event:
    text: str
    year: int
    sentence: int


@dataclass(slots=True)
class OrderMaker:
    """Makes items out of sentences with one date that still stand when it is taken out."""

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    chance: random.Random
    words: QuizWords

    def items(self, ids: Sequence[int], *, most: int) -> list[Item]:
        """Orders and spans in turn, each event used once."""
        events = [e for i in ids if (e := self._event(self.analysis.sentences[i])) is not None]
        events.sort(key=lambda e: (-self.worth[e.sentence], e.sentence))
        out: list[Item] = []
        used: set[int] = set()
        while len(out) < most:
            free = [e for e in events if e.sentence not in used]
            item = self._order(free, last=len(out) % 4 == 2) if len(out) % 2 == 0 else self._span(free)
            if item is None:
                item = self._span(free) if len(out) % 2 == 0 else self._order(free, last=True)
            if item is None:
                break
            out.append(item)
            used |= set(item.sentences)
        return out

    def _order(self, free: Sequence[_Event], *, last: bool) -> Item | None:
        if not self.words.first:
            return None
        chosen: list[_Event] = []
        for event in free:
            if all(abs(event.year - other.year) >= 1 for other in chosen):
                chosen.append(event)
            if len(chosen) == 4:
                break
        if len(chosen) < 4:
            return None
        ordered = sorted(chosen, key=lambda e: e.year, reverse=last)
        statement = self._proof(ordered[:2] if not last else ordered[1::-1])
        if statement is None:
            return None
        question = self.words.last if last else self.words.first
        item = Item(
            question,
            ordered[0].text,
            tuple(e.text for e in ordered[1:]),
            statement,
            tuple(e.sentence for e in chosen),
            max(self.worth[e.sentence] for e in chosen),
            "order",
        )
        return item if is_fair(item) else None

    def _span(self, free: Sequence[_Event]) -> Item | None:
        if not self.words.between:
            return None
        for n, one in enumerate(free):
            for two in free[n + 1 :]:
                first, second = sorted((one, two), key=lambda e: e.year)
                years = second.year - first.year
                if not 2 <= years <= 400 or max(len(first.text.split()), len(second.text.split())) > 14:
                    continue
                statement = self._proof([first, second])
                wrong = other_values(f"{years} years", taken=frozenset({str(years)}), chance=self.chance)
                if statement is None or len(wrong) < 3:
                    continue
                question = self.words.between.format(one=first.text.rstrip("."), two=second.text.rstrip("."))
                item = Item(
                    question,
                    str(years),
                    tuple(w.split()[0] for w in wrong),
                    statement,
                    (first.sentence, second.sentence),
                    max(self.worth[first.sentence], self.worth[second.sentence]),
                    "span",
                )
                if is_fair(item):
                    return item
        return None

    def _proof(self, events: Sequence[_Event]) -> Statement | None:
        made = [self.asker.tellings.alone(e.sentence) for e in events]
        kept = [m for m in made if m is not None]
        if len(kept) < len(events):
            return None
        return Statement(" ".join(m.text for m in kept), tuple(p for m in kept for p in m.passages))

    def _event(self, s: Sentence) -> _Event | None:  # noqa: PLR0911
        text = self.asker.tellings.text(s.id)
        if not text or not is_told(self.analysis, s) or Role.PLAN in s.roles or Role.TABLE in s.roles or '"' in text:
            return None
        if (
            len(s.years) != 1
            or not self.asker.stands(text)
            or self.analysis.rules.opening_pronoun(text)
            or ". " in text
        ):
            return None
        match = _FRONT.match(text) if self.analysis.rules.code != "de" else None
        if match is not None and not re.match(
            r"(?:and|et|y|e|or|to|the (?:first|second|same|following)) ", match["rest"]
        ):
            rest = match["rest"]
        else:
            found = _INSIDE.search(text)
            if found is None or len(_INSIDE.findall(text)) != 1:
                return None
            match = found
            rest = text[: found.start()] + text[found.end() :]
        year = re.search(r"\d{4}", match["date"])
        if re.search(r", \w+$", text[: match.start()]):
            return None
        rest = re.sub(r"\s+", " ", rest).replace(" ,", ",").replace(" .", ".").strip(" ,")
        rest = rest[:1].upper() + rest[1:]
        if (
            year is None
            or not _LEAST <= len(rest.split()) <= _MOST
            or re.search(r"\d{4}|\b(than|by then|a year|years (?:later|ago|before))\b", rest)
        ):
            return None
        if self.analysis.rules.broken(rest) or self.analysis.rules.opening_pronoun(rest) or not self.asker.stands(rest):
            return None
        if not self.asker.states(rest):
            return None
        if re.search(
            r"\b(?:until|since|before|after|by|from|between|jusqu|depuis|hasta|desde|bis|seit|fino|dal|até)\b[^,.]{0,12}$",
            text[: match.start("date")],
            re.IGNORECASE,
        ):
            return None
        return _Event(rest, int(year[0]), s.id)
