"""How a line begins, in any language that has capitals."""

from __future__ import annotations

import re


def capital(text: str) -> str:
    """The first letter large; marks in front of it are passed over, and a figure is a beginning of its own."""
    for i, c in enumerate(text):
        if c.isalpha():
            return text[:i] + c.upper() + text[i + 1 :]
        if c.isdigit():
            return text
    return text


def as_written(title: str, text: str) -> str:
    """A title in capitals as its source writes the same words: names large, the pronoun `I` too, the rest small."""
    words = {m[0] for m in re.finditer(r"(?<=[a-zà-ÿ,] )[^\W\d_][\w'’-]*", text)}
    names = {w.casefold(): w for w in sorted(words) if w[0].isupper() and w.casefold() not in words and not w.isupper()}
    said = re.sub(r"[^\W\d_][\w'’-]*", lambda m: names.get(m[0].casefold(), m[0].lower()), title)
    return capital(re.sub(r"\bi\b(?!\.)", "I", said))
