"""The rules that turn figures, signs and abbreviations into words, each over one language's grammar."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from babel import Locale

from server.engine.speech.normalise import fractions, numbers, units
from server.engine.speech.normalise.grammar import Grammar, Money

Replacement = Callable[["re.Match[str]"], str]
_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "US$": "USD", "R$": "BRL", "CHF": "CHF"}
_CODES = "USD|EUR|GBP|JPY|CHF|INR|BRL"
_NOT_INSIDE = r"(?<![\w.,])"
_TO = r"(?:\s?[–—‑]\s?|-)"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what stands for each of its matches."""

    pattern: re.Pattern[str]
    replace: Replacement

    def apply(self, text: str) -> str:
        """`text` after the rule."""
        return self.pattern.sub(self.replace, text)


@dataclass(slots=True)
class _Ruleset:
    grammar: Grammar
    rules: list[Rule] = field(default_factory=list)

    def add(self, pattern: str, replace: Replacement, flags: int = 0) -> None:
        self.rules.append(Rule(re.compile(pattern, flags), replace))


@lru_cache(maxsize=64)
def rules_for(grammar: Grammar) -> tuple[Rule, ...]:
    """The rules of a language, in the order they are applied."""
    made = _Ruleset(grammar)
    _prepared(made)
    for pattern, say in fractions.prepared(grammar):
        made.add(pattern, say)
    for pattern, replacement in grammar.special:
        made.add(pattern, replacement if callable(replacement) else _expansion(replacement))
    for pattern, template in grammar.abbreviations:
        made.add(pattern, _expansion(template))
    _phones(made)
    _romans(made)
    _dates(made)
    _clocks(made)
    _money(made)
    _percents(made)
    _measures(made)
    for pattern, say in fractions.spoken(grammar):
        made.add(pattern, say)
    _ordinals(made)
    _ranges(made)
    _years(made)
    _plain(made)
    return tuple(made.rules)


def _prepared(made: _Ruleset) -> None:
    """What must be known before a dash or a stroke is taken for something else."""
    grammar = made.grammar
    if grammar.to:
        made.add(
            r"(?<![\w.,:])(\d{1,2}:[0-5]\d)\s?[–-]\s?(?=\d{1,2}:[0-5]\d(?![\d:]))",
            _expansion(rf"\1 {grammar.to} "),
        )
    if grammar.per:
        made.add(
            rf"(?:(?P<sum>[€$£]\s?\d[\d.,]*)|(?<=[€$£]))\s?/\s?(?P<unit>{units.PATTERN})(?![\w°²³/])",
            lambda match: f"{match['sum'] or ''} {grammar.per} {units.name(match['unit'], grammar, 'one')}",
        )
    if grammar.minus and grammar.money:
        owed = r"(?<![\w)\]])[−-](?P<sign>[$€£¥])\s?(?=\d)|(?P<after>[$€£¥])[−-](?=\d)"
        made.add(owed, lambda match: f"{grammar.minus} {match['sign'] or match['after']}")


def _expansion(template: str) -> Replacement:
    return lambda match: match.expand(template)


def _months(grammar: Grammar) -> dict[str, int]:
    names = Locale.parse(grammar.locale).months["format"]["wide"]
    return {str(name): int(month) for month, name in names.items()}


def _phones(made: _Ruleset) -> None:
    grammar = made.grammar

    def grouped(match: re.Match[str]) -> str:
        groups = re.findall(r"\+?\d+", match[0])
        plus = f"{grammar.signs.get('+', '')} " if groups[0].startswith("+") else ""
        return plus + ", ".join(numbers.digits(group, grammar) for group in groups)

    made.add(r"(?<![\w.,/+-])\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?![\w/])", grouped)
    made.add(r"(?<![\w.,/-])\(?0\d{2,5}\)?[ /-]\d{2,4}(?:[ -]?\d{2,4}){1,3}(?![\w/])", grouped)
    made.add(r"(?<![\w.,/-])(?:\d{3}-)?\d{3}-\d{4}(?![\w/-])", grouped)


