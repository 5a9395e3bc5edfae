"""A storyboard while it is changed: the scenes in their new order, and what is different of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.client.storyboards import BoardScene, Storyboard
from app.language import mark, tr

KINDS: Mapping[str, str] = {
    "title": mark("Title"),
    "statement": mark("Statement"),
    "number": mark("Number"),
    "list": mark("List"),
    "comparison": mark("Comparison"),
    "chart": mark("Chart"),
    "timeline": mark("Timeline"),
    "quotation": mark("Quotation"),
    "terms": mark("Map of terms"),
    "steps": mark("Steps"),
    "recap": mark("Recap"),
}
WITH_TEXT = frozenset({"title", "statement", "quotation", "terms", "list", "recap"})
"""Kinds that show a sentence of their own."""
WITH_HEADING = frozenset(KINDS) - {"terms", "recap"}
WITH_ITEMS = frozenset({"list", "steps", "timeline", "comparison", "terms", "recap", "statement"})


NEW_KINDS = ("statement", "title", "recap")
"""Kinds that a scene of somebody's own words can be."""


def kind_words(kind: str) -> str:
    """What a kind of scene is called."""
    return tr(KINDS[kind]) if kind in KINDS else kind


@dataclass(frozen=True, slots=True)
class EditedScene:
    """A scene as somebody wants it; None is as it was."""

    was: BoardScene
    kind: str | None = None
    heading: str | None = None
    text: str | None = None
    items: tuple[str, ...] | None = None
    lines: tuple[str, ...] | None = None
    is_new: bool = False
    """Whether it was put in beside the scene that it was made from."""

    @property
    def shown_kind(self) -> str:
        """The kind that it has now."""
        return self.kind or self.was.kind

    @property
    def shown_heading(self) -> str:
        """The heading that it has now."""
        return self.was.heading if self.heading is None else self.heading

    @property
    def shown_text(self) -> str:
        """The sentence that it has now."""
        return self.was.text if self.text is None else self.text

    @property
    def shown_items(self) -> tuple[str, ...]:
        """The texts of its items now."""
        return tuple(item.text for item in self.was.items) if self.items is None else self.items

    @property
    def shown_lines(self) -> tuple[str, ...]:
        """What is spoken now."""
        return self.was.lines if self.lines is None else self.lines

    @property
    def is_changed(self) -> bool:
        """Whether anything of it is different."""
        return self.is_new or any(
            each is not None for each in (self.kind, self.heading, self.text, self.items, self.lines)
        )

    @property
    def is_unsaid(self) -> bool:
        """Whether it is new and nothing is spoken over it yet."""
        return self.is_new and not any(line.strip() for line in self.shown_lines)

    def settled(self) -> EditedScene:
        """The same, with what is as it was left out."""
        was = self.was
        return replace(
            self,
            kind=None if self.kind == was.kind else self.kind,
            heading=None if self.heading == was.heading else self.heading,
            text=None if self.text == was.text else self.text,
            items=None if self.items == tuple(item.text for item in was.items) else self.items,
            lines=None if self.lines == was.lines else self.lines,
        )

    def change(self) -> dict[str, Any]:
        """The scene under the wire's names."""
        wire: dict[str, Any] = {"scene": self.was.number}
        for name in ("kind", "heading", "text"):
            value = getattr(self, name)
            if value is not None:
                wire[name] = value
        if self.items is not None:
            wire["items"] = [{"text": text} for text in self.items]
        if self.lines is not None:
            wire["lines"] = list(self.lines)
        if self.is_new:
            wire["isNew"] = True
        return wire


class EditedBoard:
    """The scenes of a storyboard in the order that is wanted."""

    def __init__(self, board: Storyboard) -> None:
        self.board = board
        self.scenes: list[EditedScene] = [EditedScene(scene) for scene in board.scenes]

    @property
    def is_changed(self) -> bool:
        """Whether anything is different from the storyboard that was read."""
        return self.is_reordered or any(scene.is_changed for scene in self.scenes)

    @property
    def is_reordered(self) -> bool:
        """Whether scenes were moved or taken out."""
        kept = [scene.was.number for scene in self.scenes if not scene.is_new]
        return kept != [scene.number for scene in self.board.scenes]

    @property
    def changed(self) -> int:
        """How many scenes have to be painted again."""
        return sum(scene.is_changed for scene in self.scenes)

    def put(self, place: int, scene: EditedScene) -> None:
        """Another form of the scene at a place."""
        self.scenes[place] = scene.settled()

    def move(self, place: int, by: int) -> int:
        """Move a scene up (-1) or down (1); where it is then."""
        goal = place + by
        if 0 <= goal < len(self.scenes):
            self.scenes[place], self.scenes[goal] = self.scenes[goal], self.scenes[place]
            return goal
        return place

    def insert(self, after: int) -> int:
        """A new statement after a scene, on what that scene rests on; where it is then. It has no words yet."""
        beside = self.scenes[after].was
        own = BoardScene(beside.number, "statement", NEW_KINDS, heading=beside.heading, lines=("",))
        self.scenes.insert(after + 1, EditedScene(own, is_new=True))
        return after + 1

    @property
    def unsaid(self) -> int:
        """Where the first new scene is that has no words yet; -1 where every one has some."""
        empty = (n for n, scene in enumerate(self.scenes) if scene.is_unsaid)
        return next(empty, -1)

    def take_out(self, place: int) -> None:
        """Take a scene out; the last one stays."""
        if len(self.scenes) > 1:
            del self.scenes[place]

    def changes(self) -> Sequence[dict[str, Any]]:
        """Every scene under the wire's names."""
        return [scene.change() for scene in self.scenes]
