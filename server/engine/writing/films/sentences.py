"""From one statement of a source to the scene that shows it best."""

from __future__ import annotations

import re

from server.domain.documents import Figure
from server.domain.scripts import Line, Statement
from server.domain.storyboards import Scene, SceneItem, SceneKind
from server.engine.writing.analysis import Sentence
from server.engine.writing.decks.exhibits import speaker_in
from server.engine.writing.lettering import capital

SHOWN_WORDS = 22
"""A sentence of more words is shown by its main clause."""
_QUOTED = re.compile(r"[\"“„«]([^\"”“»«]{20,})[\"”“»]")
_LISTED = re.compile(r":\s*([^:.;]+(?:[,;] [^:.;,]+){1,6}(?:,? (?:and|und|et|y|e) [^:.;,]+))\.?$")
_PARTED = re.compile(r"[,;] (?:and |und |et |y |e )?| (?:and|und|et|y|e) ")
_LOOSE_END = re.compile(r"[ ,;:]+(?:and|but|or|so|und|aber|et|mais|y|pero|e|ma|mas)$")
_MOST_NODES = 3


def scene_of(s: Sentence, said: Statement, *, figure: Figure | None, heading: str) -> Scene:
    """The scene of one statement: what it says decides what is drawn."""
    lines = (Line(0, said.text, passages=said.passages),)
    quoted = _QUOTED.search(said.text)
    if quoted and quoted[1].strip()[:1].isupper() and len(quoted[1].split()) >= 5:
        name = s.speaker or speaker_in(said.text[: quoted.start()] + " " + said.text[quoted.end() :])
        who = (SceneItem(name),) if name else ()
        return Scene(kind=SceneKind.QUOTATION, lines=lines, heading=heading, text=quoted[1].strip(" ,"), items=who)
    if all(s.contrast) and all(len(half.split()) <= 20 for half in s.contrast):
        items = tuple(SceneItem(half) for half in s.contrast)
        return Scene(kind=SceneKind.COMPARISON, lines=lines, heading=heading, items=items)
    listed = _LISTED.search(said.text)
    if listed:
        parts = [part.strip() for part in _PARTED.split(listed[1]) if part.strip()]
        if 3 <= len(parts) <= 6 and all(len(part.split()) <= 9 for part in parts):
            return Scene(
                kind=SceneKind.LIST,
                lines=lines,
                heading=heading,
                text=said.text[: listed.start()].strip(),
                items=tuple(SceneItem(capital(part)) for part in parts),
            )
    if figure is not None and figure.value in said.text:
        return Scene(kind=SceneKind.NUMBER, lines=lines, heading=heading, figure=figure)
    shown = shown_words(s, said.text)
    gist = [g for g in dict.fromkeys((s.topic, *s.gist)) if g and len(g.split()) <= 5][:_MOST_NODES]
    return Scene(
        kind=SceneKind.STATEMENT,
        lines=lines,
        heading=heading,
        text=shown,
        emphasis=tuple(dict.fromkeys((*s.figures, *s.names, *s.years)))[:4],
        items=tuple(SceneItem(capital(g)) for g in gist) if len(gist) >= 2 else (),
    )


def shown_words(s: Sentence, said: str, *, naming: str = "") -> str:
    """A sentence short enough to be read while it is heard: itself, else its main clause, else its beginning.

    A clause that does not have `naming` (the year of an event) does not stand for it.
    """
    if len(said.split()) <= SHOWN_WORDS:
        return _part_with(naming, said) or said
    clauses = [_LOOSE_END.sub("", u.text.strip(" ,;:")) for u in s.units if u.relation == "main"]
    fitting = [c for c in clauses if 5 <= len(c.split()) <= SHOWN_WORDS and naming in c]
    if fitting:
        return capital(max(fitting, key=len)) + "."
    parts = re.split(r"(?<=[.;:])\s|,\s(?=(?:and|but|which|who|und|aber|et|mais)\b)", said)
    first = parts[0].strip(" ,;:")
    if 4 <= len(first.split()) <= SHOWN_WORDS + 6:
        return first if first.endswith((".", "!", "?")) else first + "."
    return said


def _part_with(naming: str, said: str) -> str:
    """Of two sentences joined by a semicolon the one that has `naming`; empty where that says nothing."""
    parts = said.split("; ")
    named = [part for part in parts if naming in part]
    if not naming or len(parts) < 2 or len(named) != 1 or len(named[0].split()) < 5:
        return ""
    return capital(named[0].rstrip(" .")) + "."
