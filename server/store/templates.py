"""Templates: requests that keep an order until a feed brings something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from server.domain.requests import OutputType, State
from server.domain.templates import Template
from server.domain.times import from_ms
from server.store.kept_orders import KeptOrders

_COLUMNS = (
    "r.seq, r.id, r.client_id, coalesce(nullif(o.body ->> '$.template_mode.name', ''), r.title),"
    " coalesce(o.body ->> '$.template_mode.type', 'feed'), r.output_type, r.requested_on,"
    " (SELECT json_group_array(s.feed_id) FROM feed_subscriptions s WHERE s.template_id = r.id)"
)


def _template(row: Sequence[Any]) -> Template:
    return Template(
        id=row[1],
        client_id=row[2],
        name=row[3],
        type=row[4],
        output_type=OutputType(row[5]) if row[5] else None,
        created_on=from_ms(row[6]),
        feed_ids=tuple(orjson.loads(row[7])),
    )


_ORDERS = KeptOrders(State.TEMPLATE, columns=_COLUMNS, made=_template)
find, page, portion = _ORDERS.find, _ORDERS.page, _ORDERS.portion
