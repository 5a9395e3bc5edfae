"""Numbers with what they count: as text writes them in its language, and as figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from server.domain.documents import ColumnType
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.european.numbers import number_words

_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
_CURRENCIES: Mapping[str, str] = {
    **{c: c for c in "EUR USD GBP CHF JPY SEK NOK DKK PLN CZK CAD AUD BRL CNY INR".split()},
    "euro": "EUR",
    "euros": "EUR",
    "dollar": "USD",
    "dollars": "USD",
    "dólares": "USD",
    "dollari": "USD",
    "reais": "BRL",
    **_SYMBOLS,
}
_SCALES: Mapping[str, float] = {
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "tausend": 1e3,
    "mio": 1e6,
    "mrd": 1e9,
    "millionen": 1e6,
    "milliarde": 1e9,
    "milliarden": 1e9,
    "mille": 1e3,
    "millions": 1e6,
    "milliard": 1e9,
    "milliards": 1e9,
    "mil": 1e3,
    "millón": 1e6,
    "millones": 1e6,
    "mila": 1e3,
    "milione": 1e6,
    "milioni": 1e6,
    "miliardo": 1e9,
    "miliardi": 1e9,
    "milhão": 1e6,
    "milhões": 1e6,
    "mil milhões": 1e9,
}
_PERCENT = r"%|per ?cent|percent|prozent|pour cent|por ciento|por cento|per cento"
_UNITS = (
    r"km/h|km²|m²|m³|l/min|kWh|kW|MW|GW|Wh|°C|°F|kHz|MHz|GHz|Hz|mg|kg|g|km|cm|mm|m|ml|cl|dl|l|t|h|min|ms|s|dB|MB|GB|TB|"
    r"bar|V|A|W|K|ha"
)
_FIGURE = r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)?"
_STOP = frozenset(
    "and or of in on at to by for from with than as is are was were will has have had the a an per that which who when if but so "  # noqa: E501
    "und oder von im in am auf bei zu mit als ist sind war waren wird hat haben der die das den dem des pro ein eine "
    "et ou de du des dans en à par pour avec que est sont était ont a le la les un une plus contre sur "
    "y o de del en a por para con que es son era fueron ha han el la los las un una más entre "
    "e di del in a per con che è sono era ha hanno il lo la i gli le un una più tra "
    "em do da no na os as um uma mais se sem not it they he she past out off up down over under into su sobre sub unos circa o'clock cent cents mille mil mila each more less fewer only later ago before after apiece each altogether stands stood "  # noqa: E501
    "until till since onwards onward upwards during within without against between through because while whereas although "  # noqa: E501
    "below above beyond beneath beside besides behind among along across around near towards toward via despite except "
    "went go goes came come comes took take takes gave give gives got get left remain remained became become ran run fell fall "  # noqa: E501
    "rose rise grew grow made make makes say said can could may might must should would shall do does did been being there here "  # noqa: E501
    "bis ab seit depuis jusque jusqu desde hasta fino dal até".split()
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text; `start` and `end` count characters of it and include its unit."""

    start: int
    end: int
    text: str
    """The number as written, scale words with it: ``1.2 million``."""
    number: float
    unit: str
    """``kg``, ``EUR``, ``percent`` as ``%``, or the noun that is counted; may be empty."""
    kind: ColumnType = ColumnType.NUMBER


def number_of(figure: str, code: str) -> float | None:
    """A figure as a number by the customs of its language: ``1.340`` is 1340 in German and 1.34 in English.

    A figure that only the other custom can read is read by that one.
    """
    plain = figure.strip().replace("−", "-").replace("–", "-").replace("\u00a0", " ").replace("\u202f", " ")
    if not re.fullmatch(r"[-+]?\d[\d., ]*", plain):
        return None
    plain = plain.replace(" ", "")
    decimal, group = (".", ",") if code == "en" else (",", ".")
    if re.fullmatch(rf"[-+]?\d{{1,3}}(?:\{group}\d{{3}})+(?:\{decimal}\d+)?", plain):
        return float(plain.replace(group, "").replace(decimal, "."))
    if re.fullmatch(rf"[-+]?\d+(?:\{decimal}\d+)?", plain):
        return float(plain.replace(decimal, "."))
    if re.fullmatch(rf"[-+]?\d{{1,3}}(?:\{decimal}\d{{3}})+(?:\{group}\d+)?", plain):
        return float(plain.replace(decimal, "").replace(group, "."))
    return float(plain.replace(group, ".")) if plain.count(group) == 1 and plain.count(decimal) == 0 else None


@cache
def _pattern(code: str) -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(w) for w in number_words(code)), key=len, reverse=True)) or r"(?!)"
    scales = "|".join(sorted((re.escape(w) for w in _SCALES), key=len, reverse=True))
    money = "|".join(sorted((re.escape(w) for w in _CURRENCIES), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.,/:-])(?P<before>[€$£¥]|(?:EUR|USD|GBP|CHF)\s)?\s?(?P<n>[-−+]?(?:{_FIGURE})|\b(?:{words})\b)(?![\d]|[.:]\d|(?:st|nd|rd|th|er|º|ª)\b)"
        rf"(?:[ \u00a0](?P<scale>{scales})\b\.?)?"
        rf"(?:[ \u00a0]?(?P<pc>{_PERCENT})|[ \u00a0](?:(?:de |d['’]|di )?(?P<money>{money}))(?!\w)|[ \u00a0]?(?P<unit>(?-i:{_UNITS}))(?![\w/]))?",  # noqa: E501
        re.IGNORECASE,
    )


