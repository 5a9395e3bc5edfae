"""From a written English sentence to the one that is said: only what may be done without adding anything."""

from __future__ import annotations

import re

from server.engine.writing.english.splitting import _SAYING
from server.engine.writing.lettering import capital

_CITATION = re.compile(r"\s*\[(?:\d+(?:[,–-]\s*\d+)*|[a-z]|citation needed|note \d+)\]")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)")
_REFERENCE = re.compile(
    r"(?:[;,]\s*)?\(?\b(?:see|cf\.?|compare)\s+(?:also\s+)?(?:(?:figure|fig\.?|table|section|chapter|appendix|page|item|"
    r"box|equation|annex|note)s?\s+)?[A-Z]?\d+(?:[.-]\d+)*\b\)?"
    r"|,?\s*\b(?:as\s+)?(?:shown|seen|given|listed|set out)\s+in\s+(?:figure|fig\.?|table|appendix|box)\s+[\w.-]+"
    r"|,?\s*\b(?:see|click|tap)\s+(?:here|below|above|figure)\b[^,.;]*",
    re.IGNORECASE,
)
_NUMBERED_THING = re.compile(r"\b[Ii]n (Table|Figure|Fig\.)\s+[\w.-]*\d")
_THING = re.compile(r"\b(Table|Figure)\s+[\w.-]*\d\b")
_NUMBER_HEAD = re.compile(
    r"^(?:\(?\d{1,2}(?:\.\d{1,2})*(?:[.)]|(?! (?:January|February|March|April|May|June|July|August|September|October|"
    r"November|December)\b))|[a-z]\)|[-•*–])\s+(?=[A-Z“\"'(])"
)
"""The number or the mark of a point; in "5 May: the first steaming" the figure is the day's."""
_CONTRACTIONS = (
    (r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should) not\b(?! only)", r"\1n't"),
    (r"\bcannot\b(?! only)", "can't"),
    (r"\bcan not\b(?! only)", "can't"),
    (r"\bwill not\b(?! only)", "won't"),
    (
        r"\b([Ii]t|[Hh]e|[Ss]he|[Tt]here) is(?= (?:a|an|the|not|now|also|only|still|too|to|made|called|one|no|as|just|in)\b)",  # noqa: E501
        r"\1's",
    ),
    (r"\b(They|they|We|we|You|you) are(?= (?:a|an|the|not|now|also|only|still|too|all|both|in|on)\b)", r"\1're"),
    (r"\b([Ii]t|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[Yy]ou) will(?= [a-z]+)", r"\1'll"),
)
_PLAIN = {
    "in order to": "to",
    "in place of": "instead of",
    "on account of": "because of",
    "prior to": "before",
    "approximately": "about",
}


def outside_quotes(text: str, change: re.Pattern[str] | str, into: str) -> str:
    """Apply a substitution everywhere but inside quotations, which are someone's own words."""
    parts = re.split(r'("[^"]*")', text)
    return "".join(p if p.startswith('"') else re.sub(change, into, p) for p in parts)


def plain_quotes(text: str) -> str:
    """Curly quotation marks as straight ones, one mark for each level."""
    text = text.replace("“", '"').replace("”", '"').replace("„", '"').replace("«", '"').replace("»", '"')
    return text.replace("’", "'").replace("‘", "'")


def tidy(text: str) -> str:
    """Spaces, commas and doubled marks as they belong."""
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([,.;:?!])", r"\1", text)
    text = re.sub(r",\s*,+", ",", text)
    text = re.sub(r",\s*([.;:?!])", r"\1", text)
    text = re.sub(r"([.?!])\s*\.(?!\.)", r"\1", text)
    text = re.sub(r"^[\s,;:]+", "", text)
    return text.strip()


def ended(text: str) -> str:
    """With a full stop where no mark ends it."""
    text = text.rstrip(" ,;:–—-")
    if not text:
        return ""
    if re.search(r"[.?!…][\"')]*$", text):
        return text
    return text + "."


def lower_start(text: str, *, keep: frozenset[str] = frozenset()) -> str:
    """The first letter small, unless the first word is a name, `I` or an abbreviation."""
    first = re.match(r"[\w'’-]+", text)
    if not first:
        return text
    word = first[0]
    if word in keep or word == "I" or word.startswith("I'") or word[1:] != word[1:].lower():
        return text
    return word[0].lower() + text[1:]