def _romans(made: _Ruleset) -> None:
    grammar = made.grammar
    point = r"\.?" if grammar.numbers == "de" else ""
    numeral = r"(?P<numeral>[IVXLC]+)\b(?!['’.-](?!s\b)\w)"

    def valued(say: Callable[[int], str]) -> Replacement:
        def replace(match: re.Match[str]) -> str:
            value = numbers.roman(match["numeral"])
            return match[0] if value is None else f"{match['before']}{say(value)}"

        return replace

    def counted(value: int) -> str:
        return numbers.cardinal(value, grammar)

    if grammar.queens:
        made.add(rf"(?P<before>\b(?:{grammar.queens})\s){numeral}{point}", valued(grammar.regnal_feminine))
    if grammar.regnal_names:
        made.add(rf"(?P<before>\b(?:{grammar.regnal_names})\s){numeral}{point}", valued(grammar.regnal))
    if grammar.roman_ordinal:
        made.add(rf"(?P<before>\b(?:{grammar.roman_ordinal})\s){numeral}", valued(lambda n: grammar.ordinal(n, "m")))
    if grammar.roman_cardinal:
        made.add(rf"(?P<before>\b(?:{grammar.roman_cardinal})\s){numeral}", valued(counted))
    made.add(r"(?P<before>\b\w*[A-ZÀ-Þ]\w*[a-zß-ÿ]\w*\s)(?P<numeral>[IVX]{2,})\b(?!['’.-](?!s\b)\w)", valued(counted))


def _dates(made: _Ruleset) -> None:
    grammar = made.grammar
    date = grammar.date
    if date is None:
        return
    months = _months(grammar)
    names = {number: name for name, number in months.items()}
    folded = {name.casefold(): number for name, number in months.items()}
    before = r"(?P<before>\b[^\W\d]+\s+)?"

    def say(match: re.Match[str], day: int, month: int, year: int | None) -> str:
        if not (1 <= day <= 31 and 1 <= month <= 12):
            return match[0]
        lead = match["before"] or ""
        word = lead.strip().casefold()
        said = date(day, names[month], year, word)
        kept = lead if not (said.startswith(f"{word} ") and word) else ""
        return kept + said

    def numeric(match: re.Match[str]) -> str:
        day, month, year = int(match["day"]), int(match["month"]), int(match["year"])
        if month > 12 >= day:
            day, month = month, day
        return say(match, day, month, year)

    def written(match: re.Match[str]) -> str:
        year = match["year"]
        return say(match, int(match["day"]), folded[match["month"].casefold()], int(year) if year else None)

    made.add(rf"{before}(?<![\w-])(?P<year>\d{{4}})-(?P<month>\d{{2}})-(?P<day>\d{{2}})(?![\w-])", numeric)
    made.add(rf"{before}(?<![\w/.])(?P<day>\d{{1,2}})([/.])(?P<month>\d{{1,2}})\3(?P<year>\d{{4}})(?![\w/])", numeric)
    anyone = "|".join(re.escape(name) for name in months)
    if grammar.day_month:
        made.add(before + grammar.day_month.replace("{months}", f"(?P<month>{anyone})"), written, re.IGNORECASE)


def _clocks(made: _Ruleset) -> None:
    grammar = made.grammar
    clock = grammar.clock
    if clock is None:
        return

    def say(match: re.Match[str]) -> str:
        found = match.groupdict()
        hour, minute = int(found["hour"]), int(found.get("minute") or 0)
        if hour > 24 or minute > 59:
            return match[0]
        return clock(hour, minute, (found.get("half") or "").replace(".", "").replace(" ", "").lower())

    for pattern in grammar.clock_written:
        made.add(pattern, say)

    def lasted(match: re.Match[str]) -> str:
        parts = [(match[at], sign) for at, sign in ((1, "h"), (2, "min"), (3, "s"))]
        return " ".join(_measured(amount, sign, grammar) for amount, sign in parts if int(amount))

    made.add(r"(?<![\w:.,])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\w:]|[.,]\d)", lasted)


def _measured(amount: str, sign: str, grammar: Grammar) -> str:
    """A whole number of a unit."""
    count = int(amount)
    counted = numbers.cardinal(count, grammar, units.gender(sign, grammar))
    return f"{counted} {units.name(sign, grammar, units.plural_class(count, grammar))}"


