"""The canonical text and the places that point into it."""

from __future__ import annotations

import pickle
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.domain.errors import NothingUsable
from server.domain.sources import BlockKind, Source, SourceKind
from server.engine.sources import check_enough, import_source
from server.engine.sources.documents import Document, Part, assemble, canonical, tidy
from server.engine.specs import SourceSpec

TEXTS = st.text(
    alphabet=st.one_of(
        st.sampled_from("aeBRQ:. \n\t#*_-|>[]()!`1234567890é\u0301\u00ad\u200b\u200d\ufeff\u0007“”…\x00"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=400,
)


def assert_well_formed(source: Source) -> None:
    """Every promise of `Source` and `Block` about text and places."""
    position = 0
    for block in source.blocks:
        words = source.text[block.start : block.end]
        assert block.start == position
        assert words == words.strip()
        assert words
        assert "\n" not in words
        assert unicodedata.is_normalized("NFC", words)
        if block.kind is BlockKind.TABLE_ROW:
            assert words == " | ".join(block.cells)
        else:
            assert "  " not in words
        position = block.end + 2
    assert source.text == "\n\n".join(source.block_text(block) for block in source.blocks)


@given(text=TEXTS)
@settings(max_examples=300, deadline=None)
def test_any_text_gives_exact_places(text: str) -> None:
    try:
        source = import_source(SourceSpec(SourceKind.TEXT, content=text))
    except NothingUsable:
        return

    assert_well_formed(source)
    assert import_source(SourceSpec(SourceKind.TEXT, content=text)) == source


@given(text=TEXTS)
@settings(max_examples=300, deadline=None)
def test_canonical_text_stays_as_it_is(text: str) -> None:
    once = canonical(text)

    assert canonical(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Co") for char in once)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\u00adb", "ab"),
        ("a\u200bb\ufeffc", "abc"),
        ("a\u00a0 \t\nb", "a b"),
        ("e\u0301", "é"),
        ("of\ufb01ce", "office"),
        ("a \x07 b", "a b"),
        ("\x07a", "a"),
        ("x\ufffdy", "xy"),
        ("क्\u200dष", "क्\u200dष"),
    ],
)
def test_canonical(raw: str, clean: str) -> None:
    assert canonical(raw) == clean


def test_parts_without_letters_are_left_out() -> None:
    parts = [Part(BlockKind.PARAGRAPH, text) for text in ("* * *", "", "—", "Words.", "1984")]

    assert [part.text for part in tidy(Document(parts)).parts] == ["Words.", "1984"]


def test_the_id_is_made_of_the_content() -> None:
    def source(text: str) -> Source:
        return assemble(
            Document([Part(BlockKind.PARAGRAPH, text)]), kind=SourceKind.TEXT, name="", address="", language="en"
        )

    assert source("One.").id == source("One.").id != source("Two.").id
    assert pickle.loads(pickle.dumps(source("One."))) == source("One.")


def test_a_set_of_sources_is_judged_by_all_its_words() -> None:
    half = import_source(SourceSpec(SourceKind.TEXT, content="The ferry runs again. " * 8))

    check_enough([half, half])
    with pytest.raises(NothingUsable, match="32 words were found and at least 60"):
        check_enough([half])
    with pytest.raises(NothingUsable, match="0 words"):
        check_enough([])
