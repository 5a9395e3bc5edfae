"""What a show may say of itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.domain import categories
from server.domain.categories import Category
from server.domain.errors import Invalid
from server.domain.shows import (
    Funding,
    Person,
    Show,
    ShowChange,
    ShowType,
    change_show,
    feed_guid,
    looks_like_email,
    looks_like_url,
    new_show,
)

NOW = datetime(2026, 3, 4, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
SAID = ShowChange(name="N", description="D", author="A", link="https://e.org", email="a@e.org")


def made(change: ShowChange = SAID) -> Show:
    return new_show(change, id="s1", owner="c1", guid="g", now=NOW)


def test_a_new_show_has_the_defaults_that_directories_ask_for() -> None:
    show = made()

    assert show.categories == (Category("Society & Culture"),)
    assert (show.explicit, show.language, show.type) == (False, "en", ShowType.EPISODIC)


def test_all_missing_fields_are_named_at_once() -> None:
    with pytest.raises(Invalid) as caught:
        made(ShowChange(name="N", author=" ", email="nobody"))

    assert {fault.field for fault in caught.value.details} == {"description", "author", "link", "email"}


@pytest.mark.parametrize(
    ("field", "value", "wire"),
    [
        ("name", "<b></b>", "name"),
        ("name", "x" * 256, "name"),
        ("description", "ö" * 2001, "description"),
        ("link", "ftp://e.org", "link"),
        ("link", "example.org", "link"),
        ("link", "https://e.org/a b", "link"),
        ("email", "a@b", "email"),
        ("email", "a b@c.org", "email"),
        ("language", "english", "language"),
        ("categories", ("Arts > Opera",), "categories[0]"),
        ("categories", (), "categories"),
        ("type", "weekly", "type"),
        ("medium", "radio", "medium"),
        ("new_feed_url", "javascript:x", "newFeedUrl"),
        ("image_url", "/etc/passwd", "imageUrl"),
        ("funding", (Funding("e.org", "x"),), "funding[0].url"),
        ("funding", (Funding("https://e.org", "x" * 129),), "funding[0].text"),
        ("persons", (Person("Ann"), Person(" ")), "persons[1].name"),
        ("persons", (Person("Ann", img="x"),), "persons[0].img"),
    ],
)
def test_a_value_that_breaks_a_rule_is_named(field: str, value: Any, wire: str) -> None:
    with pytest.raises(Invalid) as caught:
        change_show(made(), ShowChange(**{field: value}), now=LATER)

    assert [fault.field for fault in caught.value.details] == [wire]


def test_a_change_moves_the_dates_and_no_change_does_not() -> None:
    show = made()

    changed = change_show(show, ShowChange(language="Deutsch", categories=("arts>books", "Arts > Books")), now=LATER)
    assert (changed.language, changed.categories) == ("de", (Category("Arts", "Books"),))
    assert (changed.created_on, changed.updated_on, changed.changed_on) == (NOW, LATER, LATER)
    assert change_show(changed, ShowChange(language="Deutsch"), now=LATER + timedelta(1)) is changed


def test_an_address_can_be_taken_back() -> None:
    show = replace(made(), new_feed_url="https://e.org/new")

    assert change_show(show, ShowChange(new_feed_url=""), now=LATER).new_feed_url == ""


def test_a_feed_guid_is_the_published_example() -> None:
    assert feed_guid("https://mp3s.nashownotes.com/pc20rss.xml") == "917393e3-1b1e-5cef-ace4-edaa54e1f810"
    assert feed_guid("http://mp3s.nashownotes.com/pc20rss.xml/") == "917393e3-1b1e-5cef-ace4-edaa54e1f810"


@pytest.mark.parametrize("text", ["a@b.co", "first.last+tag@sub.example.org"])
def test_addresses_of_people(text: str) -> None:
    assert looks_like_email(text)


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("https://e.org/a?b=c#d", True),
        ("HTTP://127.0.0.1:80", True),
        ("http://", False),
        ("http://e.org:x", False),
        ("http://[::1", False),
        ("https://e.org/<x>", False),
        ("", False),
    ],
)
def test_addresses_of_pages(text: str, fine: bool) -> None:
    assert looks_like_url(text) is fine


def test_the_list_of_categories_reads_back_what_it_writes() -> None:
    assert all(categories.parse(str(each)) == each for each in categories.ALL)
    assert len(categories.TAXONOMY) == 19
