"""The article in pages that were saved as text with all their furniture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from server.domain.sources import BlockKind, Source
from server.engine.sources.clutter import Clutter, clutter_of, is_caption, is_consent

Outline = Callable[[Source], list[str]]

CONSENT_DE = (
    "Wir und unsere Partner verarbeiten personenbezogene Daten und verwenden Cookies. Mit Ihrer Einwilligung dürfen "
    "wir Werbung messen. Sie können Ihre Auswahl jederzeit unter Datenschutz ändern."
)


def test_nothing_around_the_article_remains(read_file: Callable[[Path], Source], data: Path) -> None:
    source = read_file(data / "texts" / "messy_page.txt")

    assert source.title == "The baker who lost her sense of smell, and what she did about it"
    assert (source.author, source.published) == ("Quentin Marrable", "2024-11-02")
    kinds = [block.kind for block in source.blocks]
    assert kinds.count(BlockKind.PARAGRAPH) == 11
    assert kinds.count(BlockKind.CAPTION) == 2
    assert kinds.count(BlockKind.BYLINE) == 2
    (note,) = [source.block_text(block) for block in source.blocks if block.kind is BlockKind.NOTE]
    assert note.startswith("Correction, 3 November 2024: An earlier version")
    for outside in (
        "Courier Media", "Subscribe", "cookie", "partners", "ADVERTISEMENT", "tyres", "READ ALSO", "supermarket",
        "Newsletter", "inbox",
        "Most read", "weathercock", "seagulls", "About the author", "smokehouses", "cooper",
        "Seaweed", "salty_dog", "Marjorie", "Imprint", "IMAGE", "comments", "Facebook", "Reading time",
    ):  # fmt: skip
        assert outside not in source.text


def test_every_fact_of_the_article_is_still_there(read_file: Callable[[Path], Source], data: Path) -> None:
    source = read_file(data / "texts" / "messy_page.txt")
    told = " ".join(source.block_text(block) for block in source.blocks if block.kind is BlockKind.PARAGRAPH)

    for line in (data / "texts" / "messy_page.facts.jsonl").read_text().splitlines():
        assert " ".join(json.loads(line)["quote"].split()) in told


def test_a_german_newspaper(read_file: Callable[[Path], Source], data: Path, outline: Outline) -> None:
    source = read_file(data / "pages" / "bridge_de.txt")

    assert (source.title, source.author) == ("Neue Brücke über die Reppe wird teurer", "Tilda Brenken")
    assert (source.published, source.language) == ("2024-03-14", "de")
    assert [line[:28] for line in outline(source)] == [
        "heading: Neue Brücke über di",
        "paragraph: Die Stadt rechnet",
        "byline: Von Tilda Brenken",
        "byline: Stand: 14.03.2024, 0",
        "caption: Die Baustelle am No",
        "paragraph: Die neue Brücke ü",
        "paragraph: Grund sind Pfähle",
        "heading: Was das für Pendler",
        "paragraph: Bis dahin müssen ",
        "paragraph: „Das ist bitter.“",
        "paragraph: Der Rat entscheid",
        "note: Korrektur: In einer fr",
    ]


def test_a_blog_with_broken_lines(read_file: Callable[[Path], Source], data: Path, outline: Outline) -> None:
    source = read_file(data / "pages" / "flour_blog.txt")

    assert (source.author, source.published) == ("Ada Winslet", "2022-03-03")
    assert [line.split(" ", 3)[:3] for line in outline(source)] == [
        ["heading:", "Why", "I"],
        ["byline:", "Posted", "on"],
        ["paragraph:", "For", "eleven"],
        ["paragraph:", "The", "reason"],
        ["heading:", "What", "I"],
        ["paragraph:", "I", "miss"],
    ]


_PAGE = """Jump to navigation | Jump to content
CORRIN ECHO
Sign in | Register | Newsletters | Crosswords

Cookies? Yes please!
This site uses cookies. We work with 161 partners. Details in our privacy policy.
[Agree and continue] [Only necessary]

- Advertisement -
Carpets up to 40% off at Dunn's.

The mill that learned to swim

By Ada Rell | 14 September 2024, 7.30 am | 4 min read
Share this: WhatsApp  Facebook  E-mail

The old mill of Corrin was carried two miles down the river on Sunday, on four barges that had been tied together.

- Advertisement -
Hearing aids. Call today!

Its owner, Tom Vane, had asked for the voyage since 2019, when the bank under the wheel first gave way in a flood.

READERS ALSO LIKED
1  Landlord finds coin
2  Sugar works: 80 jobs to go in 2026?

3 comments  |  Newest first
Rower: We like it.

