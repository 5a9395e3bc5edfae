"""Markdown (CommonMark with tables), read by markdown-it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from server.domain.sources import BlockKind
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document, Part, row_part

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_FIELD = re.compile(
    r"^(title|author|date|published|lang|language)\s*:\s*[\"']?(.+?)[\"']?\s*$", re.IGNORECASE | re.MULTILINE
)
_FOOTNOTE = re.compile(r"^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*", re.MULTILINE)
_LOOKS_LIKE = re.compile(
    r"^(?P<heading>#{1,6} \S)|^(?P<table>\|?[ ]*:?-{3,}:?[ ]*\|)|(?P<link>\[[^\[\]\n]{1,200}\]\([^()\s]{1,500}\))|"
    r"(?P<bold>\*\*\S[^*\n]{0,200}\*\*)"
    r"|^(?P<quote>> \S)",
    re.MULTILINE,
)
_MARKUP = "[]*_`<>!~"
_RAISED = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")


def looks_like_markdown(text: str) -> bool:
    """Whether a text without a name that says so is Markdown: a heading, a table, or two other signs."""
    found = [match.lastgroup for match in _LOOKS_LIKE.finditer(text[:200_000])]
    return "heading" in found or "table" in found or len(found) >= 2


def read(content: Content) -> Document:
    """The document of a Markdown file."""
    return parse(content.text)


def parse(text: str) -> Document:
    """The document of a Markdown text: headings, paragraphs, lists, quotations, tables; markup and code are gone."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    fields: dict[str, str] = {}
    front = _FRONT_MATTER.match(text)
    if front:
        fields = {name.lower(): value for name, value in _FIELD.findall(front[1])}
        text = text[front.end() :]
    # A footnote's definition would be read as a link's; as a list item of its own it stays what it is.
    text = _FOOTNOTE.sub(lambda match: f"\n[^{match[1]}]\\: ", text)
    text = _tamed(text)
    parser = MarkdownIt("commonmark", {"maxNesting": 40}).enable(["table", "strikethrough"])
    parts = list(_parts(parser.parse(text)))
    first = next((part for part in parts if part.kind is BlockKind.HEADING), None)
    return Document(
        parts=parts,
        title=fields.get("title", "") or (first.text if first is not None else ""),
        author=fields.get("author", ""),
        published=fields.get("date", "") or fields.get("published", ""),
        language=fields.get("lang", "") or fields.get("language", ""),
    )


def _tamed(text: str) -> str:
    """The text without the markup of blocks that hold little else: a parser may take for ever over them."""
    blocks = re.split(r"(\n[ \t]*\n)", text)
    for index, block in enumerate(blocks):
        if len(block) > 500 and sum(map(block.count, _MARKUP)) > 0.2 * len(block):
            blocks[index] = block.translate(dict.fromkeys(map(ord, _MARKUP), " "))
    return "".join(blocks)


def _html_words(markup: str) -> str:
    """The words in a block of HTML."""
    from lxml import etree, html

    try:
        element = html.fragment_fromstring(markup, create_parent="div")
    except (etree.LxmlError, ValueError):
        return ""
    etree.strip_elements(element, "script", "style", etree.Comment, with_tail=False)
    return " ".join(element.itertext())


def _parts(tokens: list[Token]) -> Iterator[Part]:  # noqa: PLR0912 - one case per token
    kind, level, quotes, lists = BlockKind.PARAGRAPH, 0, 0, 0
    cells: list[str] = []
    row = 0
    in_head = False
    for token in tokens:
        match token.type:
            case "heading_open":
                kind, level = BlockKind.HEADING, int(token.tag[1:])
            case "heading_close":
                kind, level = BlockKind.PARAGRAPH, 0
            case "blockquote_open":
                quotes += 1
            case "blockquote_close":
                quotes -= 1
            case "bullet_list_open" | "ordered_list_open":
                lists += 1
            case "bullet_list_close" | "ordered_list_close":
                lists -= 1
            case "thead_open" | "thead_close":
                in_head = token.type == "thead_open"
            case "table_open":
                row = 0
            case "tr_open":
                cells = []
            case "tr_close":
                row += 1
                yield row_part(cells, is_header=in_head, row=row)
            case "th_open" | "td_open":
                kind = BlockKind.TABLE_ROW
            case "th_close" | "td_close":
                kind = BlockKind.PARAGRAPH
            case "html_block":
                yield Part(BlockKind.PARAGRAPH, _html_words(token.content))
            case "fence" | "code_block":
                yield Part(BlockKind.NOTE, token.content)
            case "inline" if kind is BlockKind.TABLE_ROW:
                cells.append(_words(token))
            case "inline":
                yield _block(token, kind, level, quotes=quotes, lists=lists)


def _block(token: Token, kind: BlockKind, level: int, *, quotes: int, lists: int) -> Part:
    words = _words(token)
    if kind is BlockKind.HEADING:
        return Part(kind, words, level=level)
    children = token.children or []
    if not words.strip() and any(child.type == "image" for child in children):
        return Part(BlockKind.CAPTION, " ".join(child.content for child in children if child.type == "image"))
    if quotes:
        return Part(BlockKind.QUOTATION, words)
    return Part(BlockKind.LIST_ITEM, words, level=lists) if lists else Part(kind, words)


def _words(token: Token) -> str:
    """The words of inline markup: links by their text, images and tags dropped."""
    out = []
    raised = False
    for child in token.children or []:
        if child.type in ("text", "code_inline", "text_special"):
            out.append(child.content.translate(_RAISED) if raised else child.content)
        elif child.type in ("softbreak", "hardbreak"):
            out.append(" ")
        elif child.type == "html_inline":
            tag = child.content.lower()
            raised = tag.startswith("<sup")
            if tag.startswith("<br"):
                out.append(" ")
    return "".join(out)
