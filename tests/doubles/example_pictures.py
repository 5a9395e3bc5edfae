"""Results that are looked at, made by the product's own code: a short film, an infographic, slides."""

from __future__ import annotations

import functools
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import stub_storyboards
from document_measures import text_source
from PySide6.QtCore import QBuffer, QIODevice, Qt
from stub_api import StubApi, a_request

from server.domain.documents import Figure
from server.domain.recordings import ChapterTime
from server.domain.scripts import Line, Statement
from server.domain.storyboards import Scene, SceneItem, SceneKind, VideoFormat
from server.engine.audio.signals import EPISODE_RATE
from server.engine.films.captions import captions
from server.engine.films.looks import LOOKS
from server.engine.films.muxing import Labels, join
from server.engine.films.plans import FPS, TimedScene
from server.engine.painting.pieces import PieceSpec, jpeg_of, still, write_piece
from server.engine.papers.references import origin_of
from server.engine.specs import Brand
from server.engine.stages.logos import default_logo
from server.engine.stages.plates import MARKDOWN, PDF, PNG, PPTX, Look, drawn_deck, drawn_infographic
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import DeckTask, InfographicTask

TEXT = "annual_report_reuse.md"
LINES = (
    "Between May and September the level fell by forty centimetres.",
    "By February the lake had come back, five months later.",
)
CHAPTERS = ("A summer without rain", "Five months")
SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


def spec_of(number: int, *, seconds: float, size: tuple[int, int], look: str) -> PieceSpec:
    """One of the film's two scenes."""
    figure = (("40", "cm", "lost in one summer"), ("5", "months", "until the level was back"))[number]
    scene = Scene(
        kind=SceneKind.NUMBER,
        heading=CHAPTERS[number],
        lines=(Line(0, LINES[number]),),
        figure=Figure(*figure, Statement(LINES[number], ())),
        chapter=CHAPTERS[number],
    )
    timed = TimedScene(scene, 0, round(seconds * FPS), ((100, round(seconds * 1000) - 200),))
    return PieceSpec(timed, LOOKS[look], VideoFormat.EXPLAINER, size, "en", seed=5 + number)


@functools.cache
def film(*, seconds: float = 1.0, size: tuple[int, int] = (320, 180), look: str = "classic") -> tuple[bytes, bytes]:
    """A film of two scenes, each so long, and its thumbnail. Silent but for a hum."""
    whole = 2 * seconds
    with tempfile.TemporaryDirectory() as folder:
        specs = [spec_of(n, seconds=seconds, size=size, look=look) for n in range(2)]
        pieces = [Path(folder) / f"{n}.mp4" for n in range(2)]
        for spec, piece in zip(specs, pieces, strict=True):
            write_piece(spec, piece)
        moments = np.arange(round(whole * EPISODE_RATE)) / EPISODE_RATE
        times = [(round(n * seconds * 1000) + 100, round((n + 1) * seconds * 1000) - 100) for n in range(2)]
        chapters = [
            ChapterTime(name, round(n * seconds * 1000), round((n + 1) * seconds * 1000))
            for n, name in enumerate(CHAPTERS)
        ]
        out = Path(folder) / "film.mp4"
        hum = (np.sin(moments * 440 * 2 * np.pi) * 0.05).astype(np.float32)
        join(pieces, [hum], captions(list(LINES), times), chapters, out, labels=Labels("Lake Vell", "eng"))
        shown = QBuffer()
        shown.open(QIODevice.OpenModeFlag.WriteOnly)
        still(specs[0]).scaledToWidth(size[0], Qt.TransformationMode.SmoothTransformation).save(shown, "PNG")  # type: ignore[call-overload]
        return out.read_bytes(), bytes(shown.data().data())


def script(*, seconds: float) -> dict[str, Any]:
    """What the film says, as the server tells it."""
    lines = [
        {
            "speaker": "SPEAKER_00",
            "text": text,
            "startMs": round(n * seconds * 1000) + 100,
            "endMs": round((n + 1) * seconds * 1000) - 100,
            "passages": [],
        }
        for n, text in enumerate(LINES)
    ]
    chapters = [{"title": name, "startMs": round(n * seconds * 1000)} for n, name in enumerate(CHAPTERS)]
    return {"title": "Lake Vell", "lines": lines, "chapters": chapters, "peaks": []}


def a_film(api: StubApi, *, seconds: float = 1.0, form: str = "explainer", **made_as: Any) -> dict[str, Any]:
    """Put a finished film into the stub."""
    picture, thumbnail = film(seconds=seconds, **made_as)
    row = _row(api, "video", "The lake that came back", "\n\n".join(LINES), duration=2 * seconds, format=form)
    row["links"] = {
        "video_url": api.serve(row["id"], "film.mp4", picture, "video/mp4"),
        "image_url": api.serve(row["id"], "thumbnail.png", thumbnail, "image/png"),
    }
    api.contents.scripts[row["id"]] = script(seconds=seconds)
    return row


