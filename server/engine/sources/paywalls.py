"""Pages that show only their beginning to those who have not paid, or nothing to those who are not signed in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_FULL_ARTICLE_WORDS = 400
"""From here on a subscription prompt is an offer beside the article, not a wall before it."""

_TEASER_WORDS = 80

_LOCKED_TIERS = ("locked", "premium", "subscriber", "subscribers", "paid", "subscription")
_MARKED = re.compile(
    r"(?:^|[\s_-])(?:pay-?wall(?:ed)?|reg-?wall|meter-?wall|subscriber-?only|subscribers-?only|"
    r"premium-?(?:content|wall|article)|"
    r"subscription-?(?:wall|required|prompt)|piano-(?:inline|container)|tp-(?:container|modal)|article-?(?:locked|"
    r"gate|barrier)|"
    r"content-?gate|locked-?content|gated-?content|paid-?content-?(?:wall|barrier)|offer-?page|lp-?paywall)(?:$|"
    r"[\s_-])",
    re.IGNORECASE,
)
_PROMPT = re.compile(
    r"subscribe (?:now )?(?:to|and) (?:continue|keep|unlock)|subscribe (?:now )?to read (?:the|this)|"
    r"to (?:continue|keep) reading,? (?:please )?(?:subscribe|sign|log|register|become)|"
    r"(?:this|the full|the rest of (?:this|the)) (?:article|story|content|post|page) is (?:only )?(?:available )?"
    r"(?:reserved |exclusively |exclusive )?(?:for|to) (?:our )?(?:paying |paid |premium )?(?:subscribers|members)|"
    r"unlock this (?:article|story)|you(?:'ve| have) (?:reached|used|read) (?:your|all).{0,40}(?:free|limit)|"
    r"become a (?:subscriber|member) to (?:read|continue)|continue reading with a|"
    r"read the full (?:article|story) with a|"
    r"weiterlesen mit|jetzt (?:weiterlesen|freischalten)|"
    r"dieser (?:artikel|text|beitrag) ist nur für|exklusiv für abonnent|"
    r"(?:article )?réservé (?:aux|à nos) abonn|il vous reste .{0,20}% de cet article|pour lire la suite,? abonnez|"
    r"(?:exclusivo|solo|sólo) para suscriptores|suscríbete para (?:seguir|continuar)|"
    r"(?:contenuto )?riservato agli abbonati|abbonati per (?:continuare|leggere)|"
    r"exclusivo para assinantes|assine para (?:continuar|ler)|conteúdo exclusivo para assinantes",
    re.IGNORECASE,
)
_HINT = re.compile(
    r"(?:subscribers|members)[- ]only|for subscribers only|already a (?:subscriber|member)\?|"
    r"start your (?:free )?(?:trial|subscription)|nur für (?:abonnenten|abonnentinnen|mitglieder)|"
    r"sie haben bereits ein abo|déjà abonné|ya eres suscriptor|sei già abbonato|já é assinante",
    re.IGNORECASE,
)
"""What stands on many free pages too: it counts where the article is cut short."""
_OF_OTHERS = frozenset(
    {"itemListElement", "isPartOf", "mentions", "citation", "isBasedOn", "relatedLink", "significantLink", "subjectOf"}
)
"""Properties of schema.org whose values are other works: what they cost says nothing of this page."""
_CUT = re.compile(r"(?:…|\.\.\.)\s*$")


def is_walled(page: Any, *, article_words: int, article_end: str) -> bool:
    """Whether a page withholds its article.

    Args:
        page: the lxml element of the whole page.
        article_words: how many words of running text were found.
        article_end: the last words of it.

    Believed are what the publisher declares (schema.org ``isAccessibleForFree``, the ``article:content_tier``) and, for
    an article that stops early, a wall's element or a prompt to subscribe.
    """
    if any(_denies_access(item) for item in structured_data(page)):
        return True
    tiers = page.xpath("//meta[@property='article:content_tier' or @name='article:content_tier']/@content")
    if any(str(tier).strip().lower() in _LOCKED_TIERS for tier in tiers):
        return True
    is_cut = bool(_CUT.search(article_end))
    if article_words >= _FULL_ARTICLE_WORDS and not is_cut:
        return False
    text = visible_text(page)
    if _PROMPT.search(text):
        return True
    marked = any(
        _MARKED.search(f"{element.get('class', '')} {element.get('id', '')}"[:500])
        for element in page.xpath("//body//*[@class or @id][not(self::script or self::style or self::link)]")
    )
    return (marked or bool(_HINT.search(text))) and (is_cut or article_words < _TEASER_WORDS)


def is_login(page: Any, *, article_words: int) -> bool:
    """Whether a page is a form to sign in and little else."""
    return article_words < 100 and bool(page.xpath("//input[translate(@type,'PASWORD','pasword')='password']"))


def structured_data(page: Any) -> Iterator[dict[str, Any]]:
    """Every object of the page's JSON-LD that tells of the page itself, whatever else it is nested in."""
    for script in page.xpath("//script[contains(translate(@type,'LDJSON','ldjson'),'ld+json')]"):
        try:
            waiting = [json.loads(script.text or "null", strict=False)]
        except (ValueError, RecursionError):
            continue
        seen = 0
        while waiting and seen < 2000:
            item = waiting.pop()
            seen += 1
            if isinstance(item, dict):
                yield item
                waiting += [value for name, value in item.items() if name not in _OF_OTHERS]
            elif isinstance(item, list):
                waiting += item


def visible_text(page: Any) -> str:
    """The words of a page without scripts and styles, at most the first 200,000 characters."""
    pieces = page.xpath("//body//text()[not(ancestor::script or ancestor::style or ancestor::noscript)]")
    return re.sub(r"\s+", " ", " ".join(pieces))[:200_000]


def _denies_access(item: dict[str, Any]) -> bool:
    free = item.get("isAccessibleForFree")
    return free is False or (isinstance(free, str) and free.strip().lower().rpartition("/")[2] in ("false", "no"))
