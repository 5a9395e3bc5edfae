"""What a French, Spanish, Italian or Portuguese sentence answers: who, what, when, where, why, how, how much, whether.

Each question is made of the words of one clause that was read for certain, in the order of its language; where a
pronoun, a possessive or a second clause would come along, nothing is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.european.inquiries import INQUIRIES
from server.engine.writing.european.introducing import is_somebody
from server.engine.writing.european.numbers import NUMBER_NOUNS, number_words
from server.engine.writing.european.romance_clauses import Clause, ClauseReader
from server.engine.writing.european.romance_forms import FORMS
from server.engine.writing.european.romance_grammar import GRAMMARS
from server.engine.writing.european.romance_order import subject_last, whether, whole_clause
from server.engine.writing.european.romance_sentences import SentenceAsker
from server.engine.writing.european.romance_verbs import Takes

_REST_MOST = 10
"""Words behind the verb that a question may take along."""
_OBJECT_LEAST = 2
_PRESENT_MUST = re.compile(
    r"(?:doit|doivent|debe|deben|deve|devono|devem|deberán|dovranno|deverão|devront|(?:tiene|tienen|tendrá|tendrán) que|(?:tem|têm|terá|terão) (?:de|que))$"
)
_PRESENT_MAY = re.compile(r"(?:peut|peuvent|puede|pueden|può|possono|pode|podem)$")
_OWNING = frozenset(
    "a ont avait avaient tiene tienen tenía tenían ha hanno aveva avevano tem têm tinha tinham fa fait faz hace".split()
)
"""Verbs of having: nobody asks what a hall has."""
_PLACED = re.compile(
    r"(?:se (?:trouve|trouvent|situe|situent)|se (?:encuentra|encuentran|halla|hallan|sitúa)|si (?:trova|trovano)|fica|ficam|se encontram?|se situam?)$"
)
_IS_AT = re.compile(r"(?:está|están|estaba|estaban|estão|estava|estavam)")
_OPEN = re.compile(
    r"(?:ouv\w+|fermée?s?|abiert[oa]s?|cerrad[oa]s?|apert[oaie]|chius[oaie]|abert[oa]s?|fechad[oa]s?|acces[oaie])$"
)
_OPEN = re.compile(
    r"(?:^| )(?:de|du|des|à|au|aux|en|par|pour|sur|dans|avec|del|al|por|para|con|di|da|in|su|per|do|ao|em|no|na|com|et|y|e|ou|o|a|que|le|la|el|il|un|une|una|um|uma|los|las|les|os|as|desde|depuis|dal|dalla)$"
)


_ENDS_OPEN = re.compile(
    r"(?:^| )(?:de|du|des|à|au|aux|en|par|pour|sur|dans|avec|del|al|por|para|con|di|da|in|su|per|do|ao|em|no|na|com|et|y|e|ou|o|a|que|le|la|el|il|un|une|una|um|uma|los|las|les|os|as|desde|depuis|dal|dalla)$"
)
_BESIDE = re.compile(r"(?:^| )(?:(?:con|avec|com) .*|(?:à|a|en|in|em) [A-ZÀ-Þ][\wà-ÿ-]+)$")
"""What goes along with an event, and need not be said to ask when it was."""
_BOUNDS = re.compile(r"(?:dès|avant|hasta|antes|fino|entro|prima|até|jusqu|a partir|à partir)", re.IGNORECASE)
"""What opens a time before or after which something is."""
_BY = {"fr": "par", "es": "por", "it": "da|dal|dalla|dall['’]|dai|dalle", "pt": "por|pelo|pela|pelos|pelas"}
_MEANS = re.compile(
    r"(?:avec|à l['’]aide|au moyen|con|mediante|tramite|com|por (?:sorteo|escrito|correo|sorteio|escrito)|par (?:tirage|courrier|écrit))(?: |$|\b)"
)
_BARE = re.compile(
    r"(?:[a-zà-ÿ]+ |l['’])(?:actuel(?:le)?|actual|attuale|atual|nouve(?:au|lle)|nuev[oa]|nuov[oa]|nov[oa]|ancien(?:ne)?|antigu[oa]|antic[oa]|vieux|viej[oa]|vecchi[oa]|velh[oa]|plus \w+|más \w+|mais \w+|più \w+|mayor|menor|maggiore|minore)s?"
)
"""An article with an adjective alone, whose noun stands somewhere before."""
_HOW = {"fr": "Comment", "es": "Cómo", "it": "Come", "pt": "Como"}
_GOERS = re.compile(
    r"(?:^| |['’])(?:chiens?|vélos?|voitures?|camions?|autos?|chats?|perros?|gatos?|bicicletas?|coches?|camiones|cani|cane|gatti|auto|automobili|"
    r"biciclette|cães|cão|carros?|camiões|enfants|niños|bambini|crianças)\b"
)
"""Animals and vehicles, of which one asks whether they may come in."""
_SHOPS = re.compile(r"(?:aria|eria|ería|ária|ario|ier|aire|euse|tier|cero|tero)$")
"""Endings that things have as well as people."""


_THAT = re.compile(r"(?:que |qu['’]|che )")
_SEEMS = frozenset(
    "parece parecía resulta ocurre hace hizo sembra sembrava pare risulta fa semble semblait paraît fait fit acontece faz fez".split()
)
"""Verbs with a clause that nobody says or thinks."""


class RomanceAsker:
    """Asks in one language; holds its patterns compiled."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.forms = FORMS[code]
        self.reader = ClauseReader(code)
        self.grammar = GRAMMARS[code]
        f, g = self.forms, self.grammar
        spelled = "|".join(sorted(map(re.escape, {*number_words(code), *NUMBER_NOUNS}), key=len, reverse=True))
        about = {
            "fr": "environ|plus de|moins de|près de|presque",
            "es": "unos|unas|cerca de|casi|más de|menos de|entre",
            "it": "circa|quasi|più di|oltre|meno di",
            "pt": "cerca de|quase|mais de|menos de|entre|uns",
        }[code]
        self._spelled = rf"(?:{spelled})"
        self._amount = re.compile(
            rf"^(?:(?:{about}|{f.also.rstrip(' ')}) ?)*(?:\d|(?:{spelled})\b|une? |un[ao]? |uma? )", re.IGNORECASE
        )
        self._time = re.compile(rf"(?:^| )(?P<time>{g.date}|{f.times})(?=$| )", re.IGNORECASE)
        self.sentences = SentenceAsker(self.reader, amount=self._amount, spelled=self._spelled, is_plain=self._is_plain)
        self._at_place = re.compile(
            rf"(?:en|na|no|nas|nos|numa?|junto|detrás|frente|atrás|ao lado) [^,]*?(?<![\wà-ÿ])(?:{g.places})(?![\wà-ÿ])"
        )
        self._also = re.compile(rf"^{f.also}", re.IGNORECASE)
        self._body = re.compile(rf"(?<![\wà-ÿ-])(?:{f.bodies})(?![\wà-ÿ-])")
        self._people = re.compile(rf"^(?:les |los |las |i |gli |le |os |as )(?:{f.people})(?![\wà-ÿ-])", re.IGNORECASE)

    def asked(self, text: str, sentence: int, is_name: Callable[[str], bool]) -> Iterator[Asked]:
        """The questions that a sentence answers, those of the whole sentence first."""
        for question, kind, answer, quality in (*self.sentences.asked(text), *self._of_clause(text, is_name)):
            if question and not self._doubtful(question):
                yield Asked(question, kind, sentence, answer, quality, checked=False)

    def _doubtful(self, question: str) -> bool:
        """Whether a question holds a pronoun or ends in the middle."""
        inner = re.sub(r"-t?-?(?:il|elle)s?\b|est-ce qu[e'’]|^Que se passe-t-il|^O que acontece", " ", question)
        pointing = self.grammar.pointing.search(inner) is not None
        return (
            pointing
            or _ENDS_OPEN.search(question.rstrip(" ?")) is not None
            or re.search(r"[;:«»„“”\"()]", question) is not None
        )

    def _of_clause(self, text: str, is_name: Callable[[str], bool]) -> Iterator[tuple[str, Kind, str, float]]:
        c = self.reader.read(text, is_name)
        if c is None or self.grammar.pointing.search(c.subject) or self.grammar.pointing.search(c.verb):
            return
        rest = self._also.sub("", c.rest)
        yield from self._amounts(c, rest)
        if not c.is_definite or _BARE.fullmatch(c.subject):
            return
        if not c.lead_is_plain:
            yield from self._purpose_before(c, rest)
            return
        yield from self._why(c, rest)
        yield from self._when(c, rest)
        yield from self._where(c, rest)
        yield from self._must_or_may(c, rest)
        yield from self._who_or_what(c, rest)

    def _amounts(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        """How much, how long, of when, what for, what is in it."""
        f = self.forms
        amount = self._amount.match(rest) is not None
        if c.takes & (Takes.PRICE | Takes.SIZE) and amount:
            yield subject_last(self.code, f.how_much, c), Kind.HOW_MANY, rest, 0.9
        elif c.takes & Takes.TIME and amount:
            yield subject_last(self.code, f.how_long, c), Kind.HOW_LONG, rest, 0.9
        elif c.takes & Takes.ORIGIN and re.match(r"(?:de |d['’]|a |al |del )", rest) and re.search(r"\d{4}", rest):
            yield subject_last(self.code, f.since_when, c), Kind.WHEN, rest, 0.8
        elif c.takes & Takes.PURPOSE and not c.before and re.match(r"(?:à |de |para |a |per |d['’])", rest):
            asked = "De quoi" if self.code == "fr" and re.match(r"d", rest) else f.serves
            yield subject_last(self.code, asked, c), Kind.WHAT, rest, 0.85
        elif c.takes & Takes.PARTS and f.determiners.match(rest) and c.is_definite:
            yield subject_last(self.code, f.what, c), Kind.WHAT, rest, 0.8

    def _why(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        f = self.forms
        tail = c.tail.lstrip(", ")
        cause = f.causes.match(tail)
        said, because = rest, tail if cause is not None else ""
        inside = re.search(rf"(?:^| )(?={f.causes.pattern})", rest)
        if inside is not None:
            said, because = rest[: inside.start()].strip(), rest[inside.start() :].strip()
        if because and self._is_plain(said) and c.lead_is_plain:
            lead = f"{said} {self._small(c.lead)}".strip() if self._is_time(c.lead) else said
            yield whole_clause(self.code, f.why, c, lead), Kind.WHY, because.rstrip("."), 1.0
            return
        inside = re.search(rf"(?:^| )(?={f.purposes.pattern})", rest)
        if inside is not None and self._acts(c) and inside.start() > 0:
            said, aim = rest[: inside.start()].strip(), f.purposes.match(rest[inside.start() :].strip())
            doing = aim["doing"].split()[-1].split("'")[-1].split("’")[-1] if aim is not None else ""
            if self.reader.verbs.is_infinitive(doing) and f.determiners.match(said) and self._is_plain(said):
                yield whole_clause(self.code, f.what_for, c, said), Kind.WHY, rest[inside.start() :].strip(), 0.85

    def _purpose_before(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        """Why somebody does something, from what opens the sentence: "to protect the plaster, …"."""
        f = self.forms
        purpose = f.purpose.match(f"{c.lead}, {'x' * 8}")
        opened = purpose["doing"].split()[0] if purpose is not None else ""
        if opened and self.reader.verbs.is_infinitive(opened) and self._acts(c) and self._is_plain(rest) and rest:
            yield whole_clause(self.code, f.what_for, c, rest), Kind.WHY, c.lead, 0.85

    def _acts(self, c: Clause) -> bool:
        """Whether a verb says what somebody does, and not what something is or has."""
        return (
            c.finite not in _OWNING
            and not c.takes & (Takes.PURPOSE | Takes.PRICE | Takes.MAY)
            and not (c.takes & Takes.BE and not c.after)
        )

    def _when(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        f = self.forms
        if c.takes & (Takes.MUST | Takes.MAY | Takes.ORIGIN | Takes.VIEW) or (c.takes & Takes.BE and not c.after):
            return
        if f.causes.search(rest) or f.causes.match(c.tail.lstrip(", ")):
            return
        found = self._time.search(rest)
        when, said = "", rest
        if c.lead and self._is_time(c.lead):
            when = c.lead
        elif found is not None and not self._time.search(rest[found.end() :]):
            when, said = found["time"], f"{rest[: found.start()]}{rest[found.end() :]}".strip()
        since = re.match(r"(?:depuis|desde|dal) ", when, re.IGNORECASE) is not None
        if not when or not self._is_plain(said) or (_BOUNDS.match(when) and not since):
            return
        if re.search(r"\b\d{4}\b.*\b\d{4}\b", rest) or re.search(
            rf"{self._time.pattern},? (?:et|y|e|à|a|al) ", f"{rest} ", re.IGNORECASE
        ):
            return
        said = _BESIDE.sub("", said)
        if (c.takes & Takes.BE and c.after) or re.match(r"(?:été|sido|stat[oaie]) ", c.after):
            said = re.sub(rf"(?:^| )(?:{_BY[self.code]}).*$", "", said)
        if self._amount.match(said) and not re.match(r"un", said):
            return
        asked = self._put(f.since if since else f.when, c, said)
        if not asked:
            return
        dated = re.search(r"\d{4}|\d{1,2}", when) is not None
        yield asked, Kind.WHEN, when, 0.85 if dated else 0.75

    def _where(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        f = self.forms
        if _PLACED.search(f"{c.before} {c.finite}".strip()) and not c.after and rest and not c.takes & Takes.MAY:
            yield subject_last(self.code, f.where, c), Kind.WHERE, rest, 0.85
        elif _IS_AT.fullmatch(c.finite) and not (c.before or c.after) and self._at_place.match(rest):
            yield subject_last(self.code, f.where, c), Kind.WHERE, rest, 0.75
        elif (
            c.lead
            and self.grammar.placed.match(f"{c.lead}, {c.subject}")
            and self._is_plain(rest)
            and not self._is_time(c.lead)
        ):
            yield self._put(f.where, c, rest), Kind.WHERE, c.lead, 0.7
        if re.fullmatch(r"s[ei]", c.before) and _MEANS.match(rest) and not c.takes & (Takes.MUST | Takes.MAY):
            yield subject_last(self.code, _HOW[self.code], c), Kind.HOW, rest, 0.85

    def _put(self, asked: str, c: Clause, said: str) -> str:
        """When or where, with the rest of a clause: the verb first where no object follows, as each language likes it."""
        opened = re.match(r"(?:a|à|di|de|d['’]) ?([\wà-ÿ]+)", said)
        goes_on = opened is not None and self.reader.verbs.is_infinitive(opened[1])
        if not said:
            return subject_last(self.code, asked, c)
        if goes_on and self.code == "es":
            return ""
        if self.code == "it" and not goes_on and not c.is_name and not self.forms.determiners.match(said):
            return subject_last(self.code, asked, c, said)
        return whole_clause(self.code, asked, c, said)

    def _must_or_may(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        f = self.forms
        passive = re.match(r"(?:pas )?(?:être|estar|ser|essere)\b", c.after) is not None
        if (
            c.takes & Takes.MUST
            and _PRESENT_MUST.search(c.finite)
            and not c.before
            and not passive
            and self._are_people(c)
        ):
            if self.reader.verbs.is_infinitive(c.after.split()[0] if c.after else ""):
                yield f.must.format(verb=c.finite, subject=c.subject), Kind.WHAT, f"{c.after} {rest}".strip(), 0.9
        elif c.takes & Takes.MAY and _PRESENT_MAY.search(c.finite) and c.after and not passive and self._is_plain(rest):
            without = Clause(
                **{k: getattr(c, k) for k in Clause.__slots__}
                | {
                    "before": "" if c.before in {"ne", "no", "non", "não"} else c.before,
                    "after": re.sub(r"^(?:pas|plus) ", "", c.after),
                }
            )
            count = re.match(rf"{self._amount.pattern}", rest)
            if count is not None:
                yield from self._may_many(c, rest)
            elif self._are_people(c) or c.before or _GOERS.search(c.subject):
                yield whether(self.code, without, rest), Kind.WHETHER, "", 0.8

    def _may_many(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        """How many of something somebody may have: "dez livros por período"."""
        found = re.match(
            rf"(?P<number>[\d.]+|{self._spelled}) (?P<noun>[a-zà-ÿ]{{3,}})(?: (?P<more>(?!e |y |et |o |ou ).+))?$", rest
        )
        asked = INQUIRIES[self.code]().many(found["noun"], "") if found is not None and not c.before else ""
        if asked and found is not None:
            more = found["more"] or ""
            if self.code == "fr":
                yield whole_clause("fr", f"Combien {asked}", c, more), Kind.HOW_MANY, rest, 0.9
            else:
                yield f"{asked} {c.verb} {c.subject}{f' {more}' if more else ''}?", Kind.HOW_MANY, rest, 0.9

    def _who_or_what(self, c: Clause, rest: str) -> Iterator[tuple[str, Kind, str, float]]:
        f = self.forms
        if c.before or c.takes & (Takes.BE | Takes.MUST | Takes.MAY):
            return
        told = not rest and _THAT.match(c.tail) is not None and c.finite not in _SEEMS
        if c.takes & Takes.VIEW or told:
            said = rest or c.tail
            views = (
                f.determiners.match(rest) is not None
                or re.match(r"(?:que |qu['’]|che |de |d['’]|di )", said) is not None
            )
            infinitive = rest and self.reader.verbs.is_infinitive(re.sub(r"^(?:de |d['’]|di )", "", rest).split()[0])
            if views or infinitive:
                yield subject_last(self.code, f.what, c), Kind.VIEW, rest, 0.8
            return
        if not f.determiners.match(rest) or self._time.match(rest) or (c.finite in _OWNING and not c.after):
            return
        somebody = self._acts_itself(c)
        who = f.who_many if c.is_plural else f.who
        words = len(re.findall(r"[\wà-ÿ]{4,}", rest))
        if (
            somebody
            and who
            and words >= _OBJECT_LEAST
            and self._is_plain(rest)
            and (c.after or not c.takes & Takes.HAVE)
        ):
            end = " ?" if self.code == "fr" else "?"
            opened = f"¿{who}" if self.code == "es" else who
            date = f" {self._small(c.lead)}" if c.lead and self._is_time(c.lead) else ""
            yield f"{opened} {c.verb} {rest}{date}{end}", Kind.WHO, c.subject, 0.8
        if (c.takes & Takes.OBJECT and self._amount.match(rest) is None) or (
            c.takes & Takes.OBJECT and re.match(r"un", rest)
        ):
            date = self._small(c.lead) if c.lead and self._is_time(c.lead) else ""
            if not date and (found := self._time.search(rest)) is not None:
                date = found["time"] if re.search(r"\d", found["time"]) else ""
            if not _ENDS_OPEN.search(rest):
                yield subject_last(self.code, f.what, c, date), Kind.WHAT, rest, 0.7 if somebody else 0.65

    def _acts_itself(self, c: Clause) -> bool:
        """Whether a subject is a person or a body, and only one."""
        if c.is_name and not self._body.search(c.subject):
            return len(c.subject.split()) > 1
        head, *more = re.sub(r"^(?:l['’]|\w+ )", "", c.subject).split(" ")
        named = bool(more) and more[0][0].isupper() and is_somebody(head, self.code) and not _SHOPS.search(head)
        acts = named or self._body.match(head) is not None or re.fullmatch(self.forms.offices, head) is not None
        return acts and (not c.is_plural or self._are_people(c))

    def _are_people(self, c: Clause) -> bool:
        if not c.is_plural:
            return self._acts_itself(c) and self._body.search(c.subject) is None
        return self._people.match(c.subject) is not None

    def _is_time(self, lead: str) -> bool:
        return self.grammar.dated.match(f"{lead}, ") is not None

    @staticmethod
    def _small(lead: str) -> str:
        return lead[:1].lower() + lead[1:]

    def _is_plain(self, rest: str) -> bool:
        """Whether what a question would take along names all it speaks of, and ends where it ends."""
        return (
            len(rest.split()) <= _REST_MOST
            and not self.grammar.pointing.search(rest)
            and not _ENDS_OPEN.search(rest)
            and not re.search(r"[;:,«»()]", re.sub(r"\d[.,]\d", "", rest))
        )


@cache
def romance_asker(code: str) -> RomanceAsker | None:
    """Who asks in a language, if it is one of the four."""
    return RomanceAsker(code) if code in FORMS else None
