"""Quiz questions about what one sentence says plainly: a name, a date, a figure, a reason, a meaning."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Asker, Kind, Term
from server.engine.writing.growing import supported
from server.engine.writing.quizzes.items import Item, figures_near, is_clock_or_day, is_fair, near
from server.engine.writing.quizzes.values import other_values
from server.engine.writing.quizzes.words import GAP, QuizWords
from server.engine.writing.vectors import answer_scores

_SURE = 2.0
"""Rerank score from which a question and its sentence fit beyond doubt."""
_ANSWER_MOST = 16
_SPELLED_LEAST = 3
_DATED = {Kind.WHEN}
_COUNTED = {Kind.HOW_MANY, Kind.HOW_LONG, Kind.SHARE}
_NAMED = {Kind.WHO, Kind.WHERE}
_FRACTION = re.compile(r"\b(?:thirds?|quarters?|fifths?|halves|half|tenths?|hundredths?)\b")
_NO_QUESTION = re.compile(r"n't\b|\bnot\b|\bnever\b| ['’]|, |\bthe (?:last|first|next|other) time\?$")
"""What was not so has no date; and with more than one clause a question is hard to follow."""
_OF_HUNDRED = re.compile(r"\b(?:of|in) (?:(?:one |a )?hundred|100)\b")
_BEFORE_FIGURE = re.compile(
    r"^(?:(?:about|around|some|nearly|almost|roughly|only|just|over|under|at (?:least|most)|up to|"
    r"no (?:more|less) than|(?:more|less|fewer) than|every|for|within|after|by|in|another|an?|the|further|first|last|"
    r"good|full|exactly) )*",
    re.IGNORECASE,
)
"""What an answer to "how many" may begin with."""
_STRETCH = re.compile(r"\d{4}\b.*\b\d{4}\b")
"""Of two years only one would be altered, and the stretch might run backwards."""
_DATE_WORDS = re.compile(
    r"^(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)


@dataclass(slots=True)
class FactMaker:
    """Makes items out of questions; `chance` decides what is free to choose, always in the same way."""

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    chance: random.Random
    words: QuizWords

    def dates(self, asked: Sequence[Asked]) -> list[Item]:
        """When something was."""
        told = r"\d" if self.analysis.rules.code == "en" else r"(?<!\d)\d{4}(?!\d)"
        return self._valued([a for a in asked if a.kind in _DATED and re.search(told, a.answer)], form="when")

    def figures(self, asked: Sequence[Asked]) -> list[Item]:
        """How many, how much, how long."""
        return self._valued([a for a in asked if a.kind in _COUNTED and a.answer], form="figure")

    def names(self, asked: Sequence[Asked]) -> list[Item]:
        """Who and where: the other names come from elsewhere in the sources."""
        out = []
        pool = [a for a in asked if a.kind in _NAMED and a.answer]
        people = [n for n in self._all_names() if self.asker.kind_of(n) == "person"]
        for a in pool:
            s = self.analysis.sentences[a.sentence]
            if not self._may_ask(a, s) or not re.search(r"\b[A-Z]", a.answer) or len(a.answer.split()) > 6:
                continue
            here = " ".join(o.text for o in near(self.analysis, s)).lower()
            others = dict.fromkeys(
                o.answer
                for o in pool
                if (o.kind is a.kind and o.answer.split()[0].lower() == a.answer.split()[0].lower())
                or o.kind is a.kind is Kind.WHO
            )
            wrong = [o for o in others if _last(o) not in here and re.search(r"\b[A-Z]", o) and len(o.split()) <= 6]
            self.chance.shuffle(wrong)
            if a.kind is Kind.WHO and a.answer in people:
                wrong += [n for n in people if _last(n) not in here and n not in wrong]
            out += self._item(a, a.answer, _distinct(wrong)[:3], form=a.kind.value)
        return out

    def reasons(self, asked: Sequence[Asked]) -> list[Item]:
        """Why: the other reasons are those of other things, in the same form."""
        pool = [a for a in asked if a.kind is Kind.WHY and 3 <= len(a.answer.split()) <= 24]
        out = []
        for a in pool:
            s = self.analysis.sentences[a.sentence]
            if not self._may_ask(a, s):
                continue
            form = _reason_form(a.answer)
            wrong = [
                o.answer
                for o in pool
                if _reason_form(o.answer) == form
                and abs(o.sentence - a.sentence) > 1
                and float(self.analysis.vectors[o.sentence] @ self.analysis.vectors[a.sentence]) < 0.3
            ]
            wrong = sorted(dict.fromkeys(wrong), key=lambda w: (abs(len(w) - len(a.answer)), w))[:3]
            out += self._item(a, a.answer, wrong, form="why", trim=form == "because")
        return out

    def meanings(self, terms: Sequence[Term]) -> list[Item]:
        """What a term means: the other meanings are those of other terms."""
        known = [
            t for t in terms if t.meaning and t.question and 3 <= len(t.meaning.split()) <= 32 and t.strength >= 0.7
        ]
        out = []
        for t in known:
            wrong = sorted(
                (
                    o.meaning.rstrip(".")
                    for o in known
                    if o.term.lower() != t.term.lower() and t.term.lower() not in o.meaning.lower()
                ),
                key=lambda m: (abs(len(m) - len(t.meaning)), m),
            )
            asked = Asked(t.question, Kind.DEFINITION, t.sentence, t.meaning)
            out += self._item(asked, t.meaning.rstrip("."), _distinct(wrong)[:3], form="meaning", said=t.said)
        return out

    def named_terms(self, terms: Sequence[Term]) -> list[Item]:
        """Which term is explained like this."""
        known = [t for t in terms if t.meaning and 4 <= len(t.meaning.split()) <= 30 and t.strength >= 0.7]
        out = []
        for t in known:
            wrong = [o.term for o in known if o.term.lower() != t.term.lower()]
            self.chance.shuffle(wrong)
            if not self.words.term or t.term.lower() in t.meaning.lower():
                continue
            question = self.words.term.format(said=t.meaning.rstrip("."))
            asked = Asked(question, Kind.DEFINITION, t.sentence, t.term, checked=False)
            out += self._item(asked, t.term, _distinct(wrong)[:3], form="term", said=t.said)
        return out

    def gaps(self, ids: Sequence[int], *, kinds: frozenset[str]) -> list[Item]:
        """A sentence with a gap where its only figure, year or name stood."""
        out: list[Item] = []
        names = self._all_names()
        for i in ids:
            s = self.analysis.sentences[i]
            text = self.asker.tellings.text(s.id)
            if (
                not text
                or not 7 <= len(text.split()) <= 30
                or Role.TABLE in s.roles
                or '"' in text
                or text.endswith("?")
            ):
                continue
            if ". " in text or self.analysis.rules.opening_pronoun(text) or not self.asker.stands(text):
                continue
            if not self.asker.states(text):
                continue
            years = list(dict.fromkeys(s.years))
            figures = [f for f in dict.fromkeys(s.figures) if f not in years and self._is_figure(f)]
            for figure in figures if "figure" in kinds else ():
                at = re.search(rf"(?<![\w.,]){re.escape(figure)}(?![\w]|[.,]\d)", text)
                if at is None or text.count(figure) != 1 or is_clock_or_day(text, at):
                    continue
                taken = figures_near(self.analysis, s)
                unit, code = text[at.end() :], self.analysis.rules.code
                unit = f"%{unit}" if _OF_HUNDRED.search(text) else unit
                wrong = other_values(figure, taken=taken, chance=self.chance, unit=unit, language=code)
                made = self._gap(i, text, figure, wrong, frame=self.words.gap_figure, form="gap figure")
                out += made
                if made:
                    break
            if "date" in kinds and len(years) == 1 and text.count(years[0]) == 1:
                wrong = other_values(years[0], taken=figures_near(self.analysis, s), chance=self.chance)
                out += self._gap(i, text, years[0], wrong, frame=self.words.gap_date, form="gap date")
            if "name" in kinds:
                here = " ".join(o.text for o in near(self.analysis, s))
                for name in _full_names(text):
                    kind = self.asker.kind_of(name)
                    wrong = [
                        n
                        for n in names
                        if len(n.split()) == len(name.split())
                        and _last(n) not in here.lower()
                        and kind
                        and self.asker.kind_of(n) == kind
                    ]
                    self.chance.shuffle(wrong)
                    if text.count(name) == 1:
                        out += self._gap(
                            i, text, name, _distinct(wrong)[:3], frame=self.words.gap_name, form="gap name"
                        )
                        break
        return out

    def _is_figure(self, figure: str) -> bool:
        """Whether a number is worth asking for: in digits, or a word for at least three (not "one of the two")."""
        if re.search(r"\d", figure):
            return True
        spelled = [float(n) for n in self.analysis.rules.numerals(figure)]
        return len(spelled) == 1 and spelled[0] >= _SPELLED_LEAST

    def _gap(self, i: int, text: str, right: str, wrong: Sequence[str], *, frame: str, form: str) -> list[Item]:
        at = re.search(rf"(?<!\w){re.escape(right)}(?!\w)", text)
        if at is None:
            return []
        said = f"{text[: at.start()]}{GAP}{text[at.end() :]}"
        asked = Asked(frame.format(said=said), Kind.WHAT, i, right, checked=False)
        return self._item(asked, right, wrong, form=form, said=text)

    def _all_names(self) -> list[str]:
        found: dict[str, int] = {}
        for s in self.analysis.sentences:
            for name in _full_names(s.told):
                found[name] = found.get(name, 0) + 1
        return sorted(found, key=lambda n: (-found[n], n))

    def _valued(self, asked: Sequence[Asked], *, form: str) -> list[Item]:
        out = []
        for a in asked:
            if form == "figure" and not self._is_count(a.answer):
                continue
            if _FRACTION.search(a.answer) or _FRACTION.search(a.question) or _STRETCH.search(a.answer):
                continue
            s = self.analysis.sentences[a.sentence]
            if not self._may_ask(a, s):
                continue
            taken = figures_near(self.analysis, s)
            code = self.analysis.rules.code
            wrong = other_values(a.answer, taken=taken, chance=self.chance, language=code)
            out += self._item(a, a.answer, wrong, form=form)
        return out

    def _is_count(self, answer: str) -> bool:
        """Whether an answer to "how many" is a figure with what it counts, and nothing before it."""
        first = _BEFORE_FIGURE.sub("", answer).partition(" ")[0]
        counts = re.search(r"\d", first) is not None or bool(self.analysis.rules.numerals(first))
        return counts or self.analysis.rules.code != "en"

    def _may_ask(self, a: Asked, s: Sentence) -> bool:
        text = self.asker.tellings.text(s.id)
        if self.analysis.rules.code == "en" and _NO_QUESTION.search(a.question):
            return False
        short = bool(text) and a.since < 0 and len(a.answer.split()) <= _ANSWER_MOST + 8
        return short and self.asker.stands(text) and self.asker.states(text)

    def _item(
        self, a: Asked, right: str, wrong: Sequence[str], *, form: str, said: str = "", trim: bool = False
    ) -> list[Item]:
        s = self.analysis.sentences[a.sentence]
        plain = self.asker.tellings.alone(s.id)
        statement = plain if plain is not None and said in {"", plain.text} else supported(self.analysis, s.id, said)
        if statement is None or len(wrong) != 3:
            return []
        options = [right, *wrong]
        if trim:
            options = [re.sub(r"^(?:(?:mainly|partly|largely|mostly) )?because (?=of )?", "", o) for o in options]
        options = (
            [o.strip(" ,.;")[:1].upper() + o.strip(" ,.;")[1:] for o in options]
            if form not in {"gap name", "gap figure"}
            else options
        )
        item = Item(
            a.question, options[0], tuple(options[1:]), statement, (s.id,), self.worth[s.id] * (0.4 + a.quality), form
        )
        if not is_fair(item):
            return []
        if (
            a.checked
            and self.analysis.rules.code == "en"
            and answer_scores([(a.question, self.asker.tellings.text(s.id) or said)])[0] < _SURE
        ):
            return []
        return [item]


def _last(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1].lower()


def _reason_form(words: str) -> str:
    first = words.split(maxsplit=1)[0].lower()
    if first in {"mainly", "partly", "largely", "mostly", "simply", "chiefly", "probably", "just"}:
        first = words.split()[1].lower()
    return "because" if first == "because" and " of " not in f" {words[:24]} " else first


def _distinct(options: Sequence[str]) -> list[str]:
    """Options without those that share their last word with one before (``Pike``, ``Adela Pike``)."""
    out: list[str] = []
    for option in options:
        if all(_last(option) != _last(o) for o in out):
            out.append(option)
    return out


def _full_names(text: str) -> list[str]:
    """Names of two or three capitalised words inside a sentence."""
    found = []
    for match in re.finditer(r"(?<![.!?:] )(?<!^)\b[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'-]+){1,2}", text):
        if not _DATE_WORDS.match(match[0]):
            found.append(re.sub(r"['’]s$", "", match[0]))  # noqa: PERF401
    return list(dict.fromkeys(found))
