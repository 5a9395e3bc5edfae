"""Words as they count for finding and comparing: without endings, with their numbers, without small words."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*", re.UNICODE)
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
SMALL = frozenset(
    """a about above according after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each else ever every few for from further get give
    given had has have having he her here hers him his how i if in into is it its itself just many may me mention
    mentioned might more most much must my no nor not of off on once one only or other our out over own please said
    same say says she should so some such tell than that the their them then there these they this those through to
    too under until up upon us very was we were what whatever when where whether which while who whom whose why will
    with would you your source sources document text notebook exactly main name named names called thing things
    le la les de des du un une et est que qui dans der die das ein eine und ist wie was wer wo wann warum el los las
    y es en del il lo gli uno una o os as um uma e do da""".split()
)
DAY_NAME = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|january|february|march|april|may|june|july|august|september|october|november|december",
    re.IGNORECASE,
)
"""A day of the week or a month: a name, and nobody's own."""
_ENDINGS = (
    "ational",
    "isations",
    "izations",
    "isation",
    "ization",
    "fulness",
    "ments",
    "ment",
    "ingly",
    "edly",
    "ings",
    "ing",
    "ied",
    "ies",
    "ness",
    "ers",
    "er",
    "est",
    "en",
    "ed",
    "es",
    "ly",
    "s",
)
ONES = {
    word: value
    for value, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
            " seventeen eighteen nineteen"
        ).split()
    )
}
TENS = {
    word: (place + 2) * 10 for place, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
NUMBER_WORDS = frozenset((*ONES, *TENS, *(f"{tens}-{unit}" for tens in TENS for unit in list(ONES)[1:10])))
_MORE = {"hundred", "thousand", "million", "billion", "dozen", "half", "third", "quarter", "twice", "once"}


def stem(word: str) -> str:
    """A word without its ending; words that share a stem mostly share their meaning."""
    word = word.lower().replace("’", "'").removesuffix("'s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word.removesuffix("e") if len(word) > 3 else word


def words(text: str) -> list[str]:
    """The words of a text, as they stand."""
    return _WORD.findall(text)


def content(text: str) -> list[str]:
    """The stems of the words that carry a text's meaning, in order, each once."""
    return list(dict.fromkeys(stem(word) for word in words(text) if word.lower() not in SMALL and len(word) > 1))


def numbers(text: str) -> set[str]:
    """The numbers of a text, as digits without thousands' separators; number words to 99 as well."""
    found = {match.replace(",", "").rstrip(".") for match in _NUMBER.findall(text)}
    for word in re.findall(r"[a-z]+(?:-[a-z]+)?", text.lower()):
        tens, _, unit = word.partition("-")
        if word in ONES:
            found.add(str(ONES[word]))
        elif tens in TENS:
            found.add(str(TENS[tens] + ONES.get(unit, 0)))
    return found


def has_number(text: str) -> bool:
    """Whether a text holds a quantity."""
    lowered = set(re.findall(r"[a-z]+", text.lower()))
    return bool(_NUMBER.search(text)) or bool(lowered & (ONES.keys() - {"one"} | TENS.keys() | _MORE))


def names(text: str, *, first_too: bool = False) -> list[str]:
    """Proper names of a question or sentence: runs of capitalised words, but for the first word of a sentence."""
    found: list[str] = []
    run: list[str] = []
    end = -1
    for match in _WORD.finditer(text):
        word = match[0]
        opens = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1:] in {".", "?", "!", ":"}
        is_name = word[:1].isupper() and word.lower() not in SMALL and (first_too or not opens) and word != "I"
        between = text[end : match.start()]
        if is_name and run and not between.strip():
            run.append(word)
        elif is_name and run and between == "-":
            run[-1] += f"-{word}"
        else:
            if run:
                found.append(" ".join(run))
            run = [word] if is_name else []
        end = match.end()
    if run:
        found.append(" ".join(run))
    return list(dict.fromkeys(found))


def asks(text: str) -> bool:
    """Whether a sentence of a source is a question: it answers none."""
    return text.rstrip().endswith("?")
