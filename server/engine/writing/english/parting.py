"""The clauses of a sentence that can be asked about one by one: what a semicolon joins, what stands in a frame."""

from __future__ import annotations

import re

from server.engine.writing.lettering import capital

_JOINT = re.compile(r"(?<=[\w%.)]); |(?<=[\w%)]): (?=[a-z])")
_SEMICOLON = re.compile(r"(?<=[\w%.)]); ")
"""Before which a short label may stand: "Glass: damp newspaper dipped in ash." is no clause."""
_FRAME = re.compile(
    r"^(?:According to (?:[^,]+)(?:, (?:an? |the )?[A-Z][^,]+)?|"
    r"As (?:[^,]{3,40}) (?:says?|said|reports?|reported|puts? it)|"
    r"Until further notice|For the time being|At present|In other words|In fact|In truth|As a rule), ?(?=\w)|"
    r"^Until further notice "
)
"""Whose word it is, or for how long: what the sentence tells can be asked without it."""
_SAID = re.compile(
    r", (?:(?:the|an?) )?[\w'’ -]{3,50} (?:announced|reckons?|reckoned|estimates?|estimated|confirmed|confirms?|"
    r"believes?|believed|said|says|reports?|reported|warned|warns?|explained|explains?|admitted|admits?|promised|promises?|"
    r"insists?|insisted|fears?|feared|suspects?|suspected|hopes?|hoped)(?: (?:yesterday|today|on \w+day|last \w+))?\.$"
)
"""Who says it, behind what is said."""
_ASIDE = re.compile(
    r"^(?P<who>(?!(?:In|On|At|By|For|From|To|With|Without|After|Before|Since|Until|During|If|When|While|As|Although|"
    r"Though|Because|Once|Under|Over|Of|Even|Instead|Despite|Unlike|Like|Then|So|And|But|Yet)\b)[A-Z][^,;:]{3,70}), "
    r"(?!and |or |but )[^,;:]{2,110}, (?P<rest>(?:will|would|is|are|was|were|has|have|had|can|could|must|may|might|"
    r"should|does|do|did|costs?|runs?|opens?|opened|became|becomes?|took|takes?|began|begins?)\b)"
)
"""What is told of a subject between commas, and isn't needed to know which one it is."""
_UP_TO = re.compile(r"\b(?<!close )up to (?=[£$€]?\d)")
_BACK = re.compile(
    r"^(?:and|but|or|so|then|it|they|he|she|this|that|these|those|which|who|there|here|both|neither|each|some|others?|"
    r"one|two|three|the (?:other|rest|second|third|latter|former|same)|most|many|few|none|its?|their|his|her|in this|"
    r"in that|after that|instead|otherwise|however|therefore|thus|for|because|not|no|nor|yet|still)\b",
    re.IGNORECASE,
)
"""How a clause opens that can't be read without the one before it."""
_LEAST = 4
"""Words of a clause."""


def clauses_apart(text: str) -> list[str]:
    """The clauses of a sentence as sentences of their own; none where it is only one, or holds somebody's words.

    A clause that takes up one before it is left out.
    """
    if text.rstrip().endswith("?"):
        return []
    said = _SAID.search(text)
    bare = f"{text[: said.start()]}." if said is not None else text
    frame = _FRAME.match(bare)
    bare = capital(bare[frame.end() :]) if frame is not None else bare
    aside = _ASIDE.match(bare)
    bare = f"{aside['who']} {bare[aside.start('rest') :]}" if aside is not None else bare
    bare = _UP_TO.sub("", bare)
    joint = _JOINT if len(bare.partition(":")[0].split()) >= _LEAST else _SEMICOLON
    parts = [p.strip(" .") for p in joint.split(bare)]
    if len(parts) == 1 and bare == text:
        return []
    # A mark within somebody's words parts nothing.
    whole = [not " ".join(parts[:n]).count('"') % 2 and '"' not in p for n, p in enumerate(parts)]
    kept = [
        p
        for n, p in enumerate(parts)
        if whole[n] and len(p.split()) >= _LEAST and not (n and _BACK.match(p)) and p != text.rstrip(" .")
    ]
    return [f"{capital(p)}." for p in kept]
