"""Questions with answers out of the sources: what an FAQ and the questions of a study guide are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from server.domain.documents import QuestionAnswer
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Asker, Kind
from server.engine.writing.gates import ALIKE
from server.engine.writing.growing import ANSWERED, TWICE, Entry, Growth, supported
from server.engine.writing.heroes import heroes
from server.engine.writing.standalone import written
from server.engine.writing.vectors import answer_scores, meanings

SENTENCES_MOST, WORDS_MOST = 3, 75
"""Of an answer when it is chosen."""
_EASY_WORDS = 12
"""Of a question; people ask longer ones seldom."""
_BARE_WORDS = 12
"""Of an answer that only says a question for yes or no again."""
_LOOSENED, _FREE = 1.6, 9.0
_ROOM = 0.3
"""Part of the words asked for that has to be left before the mix of kinds gives way altogether."""
_SHORTEST = 6
"""Words of an answer that lost its other sentences to another entry."""
_BESIDE = 0.12
"""Similarity of two answers' terms from which they are about the same matter."""
_SAME_WORDS, _SUSPECT = 0.6, 0.3
"""Part of two questions' content words from which they ask the same."""
_KIND_MOST = {
    Kind.WHEN: 0.2,
    Kind.EVENT: 0.2,
    Kind.WHO: 0.2,
    Kind.HOW_MANY: 0.34,
    Kind.WHAT: 0.3,
    Kind.VIEW: 0.15,
    Kind.ABOUT: 0.1,
    Kind.WHETHER: 0.2,
    Kind.CONDITION: 0.4,
    Kind.CHANGE: 0.3,
    Kind.ROW: 0.15,
}
"""Part of the entries that may be of a kind, so that it reads like what people ask."""


_ASKED_LEAST = 0.8
"""Worth of what answers a question that the source itself puts, however little it says."""
_HEADED_LEAST = 0.4
"""Worth of what answers the heading above it."""
_REASONS = frozenset((Kind.WHY, Kind.HOW, Kind.CONDITION))
_WANTED = 1.3
"""By how much a reader rather asks why, how and what happens if than for a figure or a name."""
_PLAIN_MOST = 8
"""Entries to each one that only asks what there is to know about a thing; the first of them may be the only one."""
_WIDE_MOST, _WIDE_LEAST = 0.3, 2
"""Part of the entries that may ask no more than what is said of a matter, and so many of them in any case."""
_ROWS_MOST = 4
"""Questions about rows of tables, however many there are: a table is read as one."""
_TOLD_LEAST = 16
"""Words of an answer to what is asked so widely."""


def answered(analysis: Analysis, asker: Asker, entry: Entry) -> QuestionAnswer | None:
    """The entry as it is handed over, or nothing where a sentence isn't carried by its passages."""
    texts = asker.tellings.told(entry.ids)
    made = [supported(analysis, i, text) for i, text in zip(entry.ids, texts, strict=True)]
    made[0] = asker.tellings.alone(entry.ids[0]) or made[0]
    kept = [m for m in made if m is not None]
    return QuestionAnswer(entry.asked.question, tuple(kept)) if len(kept) == len(made) else None


def in_reading_order(analysis: Analysis, entries: Sequence[Entry]) -> list[Entry]:
    """Entries as they are read: in the first source's order, those of others beside what they are nearest to."""
    placed = sorted(entries, key=lambda e: (e.ids[0], e.asked.question))
    out = [e for e in placed if analysis.sentences[e.ids[0]].source == 0]
    for entry in placed[len(out) :]:
        near = [float((analysis.vectors[list(o.ids)] @ analysis.vectors[list(entry.ids)].T).max()) for o in out]
        best = int(np.argmax(near)) if near else -1
        out.insert(best + 1 if near and near[best] >= _BESIDE else len(out), entry)
    return in_turn(out)


def in_turn(entries: Sequence[Entry]) -> list[Entry]:
    """Entries whose questions can be put in several ways with these in turn, from one to the next."""
    out: list[Entry] = []
    turn = 0
    for entry in entries:
        forms = entry.asked.forms
        out.append(replace(entry, asked=replace(entry.asked, question=forms[turn % len(forms)])) if forms else entry)
        turn += bool(forms)
    return out


