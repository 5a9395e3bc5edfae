"""Whether a message is genuine: its signature after Standard Webhooks (standardwebhooks.com, HMAC-SHA256)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping

from app.language import tr

PREFIX = "whsec_"
TOLERANCE_S = 300
"""How far a message's time may lie from now, as the standard's libraries have it."""


def fault_of(body: bytes, headers: Mapping[str, str], *, secret: str, now_s: float) -> str:
    """What is wrong with a message, as a sentence; empty when it is genuine.

    Args:
        body: the bytes as they came.
        headers: by their names in lower case.
        secret: ``whsec_`` and base64.
        now_s: Unix seconds.
    """
    message_id, sent, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (message_id and sent and signatures):
        return tr("It carries no signature.")
    if not sent.isdecimal() or abs(now_s - int(sent)) > TOLERANCE_S:
        return tr("Its time lies more than five minutes from now: an old message may have been sent again.")
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return tr("The secret is not one of a webhook: it begins with whsec_.")
    expected = hmac.new(key, f"{message_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    for each in signatures.split():
        version, _, signature = each.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), base64.b64encode(expected)):
            return ""
    return tr("Its signature does not fit the secret.")
