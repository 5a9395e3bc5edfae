"""English: day before month where figures leave it open, "and" in numbers, years in pairs."""

from __future__ import annotations

import re

from server.engine.speech.normalise.grammar import Gender, Grammar, Money
from server.engine.speech.normalise.numbers import roman, words_of

_MONTHS = {
    "Jan": "January",
    "Feb": "February",
    "Mar": "March",
    "Apr": "April",
    "Jun": "June",
    "Jul": "July",
    "Aug": "August",
    "Sept": "September",
    "Sep": "September",
    "Oct": "October",
    "Nov": "November",
    "Dec": "December",
}
_DAY_NAMES = {
    "Mon": "Monday",
    "Tue": "Tuesday",
    "Tues": "Tuesday",
    "Wed": "Wednesday",
    "Thu": "Thursday",
    "Thur": "Thursday",
    "Thurs": "Thursday",
    "Fri": "Friday",
    "Sat": "Saturday",
    "Sun": "Sunday",
}
_DAYS = "|".join(sorted(_DAY_NAMES, key=len, reverse=True))


def _year(year: int) -> str:
    said = words_of(year, "en", "year")
    return said.replace("oh-", "oh ")


def _ordinal(number: int, _gender: Gender) -> str:
    said = words_of(number, "en", "ordinal")
    return said.removeprefix("one ") if number == 100 else said


def _date(day: int, month: str, year: int | None, _before: str) -> str:
    said = words_of(day, "en", "ordinal")
    ending = f", {_year(year) if 1100 <= year <= 2099 else words_of(year, 'en')}" if year else ""
    return f"the {said} of {month}{ending}"


def _clock(hour: int, minute: int, half: str) -> str:
    if not half and hour > 12:
        hour, half = hour - 12, "pm" if hour < 24 else "am"
    elif not half and hour == 0:
        hour, half = 12, "am"
    said = words_of(hour, "en")
    if minute:
        said += f" oh {words_of(minute, 'en')}" if minute < 10 else f" {words_of(minute, 'en')}"
    if half:
        return f"{said} {half[0]}.m."
    return said if minute else f"{said} o'clock"


def _month_first(match: re.Match[str]) -> str:
    year = f", {_year(int(match['year']))}" if match["year"] else ""
    month = match["month"].removesuffix(".")
    until = f" to {words_of(int(match['last']), 'en', 'ordinal')}" if match["last"] else ""
    year = until + year
    return f"{_MONTHS.get(month, month)} {words_of(int(match['day']), 'en', 'ordinal')}{year}"


def _day_to(match: re.Match[str]) -> str:
    return f"the {words_of(int(match[1]), 'en', 'ordinal')} to "


def _century(match: re.Match[str]) -> str:
    value = roman(match["numeral"])
    return match[0] if value is None else words_of(value, "en", "ordinal")


def _decade(match: re.Match[str]) -> str:
    """``1990s`` and ``'90s`` in words."""
    century, ten = match["century"] or "", match["ten"]
    if ten == "00":
        return "two thousands" if century == "20" else f"{words_of(int(century), 'en')} hundreds"
    many = words_of(int(ten), "en") + "s"
    many = many.removesuffix("ys") + "ies" if many.endswith("ys") else many
    return f"{words_of(int(century), 'en')} {many}" if century else many


_ALL_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_COUNTED = (
    "people|users|customers|jobs|homes|copies|subscribers|viewers|votes|voters|visitors|barrels|listeners|downloads|"
    "families|households|children|workers|passengers|followers|members|students|patients|readers|plays|views|tickets"
)
_KINGS = (
    "Louis|Henry|Elizabeth|George|Edward|Charles|James|William|Richard|Philip|Paul|Benedict|Pius|Leo|Gregory|Clement|"
    "Innocent|Urban|Napoleon|Alexander|Peter|Catherine|Nicholas|Frederick|Wilhelm|Ramesses|Ptolemy|Otto|Ferdinand|"
    "Francis|Gustav|Christian|Haakon|Olav|Carl|Carlos|Felipe|Alfonso|Emmanuel|Darius|Mehmed|Selim|Murad|Mary|Margaret|"
    "Leopold|Albert|Baldwin|Malcolm|Robert|David|Edmund|Harald|Sigismund|Joseph|Maximilian|Ludwig|Constantine|Boniface"
)

