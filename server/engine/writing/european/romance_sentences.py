"""What whole French, Spanish, Italian and Portuguese sentences answer: how to do something, what to do or what happens if."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from server.engine.writing.asking import Kind
from server.engine.writing.european.inquiries import INQUIRIES
from server.engine.writing.european.romance_clauses import ClauseReader
from server.engine.writing.european.romance_forms import FORMS
from server.engine.writing.european.romance_verbs import Takes

_SAID_MOST = 10
"""Words that a question may take along."""
_PAST = {
    "fr": re.compile(r"(?:aient|[^aeiouy]ait|èrent)\b(?<!fait)(?<!lait)"),
    "es": re.compile(r"[a-zà-ÿ]{2}(?:ó|aban?|ían?|aron|ieron)\b"),
    "it": re.compile(r"[a-zà-ÿ]{2}(?:ò|ava|avano|eva|evano|ivano|arono|irono)\b|\bera(?:no)?\b"),
    "pt": re.compile(r"[a-zà-ÿ]{2}(?:ou|ava|avam|aram|iram)\b|\b(?:era|eram|tinha|tinham)\b"),
}
"""Tenses of what once was so: what happens if it is isn't asked then."""
_THERE = {
    "fr": r"[Ii]l y (?:a|avait)",
    "es": r"(?:[Hh]ay|[Hh]abía)",
    "it": r"(?:[Cc]i sono|[Cc]['’]erano)",
    "pt": r"(?:[Hh]á|[Hh]avia)",
}
_ARE_THERE = {"fr": {"a": "y a-t-il", "avait": "y avait-il"}}
"""What French makes of "il y a" in a question."""


class SentenceAsker:
    """Asks in the language of `reader`.

    Args:
        amount: what a figure with its unit opens with.
        spelled: the written figures, as an alternation.
        is_plain: whether words can be taken along by a question.
    """

    def __init__(
        self, reader: ClauseReader, *, amount: re.Pattern[str], spelled: str, is_plain: Callable[[str], bool]
    ) -> None:
        self._reader = reader
        self._code = reader.grammar.code
        self._forms = FORMS[self._code]
        self._amount = amount
        self._is_plain = is_plain
        self._doing = re.compile(
            r"^(?P<doing>[A-ZÀ-Þ][a-zà-ÿ]+ [^,.;:]{3,60}?) (?P<verb>[a-zà-ÿ]+) (?P<amount>[^.;:]+)"
        )
        self._there = re.compile(
            rf"^(?P<are>{_THERE[self._code]}) (?P<number>\d[\d.\u00a0\u202f ]*|{spelled}) (?P<noun>[a-zà-ÿ]{{3,}})(?P<more> [^.,;:]+)?[.,]"
        )

    def asked(self, text: str) -> Iterator[tuple[str, Kind, str, float]]:
        """What a sentence tells to do, and what in which case; how many of something there are."""
        yield from self._there_are(text)
        f = self._forms
        match = f.purpose.match(text)
        if (
            match is not None
            and self._reader.verbs.is_infinitive(match["doing"].split()[0])
            and self._tells(match["main"])
        ):
            yield f.how.format(doing=match["doing"]), Kind.HOW, "", 0.95
        match = f.case.match(text)
        if (
            match is not None
            and not _PAST[self._code].search(text)
            and f.case_opens.match(match["case"])
            and not re.search(r"\bqu['’e]|\bque\b", match["case"][4:])
        ):
            case = match["case"][0].lower() + match["case"][1:]
            if self._tells(match["main"]):
                yield f.what_if.format(case=case), Kind.CONDITION, "", 0.95
            elif not self._says_why(match["main"]) and self._has_present(match["main"]):
                yield f.happens_if.format(case=case), Kind.CONDITION, "", 0.85
        match = self._doing.match(text)
        if match is not None and self._reader.verbs.is_infinitive(match["doing"].split()[0]):
            takes = self._reader.verbs.takes(match["verb"]) or Takes.NOTHING
            asks = f.how_much if takes & Takes.PRICE else f.how_long if takes & Takes.TIME else ""
            if asks and self._amount.match(match["amount"]) and self._is_plain(match["doing"]):
                doing = match["doing"][0].lower() + match["doing"][1:]
                question = f"{asks} {match['verb']} {doing}"
                ended = {"fr": f"{question} ?", "es": f"¿{question}?"}.get(self._code, f"{question}?")
                yield ended, Kind.HOW_MANY if takes & Takes.PRICE else Kind.HOW_LONG, match["amount"], 0.85
        match = f.ban.match(text)
        if match is not None and len(match["said"].split()) <= _SAID_MOST:
            if self._code == "fr":
                yield f"Est-il {match['how']} {match['said'].strip()} ?", Kind.WHETHER, "", 0.8
            else:
                ban = re.sub(r"^No s", "S", match["ban"])
                yield f.forbidden.format(ban=f"{ban} {match['said'].strip()}"), Kind.WHETHER, "", 0.8

    def _tells(self, main: str) -> bool:
        """Whether a main clause tells its reader what to do."""
        first = re.match(r"(?:n['’]|ne |no |non |não )?([\wà-ÿ'’-]+)", main)
        return self._forms.told.match(main) is not None or (first is not None and self._reader.verbs.is_order(first[1]))

    def _says_why(self, main: str) -> bool:
        words = main.split()[:8]
        return any(self._forms.no_case.match(w) for w in words)

    def _has_present(self, main: str) -> bool:
        """Whether a main clause has a verb that says what happens then, in its first words."""
        return any(self._reader.verbs.takes(w) is not None for w in re.findall(r"[\wà-ÿ]+", main)[1:8])

    def _there_are(self, text: str) -> Iterator[tuple[str, Kind, str, float]]:
        """How many of something there are somewhere."""
        match = self._there.match(text)
        asks = INQUIRIES[self._code]().many(match["noun"], "") if match is not None else ""
        more = (match["more"] or "").strip() if match is not None else ""
        if match is None or not asks or not more or not self._is_plain(more):
            return
        are = match["are"][0].lower() + match["are"][1:]
        if self._code == "fr":
            yield f"Combien {asks} {_ARE_THERE['fr'][are.split()[-1]]} {more} ?", Kind.HOW_MANY, match["number"], 0.85
        else:
            yield f"{asks} {are} {more}?", Kind.HOW_MANY, match["number"], 0.85

    def is_order(self, text: str) -> bool:
        """Whether a sentence tells its reader to do something with its first word."""
        first = re.match(r"[\wà-ÿ-]+", text)
        return first is not None and self._reader.verbs.is_order(first[0])

    def is_no_topic(self, phrase: str, text: str, whole: str) -> bool:
        """Whether nothing is to be known about a phrase: it ends with an infinitive, is a name's end, or is told of an "it"."""
        *before, last = phrase.split()
        infinitive = bool(before) and before[-1] in {"de", "di", "à", "a"} and self._reader.verbs.is_infinitive(last)
        named = (
            re.search(rf"[a-zà-ÿ] {re.escape(phrase)}\b", whole) is not None and phrase[0].isupper() and bool(before)
        )
        follows = re.match(rf"{re.escape(phrase)} ([\wà-ÿ]+|[lny]['’]) ?([\wà-ÿ]*)", text)
        stands_for = follows is not None and follows[1].lower().rstrip("'’") in self._reader.grammar.object_pronouns | {
            "l",
            "n",
        }
        return infinitive or (named and self._reader.has_article(phrase)) or stands_for
