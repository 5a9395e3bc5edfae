"""Web pages: the article and its structure, and pages that have none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.domain.errors import NothingUsable, Paywalled, SourceNotImported
from server.domain.sources import BlockKind, Source

ReadPage = Callable[..., Source]
Outline = Callable[[Source], list[str]]

SENTENCES = (
    "The chain ferry between Brannock and Sele will stop running on Monday and is not expected back before June.",
    "Inspectors found hairline cracks in the steel frame that holds the winch, the machine that pulls the boat along.",
    "About 2,300 people and 640 vehicles use the ferry on a weekday, and the way round takes fifty minutes by road.",
    "The repair is estimated at 385,000, of which the insurer of the county will pay sixty percent if all goes well.",
    "Shopkeepers on the Brannock side are bracing for a poor spring, as they remember the five weeks without a boat.",
)
BODY = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
MENU = "".join(f'<li><a href="/{number}">Section number {number}</a></li>' for number in range(60))

ARTICLE = """<!doctype html><html lang="en"><head><title>Ferry closes | The Courier</title>
<meta name="author" content="Orla Tennick">
<meta property="article:published_time" content="2023-03-14T06:00:00Z"></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/n">News</a></li></ul></nav>
<div class="cookie-banner">We use cookies <button>Accept</button></div>
<article><h1>Ferry closes for eleven weeks</h1><p class="byline">By <a href="/o">Orla Tennick</a></p>
<figure><img src="a.jpg" alt="the ferry"><figcaption>The ferry at dawn. Photo: X</figcaption></figure>
<p>The chain ferry will stop running on Monday 20 March, the office said<sup><a href="#r1">[1]</a></sup>
on Tuesday. It covers 5 km<sup>2</sup>, and CO<sub>2</sub> falls by a tenth of what it was.<sup>3</sup></p>
<div style="display: none">Hidden words that nobody sees.</div>
<h2>What happened</h2>
<p>The cracks were noticed during a <b>routine</b> check, said the
<a href="/h">harbour master</a>, Piers&nbsp;Abelow.</p>
<ul><li>First thing to note<ul><li>Nested thing</li></ul></li><li>Second thing is <b>bold</b></li></ul>
<blockquote><p>Nobody was in danger on any crossing this winter.</p></blockquote>
<table><tr><th>Year</th><th>Trips</th></tr><tr><td>2020</td><td>1,200</td></tr></table>
<p>READ ALSO: <a href="/z">Other thing entirely</a></p>
<h2>References</h2><ol><li>Lisk, A. (1861). A plan.</li></ol></article>
<aside><h3>Related</h3><ul><li><a href="/1">Foo story</a></li></ul></aside>
<div id="comments"><p>salty_dog: first!! This is a comment of a person</p></div><footer>© 2024</footer></body></html>"""


def test_an_article_keeps_its_structure(read_page: ReadPage, outline: Outline) -> None:
    source = read_page(ARTICLE)

    assert (source.title, source.author, source.published) == (
        "Ferry closes for eleven weeks",
        "Orla Tennick",
        "2023-03-14",
    )
    assert outline(source) == [
        "heading: Ferry closes for eleven weeks",
        "paragraph: The chain ferry will stop running on Monday 20 March, the office said on Tuesday. "
        "It covers 5 km², and CO₂ falls by a tenth of what it was.",
        "heading: What happened",
        "paragraph: The cracks were noticed during a routine check, said the harbour master, Piers Abelow.",
        "list_item: First thing to note",
        "list_item: Nested thing",
        "list_item: Second thing is bold",
        "quotation: Nobody was in danger on any crossing this winter.",
        "table_row: Year | Trips",
        "table_row: 2020 | 1,200",
        "note: References",
        "note: Lisk, A. (1861). A plan.",
    ]
    assert [block.is_header for block in source.blocks if block.kind is BlockKind.TABLE_ROW] == [True, False]


def test_a_title_without_a_heading_comes_from_the_head(read_page: ReadPage) -> None:
    head = "<head><title>Ferry closes - The Courier</title></head>"

    source = read_page(f"<html>{head}<body><main>{BODY}</main></body></html>")

    assert source.title == "Ferry closes"


@pytest.mark.parametrize(
    "page",
    [
        f"<html><body><nav><ul>{MENU}</ul></nav><div><a href='/c'>Contact</a></div></body></html>",
        "<html><body></body></html>",
        "<html>",
        "<html><body><script>document.write('hello')</script></body></html>",
    ],
)
def test_a_page_of_menus_has_no_article(read_page: ReadPage, page: str) -> None:
    with pytest.raises(NothingUsable, match=r"there is no article at https://example\.com/a, only menus and links"):
        read_page(page)


def test_a_login_page_is_named(read_page: ReadPage) -> None:
    page = "<form><h1>Sign in</h1><p>Please sign in to go on to the site.</p><input type='Password'><input></form>"

    with pytest.raises(SourceNotImported, match="asks for a login"):
        read_page(f"<html><body>{page}</body></html>")


PROMPT = "<div><h3>Subscribe to continue reading</h3></div>"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>', BODY * 3),
        ('<script type="application/ld+json">{"@graph":[{"isAccessibleForFree":"False"}]}</script>', BODY),
        (
            '<script type="application/ld+json">{"@type":"Article","hasPart":{"@type":"WebPageElement",'
            '"isAccessibleForFree":"http://schema.org/False","cssSelector":".body"}}</script>',
            BODY,
        ),
        ('<meta property="article:content_tier" content="locked">', BODY),
        ("", BODY + PROMPT),
        ("", f"<p>{SENTENCES[0]}</p><p>The rest is …</p><div class='subscriber-only'>More</div>"),
        ("", f"<p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p><div id='paywall-container'></div>"),
        ("", f"<p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p><p>Dieser Artikel ist nur für Abonnenten lesbar.</p>"),
    ],
)
def test_a_paywall_is_recognised(read_page: ReadPage, head: str, body: str) -> None:
    with pytest.raises(Paywalled, match="only to subscribers"):
        read_page(f"<html><head>{head}</head><body><article><h1>Ferry closes</h1>{body}</article></body></html>")


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":true}</script>', BODY),
        ('<script type="application/ld+json">{this is no json}</script>', BODY),
        ('<meta property="article:content_tier" content="free">', BODY),
        ("", BODY + "<p>Already a subscriber? Log in</p>"),
        ("", BODY + "<div class='paywall-config'></div>"),
    ],
)
def test_a_free_page_is_not_taken_for_a_paywall(read_page: ReadPage, head: str, body: str) -> None:
    page = f"<html><head>{head}</head><body><article><h1>Ferry closes</h1>{body}</article></body></html>"

    assert SENTENCES[4] in read_page(page).text


GERMAN = "<p>Die Fähre über den Fluß fährt seit gestern früh wieder, sagte der Kapitän auf der Brücke.</p>" * 3


@pytest.mark.parametrize(
    ("declared", "encoding", "charset"),
    [
        ("iso-8859-1", "cp1252", ""),
        ("", "cp1252", "windows-1252"),
        ("", "cp1252", ""),
        ("utf-8", "cp1252", ""),
        ("no-such-charset", "utf-8", "neither-is-this"),
    ],
)
def test_the_encoding_is_found(read_page: ReadPage, declared: str, encoding: str, charset: str) -> None:
    page = f"<html><head><meta charset='{declared}'><title>T</title></head><body>{GERMAN}</body></html>"

    assert "Fähre über den Fluß fährt" in read_page(page.encode(encoding), charset=charset).text


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 100_000 + BODY,
        "<b>" * 100_000 + BODY,
        "<table><tr><td>" * 3_000 + BODY,
        "<p " + "a" * 1_000_000 + "='x'>" + BODY,
        "<p>" + "&lt;" * 200_000 + "</p>" + BODY,
        "<p>" + "<" * 200_000 + BODY,
        BODY + "<script type='application/ld+json'>" + "[" * 100_000 + "</script>",
        "<p>a</p>" * 120_000,
    ],
)
def test_hostile_pages_end_in_an_answer(read_page: ReadPage, page: str) -> None:
    try:
        source = read_page(f"<html><body>{page}</body></html>")
    except (SourceNotImported, NothingUsable) as error:
        assert "\n" not in error.message
    else:
        assert SENTENCES[0] in source.text
