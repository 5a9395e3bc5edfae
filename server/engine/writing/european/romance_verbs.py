"""The third persons of French, Spanish, Italian and Portuguese verbs: what is one, and what can be asked of it.

Common verbs are conjugated from their stems, so that their objects can be asked for; of all others only the tenses
whose endings no noun has are known. Nothing here guesses: a form that isn't known is no verb.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Flag, auto
from functools import cache

from server.engine.writing.european import romance_stems as stems


class Takes(Flag):
    """What a verb takes, and so what can be asked of it."""

    NOTHING = 0
    OBJECT = auto()
    """A thing: bought, holds."""
    VIEW = auto()
    """What somebody says, wants or fears."""
    PRICE = auto()
    TIME = auto()
    """How long something goes on."""
    SIZE = auto()
    """Weight or length."""
    ORIGIN = auto()
    """The year from which something is."""
    PURPOSE = auto()
    """What something serves for."""
    PARTS = auto()
    """What something holds or means."""
    MUST = auto()
    MAY = auto()
    HAVE = auto()
    BE = auto()


_CLASSES: dict[tuple[str, str], tuple[str, str]] = {
    ("fr", "er"): ("e ent|ait aient a èrent erait eraient era eront", "é"),
    ("fr", "ir"): ("it issent issait issaient irent ira iront irait iraient", "i"),
    ("es", "ar"): ("a an|aba aban ó aron ará arán aría arían", "ado"),
    ("es", "er"): ("e en|ía ían ió ieron erá erán ería erían", "ido"),
    ("es", "ir"): ("e en|ía ían ió ieron irá irán iría irían", "ido"),
    ("it", "are"): ("a ano|ava avano ò arono erà eranno erebbe erebbero", "ato"),
    ("it", "ere"): ("e ono|eva evano é erono ette ettero erà eranno erebbe erebbero", "uto"),
    ("it", "ire"): ("e ono|iva ivano ì irono irà iranno irebbe irebbero", "ito"),
    ("it", "isc"): ("isce iscono|iva ivano ì irono irà iranno irebbe irebbero", "ito"),
    ("pt", "ar"): ("a am|ava avam ou aram ará arão aria ariam", "ado"),
    ("pt", "er"): ("e em|ia iam eu eram erá erão eria eriam", "ido"),
    ("pt", "ir"): ("e em|ia iam iu iram irá irão iria iriam", "ido"),
}
"""Endings of the third persons, present first (its stem may differ), and of the participle."""
_ENDINGS = {
    "fr": r"(?:aient|èrent|eront|iront|eraient)$|[^aeiou]ait$|[a-zà-ÿ]{3}(?:era|erait)$",
    "es": r"(?:[a-zà-ÿ]{2}(?:ó|aron|ieron|yeron|jeron|aban|aba|rían|rán))$|[a-zà-ÿ]{3}rá$",
    "it": r"[a-zà-ÿ]{2}(?:ò|arono|irono|erono|ettero|avano|evano|ivano|ava|eva|ranno|rebbe|rebbero)$|[a-zà-ÿ]{3}rà$",
    "pt": r"[a-zà-ÿ]{2}(?:ou|aram|eram|iram|avam|ava|arão|erão|irão|iriam|ariam|eriam)$|[a-zà-ÿ]{2}[aei]rá$",
}
"""Endings of tenses that no noun and no adjective has."""
_NO_VERBS = {
    "fr": "parait souhait attrait retrait portrait extrait forfait lait trait opéra caméra choléra",
    "es": "prueba traba sílaba tolerá baobá algaba aldaba acá allá mamá papá sofá",
    "it": "però perciò ciò può casinò falò oblò metrò comò prova leva uva riva nuova chiesuola cava lava bava diva viva "
    "attiva collettiva iniziativa alternativa prospettiva tentativa comitiva cooperativa sportiva estiva relativa "
    "conserva riserva curva selva salva scrivania città eva neve brava nativa amministrativa normativa definitiva "
    "positiva negativa passiva creativa educativa significativa complessiva successiva preventiva radioattiva",
    "pt": "ou fava lava clava uva cava brava oitava xará maracujá sofá alará",
}
_PLURAL = {
    "fr": r"(?:nt)$",
    "es": r"n$",
    "it": r"(?:no|ro)$",
    "pt": r"(?:m|ão)$",
}
_HARD, _SOFTENED = re.compile(r"[aouàòó]"), re.compile(r"[eièìé]")


@dataclass(slots=True)
class Verbs:
    """A language's verbs: `forms` with what each takes, and the participles with that."""

    code: str
    forms: dict[str, Takes] = field(default_factory=dict)
    participles: dict[str, Takes] = field(default_factory=dict)
    orders: set[str] = field(default_factory=set)
    """Forms that tell a reader what to do."""

    def takes(self, word: str) -> Takes | None:
        """What a finite form takes; nothing where it is none that is known."""
        low = word.lower()
        if low in self.forms:
            return self.forms[low]
        known = re.search(_ENDINGS[self.code], low) is not None and low not in _NO_VERBS[self.code].split()
        return Takes.NOTHING if known else None

    def is_plural(self, word: str) -> bool:
        """Whether a finite form is of the third person plural."""
        return re.search(_PLURAL[self.code], word.lower()) is not None

    def is_participle(self, word: str) -> bool:
        """Whether a word can stand after to have or to be: by its ending."""
        return word.lower() in self.participles or re.search(stems.PARTICIPLES[self.code], word.lower()) is not None

    def is_infinitive(self, word: str) -> bool:
        """Whether a word ends as infinitives do, without a pronoun at its end."""
        return re.fullmatch(stems.INFINITIVES[self.code], word.lower()) is not None

    def of_participle(self, word: str) -> Takes:
        """What the verb of a participle takes, whatever it agrees with."""
        low = word.lower()
        bare = re.sub(r"e?s?$", "", low) if self.code == "fr" else re.sub(r"(?:[oaie]|[oa]s)$", "o", low)
        return self.participles.get(low, self.participles.get(bare, Takes.NOTHING))

    def is_order(self, word: str) -> bool:
        """Whether a word tells a reader to do something."""
        bare = word.lower().split("-")[0]
        if self.code == "fr":
            return re.fullmatch(r"[a-zà-ÿ]{3,}ez", bare) is not None and bare not in {"assez", "chez", "nez", "rez"}
        if self.code == "it":
            return re.fullmatch(r"[a-zà-ÿ]{3,}(?:ate|ete|ite)(?:l[oaie]|ne|vi)?", bare) is not None
        return re.sub(r"(?:l[oae]s?)$", "", bare) in self.orders or bare in self.orders


