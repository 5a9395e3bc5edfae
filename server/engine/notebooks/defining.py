"""Whether a sentence says what a thing is, or who holds an office, where that is what a question asks for."""

from __future__ import annotations

import re

_THING = r"(?:an? |the )?[\"“‘']?(?P<{group}>[\w-]+(?: [\w-]+){{0,2}}?)[\"”’']?"
_ASKS_WHAT = re.compile(
    rf"^(?:and )?(?:what|who) (?:is|are|was|were)(?: meant by)? {_THING.format(group='is')}\s*\?*$"
    rf"|^(?:and )?what (?:does|do|did) {_THING.format(group='means')} (?:mean|stand for|signify)\s*\?*$",
    re.IGNORECASE,
)
_ASKS_WHO = re.compile(
    r"^(?:and )?who (?:is|are|was|were) (?:now |then )?(?:the |its |their |his |her )?"
    r"(?P<office>[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}?)(?: (?:of|at|in|for|on) .*)?\s*\?*$"
)
_NAME = r"(?!(?:The|An?|Our|Its|Their|His|Her|This|That|Each|Every|No)\b)[A-Z]\w+"


def defines(question: str, text: str) -> bool:
    """Whether a question asks what something is or means, or who holds an office, and a text says so.

    "It's called the cambium", "E5: too cold", "the harbour master, Odd Lie".
    """
    asked = question.strip()
    asked = asked[:1].lower() + asked[1:]
    who = _ASKS_WHO.match(asked)
    if who is not None and _held(who["office"], text):
        return True
    what = _ASKS_WHAT.match(asked)
    return what is not None and _told(what["is"] or what["means"], text)


def _held(office: str, text: str) -> bool:
    """Whether somebody is named who holds an office: "Odd Lie, the harbour master"."""
    held = rf"(?i:{re.escape(office)})"
    before = rf"(?<!\w){held},? (?:(?:Mr|Mrs|Ms|Dr)\.? )?{_NAME}"
    after = rf"(?<!\w){_NAME}(?:, |,? (?:who )?(?:is|was|became|as) )(?:the |an? |our |its |their )?{held}(?!\w)"
    return re.search(f"{before}|{after}", text) is not None


def _told(thing: str, text: str) -> bool:
    name = rf"[\"“‘']?{re.escape(thing)}[\"”’']?"
    patterns = (
        rf"\b(?:called|named|known as|termed|by the name of) (?:an? |the )?{name}(?!\w)",
        rf"(?<!\w){name}\s*[:=–—(]",
        rf"(?<!\w){name},? (?:is|are|was|were|means?|stands? for|refers? to)\b",
        rf"(?<!\w){name}, (?:an?|the|that is)\b",
        # A line that begins with it: of a glossary, or a list of codes.
        rf"^\W*(?:an? |the )?{name}(?:\s*,|\s+(?=(?-i:[A-Z])))",
    )
    return re.search("|".join(patterns), text, re.IGNORECASE) is not None