GRAMMAR = Grammar(
    locale="en_GB",
    numbers="en",
    decimal=".",
    grouping=",",
    point="point",
    minus="minus",
    to="to",
    ratio="to",
    per="per",
    percent="per cent",
    permille="per mille",
    and_="and",
    at="at",
    dot="dot",
    slash="slash",
    hyphen="hyphen",
    underscore="underscore",
    hundredths="and",
    name_cents=True,
    signs={
        "≠": "is not",
        "π": "pi",
        "&": "and",
        "+": "plus",
        "=": "equals",
        "×": "times",
        "÷": "divided by",
        "±": "plus or minus",
        "≈": "is about",
        "≤": "is at most",
        "≥": "is at least",
        "→": "to",
        "<": "is less than",
        ">": "is more than",
        "%": "per cent",
        "@": "at",
        "−": "minus",
    },
    money={
        "USD": Money("dollar", "dollars", "", "cent", "cents"),
        "EUR": Money("euro", "euros", "", "cent", "cents"),
        "GBP": Money("pound", "pounds", "", "penny", "pence"),
        "JPY": Money("yen", "yen", ""),
        "CHF": Money("Swiss franc", "Swiss francs", "", "centime", "centimes"),
        "INR": Money("rupee", "rupees", ""),
        "BRL": Money("real", "reais", ""),
    },
    magnitudes={
        "bn": ("billion", "billion"),
        "billion": ("billion", "billion"),
        "B": ("billion", "billion"),
        "mn": ("million", "million"),
        "m": ("million", "million"),
        "M": ("million", "million"),
        "tn": ("trillion", "trillion"),
        "k": ("thousand", "thousand"),
        "K": ("thousand", "thousand"),
    },
    big_words="hundred|thousand|million|billion|trillion",
    units={
        "bar": ("bar", "bar"),
        "ft": ("foot", "feet"),
        "lb": ("pound", "pounds"),
        "lbs": ("pound", "pounds"),
        "kWh": ("kilowatt hour", "kilowatt hours"),
        "°": ("degree", "degrees"),
        "mph": ("mile per hour", "miles per hour"),
        "t": ("tonne", "tonnes"),
    },
    abbreviations=(
        (r"\band/or\b", "and or"),
        (r"\b([Hh]e|[Ss]he)/(she|he)\b", r"\1 or \2"),
        (r"/(?=(?:day|week|month|year|hour|person|head)\b)", " per "),
        (r"\bw/o(?=\s)", "without"),
        (r"\b(?:AU?|CA?|NZ|HK)\$(?=\d)", "$"),
        (r"\bMax\.(?=\s\d)", "Maximum"),
        (r"\bmax\.(?=\s\d)", "maximum"),
        (r"\bmin\.(?=\s\d)", "minimum"),
        (r"\bcf\.(?=\s)", "compare"),
        (r"\bviz\.,?(?=\s)", "namely"),
        (r"\ba\.?k\.?a\.(?=\s)", "also known as"),
        (r"\bFt\.(?=\s[A-Z][a-z])", "Fort"),
        (r"(?<=\b1)\s?¢", " cent"),
        (r"(?<=\d)\s?¢", " cents"),
        (r"(?<![\w.,])\.(?=\d+(?![\w.]))", "0."),
        (
            r"(?<![\w.,/])1/2\s(?=(?:cup|mile|hour|day|year|pound|pint|teaspoon|tablespoon|dozen|metre|meter|inch)\b)",
            "half a ",
        ),
        (r"\bAT&T\b", "A-T and T"),
        (r"\bPh\.?D\b\.?", "P-H-D"),
        (r"(?<![A-Za-z])C#(?!\w)", "C sharp"),
        (r"(?<!\d)(?<!\d )°C\b", "degrees Celsius"),
        (r"(?<!\d)(?<!\d )°F\b", "degrees Fahrenheit"),
        (r"(?<![\w.,])(\d)['′]\s?(\d{1,2})(?:\"|″|'')", r"\1 feet \2 inches"),
        (rf"(?<=\d)\s?m(?=\s(?:{_COUNTED})\b)", " million"),
        (rf"(?<=\d)\s?k(?=\s(?:{_COUNTED})\b)", " thousand"),
        (r"(?<![$€£¥₹\d.,])(\d+(?:\.\d+)?)\s?bn\b", r"\1 billion"),
        (
            r"\b(score(?:\sof)?|[Ww]on|[Ll]ost|[Bb]eat\s\w+|game|match)\s(\d{1,3})[:–-](\d{1,3})(?![\w:.]|\s?[ap]\.?m)",
            r"\1 \2 to \3",
        ),
        (r"\bMr\.?(?=\s[A-Z])", "Mister"),
        (r"\bMrs\.?(?=\s[A-Z])", "Missus"),
        (r"\bMs\.(?=\s[A-Z])", "Ms"),
        (r"\bDr\.?(?=\s[A-Z])", "Doctor"),
        (r"\bProf\.(?=\s[A-Z])", "Professor"),
        (r"\bRev\.(?=\s[A-Z])", "Reverend"),
        (r"\bGov\.(?=\s[A-Z])", "Governor"),
        (r"\bSen\.(?=\s[A-Z])", "Senator"),
        (r"\bGen\.(?=\s[A-Z])", "General"),
        (r"\bCapt\.(?=\s[A-Z])", "Captain"),
        (r"\bLt\.(?=\s[A-Z])", "Lieutenant"),
        (r"\bSgt\.(?=\s[A-Z])", "Sergeant"),
        (r"\b(?:St|Ste)\.?(?=\s[A-Z])(?!\.\s(?:The|A|It|He|She|They|In|On|But|And)\b)", "Saint"),
        (r"\bMt\.?(?=\s[A-Z])", "Mount"),
        (r"(?<=[a-z] )St\b\.?", "Street"),
        (r"(?<=[a-z] )Ave\b\.?", "Avenue"),
        (r"(?<=[a-z] )Rd\b\.?", "Road"),
        (r"\bJr\b\.?", "Junior"),
        (r"\bSr\.", "Senior"),
        (r"\bInc\.", "Incorporated"),
        (r"\bLtd\b\.?", "Limited"),
        (r"\bCorp\.", "Corporation"),
        (r"\bCo\.(?=\s|,|$)", "Company"),
        (r"\b[Dd]ept\.", "department"),
        (r"\be\.\s?g\.,?", "for example,"),
        (r"\bi\.\s?e\.,?", "that is,"),
        (r"\betc\.(?=\s[A-Z]|$)", "et cetera."),
        (r"\betc\b\.?", "et cetera"),
        (r"\b[Aa]pprox\.?(?=\s)", "approximately"),
        (r"\b[Vv]s\b\.?", "versus"),
        (r"(?<=[A-Za-z] )v\.(?=\s[A-Z])", "versus"),
        (r"\bal\.(?=\s)", "al"),
        (r"\bNos\.?\s?(?=\d)", "numbers "),
        (r"\bNo\.?\s?(?=\d)", "number "),
        (r"№\s?(?=\d)", "number "),
        (r"#\s?(?=\d)", "number "),
        (r"§§\s?(?=\d)", "sections "),
        (r"§\s?(?=\d)", "section "),
        (r"\b[Ff]igs?\.\s?(?=\d)", "figure "),
        (r"\b[Vv]ol\.\s?(?=\d|[IVX])", "volume "),
        (r"\b[Cc]h\.\s?(?=\d|[IVX])", "chapter "),
        (r"\bpp\.\s?(?=\d)", "pages "),
        (r"\bp\.\s?(?=\d)", "page "),
        (r"\b(?:c|ca)\.\s?(?=\d)", "around "),
        (r"~\s?(?=\d)", "about "),
        (r"\bsq\.?\s(ft|m|km|mi)\b", r"square \1"),
        (r"\bsquare ft\b", "square feet"),
        (r"(?<![\w.,])½\s?(?=[a-z])", "half a "),
        (r"(?<![\w.,])(\d{2})p\b", r"\1 pence"),
        (r"(?<![\w.,])(\d+)\.(\d+)\.(\d+)(?![\w.,]\d)", r"\1 point \2 point \3"),
        (r"\b24/7\b", "twenty-four seven"),
        (r"\b9/11\b", "nine eleven"),
        (r"\bw/(?=\s)", "with"),
        *((rf"\b{short}\.?(?=\s\d)|(?<=\d ){short}\b\.?(?!\w)", name) for short, name in _MONTHS.items()),
    ),
    fractions={
        2: ("half", "halves"),
        3: ("third", "thirds"),
        4: ("quarter", "quarters"),
        5: ("fifth", "fifths"),
        6: ("sixth", "sixths"),
        7: ("seventh", "sevenths"),
        8: ("eighth", "eighths"),
        9: ("ninth", "ninths"),
        10: ("tenth", "tenths"),
        12: ("twelfth", "twelfths"),
        16: ("sixteenth", "sixteenths"),
        100: ("hundredth", "hundredths"),
    },
    half=("half", "and a half"),
    roman_cardinal=(
        "Chapter|Part|Volume|Book|Section|Article|Act|Scene|Phase|Type|Stage|Class|Level|Appendix|Figure|Table|Title|"
        "War|Apollo|Bowl|Mark|Grade|Category|Tier|Round|chapter|part|volume|book|section|article|act|scene|phase|stage|appendix"
    ),
    regnal=lambda number: f"the {words_of(number, 'en', 'ordinal')}",
    regnal_names=_KINGS,
    ordinal=_ordinal,
    ordinal_mark="st|nd|rd|th",
    year=_year,
    date=_date,
    day_month=(
        r"(?<![\w.,/-])(?:the\s)?(?P<day>\d{1,2})(?:st|nd|rd|th)?\s(?:of\s)?{months}\b(?:,?\s(?P<year>\d{4})(?![\w]|[.,]\d))?"
    ),
    clock=_clock,
    clock_written=(
        r"(?<![\w.,:])(?P<hour>\d{1,2})(?:(?::|\.)(?P<minute>[0-5]\d))?\s?(?P<half>[aApP]\.?\s?[mM]\b\.?)(?!\w)",
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::00)?(?:\s?(?:hrs|hours|h)\b)?(?![\w:])",
        r"(?<=\b[Aa]t\s|\b[Bb]y\s)(?P<hour>1?\d|2[0-3])\.(?P<minute>[0-5]\d)(?![\w%]|[.,]\d|\s(?:per|million|billion|%))",
        r"(?<=\b(?:[Ff]rom|[Tt]ill)\s)(?P<hour>1?\d|2[0-3])\.(?P<minute>[0-5]\d)(?=\s(?:to|until|till|and)\s\d)",
    ),
    acronym_words=(
        "NASA NATO UNESCO UNICEF OPEC AIDS RAM ROM SIM PIN LASER RADAR SARS ASAP FEMA FIFA UEFA IKEA LEGO COVID SCUBA "
        "NAFTA ASEAN DEFRA OK THE AND NOT BUT ALL NEW YOU FOR ARE WAS HAS HAD CAN NOW ONE TWO OUT OUR WHY HOW YES NO "
        "SO IF OF ON IN AT BY TO AS IS BE DO GO UP WE HE ME MY OR AN AM"
    ),
    special=(
        (r"(?<=[ap]m)\s?[–-]\s?(?=\d)|(?<=\d0s)\s?[–-]\s?(?=['’]?\d{2})", " to "),
        (rf"(?<![\w.,/-])(\d{{1,2}})\s?[–-]\s?(?=\d{{1,2}}\s(?:{_ALL_MONTHS})\b)", _day_to),
        (
            r"\b(?P<numeral>[IVX]{2,}|V|X)(?=\s(?:Games|Olympiad|Olympics|Corps|Army|Legion|Dynasty|Congress)\b)",
            _century,
        ),
        (rf"\b({_DAYS})\s?[–-]\s?({_DAYS})\b(?!-)", lambda match: f"{_DAY_NAMES[match[1]]} to {_DAY_NAMES[match[2]]}"),
        (rf"\b({_DAYS})\.(?=,?\s(?:\d|{'|'.join(_MONTHS)}))", lambda match: _DAY_NAMES[match[1]]),
        (
            r"(?<![\w.,])(1?\d|2[0-4])\.([0-5][05])\s?(?:to|until|–|-)\s?(1?\d|2[0-4])\.([0-5][05])(?!\d|\s?[%a-z])",
            r"\1:\2 to \3:\4",
        ),
        (
            r"(?<=\b[Bb]etween\s)(1?\d|2[0-4])\.([0-5][05])\sand\s(1?\d|2[0-4])\.([0-5][05])(?!\d|\s?[%a-z])",
            r"\1:\2 and \3:\4",
        ),
        (r"(?<![\w.,])(?P<century>1\d|20)?['’]?(?P<ten>\d0)['’]?s\b", _decade),
        (r"\b(Act|Scene)\s([ivx]{1,5})\b", lambda match: f"{match[1]} {match[2].upper()}"),
        (r"\b(?P<numeral>[IVX]+)(?:st|nd|rd|th)?(?=\s[Cc]entur(?:y|ies)\b)", _century),
        (
            rf"\b(?P<month>{_ALL_MONTHS}|(?:{'|'.join(_MONTHS)})\.?)\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
            r"(?:\s?[–-]\s?(?P<last>\d{1,2})(?:st|nd|rd|th)?)?(?![\w:%–-]|[.,]\d)(?:,?\s(?P<year>\d{4})\b)?",
            _month_first,
        ),
        (r"\b(\d{1,2}(?:[.:][0-5]\d)?)\s?[–-]\s?(?=\d{1,2}(?:[.:][0-5]\d)?\s?[ap]\.?m)", r"\1 to "),
    ),
)