def a_storyboard(api: StubApi) -> dict[str, Any]:
    """Put a film with its storyboard into the stub, the scenes painted as in the product."""
    row = a_film(api, seconds=2.0, size=(640, 360), look="watercolour")
    items = (
        SceneItem("The wetland on the northern shore", label="Dug out again in 2021", line=0),
        SceneItem("Winter floods are held back", label="1.2 million m³", line=0),
        SceneItem("Pumping is hardly needed any more", label="Since 2022", line=0),
    )
    forty = Figure("40", "cm", "lost in one summer", Statement(LINES[0], ()))
    told = (
        (SceneKind.TITLE, "Three years of measurements at Lake Vell.", {"text": "The lake that came back"}),
        (SceneKind.NUMBER, LINES[0], {"figure": forty, "heading": "A summer without rain"}),
        (SceneKind.LIST, "Three things brought it back.", {"items": items, "heading": "Why it came back"}),
        (SceneKind.RECAP, LINES[1], {"text": "Five months for forty centimetres."}),
    )
    made = []
    for number, (kind, said, more) in enumerate(told):
        scene = Scene(kind=kind, lines=(Line(0, said),), **more)  # type: ignore[arg-type]
        timed = TimedScene(scene, 0, 4 * FPS, ((100, 3800),))
        spec = PieceSpec(timed, LOOKS["watercolour"], VideoFormat.EXPLAINER, (640, 360), "en", seed=3 + number)
        api.contents.scenes[str(number)] = jpeg_of(spec, longest=640, quality=88)
        shown = [{"text": item.text, "label": item.label} for item in scene.items]
        figure = f"{forty.value} {forty.unit}" if scene.figure else ""
        about = {"text": scene.text, "heading": scene.heading, "items": shown, "figure": figure}
        made.append(stub_storyboards.a_scene(number, kind.value, said, **about))
    made[2]["kinds"] = ["list", "steps", "recap"]
    api.contents.preview = api.contents.scenes["2"]
    api.contents.storyboards[row["id"]] = stub_storyboards.a_storyboard(row["id"], *made)
    return row


@functools.cache
def drawn(kind: str) -> tuple[str, dict[str, bytes]]:
    """An infographic or slides of a text with figures: the title, and its files by their endings."""
    source = text_source(TEXT)
    with tempfile.TemporaryDirectory() as folder:
        logo = Path(folder) / "logo.png"
        logo.write_bytes(default_logo())
        look = Look((origin_of(source),), Brand(), logo, date(2026, 11, 20), with_notes=False)
        if kind == "infographic":
            picture = BuiltInWriter().write(InfographicTask(sources=(source,), language=source.language))
            return picture.title, drawn_infographic(picture, look)[0]
        deck = BuiltInWriter().write(DeckTask(sources=(source,), language=source.language))
        return deck.title, drawn_deck(deck, look)[0]


def an_infographic(api: StubApi, *, content: bytes = b"") -> dict[str, Any]:
    """Put an infographic into the stub: this picture, or a drawn one."""
    title, made = ("The lake", {PNG: content, MARKDOWN: b"# The lake\n\nIt fell."}) if content else drawn("infographic")
    row = _row(api, "infographic", title, made[MARKDOWN].decode())
    row["links"] = {"image_url": api.serve(row["id"], "infographic.png", made[PNG], "image/png")}
    return row


def slides(api: StubApi, *, pdf: bytes = b"") -> dict[str, Any]:
    """Put slides into the stub: with this twin, or drawn ones."""
    title, made = (
        ("The lake", {PPTX: b"PK", PDF: pdf, MARKDOWN: b"# The lake\n\nIt fell."}) if pdf else drawn("slide_deck")
    )
    row = _row(api, "slide_deck", title, made[MARKDOWN].decode())
    row["links"] = {
        "slide_deck_url": api.serve(row["id"], "slides.pptx", made[PPTX], SLIDES),
        "slide_deck_pdf_url": api.serve(row["id"], "slides.pdf", made[PDF], "application/pdf"),
    }
    return row


def _row(api: StubApi, kind: str, title: str, words: str, *, duration: float = 0, **order: str) -> dict[str, Any]:
    resources = [{"type": "website", "content": "https://vellwater.example/report"}]
    return a_request(
        api.contents,
        title,
        output_type=kind,
        duration=duration,
        language="English",
        response_text=words,
        file_size=1_200_000,
        order={"outputType": kind, "resources": resources, **order},
    )
