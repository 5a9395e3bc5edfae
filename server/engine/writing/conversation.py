"""A conversation out of chosen sentences: beats of two turns, each a prompt or a first part and what answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis, Sentence, Voice
from server.engine.writing.questioning import Questioner
from server.engine.writing.selection import MAX_TURN
from server.engine.writing.turns import GUEST, GUEST_LEAST, HOST, HOST_MOST, Stock, Turn, opening

_COMFORTABLE = 38
"""Words after which a turn ends at the next sentence that allows it."""
_BRIEFER = 26
"""The same while the first speaker has had too little."""
_LOW_SHARE = 0.31
_HOST_LONGEST = 38
_ENOUGH = 18
_ASKING_ON_EVERY = 480
"""Words, about three minutes, between two questions that only ask to go on."""
SHARE = 0.41
"""The part of the words that the host is steered to."""


@dataclass(slots=True)
class _Option:
    name: str
    score: float
    first: str
    """What the opening turn says."""
    kind: LineKind
    first_told: int
    """How many sentences the opening turn tells."""
    answer: str = ""
    """What the first answering sentence shrinks to."""
    named: int = 0
    """How many of the following sentences the opening turn rests on, for a question made from them."""
    spans: tuple[tuple[int, int, int], ...] = ()


def narrator(talk: Conversation) -> str:
    """The sentence that says who `I` is, where the first source has a narrator or somebody interviewed."""
    analysis = talk.analysis
    voice = analysis.voices[0]
    if voice is Voice.THIRD:
        return ""
    author = analysis.authors[0]
    if voice is Voice.INTERVIEW:
        author = next((s.speaker for s in analysis.sentences if len(s.speaker) > 2 and s.source == 0), "")
    return talk.stock.frame("first_person_by", author=author) if author else talk.stock.frame("first_person")


class Conversation:
    """Builds the turns of chapter after chapter; both speakers bring facts, the first asks more."""

    def __init__(self, analysis: Analysis, *, share: float = SHARE) -> None:
        self.analysis = analysis
        self.stock = Stock(analysis)
        self._aim = share
        self.turns: list[Turn] = []
        self.last_told = -9
        self._words = [0, 0]
        self._recent: list[str] = []
        self.questions = Questioner(analysis, self.stock)
        self._upcoming = -1
        self._asked_on = 0
        """Words that were said when the host last only asked to go on."""

    def said_as(self, i: int, *, answer: str = "") -> str:
        """A sentence as it is said here: in full after the one it leans on, else by itself."""
        s = self.analysis.sentences[i]
        if answer:
            return answer
        if s.leans and self.last_told != i - 1:
            return s.alone or s.told
        return s.told

    def add(self, turn: Turn) -> None:
        """Append a turn."""
        self.turns.append(turn)
        self.stock.said(turn.text)
        self._words[turn.speaker] += turn.words
        if turn.told:
            self.last_told = turn.told[-1]

    @property
    def next_speaker(self) -> int:
        """Whose turn it is."""
        return 1 - self.turns[-1].speaker if self.turns else HOST

    @property
    def behind(self) -> bool:
        """Whether the host has had too few of the words so far."""
        return self._share() < _LOW_SHARE + 0.02

    def tell(self, ids: Sequence[int], *, upcoming: int = -1) -> None:
        """All sentences of a chapter, beat by beat; `upcoming` is the first sentence of the next one."""
        at = 0
        self._upcoming = upcoming
        while at < len(ids):
            at = self._beat(ids, at)

    def _beat(self, ids: Sequence[int], at: int) -> int:
        if self.next_speaker == GUEST:
            run = self.run(ids, at)
            self.add(Turn(GUEST, self._joined(run), LineKind.STATEMENT, run))
            return at + len(run)
        option = max(self._options(ids, at), key=lambda o: o.score)
        if option.name == "onward":
            joined = self._without_asking(ids, at)
            if joined is not None:
                return joined
            self._use(option.first)
            self._asked_on = sum(self._words)
        self._recent.append(option.name)
        remark = self._remark()
        text = option.first
        if remark and len(f"{remark} {text}".split()) <= HOST_MOST and option.name != "tell":
            text = f"{remark} {text}"
        told = tuple(ids[at : at + option.first_told])
        named = tuple(ids[at : at + option.named])
        if told:
            self.last_told = told[-1]
        before = self.last_told
        rest = at + option.first_told
        spans = option.spans
        coming = ids[rest] if rest < len(ids) else self._upcoming
        if told and coming >= 0:
            answer = self.analysis.sentences[coming]
            asked = next((p for p in answer.prompts if p.kind == "asked"), None)
            if asked is not None:
                text, spans = f"{text} {asked.text}", ((answer.source, *asked.span),)
        turn = Turn(HOST, text, option.kind, told or named, spans, frame=option.name == "adds")
        if rest >= len(ids):
            self.add(turn)
            return rest
        self.last_told = before
        run = self.run(ids, rest, answer=option.answer)
        body = self._joined(run, answer=option.answer)
        self.add(turn)
        self.last_told = before
        self.add(Turn(GUEST, body, LineKind.STATEMENT, run if not told or option.name != "halves" else (*told, *run)))
        return rest + len(run)

    def _without_asking(self, ids: Sequence[int], at: int) -> int | None:
        """Go on without a question that only asks to: in the turn before, or by the host; the next place, or None."""
        s, last = self.analysis.sentences[ids[at]], self.turns[-1] if self.turns else None
        room = last is not None and last.speaker == GUEST and not last.frame and last.words + s.words <= MAX_TURN
        if last is not None and room and last.kind is LineKind.STATEMENT and at + 1 < len(ids):
            said = self.said_as(s.id)
            last.text, last.told = f"{last.text} {said}", (*last.told, s.id)
            self._words[GUEST] += len(said.split())
            self.last_told = s.id
            return at + 1
        if sum(self._words) - self._asked_on >= _ASKING_ON_EVERY:
            return None
        if self._may_tell(s) and s.words <= _HOST_LONGEST and at + 1 < len(ids):
            self._recent.append("long")
            self.add(Turn(HOST, self.said_as(s.id), LineKind.STATEMENT, (s.id,)))
            return at + 1
        return at if self._handed_over() else None

    def _handed_over(self) -> bool:
        """The guest's last sentence is the host's to say, where the turn holds another; whether that was done."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.speaker != GUEST or last.kind is not LineKind.STATEMENT or len(last.told) < 2:
            return False
        *first, moved = last.told
        s = self.analysis.sentences[moved]
        said = next((text for text in (s.told, s.alone) if text and last.text.endswith(f" {text}")), "")
        left = last.text.removesuffix(said).strip()
        if not said or not self._may_tell(s) or s.words > _HOST_LONGEST or len(left.split()) < GUEST_LEAST:
            return False
        self._words[GUEST] -= len(said.split())
        last.text, last.told = left, tuple(first)
        self._recent.append("long")
        self.add(Turn(HOST, said, LineKind.STATEMENT, (moved,)))
        return True

    def _remark(self) -> str:
        if self.turns and self.turns[-1].told:
            remark = self.analysis.sentences[self.turns[-1].told[-1]].remark
            if remark and remark not in self.stock.used and opening(remark) not in self.stock.openings:
                self.stock.used.add(remark)
                return remark
        return ""

    def run(self, ids: Sequence[int], at: int, *, answer: str = "") -> tuple[int, ...]:
        """The sentences of one turn from a place on: about 20 to 40 words, 55 at most, what leans kept together."""
        sentences = self.analysis.sentences
        out = [ids[at]]
        comfortable = _COMFORTABLE if self._share() > _LOW_SHARE else _BRIEFER
        words = len(answer.split()) if answer else sentences[ids[at]].words
        for i in ids[at + 1 :]:
            s, before = sentences[i], sentences[out[-1]]
            if words + s.words > MAX_TURN:
                break
            bound = s.leans and not s.alone and i == out[-1] + 1
            if any(p.kind == "asked" for p in s.prompts):
                break
            if words >= comfortable and not (bound and s.words < 12):
                break
            if (
                words >= _ENOUGH
                and (s.paragraph != before.paragraph or words + s.words > comfortable + 6)
                and not bound
            ):
                break
            if len(ids) - at - len(out) == 1:
                out.append(i)
                break
            if words >= _ENOUGH and s.prompts and not s.leans and s.prompts[0].strength >= 0.75:
                break
            out.append(i)
            words += s.words
        return tuple(out)

    def _joined(self, run: Sequence[int], *, answer: str = "") -> str:
        parts = []
        for n, i in enumerate(run):
            parts.append(self.said_as(i, answer=answer if n == 0 else ""))
            self.last_told = i
        return " ".join(parts)

    def _share(self) -> float:
        total = sum(self._words)
        return self._words[HOST] / total if total else 0.4

    def _options(self, ids: Sequence[int], at: int) -> list[_Option]:  # noqa: PLR0912, PLR0915
        analysis, phrases = self.analysis, self.analysis.rules.phrases
        s = analysis.sentences[ids[at]]
        after = analysis.sentences[ids[at + 1]] if at + 1 < len(ids) else None
        follows = self.last_told == s.id - 1
        free = not (s.leans and not s.alone)
        lack = max(-0.15, min(0.3, self._aim - self._share())) * 12
        out: list[_Option] = []

        def offer(  # noqa: PLR0917
            name: str, score: float, first: str, kind: LineKind, told: int = 0, answer: str = "", named: int = 0
        ) -> None:
            for back, cost in ((1, 1.1), (2, 0.5), (3, 0.2)):
                if len(self._recent) >= back and self._recent[-back] == name:
                    score -= cost
            if opening(first) in self.stock.openings:
                score -= 3.0
            out.append(_Option(name, score, first, kind, told, answer, named))

        for prompt in self.questions.prompts(s):
            bonus = 6.0 if prompt.kind == "asked" else 3.4 + prompt.strength
            if prompt.kind == "asked" or (free and prompt.text not in self.stock.used):
                offer(prompt.kind, bonus - 0.3 * lack, prompt.text, LineKind.QUESTION, 0, prompt.answer, 1)
                if prompt.span[1]:
                    out[-1].spans = ((s.source, *prompt.span),)
                break
        asked = bool(out) and out[0].name == "asked"
        telling = s.words <= HOST_MOST and self._may_tell(s)
        if telling and after is not None:
            ties = after.leans and after.id == s.id + 1
            offer("tell", 2.6 + 0.8 * ties + lack, self.said_as(s.id), LineKind.STATEMENT, 1)
            if s.words <= 14:
                held, self.last_told = self.last_told, s.id
                question = self.questions.question(after, last_told=self.last_told)
                self.last_told = held
                if question and len(question[1].split()) + s.words <= HOST_MOST:
                    offer(
                        "tell and ask",
                        3.0 + lack,
                        f"{self.said_as(s.id)} {question[1]}",
                        LineKind.STATEMENT,
                        1,
                        question[2],
                    )
                    out[-1].spans = ((after.source, after.start, after.end),)
        elif telling and len(self.turns) > 2:
            offer("tell", 1.2 + lack, self.said_as(s.id), LineKind.STATEMENT, 1)
        if s.halves is not None and free and len(f"{s.halves.first} {s.halves.bridge}".split()) <= HOST_MOST:
            offer("halves", 3.9, f"{s.halves.first} {s.halves.bridge}", LineKind.QUESTION, 0, s.halves.second, 1)
        if (
            self._may_tell(s)
            and not asked
            and len(ids) - at >= 2
            and self._recent[-1 if self._aim > SHARE else -2 :].count("long") == 0
        ):
            run = self.run(ids, at)
            words = sum(analysis.sentences[i].words for i in run)
            if (
                HOST_MOST < words <= 44
                and at + len(run) < len(ids)
                and all(self._may_tell(analysis.sentences[i]) for i in run)
            ):
                held = self.last_told
                text = self._joined(run)
                self.last_told = held
                offer("long", 1.8 + 1.5 * lack, text, LineKind.STATEMENT, len(run))
        if s.voice is Voice.INTERVIEW and s.speaker and not asked and '"' not in s.told:
            who = s.speaker.split()[-1]
            frames = phrases.frames["adds" if len(s.speaker) > 2 else "adds_plain"]
            plain = s.told == self.said_as(s.id)
            said = self.stock.peek(frames, who=who, said=f'"{self.said_as(s.id)}"')
            if plain:
                offer("adds", 3.0 + 1.2 * lack, said, LineKind.STATEMENT, 1)
                both = self._two(s, after)
                if both:
                    said = self.stock.peek(frames, who=who, said=f'"{both}"')
                    offer("adds", 3.0 + 1.6 * lack, said, LineKind.STATEMENT, 2)
        question = self.questions.question(s, last_told=self.last_told)
        if question and not asked:
            offer(question[0], question[3], question[1], LineKind.QUESTION, 0, question[2], 1)
        single = HOST_MOST < s.words <= _HOST_LONGEST and self._may_tell(s) and after is not None and not asked
        if single and self._share() < self._aim and self._recent[-1:] != ["long"]:
            offer("long", 1.0 + 1.2 * lack, self.said_as(s.id), LineKind.STATEMENT, 1)
        if not out:
            offer("onward", 0.0 if follows else -0.5, self.stock.pick(phrases.onward), LineKind.REACTION)
        chosen = max(out, key=lambda o: o.score)
        if chosen.kind is LineKind.QUESTION or chosen.name in {"tell and ask", "adds"}:
            self._use(chosen.first)
        return [chosen]

    def _two(self, s: Sentence, after: Sentence | None) -> str:
        """Two sentences of one answer that follow each other, for whoever has said too little so far."""
        if after is None or self._share() > _LOW_SHARE or after.id != s.id + 1 or '"' in after.told:
            return ""
        if (
            after.speaker != s.speaker
            or any(p.kind == "asked" for p in after.prompts)
            or s.words + after.words > _COMFORTABLE
        ):
            return ""
        return f"{s.told} {after.told}"

    def _use(self, text: str) -> None:
        phrases = self.analysis.rules.phrases
        for stock in (*phrases.by_role.values(), phrases.onward, phrases.elaborate, phrases.frames["debate_test"]):
            for choice in stock:
                if text.endswith(choice):
                    self.stock.used.add(choice)
        for choice in phrases.topic:
            head, _, tail = choice.partition("{topic}")
            if (text.startswith(head) or f" {head}" in text) and text.endswith(tail):
                self.stock.used.add(choice)
        for frame in (*phrases.frames["adds"], *phrases.frames["adds_plain"]):
            head, _, _ = frame.partition("{said}")
            if text.startswith(head.partition("{who}")[0]) and head.rpartition("}")[2].strip() in text[:60]:
                self.stock.used.add(frame)
        self.stock.used.add(text)

    def _may_tell(self, s: Sentence) -> bool:
        """Whether the host may say it: not the words of somebody interviewed."""
        return s.voice is not Voice.INTERVIEW or not s.speaker
