"""Create: from a drop to an accepted order, with the server's faults at their fields."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, refusal

from app.models.orders import Order, pasted_text
from app.panels.create import CreatePanel
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


@pytest.fixture
async def create(connected: Window, until: Until) -> CreatePanel:
    """The Create panel with everything loaded."""
    connected.show_panel("create")
    panel = connected.panels["create"]
    assert isinstance(panel, CreatePanel)
    await until(lambda: panel.voice1.count() > 1 and not panel.tasks.running, "voices")
    return panel


def text(words: str) -> QMimeData:
    data = QMimeData()
    data.setText(words)
    return data


def orders_in(api: StubApi) -> list[dict[str, object]]:
    return [row["order"] for row in api.contents.requests]


async def test_a_dropped_file_becomes_a_source_of_the_order(
    api: StubApi, connected: Window, create: CreatePanel, until: Until, tmp_path: Path, qtbot: QtBot, idle: Idle
) -> None:
    report = tmp_path / "report.pdf"
    report.write_bytes(b"%PDF-1.7" + bytes(5000))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(report))])

    create.drop(data)
    await until(lambda: create.sources.sources, "the upload")
    await until(
        lambda: create.price.price.text() == "10\u202fcredits" or "10 credits" in create.price.price.text(), "a price"
    )
    qtbot.mouseClick(create.create_button, Qt.MouseButton.LeftButton)
    await until(lambda: api.contents.requests, "the order")

    [order] = orders_in(api)
    assert order["resources"] == [{"type": "file", "content": next(iter(api.contents.files))}]
    await until(lambda: connected.current is connected.panels.get("queue"), "the queue")
    await idle(connected)
    assert create.sources.sources == ()


async def test_everything_chosen_reaches_the_server(
    api: StubApi, create: CreatePanel, until: Until, idle: Idle, connected: Window
) -> None:
    create.drop(text("https://vell.example/wetland"))
    create.style_choice.choose("debate")
    create.duration.choose("short")
    create.language.choose("English")
    create.voice1.choose(1)
    create.voice2.choose(2)
    create.title.setText("Lake Vell")
    create.text.setPlainText("Stress the wetland.")
    assert not create.options.bed.isEnabled()
    create.intro.setText("https://x.example/a.mp3")
    create.options.bed.setChecked(True)
    create.options.stems.setChecked(True)
    create.approve.setChecked(True)
    create.quality.choose("draft")

    create._create()
    await until(lambda: api.contents.requests, "the order")
    await idle(connected)

    [order] = orders_in(api)
    assert order == {
        "outputType": "audio",
        "resources": [{"type": "website", "content": "https://vell.example/wetland"}],
        "style": "debate",
        "duration": "short",
        "language": "English",
        "voice1": 1,
        "voice2": 2,
        "title": "Lake Vell",
        "text": "Stress the wetland.",
        "introMusicUrl": "https://x.example/a.mp3",
        "musicBed": True,
        "stems": True,
        "approveScript": True,
        "quality": "draft",
    }


async def test_faults_of_the_server_stand_at_their_fields(api: StubApi, create: CreatePanel, until: Until) -> None:
    create.drop(text("https://vell.example https://other.example"))
    api.contents.faults["/content/Create"] = (
        400,
        refusal(
            "invalid_field",
            "Three faults.",
            ("introMusicUrl", "must end in .mp3, .wav or .m4a"),
            ("resources[1].content", "this host is private"),
            ("callbackData", "is too long"),
        ),
    )

    create._create()
    await until(lambda: create.fields["introMusicUrl"].fault, "the fault")

    assert create.fields["introMusicUrl"].fault == "Must end in .mp3, .wav or .m4a"
    assert create.sources.fault == "This host is private"
    assert [bool(chip.property("faulty")) for chip in create.sources.chips] == [False, True]
    assert create.desk.bar.text == "is too long"
    assert create.create_button.isEnabled()


async def test_faults_leave_once_the_quote_is_good(api: StubApi, create: CreatePanel, until: Until) -> None:
    create.drop(text("https://vell.example"))
    api.contents.faults["/content/Create"] = (400, refusal("x", "No.", ("title", "is too long")))
    create.title.setText("Lake Vell")
    await until(lambda: create.fields["title"].fault, "the fault")
    api.contents.faults.clear()

    create.title.setText("Lake")

    await until(lambda: not create.fields["title"].fault, "a clean form")
    assert create.price.facts._pairs[0][1].text() == "6.4 MB"


async def test_a_source_can_be_taken_out_again(create: CreatePanel, qtbot: QtBot) -> None:
    create.drop(text("https://a.example https://b.example"))
    assert create.create_button.isEnabled()

    for chip in create.sources.chips:
        qtbot.keyClick(chip, Qt.Key.Key_Delete)

    assert create.sources.sources == ()
    assert not create.create_button.isEnabled()


async def test_the_same_address_is_taken_once(create: CreatePanel) -> None:
    create.drop(text("https://a.example"))
    create.drop(text("https://a.example"))

    assert len(create.sources.chips) == 1


async def test_what_was_typed_and_not_added_is_not_lost(
    api: StubApi, create: CreatePanel, until: Until, idle: Idle, connected: Window
) -> None:
    create.drop(text("https://a.example"))
    create.sources.paste_field.setPlainText("And these words too.")

    create._create()
    await until(lambda: api.contents.requests, "the order")
    await idle(connected)

    assert [r["type"] for r in orders_in(api)[0]["resources"]] == ["website", "text"]  # type: ignore[attr-defined]


async def test_a_paste_anywhere_becomes_a_source(connected: Window, create: CreatePanel, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("https://pasted.example")
    connected.show_panel("settings")

    qtbot.keyClick(connected, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    assert connected.current is create
    assert [source.label for source in create.sources.sources] == ["pasted.example"]
    qtbot.keyClick(create.approve, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(create.sources.sources) == 1


async def test_an_empty_and_a_huge_file_are_refused_in_words(create: CreatePanel, until: Until, tmp_path: Path) -> None:
    empty, huge = tmp_path / "empty.txt", tmp_path / "huge.pdf"
    empty.write_bytes(b"")
    with huge.open("wb") as file:
        file.truncate(200_000_001)

    create.sources.add_files([empty])
    await until(lambda: "empty.txt is empty." in create.desk.bar.text, "the sentence")
    create.sources.add_files([huge])
    await until(lambda: "may have up to 200 MB" in create.desk.bar.text, "the sentence")

    assert create.sources.chips == ()


async def test_an_upload_that_fails_takes_its_chip_along(
    api: StubApi, create: CreatePanel, until: Until, tmp_path: Path
) -> None:
    api.contents.faults["/files"] = (503, refusal("unavailable", "The disk is full."))
    report = tmp_path / "report.pdf"
    report.write_bytes(b"%PDF")

    create.sources.add_files([report])
    await until(lambda: create.desk.bar.text == "The disk is full.", "the sentence")

    assert create.sources.chips == ()


async def test_voices_are_those_of_the_language(create: CreatePanel) -> None:
    create.language.choose("Français")
    create._language_changed()

    assert [create.voice1.itemText(n) for n in range(create.voice1.count())] == [
        "Automatic · 20.9 % word errors",
        "Siwis · female, 11.8 % word errors",
    ]


async def test_the_second_voice_waits_for_the_first(create: CreatePanel) -> None:
    assert not create.voice2.isEnabled()
    create.voice1.choose(1)
    create.voice1.picked.emit()
    assert create.voice2.isEnabled()


async def test_a_voice_can_be_heard_where_the_server_has_samples(
    api: StubApi, create: CreatePanel, until: Until, qtbot: QtBot
) -> None:
    create.voice1.choose(1)
    create.voice1.picked.emit()
    assert create.samples[0].isVisible()

    create.samples[0].click()

    await until(lambda: ("GET", "/studio/voices/1/sample", None) in api.contents.calls, "the sample")
    await until(lambda: not create.tasks.running, "rest")
    create.desk.playback.stop()


async def test_a_server_without_samples_shows_no_button_for_them(connected: Window, create: CreatePanel) -> None:
    connected.desk.offered = frozenset()
    await create.refresh()

    assert not create.samples[0].isVisible()


async def test_an_article_has_no_voices(create: CreatePanel) -> None:
    create.output.card("text").click()

    assert not create.fields["voice1"].isVisible()
    assert not create.approve.isVisible()
    assert create.fields["style"].isVisible()


async def test_a_duplicate_fills_the_form(api: StubApi, connected: Window, create: CreatePanel, until: Until) -> None:
    row = a_request(api.contents)
    row["order"] = Order(sources=(pasted_text("Words to speak of."),), title="Again", voice1=3, style="brief").wire
    connected.show_panel("queue")
    await until(lambda: connected.panels["queue"].rows.rows, "the row")  # type: ignore[attr-defined]

    connected.panels["queue"]._asked("duplicate")  # type: ignore[attr-defined]
    await until(lambda: connected.current is create and create.title.text() == "Again", "the form")
    await until(lambda: not create.tasks.running, "rest")

    assert (create.order.voice1, create.order.style) == (3, "brief")
    assert [source.content for source in create.order.sources] == ["Words to speak of."]


async def test_new_orders_start_with_the_settings(window: Window) -> None:
    window.values.keep("create.quality", "draft")
    window.values.keep("create.approve", True)
    window.show_panel("create")
    panel = window.panels["create"]
    assert isinstance(panel, CreatePanel)

    assert (panel.order.quality, panel.order.approve_script) == ("draft", True)