Correction (16 September 2024): The barges were first given as five.
"""


def test_a_page_whose_rules_and_quotes_look_like_markdown(read_text: Callable[[str], Source], outline: Outline) -> None:
    source = read_text(_PAGE)

    assert (source.title, source.published) == ("The mill that learned to swim", "2024-09-14")
    assert [line.split(" ")[0] for line in outline(source)] == [
        "heading:",
        "byline:",
        "paragraph:",
        "paragraph:",
        "note:",
    ]


def test_the_day_stands_below_a_standfirst_and_an_advertisement_is_no_headline(
    read_text: Callable[[str], Source], outline: Outline
) -> None:
    page = _PAGE.replace("By Ada Rell | 14 September 2024, 7.30 am | 4 min read", "{head}").replace(
        "Carpets up to 40% off at Dunn's.", "Double glazing from Pargeter. Three windows, pay for two. Until 30 June!"
    )
    head = (
        "For three years nobody in Corrin would buy a mill that stood in water. Now the water has carried it off.\n\n"
        "By Ada Rell\n9 June 2024, 07:15 | Last changed 10 June 2024, 11:40 | 5 min read"
    )
    source = read_text(page.format(head=head))

    assert (source.title, source.published) == ("The mill that learned to swim", "2024-06-09")
    assert [line.split(" ")[0] for line in outline(source)][:4] == ["heading:", "paragraph:", "byline:", "byline:"]


def test_an_encyclopedia_without_blank_lines(read_file: Callable[[Path], Source], data: Path, outline: Outline) -> None:
    source = read_file(data / "pages" / "weir_wiki.txt")

    assert source.title == "The Tessil Weir"
    assert "[" not in source.text
    assert [line.split(" ", 2)[:2] for line in outline(source)] == [
        ["heading:", "The"],
        ["paragraph:", "The"],
        ["heading:", "History"],
        ["paragraph:", "The"],
        ["heading:", "Fish"],
        ["paragraph:", "A"],
        ["note:", "References"],
        ["note:", "^"],
        ["note:", "^"],
    ]


def test_a_french_newspaper_without_blank_lines(
    read_file: Callable[[Path], Source], data: Path, outline: Outline
) -> None:
    source = read_file(data / "pages" / "boulangere_fr.txt")

    assert (source.title, source.language) == ("La boulangère qui a perdu l'odorat", "fr")
    assert (source.author, source.published) == ("Maryvonne Lestrade", "2024-05-03")
    assert [line.split(" ", 2)[:2] for line in outline(source)] == [
        ["heading:", "La"],
        ["byline:", "Par"],
        ["byline:", "Publié"],
        ["paragraph:", "Le"],
        ["paragraph:", "«"],
        ["paragraph:", "Alors"],
        ["heading:", "Une"],
        ["paragraph:", "Le"],
    ]


def test_a_magazine(read_file: Callable[[Path], Source], data: Path, outline: Outline) -> None:
    source = read_file(data / "pages" / "ice_magazine.txt")

    assert (source.title, source.author, source.published) == (
        "Ice That Grows Upside Down",
        "Ada Winslet",
        "2023-01-12",
    )
    assert [line.split(" ", 2)[:2] for line in outline(source)] == [
        ["heading:", "Ice"],
        ["byline:", "BY"],
        ["paragraph:", "On"],
        ["paragraph:", "By"],
        ["paragraph:", '"It'],
        ["note:", "Ada"],
    ]


def test_an_ordinary_text_that_uses_the_same_words_keeps_them(read_text: Callable[[str], Source]) -> None:
    text = """Notes from the harbour

Related matters came up over breakfast: the price of ice, the new scales, and whether the auction should start at seven.

Comments from the skippers

Three skippers spoke. The first wanted the old scales back, and the second said that he would rather have ice.

Share

What each boat pays is fixed by its length. A boat of nine metres pays forty a month, cookies and coffee included."""

    assert read_text(text).text == text


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Skip to main content", Clutter.LINE),
        ("Subscribe from 1.99 a week | Log in | E-paper", Clutter.LINE),
        ("Home > Culture > Food", Clutter.LINE),
        ("Share  Facebook  X  Mail  Copy link", Clutter.LINE),
        ("READ ALSO: Why your loaf goes mouldy", Clutter.LINE),
        ("Lesen Sie auch: Warum die Brücke fehlt", Clutter.LINE),
        ("À lire aussi : Les dix meilleurs ponts", Clutter.LINE),
        ("© 2024 Harbour Courier Media. All rights reserved. Back to top", Clutter.LINE),
        ("[Accept all] [Reject] [Manage settings]", Clutter.LINE),
        ("Imprint | Privacy | Cookie settings | Advertise with us | Careers", Clutter.LINE),
        ("Sign in | Register | Newsletters | Crosswords", Clutter.LINE),
        ("Home  News  Sport  Jobs  Gardens", Clutter.LINE),
        ("Search the Echo [          ] Go", Clutter.LINE),
        ("You have 2 free articles left this month. Subscribe now", Clutter.LINE),
        ("ADVERTISEMENT", Clutter.PROMOTION),
        ("- Advertisement -", Clutter.PROMOTION),
        ("GET THE ECHO'S WEEKEND LETTER", Clutter.PROMOTION),
        ("READERS ALSO LIKED", Clutter.TEASERS),
        ("12 comments  |  Newest first  |  House rules", Clutter.COMMENTS),
        ("ANZEIGE", Clutter.PROMOTION),
        ("Sign up for our morning briefing", Clutter.PROMOTION),
        ("Most read", Clutter.TEASERS),
        ("Meistgelesen", Clutter.TEASERS),
        ("About the author", Clutter.AUTHOR),
        ("Comments (37)", Clutter.COMMENTS),
        ("12 Kommentare", Clutter.LINE),
        ("The reading public shares a home.", None),
        ("She searched her home for help, and found a menu.", None),
        ("Related costs rose to 400 a month.", None),
        ("Copper roofs over Vale Street", None),
        ("Home is where the ferry lands", None),
        ("Jobs were lost. The shop closed | and the weather held.", None),
    ],
)
def test_furniture_is_known_by_its_words(line: str, kind: Clutter | None) -> None:
    found = clutter_of(line)

    assert found is kind or (kind is Clutter.LINE and found is Clutter.COMMENTS)


def test_consent_and_captions() -> None:
    assert is_consent(CONSENT_DE)
    assert not is_consent("The bakery sells cookies, and its partners in Tarrant sell bread on every day of the week.")
    assert is_caption("The market at dawn. Photo: D. Yarrow")
    assert is_caption("Table 6-1: Mixtures and their freezing points")
    assert not is_caption("Table 6-1 gives the values for the mixtures that may be used.")
    assert not is_caption("She took a photo of the market.")
