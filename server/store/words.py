"""Full-text search of SQLite as it is used here: how words are cut, asked for and marked.

Scripts without spaces (Chinese, Japanese, Thai, Khmer …) are searched letter by letter: `spread` puts a mark between
their letters, which the tokenizer takes for a space and nobody sees.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Sequence
from contextlib import closing

TOKENIZER = "porter unicode61 remove_diacritics 2"
MOST_TERMS = 12
LEAST_PREFIX = 2
"""Letters from which on a word may be the beginning of another one."""
STEM = 4
"""Letters that a word shares with its other forms, at the least: they are looked for before anything is cut."""
AROUND = 90
"""Characters shown before and behind what was found."""
LONGEST_EXCERPT = 320
_GAP = "\u200b"
_OPEN, _CLOSE = "\x02", "\x03"
_UNSPACED = re.compile(r"([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')
_SPACE = re.compile(r"\s+")


def spread(text: str) -> str:
    """`text` with a mark around every letter of a script that knows no spaces."""
    return _UNSPACED.sub(rf"{_GAP}\1{_GAP}", text) if not text.isascii() else text


def query(words: str) -> str:
    """What FTS5 is asked for words as people type them; empty when they hold no word.

    All words are wanted; what stands between quotation marks is wanted as it stands; the last word may be a beginning.
    """
    terms = []
    for match in list(_TERM.finditer(words))[:MOST_TERMS]:
        quoted, bare = match[1], match[2]
        term = spread(quoted if bare is None else bare).replace('"', " ").replace("\0", " ")
        letters = sum(letter.isalnum() for letter in term)
        if letters:
            whole = bare is None or match.end() < len(words) or letters < LEAST_PREFIX
            terms.append(f'"{term}"' + ("" if whole else "*"))
    return " AND ".join(terms)


def apart(words: str) -> tuple[str, tuple[str, ...]]:
    """`words` for an index that was not `spread`: without the terms of scripts that know no spaces, and these terms."""
    terms = (match[2] if match[1] is None else match[1] for match in list(_TERM.finditer(words))[:MOST_TERMS])
    unspaced = tuple(dict.fromkeys(term for term in terms if _UNSPACED.search(term)))
    if not unspaced:
        return words, ()
    return _TERM.sub(lambda match: " " if _UNSPACED.search(match[0]) else match[0], words), unspaced


def anywhere(asked: str) -> str:
    """The query for lines that carry any of the words."""
    return asked.replace(" AND ", " OR ")


def best_lines(lines: Sequence[str], asked: str, *, most: int) -> list[tuple[int, str, tuple[tuple[int, int], ...]]]:
    """The lines that carry most of what is asked, in reading order: number, excerpt, and the marked spans in it."""
    stems = [_folded(stem)[:STEM] for stem in re.findall(r"\w+", asked) if stem not in {"AND", "OR"}]
    likely = [(number, line) for number, line in enumerate(lines) if any(stem in _folded(line) for stem in stems)]
    if not likely:
        return []
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute(f"CREATE VIRTUAL TABLE said USING fts5(text, tokenize='{TOKENIZER}')")
        db.executemany("INSERT INTO said (rowid, text) VALUES (?, ?)", ((n + 1, spread(line)) for n, line in likely))
        rows = db.execute(
            "SELECT rowid, highlight(said, 0, ?, ?) FROM said WHERE said MATCH ? ORDER BY rank, rowid LIMIT ?",
            (_OPEN, _CLOSE, anywhere(asked), most),
        ).fetchall()
    return [(number - 1, *_excerpt(marked)) for number, marked in sorted(rows)]


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(c))


def _excerpt(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The words around the first marks, and where the marks lie in them."""
    text, marks = _unmarked(_SPACE.sub(" ", marked.replace(_GAP, "")))
    if len(text) <= LONGEST_EXCERPT:
        return text, marks
    begins = max(marks[0][0] - AROUND, 0) if marks else 0
    if begins:
        begins = text.find(" ", begins, begins + 30) + 1 or begins
    ends = min(begins + LONGEST_EXCERPT, len(text))
    if ends < len(text):
        last = text.rfind(" ", ends - 30, ends)
        ends = last if last > 0 else ends
    before, behind = "…" if begins else "", "…" if ends < len(text) else ""
    moved = len(before) - begins
    kept = tuple((start + moved, end + moved) for start, end in marks if start >= begins and end <= ends)
    return before + text[begins:ends] + behind, kept


def _unmarked(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    marks: list[tuple[int, int]] = []
    parts: list[str] = []
    length = 0
    for place, part in enumerate(re.split(f"[{_OPEN}{_CLOSE}]", marked)):
        parts.append(part)
        if place % 2 and part:
            if marks and marks[-1][1] == length:
                marks[-1] = (marks[-1][0], length + len(part))
            else:
                marks.append((length, length + len(part)))
        length += len(part)
    return "".join(parts), tuple(marks)
