"""Descriptions that no reader can be hurt by."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.domain.plaintext import plain, shortened
from server.feeds import markup

DANGER = re.compile(
    r"<\s*(script|iframe|object|embed|form|style)\b|<[^>]*\son\w+\s*=|(?:href|src)\s*=\s*[\"']?\s*(javascript|data|vbscript):",
    re.IGNORECASE,
)
DOUBLY = re.compile(r"&lt;/?(p|a|br|b|i|ul|li)\b")
RAW = (
    "<p> </p> <b> <script> </script> &lt; &gt; &amp; &lt;p&gt; < > & javascript: data: href= src= ' \" onload= \n \n\n "
    "<a href='javascript:x'> <img src=x onerror=y> <svg/onload=z> <!-- --> <![CDATA[ ]]> <?php ?> é \x00 \ud800 word "
    "<iframe> <style> </a> <a href='https://e.org/?a=1&b=2'> <li <br/> &#60; &nbsp;"
)
PIECES = st.sampled_from(RAW.split(" "))


def words(safe: str) -> list[str]:
    return markup.as_text(safe).split()


@given(st.lists(PIECES, max_size=14).map(" ".join))
def test_nothing_that_runs_gets_through_and_a_second_pass_keeps_the_words(text: str) -> None:
    for safe in (markup.description(text), markup.content(text)):
        assert not DANGER.search(safe)
        assert not DOUBLY.search(safe)
        safe.encode()
    once = markup.description(text)
    assert words(markup.description(once)) == words(once)


@given(st.lists(PIECES, max_size=14).map(" ".join))
def test_plain_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    once = plain(text)

    assert plain(once) == once
    assert once == once.strip()
    assert not re.search(r"&(amp|lt|gt|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);", once)


@pytest.mark.parametrize(
    ("given_text", "published"),
    [
        ("Just words & signs.", "Just words & signs."),
        ("a < b", "a &lt; b"),
        ("one\n\ntwo\nthree", "<p>one</p><p>two<br>three</p>"),
        ("&lt;p&gt;escaped&lt;/p&gt;", "<p>escaped</p>"),
        ("<p onclick=x>Hi<script>y</script></p>", "<p>Hi</p>"),
        ('<a href="https://e.org/?a=1&b=2" target="_blank">x</a>', '<a href="https://e.org/?a=1&amp;b=2">x</a>'),
        ("<h1>Head</h1><p>Text</p>", "Head <p>Text</p>"),
        ("<div>one</div><div>two</div>", "one two"),
    ],
)
def test_descriptions_keep_their_words(given_text: str, published: str) -> None:
    assert markup.description(given_text) == published


def test_content_keeps_what_a_description_may_not_hold() -> None:
    short, long = markup.publishable("<h2>Head</h2><p>Text <img src='https://e.org/x.png' onerror='x'></p>")

    assert short == "Head <p>Text </p>"
    assert long == '<h2>Head</h2><p>Text <img src="https://e.org/x.png"></p>'


def test_a_long_text_is_whole_in_the_content_and_cut_in_the_description() -> None:
    short, long = markup.publishable("<p>first</p><p>" + "wörd & " * 2000 + "</p>")

    assert short.startswith("<p>first</p>")
    assert short.endswith("…")
    assert 3900 < len(short.encode()) <= 4000
    assert long.count("wörd") == 2000


def test_words_of_html_stand_on_lines_of_their_own() -> None:
    assert markup.as_text("<p>One &amp; two</p><ul><li>three</li></ul>") == "One & two\nthree"


def test_text_escaped_over_and_over_comes_to_an_end() -> None:
    assert plain("&" + "amp;" * 5 + "lt;b&gt;bold") == "bold"
    assert "&" not in plain("&" + "amp;" * 5000)


def test_shortened_text_ends_at_a_word() -> None:
    assert shortened("one two three four", 12) == "one two…"
    assert shortened("short", 12) == "short"