def _money(made: _Ruleset) -> None:
    grammar = made.grammar
    if not grammar.money:
        return
    figure = numbers.pattern(grammar)
    sign = "|".join(re.escape(symbol) for symbol in sorted(_SYMBOLS, key=len, reverse=True)) + f"|{_CODES}"
    short = "|".join(re.escape(key) for key in sorted(grammar.magnitudes, key=len, reverse=True))
    size = rf"(?:\s?(?P<short>{short})(?![\w])|\s(?P<big>{grammar.big_words})\b)?"
    until = rf"(?:(?P<from>{figure}){_TO}(?:{sign})?)?"

    def say(match: re.Match[str]) -> str:
        code = match["sign"] if re.fullmatch(_CODES, match["sign"]) else _SYMBOLS[match["sign"]]
        money = grammar.money.get(code)
        if money is None:
            return match[0]
        big = grammar.magnitudes[match["short"]][not _single(match["n"], grammar)] if match["short"] else match["big"]
        said = _sum(match["n"], big or "", money, grammar)
        if match["from"]:
            said = f"{numbers.number(match['from'], grammar)} {grammar.to} {said}"
        return said

    made.add(rf"(?<![\w.,])(?P<sign>{sign})\s?{until}(?P<n>{figure}){size}(?![\d])", say)
    made.add(rf"{_NOT_INSIDE}{until}(?P<n>{figure}){size}\s?(?P<sign>{sign})(?![\w$€£¥₹])", say)


def _single(figure: str, grammar: Grammar) -> bool:
    return units.plural_class(float(".".join(map(str, numbers.parsed(figure, grammar))).rstrip(".")), grammar) == "one"


def _sum(figure: str, big: str, money: Money, grammar: Grammar) -> str:
    whole, rest = numbers.parsed(figure, grammar)
    if big:
        plain, elided = grammar.of_money
        if rest:
            figure = figure.rstrip("0").rstrip(grammar.decimal)
        link = elided if elided and money.many[0] in "aeéiou" else plain
        return f"{numbers.number(figure, grammar)} {big} {link}{money.many}"
    if len(rest) > 2:
        return f"{numbers.number(figure, grammar)} {money.many}"
    cents = int(rest.ljust(2, "0")) if rest else 0
    name = money.one if _is_singular(whole, grammar) else money.many
    round_million = grammar.of_money[0] and whole >= 1_000_000 and whole % 1_000_000 == 0
    link = grammar.of_money[name[0] in "aeéiou"] if round_million else ""
    main = f"{numbers.cardinal(whole, grammar, money.gender)} {link}{name}"
    if not cents:
        return main
    named = f" {money.cent if cents == 1 else money.cents}" if grammar.name_cents or not whole else ""
    part = numbers.cardinal(cents, grammar, "m" if named else "")
    if not whole:
        return f"{part}{named}"
    return " ".join(f"{main} {grammar.hundredths} {part}{named}".split())


def _is_singular(whole: int, grammar: Grammar) -> bool:
    return whole == 1 or (whole == 0 and grammar.numbers == "fr")


def _percents(made: _Ruleset) -> None:
    grammar = made.grammar
    figure = numbers.pattern(grammar)
    for sign, word in (("%", grammar.percent), ("‰", grammar.permille)):
        if not word:
            continue

        def say(match: re.Match[str], word: str = word) -> str:
            first = f"{_signed(match['from'], grammar)} {grammar.to} " if match["from"] else ""
            return f"{first}{_signed(match['n'], grammar)} {word}"

        made.add(rf"{_NOT_INSIDE}(?:(?P<from>[−-]?{figure}){sign}?{_TO})?(?P<n>[−-]?{figure})\s?{sign}", say)


def _signed(figure: str, grammar: Grammar) -> str:
    if figure[0] in "−-":
        return f"{grammar.minus} {numbers.number(figure[1:], grammar)}"
    if figure[0] == "+":
        return f"{grammar.signs.get('+', '')} {numbers.number(figure[1:], grammar)}"
    return numbers.number(figure, grammar)


