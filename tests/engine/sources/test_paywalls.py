"""A paywall is recognised by what the page says of itself, not of the pages it points to."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from server.domain.errors import ErrorCode, Paywalled
from server.domain.sources import Source

WORDS = "The ferry across the river has been closed since the storm, the harbour master said on Tuesday evening. "
ARTICLE = f"<p>{WORDS * 3}</p>" * 4
PAID = {"@type": "NewsArticle", "isAccessibleForFree": False}
ReadPage = Callable[..., Source]


def a_page(data: Any = None, body: str = ARTICLE) -> str:
    head = f"<script type='application/ld+json'>{json.dumps(data)}</script>" if data else ""
    return f"<html><head>{head}</head><body><article><h1>Ferry closed</h1>{body}</article></body></html>"


@pytest.mark.parametrize(
    "data",
    [
        PAID,
        [PAID],
        {"@graph": [{"@type": "WebSite"}, PAID]},
        {"@type": "WebPage", "mainEntity": PAID},
        {"@type": "NewsArticle", "isAccessibleForFree": "no"},
        {"@type": "NewsArticle", "isAccessibleForFree": True, "hasPart": [{"isAccessibleForFree": "false"}]},
    ],
)
def test_what_the_publisher_declares_is_believed(read_page: ReadPage, data: Any) -> None:
    with pytest.raises(Paywalled) as refusal:
        read_page(a_page(data))
    assert refusal.value.error_code is ErrorCode.SOURCE_NOT_IMPORTED
    assert refusal.value.code == "paywalled"


@pytest.mark.parametrize(
    "data",
    [
        {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": PAID}]},
        {"@type": "NewsArticle", "isAccessibleForFree": True, "mentions": [PAID]},
        {"@type": "NewsArticle", "isPartOf": {"@type": ["CreativeWork", "Product"], "isAccessibleForFree": False}},
        {"@type": "NewsArticle", "isAccessibleForFree": None},
    ],
)
def test_what_other_pages_cost_is_not_asked(read_page: ReadPage, data: Any) -> None:
    assert "harbour master" in read_page(a_page(data)).text


@pytest.mark.parametrize(
    "prompt",
    [
        "Subscribe to continue reading",
        "To keep reading, please sign in",
        "You have reached your limit of free articles this month",
        "Jetzt weiterlesen mit einem Abo",
        "Article réservé aux abonnés",
        "Suscríbete para seguir leyendo",
        "Contenuto riservato agli abbonati",
        "Conteúdo exclusivo para assinantes",
    ],
)
def test_a_prompt_behind_a_short_beginning_is_a_wall(read_page: ReadPage, prompt: str) -> None:
    with pytest.raises(Paywalled):
        read_page(a_page(body=f"<p>{WORDS}</p><p>{WORDS}</p><div><strong>{prompt}</strong></div>"))


def test_a_prompt_beside_a_whole_article_is_an_offer(read_page: ReadPage) -> None:
    whole = "".join(f"<p>On day {day}, {WORDS * 2}</p>" for day in range(20))
    assert read_page(a_page(body=whole + "<aside>Subscribe to continue reading tomorrow</aside>")).text
