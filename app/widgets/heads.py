"""The head of a page about one thing: the way back, what it is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

HEIGHT = 38
"""Pixels of everything that is pressed in it."""


def page_head(
    back: QWidget, words: Sequence[QWidget], *pressed: QWidget, squares: Collection[QWidget] = ()
) -> QHBoxLayout:
    """`back` on the left, `words` below each other, and on the right what is `pressed`; `squares` are only an icon."""
    lines = QVBoxLayout()
    lines.setSpacing(2)
    for word in words:
        lines.addWidget(word)
    head = QHBoxLayout()
    head.setSpacing(8)
    head.addWidget(back)
    head.addSpacing(4)
    head.addLayout(lines, 1)
    for made in pressed:
        made.setFixedHeight(HEIGHT)
        head.addWidget(made)
    for square in (back, *squares):
        square.setFixedSize(HEIGHT, HEIGHT)
    return head