def quantities(text: str, code: str, *, words: bool = True) -> tuple[Quantity, ...]:
    """The numbers of a text that count or measure something: no dates, no ordinals, no clock times.

    Args:
        words: number words count too.
    """
    dates = [(m.core, m.end) for m in mentions(text, code)]
    spoken = number_words(code)
    out: list[Quantity] = []
    for m in _pattern(code).finditer(text):
        start, end = m.start("before") if m["before"] else m.start("n"), m.end()
        if any(a < m.end("n") and m.start("n") < b for a, b in dates):
            continue
        raw = m["n"].lower()
        is_word = raw in spoken
        if is_word and _beside_a_number(text, m.start("n"), m.end("n"), spoken):
            continue
        if is_word and (not words or (raw in _SMALL_WORDS and not (m["pc"] or m["money"] or m["unit"] or m["scale"]))):
            continue
        number = float(spoken[raw]) if is_word else number_of(m["n"], code)
        if number is None:
            continue
        scale = (m["scale"] or "").lower()
        number *= _SCALES.get(scale, 1.0)
        shown = text[m.start("n") : m.end("scale") if m["scale"] else m.end("n")]
        if m["pc"]:
            out.append(Quantity(start, end, shown, number, "%", ColumnType.PERCENT))
            continue
        if m["before"] or m["money"]:
            code_of = _CURRENCIES.get((m["money"] or m["before"]).strip()) or _CURRENCIES.get(
                (m["money"] or m["before"]).strip().lower(), ""
            )
            out.append(Quantity(start, end, shown, number, code_of, ColumnType.MONEY))
            continue
        unit, end = (m["unit"], end) if m["unit"] else _counted(text, end, capitals=code == "de")
        out.append(Quantity(start, end, shown, number, unit))
    return tuple(out)


def _beside_a_number(text: str, start: int, end: int, spoken: Mapping[str, str]) -> bool:
    """Whether a number word is only a part of one: "quatre cent quarante"."""
    before = re.search(r"([^\W\d_]+)[\s-]+(?:et |y |e |und )?$", text[:start])
    after = re.match(r"[\s-]+(?:et |y |e |und |and )?([^\W\d_]+)", text[end:])
    return any(m is not None and (m[1].lower() in spoken or m[1].lower() in _PARTS) for m in (before, after))


_PARTS = frozenset({"cent", "cents", "hundred", "mille", "mil", "mila", "ciento", "cento"})
_SMALL_WORDS = frozenset(
    {"two", "three", "zwei", "drei", "deux", "dos", "due", "dois", "duas", "trois", "tres", "tre", "três"}
)


_PARTICIPLE = re.compile(r"[a-z]{2,}[^e]ed$")
"""An English verb behind a number ("63 attended"): nouns in -ed are counted in the plural."""


def _counted(text: str, end: int, *, capitals: bool) -> tuple[str, int]:
    """The noun that follows a number, with one word before it at most."""
    rest = re.match(
        r"[ \u00a0](?:(?:d['’]|de |di )(?=\w))?(?P<a>[^\W\d_][\w'’-]*)(?: (?P<b>[^\W\d_][\w'’-]*))?", text[end:]
    )
    if rest is None or rest["a"].lower() in _STOP or rest["a"][:1].isupper() is not capitals:
        return "", end
    if _PARTICIPLE.search(rest["a"]):
        return "", end
    return rest["a"], end + rest.end("a")


@dataclass(frozen=True, slots=True)
class Value:
    """What a table's cell holds."""

    text: str
    kind: ColumnType
    value: float | str | None
    unit: str = ""


def value_of(cell: str, code: str) -> Value:
    """A cell read as a number, share, amount, date or text."""
    plain = re.sub(r"\s+", " ", cell.replace("\u00a0", " ").replace("\u202f", " ")).strip()
    bare = re.sub(r"^(?:c\.|ca\.|about|around|~|≈|etwa|rund|environ|circa|cerca de)\s*", "", plain, flags=re.IGNORECASE)
    number = number_of(bare, code)
    if number is not None:
        return Value(plain, ColumnType.NUMBER, number)
    found = mentions(f"{bare}:", code)
    if (
        found
        and found[0].first.year is not None
        and found[-1].end - found[0].start >= len(bare) - 1
        and not found[0].last
    ):
        return Value(plain, ColumnType.DATE, found[0].first.iso)
    read = quantities(bare, code, words=False)
    if len(read) == 1 and read[0].start <= 1 and read[0].end >= len(bare) - 1:
        q = read[0]
        return Value(q.text, q.kind, q.number, q.unit)
    return Value(plain, ColumnType.TEXT, None)
