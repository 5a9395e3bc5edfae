"""Code that verifies a message, ready to be copied: each sample is whole and runs as it stands.

All three follow Standard Webhooks: HMAC-SHA256 over ``id.timestamp.body`` with the bytes behind ``whsec_``.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.language import mark

PYTHON = '''\
import base64, hashlib, hmac, time


def is_genuine(body: bytes, headers, secret: str) -> bool:
    """Whether Quillcast sent this message; `body` is the raw body."""
    message_id, sent = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > 300:
        return False  # too old: it may have been recorded and sent again
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{sent}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # For a day after a new secret there are two signatures.
    return any(
        hmac.compare_digest(expected, each.removeprefix("v1,").encode())
        for each in headers["webhook-signature"].split()
    )
'''

NODE = """\
import { createHmac, timingSafeEqual } from "node:crypto";

// Whether Quillcast sent this message; `body` is the raw body (a Buffer).
export function isGenuine(body, headers, secret) {
  const id = headers["webhook-id"], sent = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(sent)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${sent}.`);
  const expected = mac.update(body).digest();
  // For a day after a new secret there are two signatures.
  return headers["webhook-signature"].split(" ").some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
"""

SHELL = """\
# A message signed by hand and sent to your own receiver; a genuine one is answered 2xx.
SECRET="whsec_…"                      # of the webhook
URL="https://example.com/hook"        # your receiver
BODY='{"event":"webhook.test","request_id":""}'

ID="msg_$(date +%s)"
SENT="$(date +%s)"
KEY="$(printf %s "${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')"
SIGNATURE="$(printf %s "$ID.$SENT.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)"

curl -i "$URL" -H "content-type: application/json" \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $SENT" \\
  -H "webhook-signature: v1,$SIGNATURE" --data-raw "$BODY"
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """Code in one language."""

    key: str
    title: str
    words: str
    code: str


SAMPLES = (
    Sample("python", "Python", mark("Standard library only. Pass the raw body and the secret of the webhook."), PYTHON),
    Sample(
        "node",
        "Node",
        mark("Node 18 and later, no packages. Keep the body as it came: parsed JSON does not fit."),
        NODE,
    ),
    Sample(
        "shell",
        "curl and openssl",
        mark("Signs a message as Quillcast does, so that you can try your receiver."),
        SHELL,
    ),
)

FACTS = (
    (
        "webhook-id",
        mark("Names the message. It stays the same when a message is sent again: keep it, and do nothing twice."),
    ),
    ("webhook-timestamp", mark("Seconds since 1970, when it was sent. Refuse what is more than five minutes away.")),
    (
        "webhook-signature",
        mark("v1, and the signature in base64. For a day after a new secret there are two, with a space."),
    ),
)
"""The headers of a message, and what to do with them."""