@dataclass(slots=True)
class Choice:
    """Chooses entries: the worth they add for their words, no question and no answer twice, kinds mixed."""

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    chosen: frozenset[int]
    """Sentences that a piece of this length would tell: an answer goes on with them."""
    is_checked: bool = True
    taken: list[Entry] = field(default_factory=list)
    _loose: float = 1.0
    """By how much the parts of `_KIND_MOST` are stretched, once nothing else is left."""
    _told: set[int] = field(default_factory=set)
    _terms: dict[str, frozenset[str]] = field(default_factory=dict)
    _heads: frozenset[int] = frozenset()
    """Sentences that only head what follows them."""
    _speakers: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        spoken = {s.speaker for s in self.analysis.sentences if len(s.speaker) > 2}
        self._speakers = frozenset(spoken | {hero.name for hero in heroes(self.analysis) if hero is not None})

    @property
    def _longer(self) -> frozenset[Kind]:
        """Kinds of question so wide that a few words don't answer them."""
        return frozenset({Kind.ABOUT, Kind.HEADED} if self.is_checked else {Kind.HEADED})

    def run(self, asked: Iterable[Asked], *, most: int, words: int) -> list[Entry]:
        """At most `most` entries of about `words` words in all, the weightiest first."""
        asked_for = words
        asked = list(asked)
        sentences = self.analysis.sentences
        put = {(s.source, s.paragraph) for a in asked if not a.checked for s in [sentences[a.sentence]]}
        self._heads = frozenset(a.head for a in asked if a.head >= 0)
        options = [e for a in asked if (e := self._entry(a)) is not None]
        for loose in (1.0, _LOOSENED, _FREE) if self.is_checked else (1.0, _FREE):
            if loose is _FREE and self.is_checked and words < _ROOM * asked_for:
                break
            self._loose = loose
            words -= self._take([e for o in options if (e := self._less(o)) is not None], most=most, words=words)
        growth = Growth(self.analysis, self.asker, self.worth, self.is_checked, frozenset(put), self._heads)
        growth.grow(self.taken, self._told, words)
        return self.taken

    def _take(self, options: list[Entry], *, most: int, words: int) -> int:
        """Take the best options one by one; the words that they have."""
        used = 0
        while options and len(self.taken) < most:
            options.sort(key=lambda e: (-self._gain(e), e.asked.sentence, e.asked.question))
            best = self._first_answered(options[:8])
            if best is None:
                del options[:8]
                continue
            if self._gain(best) <= 0:
                break
            cost = sum(len(t.split()) for t in self.asker.tellings.told(best.ids))
            options = [e for e in options if e is not best]
            if used + cost > words and self.taken:
                continue
            rows = sum(e.asked.kind is Kind.ROW for e in self.taken)
            if not self._is_new(best) or (best.asked.kind is Kind.ROW and rows >= _ROWS_MOST):
                continue
            self.taken.append(best)
            self._told |= set(best.ids)
            used += cost
            options = [e for o in options if (e := self._less(o)) is not None]
        return used

    def _less(self, entry: Entry) -> Entry | None:
        """An option without what has been told by now; nothing where its own sentence has."""
        if entry.asked.sentence in self._told:
            return None
        ids = list(entry.ids)
        while ids and ids[-1] in self._told:
            ids.pop()
        if entry.asked.since >= 0 and ids and ids[0] in self._told:
            return None
        if not ids or any(i in self._told for i in ids):
            return None
        wide = _TOLD_LEAST if entry.asked.kind in self._longer else _SHORTEST
        least = _BARE_WORDS if entry.asked.kind is Kind.WHETHER else wide
        if len(ids) < len(entry.ids) and sum(self.analysis.sentences[i].words for i in ids) < least:
            return None
        return Entry(entry.asked, tuple(ids), entry.worth) if len(ids) < len(entry.ids) else entry

    def _first_answered(self, options: Sequence[Entry]) -> Entry | None:
        for entry in options:
            if not self.is_checked or not entry.asked.checked:
                return entry
            text = " ".join(self.asker.tellings.told(entry.ids))
            if answer_scores([(entry.put, text)])[0] > ANSWERED:
                return entry
            options = [e for e in options if e is not entry]
        return None

    def _entry(self, asked: Asked) -> Entry | None:
        """A question with its sentence and what goes on from there."""
        s = self.analysis.sentences[asked.sentence]
        ids = list(range(asked.since, s.id + 1)) if asked.since >= 0 else [s.id]
        put = asked.kind in {Kind.ASKED, Kind.HEADED}
        first = self.asker.tellings.alone(ids[0]) or (
            supported(self.analysis, s.id, written(self.analysis, s)) if put or asked.is_named else None
        )
        text = " ".join(self.asker.tellings.told(ids)) if first is not None else ""
        if text.endswith("?") and asked.kind is Kind.ASKED:
            # Who is asked asks back: that answers nothing.
            return None
        if not text or not self._heads.isdisjoint(ids) or (self.worth[s.id] <= 0 and not put):
            return None
        opens = asked.is_named or not self.analysis.rules.opening_pronoun(text)
        if not put and not (opens and self.asker.stands(text)):
            return None
        words = len(text.split())
        if words > WORDS_MOST:
            return None
        for i in range(s.id + 1, min(ids[0] + SENTENCES_MOST, len(self.analysis.sentences))):
            after = self.analysis.sentences[i]
            # What stands under a heading or a label may lack its verb: "For the rest, ten pence a day, as before."
            listed = put and after.in_list == s.in_list and self.worth[i] >= 0
            on = self._goes_on(self.analysis.sentences[i - 1], after, listed=listed)
            if not on or words + after.words > WORDS_MOST:
                break
            if asked.kind is Kind.DEFINITION and not after.leans:
                break
            wide = asked.kind in self._longer or asked.is_wide
            short = words < (_BARE_WORDS if asked.kind is Kind.WHETHER else _TOLD_LEAST * wide)
            if i not in self.chosen and not (after.leans and words < 30) and not put and not short:
                break
            ids.append(i)
            words += after.words
        wide = asked.kind in self._longer or asked.is_wide
        if (asked.kind is Kind.WHETHER and words < _BARE_WORDS) or (wide and words < _TOLD_LEAST):
            return None
        worth = sum(self.worth[i] for i in ids)
        return Entry(asked, tuple(ids), worth)

    def _goes_on(self, s: Sentence, after: Sentence, *, listed: bool) -> bool:
        return (
            after.source == s.source
            and after.paragraph == s.paragraph
            and after.id not in self._heads
            and Role.QUESTION not in after.roles
            and Role.TABLE not in after.roles
            and (self.worth[after.id] > 0 or bool(after.speaker) or listed)
            and not any(p.kind == "asked" for p in after.prompts)
        )

    def _gain(self, entry: Entry) -> float:
        own = self.worth[entry.asked.sentence]
        if entry.asked.kind is Kind.ASKED:
            own = max(own, _ASKED_LEAST)
        if entry.asked.kind is Kind.HEADED:
            own = max(_HEADED_LEAST, *(self.worth[i] for i in entry.ids))
        more = sum(self.worth[i] for i in entry.ids[1:])
        kinds = sum(e.asked.kind is entry.asked.kind for e in self.taken)
        share = _KIND_MOST.get(entry.asked.kind, 1.0)
        if entry.asked.kind is Kind.ABOUT and not self._has_room_for_plain(kinds):
            return -1.0
        if entry.asked.is_wide:
            wide = sum(e.asked.is_wide for e in self.taken)
            most = _WIDE_MOST * (1.5 if self._loose >= _FREE else 1.0)
            if wide >= max(_WIDE_LEAST, most * (len(self.taken) + 1) - 1):
                return -1.0
        crowded = kinds >= 2 and kinds + 1 > self._loose * share * (len(self.taken) + 3)
        cost = sum(self.analysis.sentences[i].words for i in entry.ids)
        windy = 0.04 * max(0, len(entry.asked.question.split()) - _EASY_WORDS) * (entry.asked.kind is not Kind.ASKED)
        likely = max(0.05, 0.35 + entry.asked.quality - windy)
        likely *= _WANTED if self.is_checked and entry.asked.kind in _REASONS else 1.0
        gain = (own + 0.7 * more) * likely / (cost + 14) ** 0.45 - 0.6 * crowded
        return float(gain)

    def _has_room_for_plain(self, kinds: int) -> bool:
        """Whether one more entry may ask for no more than what there is to know: only where nothing else is left."""
        return self._loose >= _LOOSENED and (not kinds or len(self.taken) >= _PLAIN_MOST * (kinds + 1) - 1)

    def _is_new(self, entry: Entry) -> bool:
        vectors = self.analysis.vectors
        put = self._without_speakers(entry.put)
        terms = self._terms_of(put)
        near: list[str] = []
        for other in self.taken:
            asked = self._without_speakers(other.put)
            theirs = self._terms_of(asked)
            shared = len(terms & theirs) / (len(terms | theirs) or 1)
            if terms == theirs or shared > _SAME_WORDS:
                return False
            same = np.max(vectors[self._telling(entry)] @ vectors[self._telling(other)].T, axis=1)
            # A verdict names again what the test has said more of.
            if float(np.min(same) if entry.asked.kind is Kind.HEADED else np.max(same)) >= TWICE:
                return False
            if shared > _SUSPECT:
                near.append(asked)
        if not near:
            return True
        rows = meanings([put, *near])
        return float((rows[1:] @ rows[0]).max()) < ALIKE

    def _without_speakers(self, question: str) -> str:
        """A question without the name of whom they are all about or who answers all, which makes every two alike."""
        for name in self._speakers:
            question = question.replace(name, "you")
        return question

    def _telling(self, entry: Entry) -> list[int]:
        """The sentences that can be told apart by their words: a few words are soon alike."""
        long = [i for i in entry.ids if self.analysis.sentences[i].words >= _SHORTEST]
        return long or list(entry.ids)

    def _terms_of(self, question: str) -> frozenset[str]:
        if question not in self._terms:
            self._terms[question] = self.analysis.rules.terms(question)
        return self._terms[question]
