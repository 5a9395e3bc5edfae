"""Public links taken back: what was handed out leads nowhere any more, and new ones stand in its place."""

from __future__ import annotations

from server.domain.errors import Conflict, NotFound
from server.domain.identifiers import new_public_key
from server.domain.requests import State
from server.store import requests
from server.store.transactions import Transaction


def renew(transaction: Transaction, request_id: str, client_id: str) -> None:
    """Give the results of a completed request new links, and the episode that it made.

    Raises:
        NotFound: there is none of this client.
        Conflict: it is not completed (``not_completed``), or a show publishes its episode (``published``).
    """
    request = requests.find(transaction, request_id, client_id)
    if request.state is not State.COMPLETED:
        raise Conflict("Only what is completed has links.", code="not_completed")
    row = transaction.execute(
        "SELECT r.seq, e.id, e.body, EXISTS (SELECT 1 FROM show_episodes h WHERE h.episode_id = e.id)"
        " FROM requests r LEFT JOIN episodes e ON e.request_id = r.id WHERE r.id = ?",
        (request_id,),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such request.", code="request_not_found")
    seq, episode_id, body, is_published = row
    if is_published:
        raise Conflict(
            "Its episode is published: take it out of its shows first, for apps have its address.", code="published"
        )
    keys = [key for (key,) in transaction.execute("SELECT key FROM media WHERE seq = ?", (seq,))]
    for old in dict.fromkeys((*keys, request.share_key)):
        if not old:
            continue
        new = new_public_key()
        transaction.execute("UPDATE media SET key = ? WHERE key = ?", (new, old))
        transaction.execute("UPDATE podcast_media SET key = ? WHERE key = ?", (new, old))
        transaction.execute("UPDATE requests SET share_key = ? WHERE seq = ? AND share_key = ?", (new, seq, old))
        if episode_id is not None:
            transaction.execute("UPDATE episodes SET key = ? WHERE id = ? AND key = ?", (new, episode_id, old))
            body = body.replace(old, new)  # a key is 128 random bits: nothing else reads like it
    if episode_id is not None:
        transaction.execute("UPDATE episodes SET body = ? WHERE id = ?", (body, episode_id))
