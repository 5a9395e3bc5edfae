"""The script desk against the real server with the fast engine: edited, undone, spoken, checked, mixed, rebuilt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton

from app.client.episode_drafts import DeskState, Draft, DraftLine, Take
from app.models.draft_sounds import length_words, sounds_of
from app.models.episode_drafts import NEW_WORDS, Editing
from app.panels.mix_desk import STEPS
from app.panels.script_desk import ScriptDeskPanel
from app.window import Window

pytest.importorskip("server.embedded", reason="the server is not part of this tree")

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


async def made(window: Window, until: Until, **more: object) -> str:
    """An episode, made or waiting for its approval."""
    client = window.desk.client
    assert client is not None
    body = {"outputType": "audio", "resources": [{"type": "text", "content": "A source of words. " * 40}], **more}
    request_id = str((await client.connection.post("/content/Create", body))["request_id"])
    for _ in range(2_000):
        row = (await client.requests.detail(request_id)).row
        if row.ended or row.stage == "waiting_for_approval":
            return request_id
        await asyncio.sleep(0.005)
    raise AssertionError("the episode was not made")


@pytest.fixture
async def desk(real: Window, until: Until, idle: Idle) -> ScriptDeskPanel:
    """The desk with a finished episode."""
    real.show_panel("desk", await made(real, until))
    panel = real.panels["desk"]
    assert isinstance(panel, ScriptDeskPanel)
    await until(lambda: panel.on_desk is not None, "the desk")
    await idle(real)
    return panel


async def kept(panel: ScriptDeskPanel) -> DeskState:
    """The desk as the server has it, once what was edited is kept."""
    panel._settle.stop()
    await panel.keep()
    assert panel.on_desk is not None
    return await panel.client.episode_drafts.desk(panel.on_desk.request_id)


async def test_lines_are_edited_moved_and_undone(desk: ScriptDeskPanel) -> None:
    first, second = desk.editing.draft.lines
    assert desk.lines.setData(desk.lines.index(0), "  What  is it? ")
    desk.view.go_to(0)
    desk._move(1)
    assert [line.text for line in desk.editing.draft.lines] == [second.text, "What is it?"]
    assert desk.lines.facts(1).notes == ("Not spoken yet",)
    assert "1 line to be spoken" in desk.length.text()
    assert [line.text for line in (await kept(desk)).draft.lines] == [second.text, "What is it?"]
    assert desk.take_back() and desk.take_back() and not desk.take_back()
    assert desk.editing.draft.lines == (first, second)
    desk.editing.stack.redo()
    assert desk.editing.draft.lines[0].text == "What is it?"


async def test_a_line_is_inserted_by_the_next_speaker_and_deleted(desk: ScriptDeskPanel) -> None:
    place = desk.editing.insert(0)
    assert desk.editing.draft.lines[place].speaker == 1
    assert desk.editing.draft.lines[place].text == NEW_WORDS
    desk.view.go_to(place)
    desk._delete()
    assert len(desk.editing.draft.lines) == 2


async def test_takes_are_spoken_and_chosen_between(desk: ScriptDeskPanel, until: Until, idle: Idle) -> None:
    desk.view.go_to(0)
    desk.lines.setData(desk.lines.index(0), "Otherwise said.")
    await kept(desk)
    line = desk.editing.draft.lines[0]
    assert desk.on_desk is not None
    take = await desk.client.episode_drafts.say(desk.on_desk.request_id, replace(line, voice=1))
    assert (await desk.client.episode_drafts.sound(take)).startswith(b"fLaC")
    await desk.refresh()
    takes = desk.on_desk.takes[line.id]
    assert [each.text for each in takes] == ["What is this about?", "Otherwise said."]
    assert desk.lines.facts(0).notes == ()
    desk._use(takes[0])
    assert desk.editing.draft.lines[0].text == "What is this about?"
    assert desk.editing.draft.lines[0].voice is None
    await desk._drop_take(takes[1])
    assert len(desk.on_desk.takes[line.id]) == 1


async def test_what_was_found_is_shown_at_its_line(desk: ScriptDeskPanel) -> None:
    desk.editing.insert(1)
    desk.lines.setData(desk.lines.index(2), desk.editing.draft.lines[0].text)
    await desk.look_through()
    assert desk.lines.finding(2) == "It says the same as line 6."
    desk.card.went_to.emit("l2")
    assert desk._place == 1


async def test_an_episode_is_rebuilt_and_heard_against_the_one_before(desk: ScriptDeskPanel, until: Until) -> None:
    desk.editing.set_mixing("Target", target_lufs=-18.0)
    desk.editing.set_member(0, "Level", level_db=-3.0)
    await desk.rebuild()
    await until(lambda: desk.on_desk is not None and len(desk.on_desk.versions) == 2, "the new version")
    assert desk.on_desk is not None
    assert desk.on_desk.versions[0].loudness is not None
    assert desk.on_desk.versions[0].loudness.integrated == -18.0
    newest, before = (version.audio_url for version in desk.on_desk.versions)
    await until(lambda: desk.mix.transport.address == newest, "the new sound")
    desk.mix.choice._buttons["b"].click()
    assert desk.mix.transport.address == before
    assert not desk.mix._listening.isHidden()


async def test_any_earlier_version_is_heard_and_measured_against_this_one(
    desk: ScriptDeskPanel, until: Until, idle: Idle, real: Window
) -> None:
    for number, target in ((2, -18.0), (3, -20.0)):
        desk.editing.set_mixing("Target", target_lufs=target)
        await desk.rebuild()
        await until(lambda n=number: desk.on_desk and len(desk.on_desk.versions) == n, "the new version")
    assert desk.on_desk is not None
    newest, second, first = (version.audio_url for version in desk.on_desk.versions)
    mix = desk.mix

    def reported() -> list[str]:
        """The head of the last column of the report, and its first figure."""
        return [mix._report.itemAtPosition(line, 3).widget().text() for line in (0, 1)]

    mix.choice._buttons["b"].click()
    assert reported() == ["Version 2", "−18.0 LUFS"]
    assert mix.transport.address == second, "the one that this one follows, until another is chosen"
    mix.earlier.setCurrentIndex(mix.earlier.findData(1))
    mix.earlier.picked.emit()
    assert mix.transport.address == first
    assert reported() == ["Version 1", "–"], "it was made before anything was measured"
    mix.choice._buttons["a"].click()
    assert mix.transport.address == newest


async def test_a_finding_leads_to_its_line_by_a_press(desk: ScriptDeskPanel, until: Until) -> None:
    desk.editing.insert(1)
    desk.lines.setData(desk.lines.index(2), desk.editing.draft.lines[0].text)
    desk.view.go_to(0)
    desk.check_button.click()
    await until(lambda: desk.lines.finding(2), "what was found")
    to_it = next(
        each
        for each in desk.card.findings.findChildren(QPushButton)
        if each.accessibleDescription() == "It says the same as line 6."
    )
    to_it.click()
    assert desk._place == 2
    desk.card.pace.setValue(1.1)
    assert desk.editing.draft.lines[2].pace == 1.1, "what is set is of the line that was gone to"


async def test_another_take_is_spoken_heard_and_taken_by_its_buttons(
    real: Window, desk: ScriptDeskPanel, until: Until, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[bytes] = []
    monkeypatch.setattr(desk.desk.playback, "play_bytes", played.append)
    desk.view.go_to(0)
    line = desk.editing.draft.lines[0]
    desk.card.more.click()
    await until(lambda: played and desk.on_desk and len(desk.on_desk.takes[line.id]) == 2, "the second take")
    assert desk.editing.draft.lines[0].take == 1
    assert desk.lines.facts(0).notes == ("Take 2",)
    (use,) = [each for each in desk.card.takes.findChildren(QPushButton) if each.text() == "Use"]
    use.click()
    assert desk.editing.draft.lines[0] == line
    desk.undo_button.click()
    assert desk.editing.draft.lines[0].take == 1
    await idle(real)


async def test_the_mix_is_set_by_its_own_controls(
    desk: ScriptDeskPanel, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.engine.audio.stems import write_wav

    tune = tmp_path / "tune.wav"
    write_wav([np.zeros(44_100, np.float32)], tune, samples=44_100)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tune), ""))
    mix = desk.mix
    desk.page_choice._buttons["mix"].click()
    assert mix.isVisible()
    strip = mix._strips[0]
    strip.level.setValue(-3 * STEPS)
    assert strip.shown.text() == "−3.0 dB"
    mix._strips[1].mute.click()
    mix.use._buttons["bed"].click()
    await until(lambda: desk.editing.draft.mixing.music == "bed", "the music")
    for control, value in ((mix.ducking_db, -20), (mix.fade_in, 2), (mix.fade_out, 5), (mix.target, -18)):
        control.setValue(value)
    state = await kept(desk)
    first, second = state.draft.cast
    assert (first.level_db, second.muted) == (-3.0, True)
    mixing = state.draft.mixing
    assert (mixing.music, mixing.ducking_db, mixing.fade_in_s, mixing.fade_out_s) == ("bed", -20, 2, 5)
    assert (mixing.target_lufs, state.music_name) == (-18, "tune.wav")
    assert not mix._listening.isVisible() and "next rebuild" in mix._told.text()
    desk.rebuild_button.click()
    await until(lambda: desk.on_desk is not None and len(desk.on_desk.versions) == 2, "the new version")
    shown = {each.text() for each in mix.findChildren(QLabel) if each.isVisibleTo(mix)}
    assert {"−18.0 LUFS", "Before mastering", "As published", "True peak"} <= shown
    assert mix._listening.isVisible()
    while desk.editing.stack.canUndo():
        desk.undo_button.click()
    assert desk.editing.draft.mixing.music == "none" and strip.level.value() == 0


async def test_the_title_and_chapters_are_edited_and_kept(desk: ScriptDeskPanel) -> None:
    desk.title.begin()
    desk.title.field.setText("  High   water ")
    desk.title.field.returnPressed.emit()
    assert desk.editing.draft.title == "High water"
    desk.view.go_to(1)
    desk.card.chapter.setText("The moon")
    desk.card.chapter.editingFinished.emit()
    assert desk.editing.chapter_at(1) == "The moon"
    assert desk.lines.facts(1).notes[0] == "Chapter: The moon"
    desk.view.go_to(0)
    assert desk.card.chapter.text() == desk.editing.chapter_at(0)
    state = await kept(desk)
    assert (state.draft.title, state.draft.chapters[-1][0]) == ("High water", "The moon")
    desk.view.go_to(1)
    desk.card.chapter.clear()
    desk.card.chapter.editingFinished.emit()
    assert desk.editing.chapter_at(1) == ""
    assert desk.take_back() and desk.take_back() and desk.take_back()
    assert desk.title.label.text() != "High water"


async def test_an_earlier_version_comes_back_to_the_desk(desk: ScriptDeskPanel, until: Until, idle: Idle) -> None:
    assert not desk.mix.back_button.isVisibleTo(desk.mix)
    before = desk.editing.draft.lines[1].text
    desk.lines.setData(desk.lines.index(1), "Something else.")
    await desk.rebuild()
    await until(lambda: desk.on_desk is not None and len(desk.on_desk.versions) == 2, "the new version")
    assert desk.mix.earlier.currentData() == 1 and "Version 1" in desk.mix.earlier.currentText()
    desk.mix.back_button.click()
    await until(lambda: desk.editing.draft.lines[1].text == before, "the earlier script")
    assert "Version 1 is on the desk" in desk.desk.bar.text
    assert (await kept(desk)).draft.lines[1].text == before
    desk.desk.bar.act()
    assert desk.editing.draft.lines[1].text == "Something else."


async def test_a_draft_changed_elsewhere_is_not_overwritten(desk: ScriptDeskPanel) -> None:
    assert desk.on_desk is not None
    other = replace(desk.editing.draft, title="From elsewhere")
    await desk.client.episode_drafts.keep(desk.on_desk.request_id, other, follows=0)
    desk.lines.setData(desk.lines.index(0), "Mine.")
    desk._settle.stop()
    await desk.keep()
    assert "changed elsewhere" in desk.desk.bar.text
    desk.desk.bar.act()
    await desk.refresh()
    assert desk.editing.draft.title == "From elsewhere"


async def test_a_script_that_waits_is_approved_from_the_desk(real: Window, until: Until, idle: Idle) -> None:
    request_id = await made(real, until, approveScript=True)
    real.show_panel("desk", request_id)
    panel = real.panels["desk"]
    assert isinstance(panel, ScriptDeskPanel)
    await until(lambda: panel.on_desk is not None, "the desk")
    assert panel.rebuild_button.text().strip() == "Approve"
    panel.lines.setData(panel.lines.index(0), "What shall it be?")
    await panel.rebuild()
    client = real.desk.client
    assert client is not None
    for _ in range(2_000):
        if (await client.requests.detail(request_id)).row.ended:
            break
        await asyncio.sleep(0.005)
    assert "What shall it be?" in (await client.requests.detail(request_id)).response_text
    await idle(real)


def test_steps_that_belong_together_are_one(qapp: object) -> None:
    editing = Editing()
    editing.begin(Draft(lines=(DraftLine("a", 0, "Words."),)))
    for pace in (1.1, 1.2, 1.3):
        editing.set_line(0, "Pace", joins="pace", pace=pace)
    assert editing.stack.count() == 1
    editing.stack.undo()
    assert editing.draft.lines[0].pace == 1.0


def test_length_is_heard_where_it_can_be_and_counted_elsewhere() -> None:
    from app.client.episode_drafts import CastMember

    lines = (DraftLine("a", 0, "one two three"), DraftLine("b", 0, "four five", pause_ms=1000))
    draft = Draft(lines=lines, cast=(CastMember(0, 7),))
    take = Take("k", "one two three", 7, 1.0, 0, 2.5, "")
    desk = DeskState("r", 0, waiting=False, draft=draft, takes={"a": (take,)}, pace_of={7: 120.0})
    sounds = sounds_of(desk, draft)
    assert [sound.seconds for sound in sounds.lines] == [2.5, 1.0]
    assert sounds.unspoken == 1
    assert sounds.starts == pytest.approx((0.625, 0.625 + 2.5 + 0.43, 1.25 + 2.5 + 0.43 + 1.0 + 1.0))
    assert length_words(130, 2)[0] == "About 02:10, as long as wanted"
    assert length_words(180, 2) == ("About 03:00, 01:00 too long", False)


def test_an_edit_works_out_the_sound_of_the_lines_that_it_touches_only() -> None:
    from app.client.episode_drafts import CastMember

    lines = tuple(DraftLine(f"l{n}", n % 2, f"line {n}") for n in range(6))
    draft = Draft(lines=lines, cast=(CastMember(0, 7), CastMember(1, 8)))
    desk = DeskState("r", 0, waiting=False, draft=draft)
    before = sounds_of(desk, draft)

    def anew(after: Draft, on: DeskState = desk) -> list[str]:
        return [each.line.id for each in sounds_of(on, after, before).lines if each not in before.lines]

    assert anew(replace(draft, lines=(*lines[:2], replace(lines[2], text="Other words."), *lines[3:]))) == ["l2"]
    assert anew(replace(draft, lines=(lines[1], lines[0], *lines[2:]))) == []
    # Another voice for a speaker is another sound for all that the speaker says.
    assert anew(replace(draft, cast=(CastMember(0, 9), CastMember(1, 8)))) == ["l0", "l2", "l4"]
    # What the server has since spoken may be of any line.
    assert len(anew(draft, replace(desk, version=1))) == 6


def test_a_word_is_said_differently_in_one_line_only() -> None:
    from app.models.said_words import said_of, with_said, words_of

    text = "Vell rises. [pause 1s] At Vell, vellum rests."
    assert words_of(text) == ("Vell", "rises", "At", "vellum", "rests")
    said = with_said(text, "Vell", "/vɛl/")
    assert said == "[Vell](/vɛl/) rises. [pause 1s] At [Vell](/vɛl/), vellum rests."
    assert (said_of(said, "Vell"), said_of(said, "rises")) == ("vɛl", "")
    assert with_said(said, "Vell", "vˈiːl") == said.replace("vɛl", "vˈiːl")
    assert with_said(said, "Vell", "") == text
