"""Changing a storyboard: other words, another kind, another order; what stays the same stays the same value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.domain.errors import InvalidField
from server.domain.scripts import Line
from server.domain.storyboards import Scene, SceneItem, SceneKind, Storyboard, VideoFormat

LONGEST_SHOWN = 240
"""Characters of a sentence that a card can show."""
_TERM = 48
"""Characters in the middle of a map of terms."""
_MOST_ITEMS = {
    SceneKind.LIST: 6,
    SceneKind.STEPS: 6,
    SceneKind.RECAP: 4,
    SceneKind.TERMS: 4,
    SceneKind.TIMELINE: 6,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemEdit:
    """The words of one item; an empty `text` takes it away. None leaves as it is."""

    text: str | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneEdit:
    """A scene of the changed storyboard: one of the present ones, with what is to be different."""

    scene: int
    """Its number in the present storyboard, from 0."""
    kind: SceneKind | None = None
    heading: str | None = None
    text: str | None = None
    items: tuple[ItemEdit, ...] | None = None
    """As many as the scene has, in their order."""
    lines: tuple[str, ...] | None = None
    """What is spoken, as many lines as the scene has; an empty one is taken away."""
    is_new: bool = False
    """Whether it is a further scene with words of its own, which rests on what that scene rests on."""


def kinds_of(scene: Scene, film: VideoFormat) -> tuple[SceneKind, ...]:
    """The kinds that a scene's content can carry, its own among them."""
    return tuple(kind for kind in SceneKind if kind is scene.kind or as_kind(scene, kind, film) is not None)


def as_kind(scene: Scene, kind: SceneKind, film: VideoFormat) -> Scene | None:
    """The same content as another kind of scene; None where the content has not what that kind shows.

    Numbers, charts and quotations come from the sources only: nothing is made a quotation that no passage says.
    """
    if kind is scene.kind:
        return scene
    if kind in _MOST_ITEMS:
        return _as_items(scene, kind)
    made: Scene | None = None
    match kind:
        case SceneKind.TITLE:
            made = _as_title(scene, film)
        case SceneKind.STATEMENT:
            made = _as_statement(scene)
        case SceneKind.QUOTATION:
            made = _as_quotation(scene)
        case SceneKind.NUMBER if scene.figure is not None:
            made = replace(scene, kind=kind)
        case SceneKind.CHART if scene.chart is not None:
            made = replace(scene, kind=kind)
        case SceneKind.COMPARISON if len(items := _listed(scene)) == 2:
            made = replace(scene, kind=kind, items=items)
    return made


def edited(storyboard: Storyboard, edits: Sequence[SceneEdit], *, title: str = "") -> Storyboard:
    """The storyboard with these scenes in this order; scenes that are not named are gone.

    Raises:
        InvalidField: there is no scene left, none of a number, or a scene can't be what is asked of it. The field is
            ``scenes`` with the place from 0, such as ``scenes[2].kind``.
    """
    if not edits:
        raise InvalidField("scenes", "must have at least one scene")
    scenes = tuple(_scene(storyboard, edit, f"scenes[{place}]") for place, edit in enumerate(edits))
    # The first scene of a film opens its first chapter, whichever it is.
    if any(scene.chapter for scene in scenes) and not scenes[0].chapter:
        first = next(scene.chapter for scene in storyboard.scenes if scene.chapter)
        scenes = (replace(scenes[0], chapter=first), *scenes[1:])
    return replace(storyboard, scenes=scenes, title=title.strip() or storyboard.title)


def new_scenes(before: Storyboard, after: Storyboard) -> int:
    """How many scenes of `after` are none of `before`, as far as they are seen and heard."""
    known = {replace(scene, chapter="") for scene in before.scenes}
    return sum(replace(scene, chapter="") not in known for scene in after.scenes)


def _scene(storyboard: Storyboard, edit: SceneEdit, field: str) -> Scene:
    if not 0 <= edit.scene < len(storyboard.scenes):
        raise InvalidField(f"{field}.scene", f"must be from 0 to {len(storyboard.scenes) - 1}")
    scene = storyboard.scenes[edit.scene]
    if edit.is_new:
        scene = _further(scene, edit, field)
        edit = SceneEdit(scene=edit.scene, kind=edit.kind)
    if edit.lines is not None:
        scene = _spoken(scene, edit.lines, f"{field}.lines")
    if edit.items is not None:
        scene = _with_items(scene, edit.items, f"{field}.items")
    if edit.heading is not None:
        scene = replace(scene, heading=" ".join(edit.heading.split()))
    if edit.text is not None:
        text = " ".join(edit.text.split())
        scene = replace(scene, text=text, emphasis=tuple(word for word in scene.emphasis if word in text))
    if edit.kind is not None and edit.kind is not scene.kind:
        made = as_kind(scene, edit.kind, storyboard.format)
        if made is None:
            raise InvalidField(f"{field}.kind", f"this scene has nothing to show as a scene of kind {edit.kind}")
        scene = made
    if not _shows(scene, storyboard.format):
        raise InvalidField(f"{field}.text", "must not be empty: the scene would show nothing")
    return scene


