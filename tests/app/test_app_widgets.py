"""Our own widgets, worked with by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from example_studio import cover, wide
from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from stub_api import tone

from app.widgets.artwork import Cover, Cropper, encoded, read_picture
from app.widgets.buttons import Segments, Switch, button, icon_button
from app.widgets.cards import ElidedLabel, Facts, WrappedLabel
from app.widgets.chips import Chip, Flow
from app.widgets.drops import DropArea
from app.widgets.empty import EmptyState
from app.widgets.forms import Choice, Faults, Field, Line, Paragraph
from app.widgets.playback import Playback
from app.widgets.search import SearchField
from app.widgets.transport import Transport
from app.widgets.waveform import Waveform

Until = Callable[..., Awaitable[None]]
pytestmark = pytest.mark.usefixtures("theme")


def shown(qtbot: QtBot, widget: QWidget, width: int = 500, height: int = 100) -> None:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()


def a_wave(qtbot: QtBot) -> tuple[Waveform, list[int]]:
    wave, sought = Waveform(), list[int]()
    shown(qtbot, wave)
    wave.show_sound([0.1, 0.9] * 300, length_ms=100_000, chapters=(0, 40_000))
    wave.sought.connect(sought.append)
    return wave, sought


def test_a_click_on_the_waveform_seeks(qtbot: QtBot) -> None:
    wave, sought = a_wave(qtbot)

    qtbot.mouseClick(wave, Qt.MouseButton.LeftButton, pos=QPoint(250, 40))

    assert sought == [50_000]
    assert wave.position == 50_000
    assert wave.accessibleDescription() == "00:50 of 01:40"


@pytest.mark.parametrize(
    ("key", "target"),
    [
        (Qt.Key.Key_Right, 55_000),
        (Qt.Key.Key_Left, 45_000),
        (Qt.Key.Key_PageDown, 80_000),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 100_000),
    ],
)
def test_keys_on_the_waveform_seek(qtbot: QtBot, key: Qt.Key, target: int) -> None:
    wave, sought = a_wave(qtbot)
    wave.set_position(50_000)

    qtbot.keyClick(wave, key)

    assert sought == [target]


def test_a_waveform_without_sound_takes_nothing(qtbot: QtBot) -> None:
    wave, _sought = a_wave(qtbot)

    wave.show_sound((), length_ms=0)

    assert not wave.isEnabled()


def test_the_played_part_is_in_the_accent(qtbot: QtBot) -> None:
    wave, _sought = a_wave(qtbot)
    wave.set_position(50_000)
    picture = wave.grab().toImage()

    left, right = picture.pixelColor(101, 50), picture.pixelColor(401, 50)

    assert left != right


def test_segments_are_chosen_by_mouse_and_keys(qtbot: QtBot) -> None:
    segments, chosen = Segments((("a", "Short"), ("b", "Long")), name="Length"), list[str]()
    shown(qtbot, segments)
    segments.chosen.connect(chosen.append)

    qtbot.mouseClick(segments._buttons["b"], Qt.MouseButton.LeftButton)
    qtbot.keyClick(segments._buttons["b"], Qt.Key.Key_Right)
    segments.choose("unknown")

    assert chosen == ["b", "a"]
    assert segments.value() == "a"
    assert segments._buttons["a"].accessibleName() == "Length: Short"


def test_a_switch_is_turned_by_mouse_and_space(qtbot: QtBot) -> None:
    switch = Switch("Approve")
    shown(qtbot, switch)

    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    once = switch.isChecked()
    qtbot.keyClick(switch, Qt.Key.Key_Space)

    assert (once, switch.isChecked()) == (True, False)


def test_buttons_tell_their_keys(qtbot: QtBot) -> None:
    made = button("Save as…", icon="plus", keys="Ctrl+S")
    qtbot.addWidget(made)
    small = icon_button("delete-outline", "Delete")
    qtbot.addWidget(small)

    assert made.toolTip() == "Save as… (Ctrl+S)"
    assert (made.accessibleName(), small.accessibleName()) == ("Save as…", "Delete")


def test_chips_flow_over_lines_and_can_be_taken_out(qtbot: QtBot) -> None:
    holder = QWidget()
    flow = Flow(holder)
    chips = [Chip(f"Source number {n}", icon="web") for n in range(5)]
    for chip in chips:
        flow.addWidget(chip)
    shown(qtbot, holder, 420, 200)
    gone: list[int] = []
    chips[0].removed.connect(lambda: gone.append(0))

    qtbot.keyClick(chips[0], Qt.Key.Key_Delete)
    qtbot.mouseClick(chips[0]._close, Qt.MouseButton.LeftButton)

    assert gone == [0, 0]
    assert chips[0].y() == chips[1].y() < chips[2].y()
    assert flow.heightForWidth(420) == chips[4].geometry().bottom() + 1
    assert flow.heightForWidth(2000) == chips[0].height()


async def test_the_search_waits_for_a_pause(qtbot: QtBot, until: Until) -> None:
    field, told = SearchField("Search requests…"), list[str]()
    shown(qtbot, field)
    field.searched.connect(told.append)

    qtbot.keyClicks(field, "lake")
    assert told == []
    await until(lambda: told)
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert told == ["lake", ""]
    assert field.accessibleName() == "Search requests"


def test_enter_searches_at_once_and_only_once(qtbot: QtBot) -> None:
    field, told = SearchField("Search"), list[str]()
    shown(qtbot, field)
    field.searched.connect(told.append)

    qtbot.keyClicks(field, "vell ")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert told == ["vell"]


def test_faults_stand_at_their_fields(qtbot: QtBot) -> None:
    fields = {"title": Field("Title", Line(), help_text="Short is good."), "voice2": Field("Second voice", Choice())}
    for field in fields.values():
        qtbot.addWidget(field)
    faults = Faults(fields)

    homeless = faults.show([("title", "is too long"), ("callbackData", "is too long")])

    assert homeless == ["is too long"]
    assert fields["title"].fault == "Is too long"
    assert fields["title"].editor.accessibleDescription() == "Is too long"
    faults.clear()
    assert fields["title"].fault == ""


def test_a_choice_keeps_its_value_when_offers_change(qtbot: QtBot) -> None:
    choice = Choice()
    qtbot.addWidget(choice)
    choice.offer([(1, "One"), (2, "Two")])
    choice.choose(2)

    choice.offer([(2, "Two"), (3, "Three")])

    assert choice.currentData() == 2


def test_tab_leaves_a_paragraph(qtbot: QtBot) -> None:
    assert Paragraph().tabChangesFocus()


def test_a_drop_tells_of_files_or_words(qtbot: QtBot, tmp_path: Path) -> None:
    area = DropArea("Drop files here", "PDF and text")
    qtbot.addWidget(area)
    files: list[list[Path]] = []
    words: list[str] = []
    area.files.connect(files.append)
    area.words.connect(words.append)
    report = tmp_path / "report.pdf"
    report.write_bytes(b"%PDF")
    data, link, empty = QMimeData(), QMimeData(), QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(report)), QUrl.fromLocalFile(str(tmp_path))])
    link.setUrls([QUrl("https://vell.example")])

    taken = [area.take(data), area.take(link), area.take(empty)]

    assert taken == [True, True, False]
    assert files == [[report]]
    assert words == ["https://vell.example"]


@pytest.mark.qt_log_ignore("Huffman|Premature end|JPEG", extend=True)
def test_small_wrong_and_broken_pictures_are_refused_in_words() -> None:
    small = read_picture(cover("A", "#123456", "#654321", side=600))
    broken = read_picture(cover("A", "#123456", "#654321", side=600)[:400])

    assert small.fault == "This picture has 600 × 600 pixels; podcast directories need at least 1400 × 1400."
    assert broken.fault.startswith("This picture")
    assert read_picture(b"GIF89a").fault == "Artwork must be a JPG or PNG picture."


async def test_the_crop_stays_in_the_picture_and_within_the_rules(qtbot: QtBot) -> None:
    cropper = Cropper()
    shown(qtbot, cropper, 300, 300)
    cropper.show_image(read_picture(wide()).image)
    first = cropper.square

    cropper.resize_square(-5000)
    smallest = cropper.square
    cropper.move_square(QPoint(9000, 9000))
    corner = cropper.square
    cropper.resize_square(9000)

    assert (first.width(), first.x()) == (1700, 450)
    assert smallest.width() == 1400
    assert (corner.right(), corner.bottom()) == (2599, 1699)
    assert cropper.square.width() == 1700
    result = QImage.fromData(await cropper.cover())
    assert result.size() == QSize(1700, 1700)
    assert not result.hasAlphaChannel()


def test_the_crop_follows_keys_and_pointer(qtbot: QtBot) -> None:
    cropper = Cropper()
    shown(qtbot, cropper, 260, 170)
    cropper.show_image(read_picture(wide()).image)

    qtbot.keyClick(cropper, Qt.Key.Key_Left)
    by_key = cropper.square.x()
    qtbot.keyClick(cropper, Qt.Key.Key_Minus)
    smaller = cropper.square.width()
    qtbot.mousePress(cropper, Qt.MouseButton.LeftButton, pos=QPoint(100, 80))
    qtbot.mouseMove(cropper, QPoint(110, 80))
    qtbot.mouseRelease(cropper, Qt.MouseButton.LeftButton, pos=QPoint(110, 80))

    assert by_key == 450 - 26
    assert smaller == 1700 - 52
    assert cropper.grab().toImage().pixelColor(130, 80).isValid()


def test_a_huge_cover_is_brought_down_and_made_opaque() -> None:
    image = QImage(3400, 3200, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)

    result = QImage.fromData(encoded(image, image.rect().adjusted(0, 0, -200, 0)))

    assert result.size() == QSize(3000, 3000)
    assert result.pixelColor(10, 10).name() == "#ffffff"


def test_a_cover_shows_a_sign_where_there_is_none(qtbot: QtBot) -> None:
    made = Cover(60)
    shown(qtbot, made, 60, 60)
    empty = made.grab().toImage()
    made.show_bytes(cover("A", "#ff0000", "#ff0000"))

    assert made.grab().toImage() != empty


def test_long_words_are_cut_and_told_whole(qtbot: QtBot) -> None:
    label = ElidedLabel("A title that is much longer than the place it has")
    shown(qtbot, label, 90, 20)

    assert label.text() == "A title that is much longer than the place it has"
    assert label.toolTip() == label.text() == label.accessibleName()


def test_a_wrapped_label_is_as_high_as_its_text(qtbot: QtBot) -> None:
    label = WrappedLabel("Words that wrap over several lines when there is little room. " * 3)
    shown(qtbot, label, 200, 20)
    narrow = label.minimumHeight()
    label.resize(600, 20)

    assert narrow > label.minimumHeight() >= label.fontMetrics().height()


def test_facts_without_a_value_are_left_out(qtbot: QtBot) -> None:
    facts = Facts()
    shown(qtbot, facts)

    facts.show_facts([("Voices", "Heart"), ("Loudness", ""), ("Size", "5 MB")])
    facts.show_facts([("Size", "6 MB")])

    assert [name.text() for name, value in facts._pairs if value.isVisible()] == ["Size"]


def test_an_empty_state_says_what_to_do(qtbot: QtBot) -> None:
    done: list[int] = []
    state = EmptyState("podcast", "No show yet", "Make one.", action="Create", clicked=lambda: done.append(1))
    shown(qtbot, state, 500, 400)
    assert state.action is not None

    qtbot.mouseClick(state.action, Qt.MouseButton.LeftButton)
    state.say("Nothing found", "Search for something else.", action=False)

    assert done == [1]
    assert (state.title, state.action.isVisible()) == ("Nothing found", False)


async def test_a_sound_plays_without_a_sound_device(qapp: object, tmp_path: Path, until: Until) -> None:
    sound = tmp_path / "a.wav"
    sound.write_bytes(tone(1.5))
    playback = Playback()
    places: list[int] = []
    playback.moved.connect(places.append)

    playback.load(QUrl.fromLocalFile(str(sound)).toString(), at=500)
    playback.toggle()
    await until(lambda: playback.is_playing and playback.position > 500, "sound")
    playback.toggle()
    await until(lambda: not playback.is_playing, "silence")
    playback.seek(200)
    await until(lambda: playback.position == 200, "the place")
    playback.stop()

    assert places[0] == 500
    assert playback.address == ""


async def test_a_sound_that_is_not_there_is_told(qapp: object, tmp_path: Path, until: Until) -> None:
    playback = Playback()
    told: list[str] = []
    playback.failed.connect(told.append)

    playback.load(QUrl.fromLocalFile(str(tmp_path / "none.mp3")).toString())
    playback.play()
    await until(lambda: told, "the reason")

    playback.stop()


def test_the_controls_work_on_their_own_sound_only(qtbot: QtBot) -> None:
    playback = Playback()
    one, two = Transport(playback, skip_seconds=10), Transport(playback, skip_seconds=30, whole=True)
    for made in (one, two):
        qtbot.addWidget(made)
    one.attach("http://x/1.mp3", length_ms=60_000)
    two.attach("http://x/2.mp3", length_ms=90_000)

    one.seek(20_000)
    one.skip(1)
    two.change_speed(1)
    two.toggle_mute()
    two.volume.setValue(50)

    assert (one.mine, two.mine) == (True, False)
    assert playback.position == 30_000
    assert (one.position_label.text(), two.position_label.text()) == ("00:30", "00:00")
    assert (playback.speed, playback.muted) == (1.25, True)
    assert two.mute.accessibleName() == "Sound on"


def test_a_wrapped_label_measures_anew_what_changed(qtbot: QtBot) -> None:
    shown = WrappedLabel("One word.")
    qtbot.addWidget(shown)
    low = shown.heightForWidth(160)
    assert shown.heightForWidth(160) == low
    shown.setText("Many more words than one. " * 12)
    high = shown.heightForWidth(160)
    assert high > 3 * low
    assert shown.heightForWidth(320) < high
    font = shown.font()
    font.setPixelSize(40)
    shown.setFont(font)
    assert shown.heightForWidth(160) > high


def test_what_flows_begins_where_reading_begins(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = Flow(holder, spacing=6)
    parts = [QLabel("one"), QLabel("two")]
    for part in parts:
        part.setFixedSize(40, 20)
        flow.addWidget(part)
    holder.resize(200, 20)
    holder.show()
    assert [part.x() for part in parts] == [0, 46]

    holder.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    flow.activate()
    assert [part.x() for part in parts] == [160, 114]
