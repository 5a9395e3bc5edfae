"""The screens of the notebook panel, with a real server: sources are read, questions are answered as in the product."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import typst
from camera import Camera, Shot, settled, until
from fake_engine import FakeEngine, Hold, Succeed
from live_server import FewVoices, judge
from PySide6.QtWidgets import QApplication

from app.client import Client
from app.models.notebooks import Stage
from app.models.outputs import offered
from app.panels.notebooks import NotebooksPanel
from app.window import Window
from server.config.settings import ServerConfig
from server.embedded import EmbeddedServer

TEXTS = Path(__file__).resolve().parents[1] / "tests" / "data" / "texts"
PAPER = """#set page(width: 148mm, height: 210mm, margin: 18mm, numbering: "1")
#set text(font: "Inter", size: 10pt)
#set par(justify: true, leading: 0.75em)
#for block in json(bytes(sys.inputs.blocks)) {
  if block.starts-with("#") { heading(level: 1, block.trim("#").trim()) } else { par(block) }
}
"""
OTHER = (
    "Notes from the county archive. The Aldwater Canal was opened throughout on 4 May 1794, according to the county"
    " register, and not before. The first toll book begins in June 1794."
)
TITLES = {"quiz": "What do you know of the canal?", "briefing_doc": "The hundred gates: a briefing"}


def paper(folder: Path) -> Path:
    """One of the texts as a PDF of several pages."""
    text = (TEXTS / "biography_lisk.md").read_text("utf-8")
    blocks = [" ".join(block.split()) for block in text.split("\n\n") if block.strip()]
    source = folder / "paper.typ"
    source.write_text(PAPER, "utf-8")
    target = folder / "Teodora Lisk, a life.pdf"
    fonts = [str(Path(__file__).resolve().parents[1] / "resources" / "fonts")]
    typst.compile(source, output=target, sys_inputs={"blocks": json.dumps(blocks)}, font_paths=fonts)
    return target


async def draw(application: QApplication, data: Path, camera: Camera) -> None:
    """Draw the screens that are wanted, or all."""
    engine = FakeEngine()
    config = ServerConfig(data_dir=data / "server", port=0)
    server = EmbeddedServer(config, engine=lambda: engine, catalogue=FewVoices(), judge=judge)
    access = await asyncio.to_thread(server.start)
    window, shot = camera.open(application, data / "window")
    try:
        window.connect_to(Client(access.address, access.token))
        await until(lambda: window.desk.offered, "a connection")
        await _screens(window, engine, data, shot)
    finally:
        await window.leave_server()
        window.deleteLater()
        await asyncio.to_thread(server.stop)


async def _screens(window: Window, engine: FakeEngine, data: Path, shot: Shot) -> None:
    window.show_panel("notebooks")
    panel = window.panels["notebooks"]
    assert isinstance(panel, NotebooksPanel)
    page = panel.notebook

    async def idle() -> None:
        await settled(window)

    async def cited(title: str) -> None:
        """Open the first passage that the last answer cites of a source."""
        chips = page.conversation.turns[-1].chips
        next(chip for chip in chips if title in chip.text()).click()
        await idle()

    await idle()
    await shot("notebooks-empty")
    for name in ("Seed banks, a reader", "Reuse in numbers"):
        panel.list.name.setText(name)
        panel.list.new_button.click()
        await idle()
        panel.notebook.sources.add_words((TEXTS / "interview_seedbank.txt").read_text("utf-8"))
        await idle()
        panel.notebook.left.emit()
        await idle()
    panel.list.name.setText("The Aldwater Canal")
    panel.list.new_button.click()
    await idle()
    await shot("notebook-empty")
    broken = data / "minute book 1799.pdf"
    broken.write_bytes(b"%PDF-1.7\nnot a PDF at all")
    for name in ("canal_history.md", "annual_report_reuse.md", "manual_pump.md"):
        shutil.copy(TEXTS / name, data / name)
    page.sources.add_files([data / "canal_history.md", paper(data), broken])
    page.sources.add_files([data / "annual_report_reuse.md", data / "manual_pump.md"])
    await until(lambda: any(each.fraction for each in page.sources.entries.rows), "a source that is read")
    await shot("notebook-reading", moving=True)
    await idle()
    page.sources.add_words(OTHER)
    await idle()
    await until(lambda: page.conversation.suggestions.buttons, "suggestions")
    engine.plan = lambda job: Hold() if job.spec.output_type == "audio" else Succeed(TITLES[job.spec.output_type])
    for kind in (*TITLES, "audio"):
        page.studio.choose(next(each for each in offered(window.desk.makes) if each.kind == kind))
        page.studio.form.make_button.click()
        await idle()
    await until(lambda: sum(row.ended for row in page.studio.rows.rows) == len(TITLES), "results")
    await shot("notebook")
    for question in ("When was the canal opened?", "What is the capital of Mongolia?"):
        page.conversation.put(question)
        await idle()
        await shot("notebook-answer" if question.startswith("When") else "notebook-refused")
    page.conversation.put("Who was Caleb Ruddock?")
    await idle()
    turn = page.conversation.turns[-1]
    turn.kept.emit(turn.answer)
    await idle()
    window.bar.dismiss()
    await cited("Hundred")
    await shot("notebook-cited")
    page.close_source()
    page.open_source(next(e for e in page.sources.entries.rows if e.stage is Stage.READY))
    await idle()
    await shot("notebook-about")
    page.close_source()
    page.conversation.put("Where was Teodora Lisk born?")
    await idle()
    await cited("Teodora")
    await asyncio.sleep(1.5)
    await shot("notebook-pdf")
    page.close_source()
    page.studio._turn("notes")
    await shot("notebook-notes")
    page.studio._turn("usage")
    await shot("notebook-usage")
    page.studio._turn("make")
    page.studio.cards["briefing_doc"].click()
    await shot("notebook-form")
    page.studio.form.left.emit()
    taken = page.sources.entries.rows[-1]
    page.sources.take_out(taken)
    page.heading.begin()
    await shot("notebook-changed")
    page.heading.leave()
    window.bar._action.click()  # back again
    panel.notebook.left.emit()
    await idle()
    await shot("notebooks")
    panel.list.opened.emit(panel.list.rows.rows[0])
    await idle()
    window.resize(1024, 700)
    await shot("notebook-small")
