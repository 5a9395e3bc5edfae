"""Answers that go on: with what follows in their paragraph and section, and with what their paragraph says before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.asking import Asked, Asker, Kind
from server.engine.writing.selection import MAX_TURN
from server.engine.writing.standalone import carried, written
from server.engine.writing.vectors import answer_scores

ANSWERED = 0.0
"""Rerank score from which a passage answers a question."""
GROWN_SENTENCES, GROWN_WORDS = 5, 110
"""Of an answer that went on while there was room."""
BRIEF_WORDS = 75
"""Of an answer of more sentences than that: what is told in short ones can have a few more."""
TWICE = 0.55
"""Similarity of two answers' terms from which they say the same."""
_AT_ONCE = 2
"""Sentences by which an answer grows in one step."""
_JUDGED = 3
"""Sentences of an answer that have to answer its question, however it goes on."""
_LED = 2
"""Sentences among which the asked one has to stand where no model judges what leads up to it."""
_WHOLE = 0.1
"""What an answer gains by going on, however little the next sentence says."""
_TIED = 0.05
"""Similarity of two sentences' terms from which the first leads up to the second."""
_WEAKER = 1.0
"""By how much an answer may answer worse for beginning with a sentence that shares no word with it."""
_BACK = 4
"""Sentences just before one, at most, that are given with it for the names it takes up."""
_URGED = 3
"""Words of an interviewer's question that only says to go on: "And?", "What happened?"."""
_OWN_START = frozenset((Kind.ASKED, Kind.HEADED, Kind.ROW, Kind.DEFINITION))
"""Kinds of question whose answer begins where the source begins it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A question and the sentences that answer it, in reading order."""

    asked: Asked
    ids: tuple[int, ...]
    worth: float

    @property
    def put(self) -> str:
        """The question without words of frame."""
        return self.asked.probe or self.asked.question


def supported(analysis: Analysis, i: int, text: str) -> Statement | None:
    """A sentence with the passages that carry it (its own, at need those just before), or nothing if none do."""
    s = analysis.sentences[i]
    return carried(analysis, s, text, rests=[analysis.passage(s)], back=_BACK)


