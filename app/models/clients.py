"""Clients, tokens and calls to copy, in words and as tables."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import QObject

from app.client.clients import ApiClient, Token
from app.language import mark, number, tr
from app.models import phrases
from app.models.tables import Column, Rows

OWNER = "owner"
"""The client that the window itself is."""
MOST_TOKENS = 5


def rights_of(client: ApiClient) -> str:
    """What a client may do beyond the ordinary."""
    said = [words for words, held in (("PRO", client.pro), (tr("Notebooks"), client.licence)) if held]
    return ", ".join(said) or tr("Standard")


def spent(client: ApiClient) -> str:
    """What a client has used, and since when it is there."""
    return tr(
        "{used} of {credits} credits used · there since {day}",
        used=number(client.used),
        credits=number(client.credits),
        day=_day(client.created_on),
    )


def _day(moment: datetime | None) -> str:
    return phrases.day(moment) if moment else "—"


CLIENTS: tuple[Column[ApiClient], ...] = (
    Column(mark("Client"), lambda each: each.id),
    Column(mark("Rights"), rights_of),
    Column(mark("Credits left"), lambda each: number(each.left), right=True),
    Column(mark("Podcasts a day"), lambda each: number(each.daily_podcasts), right=True),
)


class ClientRows(Rows[ApiClient]):
    """The clients, by name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(CLIENTS, key=lambda each: each.id, parent=parent)


def state_of(token: Token, *, now: datetime | None = None) -> str:
    """Whether a token opens anything."""
    if token.revoked_on is not None:
        return tr("Revoked")
    if token.expires_on is not None and token.expires_on <= (now or datetime.now(UTC)):
        return tr("Expired")
    return tr("In use here") if token.current else tr("Valid")


def tone_of(token: Token) -> str:
    """The colour of a token's state."""
    return {tr("Revoked"): "bad", tr("Expired"): "muted", tr("In use here"): "accent"}.get(state_of(token), "good")


TOKENS: tuple[Column[Token], ...] = (
    Column(mark("Created"), lambda each: _day(each.issued_on), tip=lambda each: each.id),
    Column(mark("State"), state_of),
    Column(mark("Rights"), lambda each: tr("Change the installation") if each.owner else tr("Use the API")),
    Column(mark("Valid until"), lambda each: _day(each.revoked_on or each.expires_on)),
)


class TokenRows(Rows[Token]):
    """The tokens of a client, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(TOKENS, key=lambda each: each.id, parent=parent)


@dataclass(frozen=True, slots=True)
class Call:
    """A call to copy."""

    key: str
    title: str
    words: str
    code: str


def calls(base_url: str) -> tuple[Call, ...]:
    """Calls of this server for a shell; the token stands in ``TOKEN``, so that it is in no history twice."""
    head = 'TOKEN="…"   # a token of this client\n\n'
    bearer = '-H "Authorization: Bearer $TOKEN"'
    json = '-H "Content-Type: application/json"'
    return (
        Call(
            "usage",
            tr("Balance"),
            tr("What the client has, and has used."),
            f"{head}curl {bearer} \\\n  {base_url}/content/Usage\n",
        ),
        Call(
            "create",
            tr("Make something"),
            tr("Orders a podcast of a text; the answer holds its request_id."),
            f"{head}curl {bearer} {json} \\\n  {base_url}/content/Create --data-raw '{{\n"
            '    "outputType": "audio",\n'
            '    "resources": [{"type": "text", "content": "At least sixty words …"}]\n'
            "  }'\n",
        ),
        Call(
            "follow",
            tr("Follow it"),
            tr("Every change of the client's requests as it happens, until you end it."),
            f"{head}curl -N {bearer} \\\n  {base_url}/studio/events\n",
        ),
        Call(
            "webhook",
            tr("Be told"),
            tr("Registers an address that is told when a request ends; the answer holds the secret, this once."),
            f"{head}curl {bearer} {json} \\\n  {base_url}/content/Webhook"
            ' --data-raw \'{"url": "https://example.com/hook"}\'\n',
        ),
    )
