"""HTML as a small tree, read by the standard library's tokenizer: enough for the pages that the server draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"br", "hr", "img", "meta", "link", "rect", "circle", "line", "polyline", "input"})
DEEPEST = 200
"""Elements nested deeper are flattened: no page of ours has them, and nothing may exhaust the stack."""


@dataclass(slots=True)
class Node:
    """An element: its name, attributes, and what is in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def has(self, kind: str) -> bool:
        """Whether it is of this class."""
        return kind in self.attributes.get("class", "").split()

    @property
    def elements(self) -> Iterator[Node]:
        """The elements directly in it."""
        return (child for child in self.children if isinstance(child, Node))

    def every(self, name: str, kind: str = "") -> Iterator[Node]:
        """Every element of this name (and class) in it, in document order."""
        for child in self.elements:
            if child.name == name and (not kind or child.has(kind)):
                yield child
            yield from child.every(name, kind)

    def first(self, name: str, kind: str = "") -> Node | None:
        """The first element of this name (and class) in it."""
        return next(self.every(name, kind), None)

    @property
    def words(self) -> str:
        """Its text in one line, without the numbers of notes."""
        return " ".join("".join(self._pieces()).split())

    def _pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.name != "sup":
                yield from child._pieces()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("root")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID and len(self._open) < DEEPEST:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].name == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def tree_of(html: str) -> Node:
    """The tree of a page or a piece of one; whatever is open at the end is closed."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.root