def _further(beside: Scene, edit: SceneEdit, field: str) -> Scene:
    """A statement of the asker's own words on the passages of another scene."""
    said = [words for text in edit.lines or () if (words := " ".join(text.split()))]
    if not said:
        raise InvalidField(f"{field}.lines", "must have at least one line that is spoken")
    passages = tuple(dict.fromkeys(passage for line in beside.lines for passage in line.passages))
    speaker = beside.lines[0].speaker
    text = " ".join((edit.text or "").split()) or next((words for words in said if len(words) <= LONGEST_SHOWN), "")
    heading = " ".join((edit.heading if edit.heading is not None else beside.heading).split())
    return Scene(
        kind=SceneKind.STATEMENT,
        lines=tuple(Line(speaker, words, passages=passages) for words in said),
        heading=heading,
        text=text,
    )


def _spoken(scene: Scene, texts: Sequence[str], field: str) -> Scene:
    if len(texts) != len(scene.lines):
        raise InvalidField(field, f"must have {len(scene.lines)} lines; an empty one is taken away")
    said = [" ".join(text.split()) for text in texts]
    kept = [place for place, text in enumerate(said) if text]
    if not kept:
        raise InvalidField(field, "must have at least one line that is spoken")
    lines = tuple(_line(scene.lines[place], said[place]) for place in kept)
    # What comes with a line that is gone comes with the one before it.
    places = [max(0, sum(k <= place for k in kept) - 1) for place in range(len(said))]
    items = tuple(replace(item, line=places[min(item.line, len(places) - 1)]) for item in scene.items)
    return replace(scene, lines=lines, items=items)


def _line(line: Line, text: str) -> Line:
    return line if text == line.text else replace(line, text=text, markup="")


def _with_items(scene: Scene, edits: Sequence[ItemEdit], field: str) -> Scene:
    if len(edits) != len(scene.items):
        raise InvalidField(field, f"must have {len(scene.items)} items; one with an empty text is taken away")
    items = []
    for item, edit in zip(scene.items, edits, strict=True):
        text = item.text if edit.text is None else " ".join(edit.text.split())
        label = item.label if edit.label is None else " ".join(edit.label.split())
        if text:
            items.append(replace(item, text=text, label=label))
    least = {SceneKind.COMPARISON: 2, SceneKind.LIST: 1, SceneKind.STEPS: 1, SceneKind.TIMELINE: 1, SceneKind.TERMS: 1}
    if len(items) < least.get(scene.kind, 0):
        raise InvalidField(field, f"a scene of kind {scene.kind} needs at least {least[scene.kind]}")
    return replace(scene, items=tuple(items))


def _shows(scene: Scene, film: VideoFormat) -> bool:
    """Whether there is anything to be seen of it."""
    match scene.kind:
        case SceneKind.TITLE:
            return bool(scene.heading if film is VideoFormat.SHORT else scene.text)
        case SceneKind.STATEMENT | SceneKind.QUOTATION | SceneKind.TERMS:
            return bool(scene.text)
        case SceneKind.RECAP:
            return bool(scene.text or scene.items)
        case SceneKind.NUMBER:
            return scene.figure is not None
        case SceneKind.CHART:
            return scene.chart is not None
        case _:
            return bool(scene.items)


def _sentence(scene: Scene) -> str:
    """What the scene says in one sentence; empty where it says nothing that short."""
    said = (scene.text, *(line.text for line in scene.lines), scene.heading)
    return next((text for text in said if text and len(text) <= LONGEST_SHOWN), "")


def _listed(scene: Scene) -> tuple[SceneItem, ...]:
    """Its items, or the values of its chart as such."""
    if scene.items and scene.kind is not SceneKind.QUOTATION:
        return scene.items
    chart = scene.chart
    if chart is None or len(chart.series) != 1 or not 2 <= len(chart.labels) <= 6:
        return ()
    unit = f" {chart.unit}" if chart.unit else ""
    values = chart.series[0][1]
    return tuple(SceneItem(f"{label}: {value:g}{unit}") for label, value in zip(chart.labels, values, strict=True))


def _as_title(scene: Scene, film: VideoFormat) -> Scene | None:
    title = scene.heading or scene.chapter or _sentence(scene)
    if not title:
        return None
    below = "" if scene.text == title else scene.text
    heading, text = (title, "") if film is VideoFormat.SHORT else (below, title)
    return replace(scene, kind=SceneKind.TITLE, heading=heading, text=text)


def _as_statement(scene: Scene) -> Scene | None:
    text = _sentence(scene)
    items = () if scene.kind is SceneKind.QUOTATION else scene.items[:4]
    return replace(scene, kind=SceneKind.STATEMENT, text=text, items=items) if text else None


def _as_quotation(scene: Scene) -> Scene | None:
    said = [" ".join(passage.text.split()) for line in scene.lines for passage in line.passages]
    texts = (scene.text, *(line.text for line in scene.lines))
    found = next((text for text in texts if text and any(text in each for each in said)), "")
    return replace(scene, kind=SceneKind.QUOTATION, text=found, items=()) if 0 < len(found) <= LONGEST_SHOWN else None


def _as_items(scene: Scene, kind: SceneKind) -> Scene | None:
    items = _listed(scene)
    if kind is SceneKind.RECAP and not items:
        text = _sentence(scene)
        return replace(scene, kind=kind, text=text) if text else None
    if not 2 <= len(items) <= _MOST_ITEMS[kind]:
        return None
    if kind is SceneKind.TIMELINE and not all(item.label for item in items):
        return None
    if kind is SceneKind.TERMS:
        middle = next((each for each in (scene.text, scene.heading, scene.chapter) if 0 < len(each) <= _TERM), "")
        return replace(scene, kind=kind, text=middle, items=items) if middle and len(items) > 2 else None
    return replace(scene, kind=kind, items=items)