def _joined(code: str, stem: str, ending: str) -> str:
    """A stem with an ending as it is spelled: "commenç-ait", "cerch-erà", "cominc-erà"."""
    if code == "fr" and _HARD.match(ending):
        stem = f"{stem}e" if stem.endswith("g") else re.sub(r"c$", "ç", stem)
    if code == "it" and _SOFTENED.match(ending):
        stem = f"{stem}h" if stem[-1] in "cg" else re.sub(r"(?<=[cg])i$", "", stem)
    if code in {"es", "pt"} and _SOFTENED.match(ending) and ending not in {"ía", "ían"}:
        stem = re.sub(r"z$", "c", stem) if code == "es" else stem
    return stem + ending


def _order(code: str, stem: str, group: str) -> str:
    """What tells a reader politely to do something, of a regular verb."""
    ending = "e" if group == "ar" else "a"
    hard = {"c": "qu", "g": "gu"} if ending == "e" else {}
    if stem[-1] in hard:
        stem = stem[:-1] + hard[stem[-1]]
    if code == "pt" and stem.endswith("ç") and ending == "e":
        stem = stem[:-1] + "c"
    return _joined(code, stem, ending)


@cache
def verbs(code: str) -> Verbs:
    """The verbs of French, Spanish, Italian or Portuguese."""
    made = Verbs(code)
    for takes, groups in stems.STEMS[code].items():
        for group, listed in groups.items():
            endings, participle = _CLASSES[code, group]
            present, _, others = endings.partition("|")
            for entry in listed.split():
                stem, _, strong = entry.partition(":")
                soft = group in {"er", "ere", "ire", "isc"} and code == "it"
                for ending in present.split():
                    _note(made.forms, f"{strong or stem}{ending}", Takes[takes])
                for ending in others.split():
                    future = code == "fr" and ending.startswith("er") and strong
                    base = strong if future else stem
                    _note(made.forms, f"{base}{ending}" if soft else _joined(code, base, ending), Takes[takes])
                _note(made.participles, stem + participle, Takes[takes])
                if code in {"es", "pt"}:
                    made.orders.add(_order(code, strong or stem, group))
    for takes, listed in stems.IRREGULAR[code].items():
        forms, _, participles = listed.partition("|")
        for form in forms.split():
            _note(made.forms, form, Takes[takes])
        for form in participles.split():
            _note(made.participles, form, Takes[takes])
    for form in stems.NO_FORMS[code].split():
        made.forms.pop(form, None)
    made.orders |= set(stems.ORDERS.get(code, "").split())
    return made


def _note(known: dict[str, Takes], form: str, takes: Takes) -> None:
    known[form] = known.get(form, Takes.NOTHING) | takes
