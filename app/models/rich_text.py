"""Descriptions between what people see and what is kept: plain text where that says it all, else the few tags that
podcast apps show (``p ul ol li a b i br``)."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import cast

from PySide6.QtGui import QFont, QTextBlock, QTextDocument, QTextFragment, QTextList, QTextListFormat

SAFE_LINK = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_TAG = re.compile(r"</?(?:p|a|br|b|i|ul|ol|li|em|strong|div|span|h[1-6]|blockquote)\b[^<>]*>", re.IGNORECASE)
_NUMBERED = (
    QTextListFormat.Style.ListDecimal,
    QTextListFormat.Style.ListLowerAlpha,
    QTextListFormat.Style.ListUpperAlpha,
    QTextListFormat.Style.ListLowerRoman,
    QTextListFormat.Style.ListUpperRoman,
)
_MEDIA = re.compile(r"<(?:img|style|script|iframe|object|embed)\b[^<>]*>", re.IGNORECASE)
_BREAK = "\u2028"


def is_formatted(text: str) -> bool:
    """Whether a description is kept as HTML."""
    return _TAG.search(text) is not None


def show(document: QTextDocument, text: str) -> None:
    """Put a description into a document, formatted where it is HTML. Pictures in it are left out."""
    if is_formatted(text):
        document.setHtml(_MEDIA.sub("", text))
    else:
        document.setPlainText(text)


def written(document: QTextDocument) -> str:
    """A document as a description: plain text with its line breaks where nothing is formatted, else HTML."""
    blocks = list(_blocks(document))
    if not any(block.textList() is not None or _is_dressed(block) for block in blocks):
        return document.toPlainText().strip()
    parts: list[str] = []
    open_list = ""
    for block in blocks:
        kind = _list_of(block)
        if kind != open_list:
            parts += [f"</{open_list}>"] if open_list else []
            parts += [f"<{kind}>"] if kind else []
            open_list = kind
        words = "".join(_words(fragment) for fragment in _fragments(block)).strip()
        if kind:
            parts.append(f"<li>{words}</li>")
        elif words:
            parts.append(f"<p>{words}</p>")
    parts += [f"</{open_list}>"] if open_list else []
    return "".join(parts)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    place = block.begin()
    while not place.atEnd():
        fragment = place.fragment()
        if fragment.isValid():
            yield fragment
        place += 1


def _is_dressed(block: QTextBlock) -> bool:
    return any(_tags(fragment) or _link(fragment) for fragment in _fragments(block))


def _list_of(block: QTextBlock) -> str:
    # Qt answers None outside of lists; its types say otherwise.
    found = cast("QTextList | None", block.textList())
    if found is None:
        return ""
    return "ol" if found.format().style() in _NUMBERED else "ul"


def _tags(fragment: QTextFragment) -> tuple[str, ...]:
    shape = fragment.charFormat()
    bold = shape.fontWeight() >= QFont.Weight.DemiBold
    return tuple(tag for tag, on in (("b", bold), ("i", shape.fontItalic())) if on)


def _link(fragment: QTextFragment) -> str:
    address = fragment.charFormat().anchorHref()
    return address if SAFE_LINK.fullmatch(address) else ""


def _words(fragment: QTextFragment) -> str:
    text = html.escape(fragment.text().replace("\ufffc", ""), quote=False).replace(_BREAK, "<br>")
    for tag in reversed(_tags(fragment)):
        text = f"<{tag}>{text}</{tag}>"
    address = _link(fragment)
    return f'<a href="{html.escape(address)}">{text}</a>' if address else text
