"""The storyboard of a set of sources: a hook, scenes by chapter, what figures and dates show, the gist at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.domain.documents import Briefing, Chart, ChartKind, Figure
from server.domain.errors import NothingUsable
from server.domain.requests import Duration
from server.domain.scripts import Line, LineKind
from server.domain.sources import Passage
from server.domain.storyboards import Scene, SceneItem, SceneKind, Storyboard, VideoFormat
from server.engine.papers.labels import labels_of
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.askers import asker_for
from server.engine.writing.briefings.writing import briefing
from server.engine.writing.decks.exhibits import parted
from server.engine.writing.films.sentences import scene_of, shown_words
from server.engine.writing.films.titles import title_of
from server.engine.writing.lettering import capital
from server.engine.writing.recaps import statements as recap_statements
from server.engine.writing.selection import worths
from server.engine.writing.standalone import statement
from server.engine.writing.tasks import BriefingTask, StoryboardTask

_NOTHING = "The sources hold no sentences that can be told: add a text with running sentences."
_MOST_EVENTS, _MOST_TERMS, _MOST_STEPS = 4, 4, 5
_SPOKEN_MOST = 42
"""Words of the longest sentence that one scene carries."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How long a film of a format is."""

    words: int
    scenes: int
    spoken: int
    """Words of one scene's sentence at most."""


MEASURES = {
    VideoFormat.EXPLAINER: Measure(360, 13, _SPOKEN_MOST),
    VideoFormat.SHORT: Measure(104, 6, 24),
    VideoFormat.CINEMATIC: Measure(230, 9, 32),
}
_VARIETY = 0.35
"""What each scene of the same kind takes off the worth of the next."""
_UNCLEAR = 1.2
"""What a sentence loses that says "it" of something outside itself."""
_GAIN = {
    SceneKind.NUMBER: 0.5,
    SceneKind.QUOTATION: 0.6,
    SceneKind.COMPARISON: 0.7,
    SceneKind.LIST: 0.6,
    SceneKind.STEPS: 1.2,
    SceneKind.CHART: 1.8,
    SceneKind.TIMELINE: 1.4,
    SceneKind.TERMS: 1.0,
}


@dataclass(frozen=True, slots=True)
class _Candidate:
    scene: Scene
    worth: float
    order: float
    section: str
    keys: frozenset[tuple[str, int]]
    """The sentences that it tells."""

    @property
    def words(self) -> int:
        return sum(len(line.text.split()) for line in self.scene.lines)


def storyboard(analysis: Analysis, task: StoryboardTask) -> Storyboard:
    """The scenes of a film.

    Raises:
        NothingUsable: the sources hold no running sentences.
    """
    return _Board(analysis, task).made()


