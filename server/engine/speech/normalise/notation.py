"""What is written by a notation and not by a language: formulas, powers, ISBNs, versions, telephone numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from server.engine.speech.normalise import units
from server.engine.speech.normalise.grammar import Grammar
from server.engine.speech.normalise.numbers import cardinal, digits

_ELEMENTS = (
    "He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Rb|Sr|Zr|Nb|Mo|Ru|Rh|Pd|Ag|Cd|In|"
    "Sn|Sb|Te|Xe|Cs|Ba|La|Ce|Pt|Au|Hg|Tl|Pb|Bi|Ra|Th|Pu|H|B|C|N|O|F|P|S|K|V|I|U|W|Y"
)
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUBSCRIPTED = re.compile(r"(?<=[A-Za-z)\d])[₀-₉]+")
_SUPERSCRIPTED = re.compile(r"(?<=[\w)])[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_FORMULA = re.compile(rf"(?<![\w.,-])(?=[A-Za-z]*\d)(?:(?:{_ELEMENTS})\d{{0,2}}){{2,}}(?![\w-])")
_FORMULA_PART = re.compile(rf"({_ELEMENTS})(\d*)")
_POWER = re.compile(
    r"(?<![\w.,/])(?P<factor>\d+(?:[.,]\d+)?\s?[×x*·]\s?)?(?P<base>\d+|[A-Za-z]{1,2})\s?\^\s?"
    rf"[{{(]?(?P<sign>[−+-]?)(?P<exponent>\d{{1,3}}|[a-z])[)}}]?(?!\w)(?:\s(?P<unit>{units.PATTERN})(?![\w°²³/]))?"
)
_SCIENTIFIC = re.compile(r"(?<![\w.,])(?P<factor>\d+(?:[.,]\d+)?)[eE](?P<exponent>[−+-]?\d{1,3})(?![\w.,]\d|[^\W\d])")
_ROOT = re.compile(r"√\s?(?=[\w(])")
_CALCULATED = re.compile(r"[=^²³√<>≤≥]")
_TERM_MINUS = re.compile(r"(?<![^\W\d_]{2})(?<=[\w)²³])\s[-–]\s(?=\d|[A-Za-z]\b|\()")
"""A minus between two terms, in a text that calculates; words that a dash parts keep it."""
_UNITS = frozenset({"m", "km", "cm", "mm", "dm", "nm", "ft", "in", "mi", "yd"})
_ISBN = re.compile(r"\bI-?S-?[BS]-?N(?:-1[03])?:?\s*(?P<number>\d[\d -]{6,16}[\dXx])(?!\w)")
_KIND = re.compile(r"\bISSN|I-S-S-N")
_PARTED = r"(?P<n>\d{1,4}(?:\.\d{1,5})+)(?!\w)"
_WITH_AREA = re.compile(r"(?<![\w(])\((?P<area>\d{2,4})\)\s?(?P<rest>\d{3,5}[ -]\d{3,4})(?![\w-])")


@dataclass(frozen=True, slots=True)
class Notation:
    """The words of one language."""

    squared: str
    cubed: str
    power: str
    """Before an exponent: "to the power of"."""
    times: str
    plus: str
    version: tuple[str, str]
    """Regular expression of the word before a version, and what ``v`` stands for."""
    point: str
    """Between the parts of a version."""
    telephone: str
    """Regular expression of what stands before a telephone number."""
    called: str
    """The word for it."""
    root: str
    """Before what a square root is taken of."""


NOTATIONS = {
    "en": Notation(
        "squared", "cubed", "to the power of", "times", "plus", ("[Vv]ersions?", "version"), "point",
        r"[Tt]el\.?:?|[Pp]hone:", "telephone",
        "the square root of",
    ),
    "de": Notation(
        "Quadrat", "hoch drei", "hoch", "mal", "plus", ("Versionen|Version", "Version"), "Punkt", r"Tel\.?:?",
        "Telefon", "Wurzel aus",
    ),
    "fr": Notation(
        "au carré", "au cube", "puissance", "fois", "plus", ("[Vv]ersions?", "version"), "point", r"[Tt]él\.?\s?:?",
        "téléphone", "racine carrée de",
    ),
    "es": Notation(
        "al cuadrado", "al cubo", "elevado a", "por", "más", ("[Vv]ersi(?:ón|ones)", "versión"), "punto",
        r"[Tt]el\.?:?", "teléfono", "raíz cuadrada de",
    ),
    "it": Notation(
        "al quadrato", "al cubo", "alla", "per", "più", ("[Vv]ersion[ei]", "versione"), "punto", r"[Tt]el\.?:?",
        "telefono", "radice quadrata di",
    ),
    "pt": Notation(
        "ao quadrado", "ao cubo", "elevado a", "vezes", "mais", ("[Vv]ers(?:ão|ões)", "versão"), "ponto",
        r"[Tt]el\.?:?", "telefone", "raiz quadrada de",
    ),
}  # fmt: skip


def notations_spoken(text: str, grammar: Grammar) -> str:
    """`text` with notations in words; languages without an entry keep theirs."""
    notation = NOTATIONS.get(grammar.numbers.partition("_")[0])
    if notation is None:
        return text
    text = _SUBSCRIPTED.sub(lambda found: found[0].translate(_SUBSCRIPTS), text)
    if _CALCULATED.search(text):
        text = _TERM_MINUS.sub(" − ", text)
    text = _SUPERSCRIPTED.sub(_raised, text)
    text = _SCIENTIFIC.sub(r"\g<factor> × 10^\g<exponent>", text)
    text = _ROOT.sub(f"{notation.root} ", text)
    for pattern, say in _rules(notation, grammar):
        text = pattern.sub(say, text)
    return text


def _raised(found: re.Match[str]) -> str:
    """A superscript as ``^``; square and cubic units and marks of notes keep theirs."""
    before = re.search(r"([A-Za-z]+|\d+)$", found.string[: found.start()])
    accelerated = found.string[: found.start()].endswith("m/s")
    if before is None or accelerated or (found[0] in "²³¹" and before[1] in _UNITS):
        return found[0]
    if before[1].isalpha() and (len(before[1]) > 2 or found[0] not in "²³⁴"):
        return found[0]
    return "^" + found[0].translate(_SUPERSCRIPTS)


@cache
def _rules(notation: Notation, grammar: Grammar) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    def power(found: re.Match[str]) -> str:
        base, exponent = found["base"], found["exponent"]
        said = cardinal(int(base), grammar) if base.isdecimal() else " ".join(base)
        factor = f"{found['factor'].rstrip(' ×x*·')} {notation.times} " if found["factor"] else ""
        unit = f" {units.name(found['unit'], grammar, 'other')}" if found["unit"] else ""
        if not found["sign"] and exponent in ("2", "3"):
            return f"{factor}{said} {notation.squared if exponent == '2' else notation.cubed}{unit}"
        sign = {"": "", "+": notation.plus + " "}.get(found["sign"], grammar.minus + " ")
        height = cardinal(int(exponent), grammar) if exponent.isdecimal() else exponent
        return f"{factor}{said} {notation.power} {sign}{height}{unit}"

    def isbn(found: re.Match[str]) -> str:
        groups = re.findall(r"\d+|[Xx]", found["number"])
        name = "I-S-S-N" if _KIND.match(found[0]) else "I-S-B-N"
        return f"{name} " + ", ".join(digits(g, grammar) if g.isdecimal() else "X" for g in groups)

    def version(found: re.Match[str]) -> str:
        word = found["word"] or notation.version[1]
        return f"{word} " + f" {notation.point} ".join(cardinal(int(n), grammar) for n in found["n"].split("."))

    def telephone(found: re.Match[str]) -> str:
        groups = re.findall(r"\d+", found["n"])
        plus = f"{notation.plus} " if found["n"].startswith("+") else ""
        return f"{notation.called} {plus}" + ", ".join(digits(group, grammar) for group in groups)

    def area(found: re.Match[str]) -> str:
        groups = [found["area"], *re.findall(r"\d+", found["rest"])]
        return ", ".join(digits(group, grammar) for group in groups)

    return (
        (_ISBN, isbn),
        (re.compile(rf"\b(?:{notation.telephone})\s*(?P<n>\+?\(?\d[\d ()/.-]{{5,20}}\d)(?!\w)"), telephone),
        (_WITH_AREA, area),
        (re.compile(rf"(?<!\w)(?:(?P<word>{notation.version[0]})\s|[vV]\.?\s?){_PARTED}"), version),
        (_FORMULA, lambda found: _formula(found[0], grammar)),
        (_POWER, power),
    )  # fmt: skip


def _formula(text: str, grammar: Grammar) -> str:
    """``Fe2O3`` letter by letter with its numbers; what runs without a number is said together."""
    said: list[str] = []
    letters: list[str] = []
    for symbol, number in _FORMULA_PART.findall(text):
        letters += symbol.upper()
        if number:
            said += ["-".join(letters), cardinal(int(number), grammar)]
            letters = []
    said += ["-".join(letters)] if letters else []
    # Alone the letter is an article in Portuguese, and would be said as one.
    return " ".join("ó" if each == "O" and grammar.numbers == "pt_BR" else each for each in said)
