"""Ordering, the queue, the player, the shows and who writes, with the stub behind them."""

from __future__ import annotations

from pathlib import Path

import example_studio
import stub_api
from camera import settled, until
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QScrollArea

from server.engine.previews import FrameSpec, painted


def stub_found():
    """The first model server that the stub has on its machine."""
    from app.client.writing_settings import FoundEndpoint

    first = stub_api.FOUND[0]
    return FoundEndpoint(first["endpoint"], first["name"], tuple(first["models"]))


async def draw(window, api, shot) -> None:
    """Draw all of them, in the order a person meets them."""
    from app.panels.create import CreatePanel
    from app.panels.player import PlayerPanel
    from app.panels.queue import QueuePanel
    from app.panels.settings import SettingsPanel
    from app.panels.shows import ShowsPanel

    window.show_panel("create")
    create = window.panels["create"]
    assert isinstance(create, CreatePanel)
    create._reset()
    await settled(window)
    await shot("create-empty")
    data = QMimeData()
    data.setText("https://vellwater.example/wetland")
    create.drop(data)
    report = Path(window.values._file).parent / "lake-vell-report.pdf"
    report.write_bytes(b"%PDF-1.7\n" + bytes(824_000))
    create.sources.add_files([report])
    create.sources.add_words(
        "Between May and September the level fell by 40 centimetres; by February it had fully recovered."
    )
    await settled(window)
    create.style_choice.choose("deep dive")
    create.language.choose("English")
    create._language_changed()
    create.voice1.choose(1)
    create.voice2.choose(2)
    create.title.setText("Forty centimetres: the lake that came back")
    create.text.setPlainText("Stress what the wetland changed. The listeners know the valley, not the numbers.")
    create._changed()
    await until(lambda: create.price.price.text() != "—", "a price")
    await shot("create")
    create.output.card("briefing_doc").click()
    await until(lambda: create.price.price.text() != "—", "a price")
    await shot("create-briefing")
    create.output.card("video").click()
    create.options.look.cards["watercolour"].click()
    api.contents.preview = painted(FrameSpec("watercolour", title=create.title.text()))
    await until(create.preview.picture.isVisible, "how it begins")
    await until(lambda: create.price.price.text() != "—", "a price")
    area = create.output.parentWidget().parentWidget().parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    await settled(window)
    area.verticalScrollBar().setValue(create.output.parentWidget().y() - 8)
    await shot("create-video")
    create.output.card("slide_deck").click()
    await shot("create-slides")
    area.verticalScrollBar().setValue(0)
    create.output.card("audio").click()
    api.contents.faults["/content/Create"] = (
        400,
        stub_api.refusal(
            "invalid_field",
            "Two fields are at fault.",
            ("introMusicUrl", "must end in .mp3, .wav or .m4a"),
            ("resources[1].content", "no file of yours has this id; an address starts with https://"),
            ("voice2", "speaks French, not English"),
        ),
    )
    create.intro.setText("https://fieldnotes.example/intro.flac")
    await until(lambda: create.fields["introMusicUrl"].fault, "a fault")
    await shot("create-faults")
    api.contents.faults.clear()

    window.show_panel("queue")
    queue = window.panels["queue"]
    assert isinstance(queue, QueuePanel)
    await until(lambda: queue.rows.rows, "requests")
    await shot("queue-running")
    queue.table.selectRow(next(n for n, r in enumerate(queue.rows.rows) if r.title.startswith("Lake Vell")))
    await settled(window)
    queue.card.transport.seek(104_000)
    queue.card.wave.set_position(104_000)
    await shot("queue")
    queue.table.selectRow(next(n for n, r in enumerate(queue.rows.rows) if r.error_code == 1001))
    await shot("queue-failed")
    queue.delete(queue.rows.rows[10])
    await until(lambda: window.bar.text, "the undo")
    window.bar._leave.stop()
    await shot("queue-undo")
    window.bar.dismiss()
    queue.search.setText("nothing like this")
    queue.search.returnPressed.emit()
    await until(lambda: not queue.rows.rows, "nothing")
    await shot("queue-nothing")
    queue.search.clear()
    queue.search.returnPressed.emit()
    await until(lambda: queue.rows.rows, "requests")

    window.show_panel("player")
    await shot("player-empty")
    window.show_panel("player", next(r.id for r in queue.rows.rows if r.title.startswith("Lake Vell")))
    player = window.panels["player"]
    assert isinstance(player, PlayerPanel)
    await until(lambda: player.detail is not None, "the episode")
    await settled(window)
    player.transport.seek(104_000)
    player._moved(104_000)
    await shot("player")

    window.show_panel("shows")
    shows = window.panels["shows"]
    assert isinstance(shows, ShowsPanel)
    await until(lambda: shows.show_page.episodes.rows, "episodes")
    await shot("shows")
    shows.show_page.views.choose("preview")
    shows.show_page._view_chosen("preview")
    await until(lambda: shows.show_page.preview.feed is not None, "the feed")
    await shot("shows-preview")
    shows.show_page.views.choose("episodes")
    shows.show_page._view_chosen("episodes")
    shows.show_page.add_asked.emit()
    await until(lambda: shows.choice.candidates.rows, "what can be added")
    await shot("shows-add")
    shows._edit(None)
    shows.form.name.setText("Harbour Hours")
    shows.form.author.setText("Ada Brook")
    shows.form.description.setPlainText("An hour by the water, every week.")
    shows.form.art.take(example_studio.wide())
    shows.form._keep()
    await shot("shows-new")
    window.show_panel("settings")
    await shot("settings")
    settings = window.panels["settings"]
    assert isinstance(settings, SettingsPanel)
    writing = settings.writing
    settings.show_section("writing")
    await until(writing.isVisible, "who writes")
    writing.writer._buttons["endpoint"].click()
    writing.look_button.click()
    await until(writing.found_box.count, "what is found")
    writing._use(stub_found())
    writing.test_button.click()
    await until(lambda: "answers" in writing.verdict.text(), "the test")
    await settled(window)
    settings.area.ensureWidgetVisible(writing.save_button, 0, 40)
    await shot("settings-writing")
