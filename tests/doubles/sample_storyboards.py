"""Hand-made storyboards: every kind of scene, and texts that try to leave their places."""

from __future__ import annotations

from server.domain.documents import Chart, ChartKind, Figure
from server.domain.scripts import Line, Statement
from server.domain.sources import Passage
from server.domain.storyboards import Scene, SceneItem, SceneKind, Storyboard, VideoFormat
from server.engine.films.plans import TimedScene

PASSAGE = Passage("s1", 0, 20, "The hives of the city")
SAID = (
    "Four hundred and twelve hives stand on the roofs.",
    "Rhabarberbarbarabarbarbarenbartbarbierbierbarbärbel trinkt mit. "
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft zahlt.",
    "مدينة بها أربعمائة واثنا عشر خلية نحل على أسطح المنازل",
    "शहर की छतों पर चार सौ बारह छत्ते हैं और मधुमक्खियाँ फूल ढूँढती हैं",
    "At the end of the long day, when all the keepers of the whole city had gone home, and the last of the trams had "
    "rattled over the bridge towards the depot, the bees came back one after the other, heavy with pollen from the "
    "lime trees of the avenue, and they settled down for the night without a sound, as they had done every summer.",
)
"""What is said: short, of words without end, from right to left, in another script, very long."""


def _line(text: str) -> Line:
    return Line(0, text, passages=(PASSAGE,))


def scenes(text: str = SAID[0]) -> tuple[Scene, ...]:
    """One scene of every kind, all of them around one text."""
    lines = tuple(_line(text) for _ in range(4))
    items = tuple(SceneItem(text, label=text[:24], line=n) for n in range(4))
    bars = Chart(ChartKind.BARS, text[:40], "hives", (text, "B", "C"), (("", (412.0, 120.5, 3.0)),), (PASSAGE,))
    years = tuple(str(year) for year in range(2010, 2022))
    rising = Chart(
        ChartKind.LINE,
        text[:40],
        "%",
        years,
        ((text[:30], tuple(map(float, range(12)))), ("b", (3.0,) * 12)),
        (PASSAGE,),
    )
    figure, share = (
        Figure(value, unit, text, Statement(text, (PASSAGE,)))
        for value, unit in (("1.2 million", "hives"), ("38", "%"))
    )
    told: dict[SceneKind, dict[str, object]] = {
        SceneKind.TITLE: {"text": text, "heading": text, "chapter": text},
        SceneKind.STATEMENT: {"text": text, "heading": text[:60], "items": items[:3], "emphasis": (text.split()[0],)},
        SceneKind.NUMBER: {"figure": figure, "heading": text[:60]},
        SceneKind.LIST: {"items": items, "text": text, "heading": text[:60]},
        SceneKind.COMPARISON: {"items": items[:2], "heading": text[:60]},
        SceneKind.CHART: {"chart": bars, "heading": text[:60]},
        SceneKind.TIMELINE: {"items": items},
        SceneKind.QUOTATION: {"text": text, "items": (SceneItem(text[:30]),)},
        SceneKind.TERMS: {"text": text, "items": items},
        SceneKind.STEPS: {"items": items, "heading": text[:60]},
        SceneKind.RECAP: {"items": items[:3]},
    }
    made = [Scene(kind=kind, lines=lines, **fields) for kind, fields in told.items()]  # type: ignore[arg-type]
    more = (
        Scene(kind=SceneKind.NUMBER, lines=lines, figure=share),
        Scene(kind=SceneKind.CHART, lines=lines, chart=rising, heading="Over time"),
        Scene(kind=SceneKind.STATEMENT, lines=lines, text=text),
        Scene(kind=SceneKind.RECAP, lines=lines, text=text),
    )
    return (*made, *more)


def timed_scene(scene: Scene, *, seconds: float = 6.0) -> TimedScene:
    """A scene whose lines follow one another evenly."""
    each = int((seconds - 1.0) * 1000 / len(scene.lines))
    times = tuple((400 + n * each, 400 + (n + 1) * each - 100) for n in range(len(scene.lines)))
    return TimedScene(scene, 0, int(seconds * 25), times)


def small_board(film: VideoFormat = VideoFormat.EXPLAINER) -> Storyboard:
    """Three scenes with a line each, in two chapters."""
    title, statement, number, *_ = scenes()
    one = lambda scene, text, **changes: Scene(  # noqa: E731
        kind=scene.kind, lines=(_line(text),), text=scene.text, heading=scene.heading, figure=scene.figure, **changes
    )
    return Storyboard(
        title="Bees in the city",
        language="en",
        format=film,
        scenes=(
            one(title, SAID[0], chapter="Bees in the city"),
            one(statement, "A hive needs water, shade and quiet, and a keeper who looks after it every single week."),
            one(number, "There are one point two million hives.", chapter="In numbers"),
        ),
        description="What the city counts on its roofs.",
    )