class _Board:
    def __init__(self, analysis: Analysis, task: StoryboardTask) -> None:
        self.analysis = analysis
        self.task = task
        self.measure = MEASURES[task.format]
        self.worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
        self.by_place = {(analysis.sources[s.source].id, s.start): s for s in analysis.sentences}
        self.draft: Briefing = briefing(
            analysis,
            BriefingTask(
                sources=task.sources,
                language=task.language,
                instructions=task.instructions,
                avoid=task.avoid,
                duration=Duration.SHORT if task.format is VideoFormat.SHORT else Duration.DEFAULT,
                by_weight=True,
            ),
        )
        self.findings = parted(analysis, self.draft.findings)
        self.figures: dict[tuple[str, int], Figure] = {}
        for figure in self.draft.figures:
            for place in _places(figure.statement.passages[-1:]):
                self.figures.setdefault(place, figure)

    def made(self) -> Storyboard:
        title, note = (
            (self.task.title, "")
            if self.task.title
            else title_of(self.analysis, self.worth, prompt=self.task.title_prompt)
        )
        hook = self._hook()
        if hook is None:
            raise NothingUsable(_NOTHING)
        opening = _Candidate(
            Scene(kind=SceneKind.TITLE, lines=hook.lines, text=title, heading=hook.text, chapter=title),
            9.0,
            -1.0,
            "",
            _places(hook.lines[0].passages),
        )
        chosen = [opening]
        words, used = opening.words, set(opening.keys)
        recap = self._recap(used)
        budget = self.measure.words - (sum(len(line.text.split()) for line in recap.lines) if recap else 0)
        pool = self._candidates()
        while pool and len(chosen) < self.measure.scenes:
            kinds = [c.scene.kind for c in chosen]
            best = max(pool, key=lambda c: (c.worth - _VARIETY * kinds.count(c.scene.kind), -c.order))
            pool.remove(best)
            if best.keys & used or words + best.words > budget:
                continue
            chosen.append(best)
            words += best.words
            used |= best.keys
        scenes = self._in_order(chosen)
        if recap is not None and len(scenes) >= 3:
            scenes.append(recap)
        return Storyboard(
            title=title,
            language=self.task.language,
            format=self.task.format,
            scenes=spoken_by(scenes, self.task.speakers),
            description=" ".join(s.text for s in self._described()),
            notes=(note,) if note else (),
        )

    def _sentence(self, passages: Sequence[Passage]) -> Sentence | None:
        return self.by_place.get((passages[-1].source_id, passages[-1].start)) if passages else None

    def _hook(self) -> Scene | None:
        """What is said first: short and striking for an upright film, what it is about for the others."""
        ranked: list[tuple[float, int, Scene]] = []
        summary = {p for s in self.draft.summary for p in _places(s.passages)}
        is_short = self.task.format is VideoFormat.SHORT
        for s in self.analysis.sentences:
            if self.worth[s.id] <= 0 or s.in_list or s.roles & {Role.TABLE, Role.QUESTION, Role.STEP}:
                continue
            low, high = (4, 16) if is_short else (7, 30)
            if not low <= s.words <= high:
                continue
            told = statement(self.analysis, s.id, most=high)
            if told is None or not told.passages:
                continue
            striking = 0.8 * self.analysis.rules.strikes(told.text) + 0.5 * bool(s.figures)
            about = 1.5 * bool(_places(told.passages) & summary) + 0.6 * float(self.analysis.centrality[s.id])
            gain = 1.5 * striking + 0.4 * about if is_short else about + 0.2 * striking
            scene = Scene(
                kind=SceneKind.TITLE,
                lines=(Line(0, told.text, passages=told.passages),),
                text=shown_words(s, told.text),
            )
            ranked.append((self.worth[s.id] + gain, -s.id, scene))
        return max(ranked, key=lambda r: (r[0], r[1]))[2] if ranked else None

    def _candidates(self) -> list[_Candidate]:
        out: list[_Candidate] = []
        for n, section in enumerate(self.findings):
            said = [s for paragraph in section.paragraphs for s in paragraph]
            for m, each in enumerate(said):
                s = self._sentence(each.passages)
                if s is None or not 4 <= len(each.text.split()) <= self.measure.spoken or Role.TABLE in s.roles:
                    continue
                keys = _places(each.passages)
                figure = next((self.figures[k] for k in _places(each.passages[-1:]) if k in self.figures), None)
                if Role.STEP in s.roles or s.in_list:
                    continue
                scene = scene_of(s, each, figure=figure, heading=section.heading)
                clear = self.analysis.rules.self_contained(each.text)
                worth = self.worth[s.id] + _GAIN.get(scene.kind, 0.0) - _UNCLEAR * (not clear)
                out.append(_Candidate(scene, worth, n + m / 100, section.heading, keys))
        for figure in self.draft.figures:
            s = self._sentence(figure.statement.passages)
            if s is not None and len(figure.statement.text.split()) <= self.measure.spoken:
                scene = Scene(
                    kind=SceneKind.NUMBER,
                    lines=(Line(0, figure.statement.text, passages=figure.statement.passages),),
                    figure=figure,
                )
                keys = _places(figure.statement.passages)
                out.append(_Candidate(scene, self.worth[s.id] + 0.3, self._order(keys), "", keys))
        return [*out, *self._runs(), *self._charts(), *self._events(), *self._terms()]

    def _order(self, keys: frozenset[tuple[str, int]]) -> float:
        """Where in the findings something belongs, by the sections its sentences stand in."""
        for n, section in enumerate(self.findings):
            own = {p for par in section.paragraphs for s in par for p in _places(s.passages)}
            if own & keys:
                return n + 0.5
            near = [p for p in own for k in keys if p[0] == k[0] and abs(p[1] - k[1]) < 900]
            if near:
                return n + 0.9
        return len(self.findings) / 2

    def _runs(self) -> list[_Candidate]:
        """Steps in order, and the items of a list."""
        out: list[_Candidate] = []
        run: list[Sentence] = []

        def close() -> None:
            if len(run) >= 3:
                is_steps = sum(Role.STEP in s.roles for s in run) * 2 >= len(run)
                kept = [s for s in run if s.words <= 18][:_MOST_STEPS]
                if len(kept) >= 3:
                    lines = tuple(Line(0, s.told, passages=(self.analysis.passage(s),)) for s in kept)
                    items = tuple(SceneItem(shown_words(s, s.told).rstrip("."), line=n) for n, s in enumerate(kept))
                    section = self.analysis.section_of(kept[0])
                    kind = SceneKind.STEPS if is_steps else SceneKind.LIST
                    keys = frozenset((self.analysis.sources[s.source].id, s.start) for s in kept)
                    scene = Scene(kind=kind, lines=lines, heading=section.title, items=items)
                    worth = sum(self.worth[s.id] for s in kept) / len(kept) + _GAIN[kind]
                    out.append(_Candidate(scene, worth, self._order(keys), section.title, keys))
            run.clear()

        for s in self.analysis.sentences:
            listed = (Role.STEP in s.roles or s.in_list) and Role.TABLE not in s.roles
            if not listed or (run and (run[-1].section != s.section or s.id != run[-1].id + 1)):
                close()
            if listed and self.worth[s.id] > 0:
                run.append(s)
        close()
        return out

    def _charts(self) -> list[_Candidate]:
        out: list[_Candidate] = []
        for chart in self.draft.charts[:2]:
            told = chart_lines(chart)
            if not told or not chart.passages:
                continue
            keys = frozenset((p.source_id, p.start) for p in chart.passages)
            scene = Scene(kind=SceneKind.CHART, lines=told, heading=chart.title, chart=chart)
            out.append(_Candidate(scene, 1.2 + _GAIN[SceneKind.CHART], self._order(keys), "", keys))
        return out

    def _events(self) -> list[_Candidate]:
        longest, most = (18, 3) if self.task.format is VideoFormat.CINEMATIC else (26, _MOST_EVENTS)
        events = [e for e in self.draft.events if len(e.text.text.split()) <= longest][:most]
        if len(events) < 3 or self.task.format is VideoFormat.SHORT:
            return []
        lines = tuple(Line(0, e.text.text, passages=e.text.passages) for e in events)
        items = []
        for n, event in enumerate(events):
            s = self._sentence(event.text.passages)
            words = shown_words(s, event.text.text, naming=event.date[:4]) if s else event.text.text
            items.append(SceneItem(words, label=event.label, line=n))
        keys = frozenset(k for e in events for k in _places(e.text.passages))
        heading = labels_of(self.task.language).dates
        scene = Scene(kind=SceneKind.TIMELINE, lines=lines, heading=heading, items=tuple(items))
        at = len(self.findings) * 0.6
        return [_Candidate(scene, 1.0 + _GAIN[SceneKind.TIMELINE], at, "", keys)]

    def _terms(self) -> list[_Candidate]:
        if self.task.format is not VideoFormat.EXPLAINER:
            return []
        asker = asker_for(self.analysis)
        found = sorted(asker.terms([i for i, w in enumerate(self.worth) if w > 0]), key=lambda t: -t.strength)
        kept: list[tuple[str, Line]] = []
        keys: set[tuple[str, int]] = set()
        for term in found:
            told = statement(self.analysis, term.sentence, most=24)
            if told is None or len(term.term.split()) > 4 or any(term.term.lower() == t.lower() for t, _ in kept):
                continue
            if keys & _places(told.passages):
                continue
            kept.append((capital(term.term), Line(0, told.text, passages=told.passages)))
            keys |= _places(told.passages)
            if len(kept) == _MOST_TERMS:
                break
        if len(kept) < 3:
            return []
        items = tuple(SceneItem(term, line=n) for n, (term, _) in enumerate(kept))
        subject = self.analysis.titles[0]
        scene = Scene(kind=SceneKind.TERMS, lines=tuple(line for _, line in kept), text=subject, items=items)
        return [_Candidate(scene, 0.8 + _GAIN[SceneKind.TERMS], 0.4, "", frozenset(keys))]

    def _in_order(self, chosen: Sequence[_Candidate]) -> list[Scene]:
        scenes: list[Scene] = []
        last = ""
        for each in sorted(chosen, key=lambda c: c.order):
            heading = each.section
            begins = bool(heading) and heading != last and each.order >= 0
            last = heading or last
            scenes.append(replace(each.scene, chapter=heading) if begins else each.scene)
        return scenes

    def _recap(self, used: set[tuple[str, int]]) -> Scene | None:
        """The points once more, in the sources' own short clauses; else the sources' last sentence."""
        frames = self.analysis.rules.phrases.frames.get("recap", ())
        ids = [s.id for s in self.analysis.sentences if self.worth[s.id] > 0]
        points = recap_statements(self.analysis, ids) if frames and self.task.format is VideoFormat.EXPLAINER else []
        if points:
            words = [p.rstrip(".") for p, _ in points]
            passages = tuple(self.analysis.passage(self.analysis.sentences[i]) for _, i in points)
            join, last = self.analysis.rules.phrases.listing
            listed = last.join([join.join(words[:-1]), words[-1]])
            line = Line(0, frames[0].format(points=listed), LineKind.FRAME, passages)
            return Scene(kind=SceneKind.RECAP, lines=(line,), items=tuple(SceneItem(capital(w)) for w in words))
        for s in reversed(self.analysis.sentences):
            if self.worth[s.id] <= 0 or s.in_list or s.roles & {Role.TABLE, Role.STEP, Role.QUESTION}:
                continue
            told = statement(self.analysis, s.id, most=self.measure.spoken)
            if told is None or len(told.text.split()) < 4 or _places(told.passages) & used:
                continue
            used |= _places(told.passages)
            return Scene(
                kind=SceneKind.RECAP,
                lines=(Line(0, told.text, passages=told.passages),),
                text=shown_words(s, told.text),
            )
        return None

    def _described(self) -> list[Line]:
        """Two or three sentences that say what it is about, or what the prompt for them asks after."""
        if self.task.description_prompt:
            worth = worths(self.analysis, instructions=self.task.description_prompt, avoid=self.task.avoid)
            ids = sorted(range(len(worth)), key=lambda i: -worth[i])[:8]
            told = [t for i in ids if (t := statement(self.analysis, i, most=40)) is not None][:3]
        else:
            told = list(self.draft.summary[:3])
        return [Line(0, s.text, passages=s.passages) for s in told]


