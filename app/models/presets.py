"""Presets: named sets of Create's options, without sources, title and time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.models import orders
from app.models.orders import Order
from app.models.timings import Timing

MOST = 50


@dataclass(frozen=True, slots=True)
class Preset:
    """One preset; `options` are fields of an order as on the wire."""

    name: str
    options: Mapping[str, Any]


def preset_of(name: str, order: Order) -> Preset:
    """What a preset keeps of an order."""
    kept = replace(order, sources=(), title="", related_id="", timing=Timing(), kept={})
    return Preset(name, kept.wire)


def applied(preset: Preset, order: Order) -> Order:
    """An order with the options of a preset, and its own sources, title and time."""
    given = orders.order_from(preset.options)
    return replace(
        given,
        sources=order.sources,
        title=order.title,
        related_id=order.related_id,
        timing=order.timing,
        kept=order.kept,
    )


def with_preset(presets: Iterable[Preset], preset: Preset) -> tuple[Preset, ...]:
    """These presets with one more, in the order of their names; one of the same name is replaced."""
    others = [each for each in presets if each.name.casefold() != preset.name.casefold()]
    return tuple(sorted([*others, preset], key=lambda each: each.name.casefold()))


def read(text: str) -> tuple[Preset, ...]:
    """Presets from the settings; what can't be read is left out."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return ()
    if not isinstance(found, list):
        return ()
    return tuple(
        Preset(str(each["name"]), each["options"])
        for each in found
        if isinstance(each, dict) and each.get("name") and isinstance(each.get("options"), dict)
    )


def written(presets: Iterable[Preset]) -> str:
    """Presets as the settings keep them."""
    return json.dumps([{"name": each.name, "options": dict(each.options)} for each in presets], ensure_ascii=False)