def _measures(made: _Ruleset) -> None:
    grammar = made.grammar
    figure = numbers.pattern(grammar)

    def say(match: re.Match[str]) -> str:
        sign, amount = match["unit"], match["n"]
        if sign in grammar.not_units:
            return match[0]
        bare = amount.lstrip("−-+")
        whole, rest = numbers.parsed(bare, grammar)
        kind = (
            units.plural_class(float(f"{whole}.{rest or 0}"), grammar) if rest else units.plural_class(whole, grammar)
        )
        joined = match["joint"] == "-"
        name = units.name(sign, grammar, "one" if joined and grammar.numbers == "en" else kind)
        first = f"{_signed(match['from'], grammar)} {grammar.to} " if match["from"] else ""
        counted = numbers.number(bare, grammar, units.gender(sign, grammar))
        lead = _signed(amount[0] + bare, grammar).split()[0] + " " if amount != bare else ""
        return f"{first}{lead}{counted}{match['joint'] if joined else ' '}{name}"

    made.add(
        rf"{_NOT_INSIDE}(?:(?P<from>[−+-]?{figure})\s?(?:(?:{units.PATTERN}))?{_TO})?"
        rf"(?P<n>[−+-]?{figure})(?P<joint>[\s-]?)(?P<unit>{units.PATTERN})(?![\w°²³/])(?!['’]\w)",
        say,
    )


def _ordinals(made: _Ruleset) -> None:
    grammar = made.grammar
    if grammar.ordinal_mark:
        made.add(
            rf"(?<![\w.,])(?P<n>\d{{1,3}}(?:[{grammar.grouping}]\d{{3}})?|\d{{4}})\s?(?P<mark>{grammar.ordinal_mark})(?![\w])",
            lambda match: grammar.ordinal(numbers.parsed(match["n"], grammar)[0], grammar.mark_gender(match["mark"])),
        )


def _ranges(made: _Ruleset) -> None:
    grammar = made.grammar
    if not grammar.to:
        return
    figure = numbers.pattern(grammar)

    def number(digits: str) -> str:
        return numbers.number(digits, grammar)

    def say(match: re.Match[str]) -> str:
        first, last = match["first"], match["last"]
        if len(first) == 4 and len(last) == 2 and grammar.year and _is_year(first):
            return f"{grammar.year(int(first))} {grammar.to} {numbers.cardinal(int(last), grammar)}"
        both = (_year_or_number(first, grammar), _year_or_number(last, grammar))
        return f"{both[0]} {grammar.to} {both[1]}"

    made.add(rf"(?<![\w.,/–-])(?P<first>{figure}){_TO}(?P<last>{figure})(?![\w/–-])", say)
    if grammar.ratio:
        made.add(
            r"(?<![\w.,:])(?P<first>\d{1,3}):(?P<last>\d{1,3})(?![\w:])",
            lambda match: f"{number(match['first'])} {grammar.ratio} {number(match['last'])}",
        )


def _is_year(figure: str) -> bool:
    return figure.isdecimal() and len(figure) == 4 and 1100 <= int(figure) <= 2099


def _year_or_number(figure: str, grammar: Grammar) -> str:
    if grammar.year is not None and _is_year(figure):
        return grammar.year(int(figure))
    return numbers.number(figure, grammar)


def _years(made: _Ruleset) -> None:
    grammar = made.grammar
    year = grammar.year
    if year is not None:
        made.add(r"(?<![\w.,])(?:1[1-9]|20)\d\d(?![\w]|[.,]\d)", lambda match: year(int(match[0])))


def _plain(made: _Ruleset) -> None:
    grammar = made.grammar
    figure = numbers.pattern(grammar)

    def counted(match: re.Match[str]) -> str:
        lead = f"{grammar.minus} " if match["minus"] else ""
        noun = match["noun"] if not _is_year(match["n"]) else None
        gender = grammar.noun_gender(noun, match["n"] != "1") if noun else ""
        return lead + numbers.number(match["n"], grammar, gender)

    made.add(
        rf"(?:(?<![\w)\]])(?P<minus>[−-]))?(?<![\w.,])(?P<n>{figure})(?![\w])(?=(?:\s(?P<noun>[^\W\d_]{{2,}}))?)",
        counted,
    )
    made.add(
        r"(?<!\d)\d+(?:\.\d+){2,}(?!\d)",
        lambda match: f" {grammar.point} ".join(numbers.cardinal(int(part), grammar) for part in match[0].split(".")),
    )
    # Figures that touch letters: 5G, B12, H2O.
    made.add(
        rf"(?P<n>{figure})",
        lambda match: (
            ("" if match.start() == 0 or match.string[match.start() - 1] in " (\"'“‘\n" else " ")
            + numbers.number(match["n"], grammar)
            + (" " if match.string[match.end() : match.end() + 1].isalpha() else "")
        ),
    )