def spoken_by(scenes: Sequence[Scene], speakers: int) -> tuple[Scene, ...]:
    """One voice, or two in turn from scene to scene."""
    if speakers < 2:
        return tuple(scenes)
    return tuple(
        replace(scene, lines=tuple(replace(line, speaker=n % 2) for line in scene.lines))
        for n, scene in enumerate(scenes)
    )


def chart_lines(chart: Chart) -> tuple[Line, ...]:
    """What is said over a chart: its title and the values that matter, as the source has them."""
    name, values = chart.series[0] if chart.kind is ChartKind.LINE else chart.series[-1]
    pairs = list(zip(chart.labels, values, strict=True))
    if chart.kind is ChartKind.LINE:
        shown = [pairs[0], pairs[-1]] if len(pairs) > 1 else pairs
    else:
        shown = sorted(pairs, key=lambda p: -p[1])[:3]
    unit = "" if not chart.unit else "%" if chart.unit == "%" else f" {chart.unit}"
    said = "; ".join(f"{label}: {spoken_number(value)}{unit}" for label, value in shown)
    title = f"{chart.title}, {name}" if name else chart.title
    return (Line(0, f"{title}. {said}.", passages=chart.passages),)


def spoken_number(value: float) -> str:
    """A number as it is read out: no decimals that are noughts."""
    return f"{value:.0f}" if value == round(value) else f"{value:.2f}".rstrip("0").rstrip(".")


def _places(passages: Sequence[Passage]) -> frozenset[tuple[str, int]]:
    return frozenset((p.source_id, p.start) for p in passages)
