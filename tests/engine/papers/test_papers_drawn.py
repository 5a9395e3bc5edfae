"""PDFs measured: nothing outside the margins, nothing over anything else, no page nearly empty."""

from __future__ import annotations

from datetime import date

import pytest
from paper_measures import outside, overlapping, pages_of, under_a_third
from sample_documents import EVERY, ORIGINS, briefing, quiz, random_document, said

from server.domain.documents import Faq, QuestionAnswer
from server.domain.errors import RenderingFailed
from server.engine.papers.checking import check_pdf
from server.engine.papers.composing import compose
from server.engine.papers.glyphs import MISSING, covers, showable
from server.engine.papers.palettes import light_palette
from server.engine.papers.pdf import draw, draw_pages

DAY = date(2026, 11, 21)


def faults(seed: int) -> list[object]:
    drawing = draw(compose(random_document(seed), origins=ORIGINS, day=DAY))
    pages = pages_of(drawing.pdf)
    return [*drawing.warnings, *outside(pages), *overlapping(pages), *under_a_third(pages)]


@pytest.mark.parametrize("make", EVERY)
def test_every_kind_is_drawn_and_passes_its_check(make) -> None:
    drawing = draw(compose(make(), origins=ORIGINS, day=DAY))
    pages = pages_of(drawing.pdf)
    assert check_pdf(drawing.pdf) == len(pages)
    assert (drawing.missing, drawing.warnings) == ("", ())
    assert (outside(pages), overlapping(pages), under_a_third(pages)) == ([], [], [])


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5])
def test_nothing_runs_over_whatever_is_said(seed: int) -> None:
    assert faults(seed) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 120))
def test_nothing_runs_over_whatever_is_said_at_length(seed: int) -> None:
    assert faults(seed) == []


def text_of(pdf: bytes) -> str:
    return "".join(glyph.text for page in pages_of(pdf) for glyph in page.glyphs)


def test_words_are_never_markup() -> None:
    evil = '#read("/etc/passwd") $x^2$ *bold* _it_ `code` <note-1> @ref \\u{41} #set page(width: 1cm) // gone'
    document = Faq(title=evil, language="en", entries=(QuestionAnswer(evil, (said(evil),)),))
    words = text_of(draw(compose(document, origins=ORIGINS)).pdf)
    assert words.count("".join(evil.split())) >= 3


def test_the_answers_of_a_quiz_stand_on_another_page_than_its_questions() -> None:
    pages = pages_of(draw(compose(quiz(), origins=ORIGINS)).pdf)
    texts = ["".join(glyph.text for glyph in page.glyphs) for page in pages]
    at = next(n for n, text in enumerate(texts) if "Answerkey" in text)
    assert at > 0
    assert texts[at].startswith("Answerkey")
    assert [text.count("Howmanyweeks") > 0 for text in texts] == [True] * at + [False] * (len(texts) - at)
    assert [text.endswith(f"{n}/{len(texts)}") for n, text in enumerate(texts, 1)] == [True] * len(texts)


def test_what_has_no_glyph_is_named_and_marked() -> None:
    shown = showable("Schiff \U0001f6a2 und \U00012000")
    assert "\U0001f6a2" in shown.missing
    assert "\U0001f6a2" not in shown.text
    assert shown.text.rstrip("\u200b").endswith(MISSING)
    assert covers(MISSING)


def test_scripts_of_the_offered_languages_have_glyphs() -> None:
    for text in ("Größe", "Źródła", "हिन्दी क्षेत्र", "Ελλάδα", "Україна", "Tiếng Việt", "Çok İyi", "العربية", "עברית"):
        assert showable(text).missing == ""


def test_pictures_of_the_pages_can_be_had() -> None:
    pages = draw_pages(compose(quiz(), origins=ORIGINS), ppi=20)
    assert len(pages) > 1
    assert all(page.startswith(b"\x89PNG") for page in pages)


def test_a_logo_and_a_brand_are_drawn() -> None:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (200, 50), "#ff0000").save(out, "PNG")
    palette = light_palette(brand="#ffee00", background="#ffee00")
    page = draw_pages(compose(briefing()), palette=palette, logo=out.getvalue(), ppi=40)[0]
    colors = Image.open(io.BytesIO(page)).convert("RGB").getcolors(1 << 20) or []
    assert any(count > 200 and color[0] > 240 and color[1] < 20 and color[2] < 20 for count, color in colors)


@pytest.mark.parametrize("content", [b"", b"no pdf", b"%PDF-1.7\n%%EOF"])
def test_a_damaged_pdf_does_not_count(content: bytes) -> None:
    with pytest.raises(RenderingFailed):
        check_pdf(content)
