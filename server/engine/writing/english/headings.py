"""English headings as they go into a transition: "Let's turn to …"."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.english import telling


def _with_article(words: str, text: str) -> str:
    """A heading that is a bare singular noun with the article the text gives it; empty where only "a" goes with it."""
    bare = re.escape(words)
    if re.search(rf"\b(?:of|with|in|for|by|from|to|and|or|much|more|is|was) {bare}\b", text):
        return words
    if re.search(rf"\bthe {bare}\b", text, re.IGNORECASE):
        return f"the {words}"
    if re.search(rf"\ban? {bare}\b", text, re.IGNORECASE):
        return ""
    return words if re.search(r"(?:ing|ship|tion|sion|ment|ity|ness|ance|ence)$", words) else ""


def spoken_heading(title: str, doc: Any, text: str) -> str:  # noqa: PLR0911
    """A heading as it goes into "Let's turn to …"; a question word in front makes it an embedded question."""
    words = telling.plain_quotes(title).strip(" .!")
    if not words or len(words.split()) > 9 or '"' in words or words.isupper() or re.search(r"[:;/|]", words):
        return ""
    if re.search(r"[?]|\b(we|our|us|I|my|you|your)\b", words):
        return ""
    low = words.split()[0].lower()
    if low in {"why", "how", "what", "where", "who"}:
        second = words.split()[1].lower() if len(words.split()) > 1 else ""
        return (
            ""
            if second in {"is", "are", "do", "does", "did", "can", "should"} and low != "what"
            else telling.lower_start(words)
        )
    if low in {
        "about",
        "before",
        "after",
        "from",
        "in",
        "on",
        "at",
        "for",
        "to",
        "up",
        "down",
        "under",
        "by",
        "with",
        "introduction",
        "conclusion",
        "conclusions",
        "summary",
        "abstract",
        "overview",
        "background",
        "results",
        "appendix",
        "date",
        "references",
        "more",
        "further",
        "not",
    }:
        return ""
    root = next((t for t in doc if t.head == t), None)
    if root is None or any(t.tag_ in {"VBZ", "VBD", "VBP", "MD"} for t in doc):
        return ""
    if root.pos_ not in {"NOUN", "PROPN"} and root.tag_ != "VBG":
        return ""
    named = [t for t in doc if t.i > 0 and t.text[:1].isupper()]
    if root.tag_ == "NN" and not any(t.dep_ in {"det", "poss", "nummod"} for t in root.children) and not named:
        return _with_article(telling.lower_start(words), text)
    return (
        words if named or (root.i == 0 and root.ent_type_ in {"PERSON", "ORG", "GPE"}) else telling.lower_start(words)
    )
