"""Questions that one main clause answers, in the languages read by rules: how many, when, by whom, where, what is said.

Each is made of the clause's own words in the order that its language asks with, so that nothing has to be inflected.
Where a pattern isn't sure of its parts, nothing is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.european.inquiries import INQUIRIES, Inquiry
from server.engine.writing.european.introducing import is_somebody
from server.engine.writing.european.numbers import NUMBER_NOUNS, number_words

_NAME = r"[A-ZÀ-Þ][\wÀ-ÿ'’-]+(?: (?:(?:de|del|della|von|van|di|da|dos|du|la) )?[A-ZÀ-Þ][\wÀ-ÿ'’-]+){0,2}"
_LOWER = r"[a-zà-ÿ][\wà-ÿ’'-]{2,}"
_FIGURE = r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+|\d+"
_QUALITY = {
    Kind.HOW_MANY: 0.9,
    Kind.WHEN: 0.85,
    Kind.WHO: 0.85,
    Kind.WHERE: 0.85,
    Kind.VIEW: 0.8,
}
_MOST_SUBJECT = 7
"""Words of what is asked about."""
_MONEY = re.compile(r"(?:[.,]\d+)? (?:milion[ei] |miliard[oi] )?(?:di )?(?:euro|lire|dollari|franchi|sterline)\b")
"""What alone amounts to something in Italian: no temperature does."""
_VAGUE = frozenset(  # what is counted without being a thing
    "cosa cosas chose choses coisa coisas cose resto reste rest fois vez veces vezes volte volta mal male cas caso casi "
    "casos veces ocasiones".split()
)


class Inquirer:
    """Asks in one language what its patterns find; holds them compiled."""

    def __init__(self, words: Inquiry) -> None:
        self.words = words
        w = words
        spelled = "|".join(sorted(map(re.escape, {*number_words(w.code), *NUMBER_NOUNS}), key=len, reverse=True))
        number = rf"(?:{_FIGURE}|(?:{spelled})(?:(?: (?:e|y|et) | |-)(?:{spelled}))*)"
        common = rf"(?:{w.articles}){_LOWER}(?: {_NAME}| (?:{w.links}){_LOWER}| (?:{w.links}){_NAME})?"
        self._what = rf"(?P<what>{common}|{_NAME})(?:, [^,.;:]{{3,60}},)?"
        verb = rf"(?P<verb>(?:(?:{w.auxiliaries}) )?[a-zà-ÿ][\wà-ÿ-]*)"
        opening = rf"^(?:(?P<date>{w.date}),? )?"
        inside = rf"(?P<when>{w.date})"
        self._many = re.compile(
            rf"{opening}{self._what} {verb}(?: (?:{w.adverbs}))?(?: (?:{w.adverbs}))? "
            rf"{number} (?P<adjective>(?:{w.adjectives}) )?(?P<noun>{_LOWER})(?!\w)"
        )
        self._passive = re.compile(
            rf"{opening}{self._what} (?P<verb>(?:{w.passive}) {w.participle})(?= |[.,;])(?P<rest>[^.;:«»]*)"
        )
        self._when = re.compile(rf"^{self._what} {verb} {inside}(?=[,.;]| )")
        self._dated = re.compile(rf"^ {inside}(?=[,.;]| )")
        self._by = re.compile(rf"^(?: {inside})? (?:{w.by}) ?(?P<who>[^,.;:]{{4,60}}(?:, {_NAME})?)")
        self._where = re.compile(rf"^{self._what} (?P<verb>{w.stands}) ")
        measured = rf"(?P<what>{common}(?: (?!qu[ei]\b|che\b){_LOWER})?)"
        self._sum = re.compile(rf"^{measured} (?P<verb>{w.amounts}) (?:(?:{w.adverbs}) )?{number}")
        self._says = re.compile(rf"{opening}{self._what} (?P<verb>(?:{w.thinking})[\wà-ÿ]*) (?:{w.that})[ '’]")
        self._quoted = re.compile(
            rf"[»”\"“],? (?P<verb>{w.saying}) (?P<what>{_NAME}|(?:{w.articles}){_LOWER})(?=[,.;]| )"
        )

    def asked(self, text: str, sentence: int, is_name: Callable[[str], bool]) -> Iterator[Asked]:
        """The questions that a sentence answers.

        Args:
            is_name: whether a capitalised word that opens a sentence is a name and not a word like any other.
        """
        for found in (*self._counted(text), *self._dated_or_done(text), *self._told(text)):
            what, question, kind, answer = found
            article = re.match(rf"(?:{self.words.articles})", what)
            noun = re.split(r"[ '’]", what[article.end() :] if article is not None else what)[0]
            if len(what.split()) > _MOST_SUBJECT or noun.lower() in self.words.no_verbs | _VAGUE:
                continue
            if article is None and not is_name(what):
                continue
            yield Asked(question, kind, sentence, answer, _QUALITY[kind], checked=False)

    def _told(self, text: str) -> Iterator[tuple[str, str, Kind, str]]:
        yield from self._placed(text)
        yield from self._measured(text)
        yield from self._said(text)

    def _counted(self, text: str) -> Iterator[tuple[str, str, Kind, str]]:
        w, match = self.words, self._many.match(text)
        if match is None or not self._is_verb(match["verb"]) or re.search(rf"\b(?:{w.copulas})$", match["verb"]):
            return
        noun = match["noun"].rstrip("'’")
        if noun in w.no_verbs or noun in _VAGUE or noun in NUMBER_NOUNS or re.fullmatch(w.ages, noun):
            return
        many = w.many(noun, match["adjective"] or "")
        verb = w.agreeing(match["verb"], noun)
        if many and verb:
            yield self._put(w.how_many, Kind.HOW_MANY, match, many=many, verb=verb)

    def _dated_or_done(self, text: str) -> Iterator[tuple[str, str, Kind, str]]:
        w, match = self.words, self._passive.match(text)
        if match is not None:
            when, by = self._dated.match(match["rest"]), self._by.match(match["rest"])
            if by is not None and is_somebody(by["who"], w.code):
                yield self._put(w.by_whom, Kind.WHO, match, said=by["who"])
            elif when is not None and not match["date"]:
                yield self._put(w.when, Kind.WHEN, match, said=when["when"])
            return
        match = self._when.match(text)
        if match is None or re.match(r"(?:depuis|desde|dal)\b", match["when"], re.IGNORECASE):
            return
        if self._is_verb(match["verb"]) and not re.search(rf"\b(?:{w.copulas})$", match["verb"]):
            yield self._put(w.when, Kind.WHEN, match, said=match["when"], dated=False)

    def _placed(self, text: str) -> Iterator[tuple[str, str, Kind, str]]:
        match = self._where.match(text)
        if match is not None:
            yield self._put(self.words.where, Kind.WHERE, match, dated=False)

    def _measured(self, text: str) -> Iterator[tuple[str, str, Kind, str]]:
        match = self._sum.match(text)
        summed = match is not None and (self.words.code != "it" or _MONEY.match(text[match.end() :]))
        if match is not None and summed:
            yield self._put(self.words.how_much, Kind.HOW_MANY, match, dated=False)

    def _said(self, text: str) -> Iterator[tuple[str, str, Kind, str]]:
        match = self._says.match(text)
        if match is not None and self._is_verb(match["verb"]):
            yield self._put(self.words.what_says, Kind.VIEW, match)
            return
        match = self._quoted.search(text)
        if match is not None:
            yield self._put(self.words.quoted, Kind.VIEW, match, dated=False)

    def _is_verb(self, words: str) -> bool:
        return not set(words.lower().split()) & self.words.no_verbs

    def _put(
        self,
        form: str,
        kind: Kind,
        match: re.Match[str],
        *,
        many: str = "",
        said: str = "",
        verb: str = "",
        dated: bool = True,
    ) -> tuple[str, str, Kind, str]:
        what = match["what"]
        article = re.match(rf"(?:{self.words.articles})", what)
        if article is not None:
            what = what[0].lower() + what[1:]
        front = match.groupdict().get("date") if dated else ""
        date = f" {front[0].lower()}{front[1:]}" if front else ""
        asked = re.sub(r"^([\wà-ÿ]+)-se$", r"se \1", verb or match["verb"])
        question = form.format(what=what, verb=asked, many=many, date=date)
        if self.words.elided:
            question = re.sub(r"^Que (?=[aeiouyéèêâîôû])", "Qu'", question)
        return what, question, kind, said


@cache
def inquirer(code: str) -> Inquirer | None:
    """Who asks in a language, if its clauses can be turned by rules."""
    made = INQUIRIES.get(code)
    return Inquirer(made()) if made is not None else None
