"""Secrets are covered wherever what was sent or answered is shown."""

from __future__ import annotations

import re

COVER = "•••"

_RULES = (
    # A secret of a webhook, a bearer token, a JSON Web Token (RFC 7519), a signature of Standard Webhooks.
    (re.compile(r"\bwhsec_[A-Za-z0-9+/=_-]+"), f"whsec_{COVER}"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}"), rf"\1 {COVER}"),
    (re.compile(r"\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*"), COVER),
    (re.compile(r"\bv1a?,[A-Za-z0-9+/=]{16,}"), f"v1,{COVER}"),
    (
        re.compile(
            r'(?i)("[^"\n]*(?:secret|token|password|passwd|api_?key|authorization)[^"\n]*"\s*:\s*")(?:[^"\\]|\\.)+'
        ),
        rf"\1{COVER}",
    ),
    (
        re.compile(r"(?i)([?&;\s](?:\w*_)?(?:secret|token|password|api_?key|signature|sig|key)=)[^&\s\"'<>]+"),
        rf"\1{COVER}",
    ),
    (re.compile(r"(?i)(\w+://)[^/@\s\"'<>]+@"), rf"\1{COVER}@"),
)


def masked(text: str) -> str:
    """The text with secrets, tokens, signatures and credentials in addresses covered."""
    for pattern, cover in _RULES:
        text = pattern.sub(cover, text)
    return text
