"""Tokens: which were issued, and which still open an account."""

from __future__ import annotations

from server.domain.accounts import Account, TokenRecord
from server.domain.times import from_ms
from server.store.models import TokenRow
from server.store.transactions import Reading, Transaction


def add(
    transaction: Transaction, token_id: str, *, client_id: str, scopes: frozenset[str], issued_ms: int, expires_ms: int
) -> None:
    """Remember a token that is about to be issued."""
    transaction.run(
        TokenRow.insert(
            id=token_id,
            client=client_id,
            scopes=" ".join(sorted(scopes)),
            issued_on=issued_ms,
            expires_on=expires_ms,
        )
    )


def account(reading: Reading, token_id: str, now_ms: int) -> Account | None:
    """The account of a token that is neither revoked nor expired."""
    row = reading.execute(
        "SELECT c.id, c.pro, c.licence, c.subscription_ends, t.scopes"
        " FROM tokens t JOIN clients c ON c.id = t.client_id"
        " WHERE t.id = ? AND t.revoked_on IS NULL AND t.expires_on > ?",
        (token_id, now_ms),
    ).fetchone()
    if row is None:
        return None
    client_id, pro, licence, ends, scopes = row
    return Account(
        id=client_id,
        pro=bool(pro),
        licence=bool(licence),
        subscription_ends=from_ms(ends) if ends is not None else None,
        scopes=frozenset(scopes.split()),
        token_id=token_id,
    )


def revoke(transaction: Transaction, token_id: str, now_ms: int) -> bool:
    """Make a token worthless; whether there is one of this id."""
    changed = transaction.execute(
        "UPDATE tokens SET revoked_on = coalesce(revoked_on, ?) WHERE id = ?", (now_ms, token_id)
    )
    return changed.rowcount > 0


def of_client(reading: Reading, client_id: str) -> tuple[TokenRecord, ...]:
    """The tokens of a client, newest first."""
    rows = reading.run(
        TokenRow.select(
            TokenRow.id, TokenRow.client, TokenRow.scopes, TokenRow.issued_on, TokenRow.expires_on, TokenRow.revoked_on
        )
        .where(TokenRow.client == client_id)
        .order_by(TokenRow.issued_on.desc(), TokenRow.id.desc())
    )
    return tuple(
        TokenRecord(
            id=token_id,
            client_id=client,
            scopes=frozenset(scopes.split()),
            issued_on=from_ms(issued),
            expires_on=from_ms(expires),
            revoked_on=from_ms(revoked) if revoked is not None else None,
        )
        for token_id, client, scopes, issued, expires, revoked in rows
    )
