"""When each item of a scene comes."""

from __future__ import annotations

from server.engine.films.plans import TimedScene


def moments(timed: TimedScene) -> tuple[float, ...]:
    """When each item of a scene comes, in seconds: with its line, and within a line when its words are said."""
    out: list[float] = []
    items = timed.scene.items
    for n, item in enumerate(items):
        line = min(item.line, len(timed.lines) - 1)
        start, end = timed.lines[line]
        own = [m for m, other in enumerate(items) if other.line == item.line]
        said = timed.scene.lines[line].text.lower()
        at = said.find(item.text.lower().rstrip("."))
        if len(own) == 1:
            share = 0.0
        elif at >= 0:
            share = at / max(1, len(said))
        else:
            share = own.index(n) / len(own)
        out.append(max(0.0, (start + (end - start) * share * 0.92) / 1000 - 0.12))
    for n in range(1, len(out)):
        out[n] = max(out[n], out[n - 1] + 0.2)
    return tuple(out)