def aloud(text: str) -> str:
    """A sentence without what can't be heard: asides in brackets, citation marks, references, markup."""
    text = plain_quotes(text)
    text = re.sub(r"(?<!\w)[*_`]+|[*_`]+(?!\w)", "", text)
    text = re.sub(r"https?://\S+|www\.\S+", "", text)
    text = _CITATION.sub("", text)
    short = _PARENTHESIS.sub("", text)
    if len(short.split()) >= 3:
        text = short
    text = text.replace("(", ", ").replace(")", ", ") if text.count("(") else text
    text = _REFERENCE.sub("", text)
    text = _NUMBERED_THING.sub(lambda m: f"in the {'table' if m[1] == 'Table' else 'figure'}", text)
    text = _THING.sub(lambda m: f"the {m[1].lower()}", text)
    text = _NUMBER_HEAD.sub("", text)
    text = re.sub(r"\s+[–—-]{1,2}\s+", ", ", text).replace("—", ", ")
    text = re.sub(r"\s*/\s*", " or ", text) if re.search(r"[a-z]\s/\s[a-z]", text) else text
    text = tidy(text)
    if text.isupper() and len(text.split()) > 3:
        text = text.lower()
    if text.count('"') % 2:
        text = text.replace('"', "")
    return ended(capital(text))


def contracted(text: str) -> str:
    """With the contractions and plain words of speech, outside quotations."""
    for pattern, into in _CONTRACTIONS:
        text = outside_quotes(text, pattern, into)
    for long, short in _PLAIN.items():
        text = outside_quotes(text, rf"\b{long}\b", short)
        text = outside_quotes(text, rf"\b{capital(long)}\b", capital(short))
    return text


_QUOTED = re.compile(r'^"(?P<one>[^"]+?)(?P<mark>[,?!.…]?)" (?P<who>[^"]{3,110}?)[.,](?: "(?P<two>[^"]+)")?$')
_VERB_FIRST = re.compile(rf"^(?P<verb>{_SAYING.pattern[2:-2]})\b (?P<who>[^,]+)(?P<rest>,.*)?$")
_WHO_FIRST = re.compile(rf"^(?P<who>[^,]+?(?:, [^,]+,)?) (?P<verb>{_SAYING.pattern[2:-2]})\b(?P<rest>.*)$")
_PUTS_IT = re.compile(r"^(?P<who>.+?), puts? it like this: (?P<quote>\".*)$")


def speaker_first(text: str) -> str:
    """`"…," said X. "…"` as ``X said: "…"``: who hears it must know who speaks. Anything else is left alone."""
    match = _QUOTED.match(text)
    if match is None:
        return text
    clause = match["who"]
    told = _VERB_FIRST.match(clause) or _WHO_FIRST.match(clause)
    if told is None or len(clause.split()) > 16 or re.search(r"\b(and|but)\b", told["who"]):
        return text
    rest = (told["rest"] or "").strip()
    if re.match(r", (?:and|but|so|for|yet|which|who)\b", rest) or ":" in rest:
        return text
    who = told["who"].strip()
    verb = told["verb"]
    if rest.startswith(","):
        clause = (
            f"{who}{rest.rstrip(',')}, {verb}" if _VERB_FIRST.match(clause) else f"{who} {verb} {rest.lstrip(', ')}"
        )
    else:
        clause = f"{who} {verb} {rest}".strip()
    one, two = match["one"], match["two"] or ""
    if two and not two[0].isupper():
        quote = f"{one}{match['mark'] or ','} {two}"
    else:
        mark = "." if match["mark"] in {"", ","} else match["mark"]
        quote = f"{one}{mark} {two}".strip()
    return ended(f'{capital(clause)}: "{capital(quote)}"')


_WE = re.compile(r"\b(We|we|Us|us|Our|our|Ours|ours|Ourselves|ourselves)\b('re|'ve|'ll|'d)?")
_THEY = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}
_FULL = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}


def in_third_person(text: str, *, who: str) -> str:
    """`we` and its forms as `who`, then as they, outside quotations; `who` takes a plural verb, as teams may."""
    named = False

    def third(match: re.Match[str]) -> str:
        nonlocal named
        word, tail = match[1].lower(), _FULL.get(match[2] or "", "")
        if not named and word in {"we", "us", "our"}:
            named = True
            said = f"{who}'s" if word == "our" and not who.endswith("s") else f"{who}'" if word == "our" else who
        else:
            said = _THEY[word]
        at_start = match.start() == 0
        return (capital(said) if at_start else said) + tail

    parts = re.split(r'("[^"]*")', text)
    return "".join(p if p.startswith('"') else _WE.sub(third, p) for p in parts)


_FIRST = re.compile(r"\b(I|me|my|mine|myself)\b")


def says_i(text: str) -> bool:
    """Whether the narrator speaks of himself or herself, outside quotations."""
    bare = re.sub(r'["“][^"”]*["”]', "", text)
    return bool(_FIRST.search(re.sub(r"\bI\.|\b[IVX]{2,}\b", "", bare)))


def says_we(text: str) -> bool:
    """Whether the narrator speaks as `we`, outside quotations."""
    bare = re.sub(r'["“][^"”]*["”]', "", text)
    return bool(_WE.search(bare))
