"""Clients, their tokens and what they have left."""

from __future__ import annotations

from server.domain.accounts import Account, Client, ClientChange, TokenRecord, Usage


class Accounts:
    """Who calls, and what they may do."""

    async def authenticate(self, token: str) -> Account:
        """The account that a bearer token opens; an answer may be up to half a second old.

        Raises:
            Unauthorised: the token is malformed, not ours, expired or revoked.
        """
        raise NotImplementedError

    async def usage(self, *, by: Account) -> Usage:
        """The caller's credits and daily podcasts."""
        raise NotImplementedError

    async def issue_token(self, client_id: str, *, owner: bool = False) -> str:
        """A new bearer token (JWT) for an existing client, valid for a year. Raises `NotFound`."""
        raise NotImplementedError

    async def revoke_token(self, token_id: str, *, by: Account) -> None:
        """Make a token worthless within a second. Owner only. Raises `Forbidden`, `NotFound`."""
        raise NotImplementedError

    async def clients(self, *, by: Account) -> tuple[Client, ...]:
        """Every client, by name. Owner only."""
        raise NotImplementedError

    async def tokens(self, client_id: str, *, by: Account) -> tuple[TokenRecord, ...]:
        """The tokens of a client, newest first. Owner only."""
        raise NotImplementedError

    async def save_client(self, client_id: str, change: ClientChange, *, by: Account) -> Client:
        """Create or change a client. Owner only. Raises `InvalidField` for a name that can't be one."""
        raise NotImplementedError