@dataclass(slots=True)
class Growth:
    """Lets answers go on while there is room, the weightiest sentences first.

    Args:
        is_checked: whether what stands before an answer can be judged against its question.
        put: paragraphs that have a question of their own, which no other answer goes on into.
        heads: sentences that only head what follows them: no answer goes on into that, either.
    """

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    is_checked: bool
    put: frozenset[tuple[int, int]] = frozenset()
    heads: frozenset[int] = frozenset()
    _follow: dict[int, bool] = field(default_factory=dict)
    _refused: set[tuple[str, int]] = field(default_factory=set)

    def grow(self, taken: list[Entry], told: set[int], words: int) -> None:
        """Make entries of `taken` longer by `words` words at most, with sentences that aren't among `told`."""
        for n, entry in enumerate(taken):
            cut = self._cut(entry, told)
            added = sum(self.analysis.sentences[i].words * (1 if i in cut else -1) for i in {*cut} ^ {*entry.ids})
            if cut != entry.ids and added <= words:
                taken[n] = replace(entry, ids=cut)
                told -= set(entry.ids)
                told |= set(cut)
                words -= added
        while True:
            best: tuple[float, int, tuple[int, ...]] | None = None
            for n, entry in enumerate(taken):
                for ids in (*self._onward(entry, told), *self._backward(entry, told)):
                    more = [i for i in ids if i not in entry.ids]
                    length = sum(self.analysis.sentences[i].words for i in more)
                    after = ids[0] == entry.ids[0]
                    gain = (sum(self.worth[i] for i in more) + _WHOLE * after) / (length + 6) ** 0.45
                    if length <= words and gain > 0 and (best is None or gain > best[0]):
                        best = (gain, n, ids)
            if best is None:
                return
            _, n, ids = best
            entry = taken[n]
            if ids[0] < entry.ids[0] and not self._still_answers(entry, ids):
                self._refused.add((entry.asked.question, ids[0]))
                continue
            words -= sum(self.analysis.sentences[i].words for i in ids if i not in entry.ids)
            taken[n] = replace(entry, ids=ids)
            told |= set(ids)

    def _cut(self, entry: Entry, told: set[int]) -> tuple[int, ...]:
        """The weightiest sentences of a spoken answer that is longer than an entry may be, from its beginning on.

        What leans on the sentence before it comes with that one.
        """
        sentences = self.analysis.sentences
        first = sentences[entry.ids[0]]
        own = [s for s in sentences[first.id :] if s.source == first.source and s.paragraph == first.paragraph]
        if not first.speaker or entry.asked.kind is not Kind.ASKED or sum(s.words for s in own) <= GROWN_WORDS:
            return entry.ids
        kept = {first.id}
        length = sum(sentences[i].words for i in kept)
        free = [
            s
            for s in own
            if (s.id not in told or s.id in entry.ids)
            and self.worth[s.id] > 0
            and not s.prompts_asked
            and not s.roles & {Role.QUESTION, Role.TABLE}
        ]
        for s in sorted(free, key=lambda s: (-self.worth[s.id], s.id)):
            with_it = [s.id]
            while (
                not self.asker.tellings.text(with_it[0]) and with_it[0] - 1 not in kept and len(with_it) < _AT_ONCE + 1
            ):
                with_it.insert(0, with_it[0] - 1)
            stands = with_it[0] - 1 in kept or bool(self.asker.tellings.text(with_it[0]))
            more = [i for i in with_it if i not in kept]
            apart = with_it[0] <= first.id or any(i in told and i not in entry.ids for i in more)
            words = sum(sentences[i].words for i in more)
            if stands and not apart and length + words <= GROWN_WORDS and all(self._follows(i) for i in more):
                kept |= set(more)
                length += words
        return tuple(sorted(kept))

    def _still_answers(self, entry: Entry, ids: Sequence[int]) -> bool:
        """Whether an answer that begins earlier than it did still answers its question, and soon enough."""
        if entry.asked.sentence not in ids[: _JUDGED if self.is_checked else _LED]:
            return False
        if not self.is_checked and entry.asked.kind is Kind.ABOUT:
            return False
        first = self.analysis.sentences[entry.ids[0]]
        tied = first.leans or float(self.analysis.vectors[ids[0]] @ self.analysis.vectors[first.id]) >= _TIED
        if not self.is_checked:
            return tied
        told = self.asker.tellings.told
        before, now = answer_scores([(entry.put, " ".join(told(k[:_JUDGED]))) for k in (entry.ids, ids)])
        return now > ANSWERED and (tied or now >= before - _WEAKER)

    def _onward(self, entry: Entry, told: set[int]) -> Iterator[tuple[int, ...]]:
        """The answer with the next sentence, and with the next two, as far as it may go on with them."""
        length = sum(self.analysis.sentences[k].words for k in entry.ids)
        ids = entry.ids
        last = min(entry.ids[-1] + _AT_ONCE + 1, len(self.analysis.sentences))
        for i in range(entry.ids[-1] + 1, last):
            length += self.analysis.sentences[i].words
            brief = len(ids) >= GROWN_SENTENCES and not (self._leads(ids[0]) and self.analysis.sentences[i].in_list)
            spoken = bool(self.analysis.sentences[i].speaker) and entry.asked.kind is Kind.ASKED
            crowded = length > (BRIEF_WORDS if brief and not spoken else GROWN_WORDS)
            if i in told or crowded or not self._may_follow(entry, i, told):
                return
            ids = (*ids, i)
            yield ids

    def _backward(self, entry: Entry, told: set[int]) -> Iterator[tuple[int, ...]]:
        """The answer with the sentence before it, and with the two before it, where these can open it."""
        if self.is_checked != entry.asked.checked or entry.asked.kind in _OWN_START:
            return
        sentences = self.analysis.sentences
        length = sum(sentences[k].words for k in entry.ids)
        ids = entry.ids
        for i in range(entry.ids[0] - 1, max(-1, entry.ids[0] - _AT_ONCE - 1), -1):
            s, after = sentences[i], sentences[i + 1]
            length += s.words
            apart = s.source != after.source or s.paragraph != after.paragraph or bool(after.prompts_asked)
            crowded = len(ids) >= GROWN_SENTENCES or length > GROWN_WORDS or s.words > MAX_TURN
            if (
                i in told
                or i in self.heads
                or apart
                or crowded
                or self.worth[i] < 0
                or s.roles & {Role.QUESTION, Role.TABLE}
            ):
                return
            if not self._follows(i + 1) or self._is_told(i, entry, told):
                return
            ids = (i, *ids)
            opening = self.asker.tellings.text(i)
            stands = opening and not self.analysis.rules.opening_pronoun(opening) and self.asker.stands(opening)
            if stands and (entry.asked.question, i) not in self._refused:
                yield ids

    def _may_follow(self, entry: Entry, i: int, told: set[int]) -> bool:
        """Whether a sentence may stand after the one before it in an answer, and says what none has said."""
        s, before = self.analysis.sentences[i], self.analysis.sentences[i - 1]
        prompted = s.prompts_asked
        urged_on = bool(s.speaker) and bool(prompted) and all(len(p.text.split()) <= _URGED for p in prompted)
        if (
            s.source != before.source
            or (s.paragraph != before.paragraph and not urged_on and not self._belongs(entry, i))
            or s.words > MAX_TURN
            or self.worth[i] < 0
            or i in self.heads
            or s.roles & {Role.QUESTION, Role.TABLE}
            or (prompted and not urged_on)
        ):
            return False
        return self._follows(i) and not self._is_told(i, entry, told)

    def _belongs(self, entry: Entry, i: int) -> bool:
        """Whether the next paragraph goes on with the answer: a point of the same list, or of the section asked for."""
        s, before = self.analysis.sentences[i], self.analysis.sentences[i - 1]
        if s.section != before.section or s.speaker != before.speaker or (s.source, s.paragraph) in self.put:
            return False
        led = before.in_list or self._leads(before.id)
        return (s.in_list and led) or entry.asked.kind is Kind.HEADED or self._answers_too(entry, i)

    def _leads(self, i: int) -> bool:
        """Whether a sentence leads into a list: "Three conditions have to be met:"."""
        s = self.analysis.sentences[i]
        return self.analysis.sources[s.source].text[s.start : s.end + 1].rstrip().endswith(":")

    def _answers_too(self, entry: Entry, i: int) -> bool:
        """Whether the sentence that opens the next paragraph answers the question by itself as well."""
        if not self.is_checked or not entry.asked.checked:
            return False
        said = self.asker.tellings.text(i)
        return bool(said) and answer_scores([(entry.put, said)])[0] > ANSWERED

    def _follows(self, i: int) -> bool:
        if i not in self._follow:
            said = written(self.analysis, self.analysis.sentences[i])
            self._follow[i] = supported(self.analysis, i, said) is not None
        return self._follow[i]

    def _is_told(self, i: int, entry: Entry, told: set[int]) -> bool:
        others = [k for k in told if k not in entry.ids]
        vectors = self.analysis.vectors
        return bool(others) and float((vectors[others] @ vectors[i]).max()) >= TWICE
