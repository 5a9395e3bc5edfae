"""Settings, Writing: chosen, tried out, saved; the key goes one way; what is found is only filled in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from stub_api import FOUND, StubApi, refusal

from app.panels.settings import SettingsPanel
from app.panels.writing_settings import WritingCard
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


@pytest.fixture
async def writing(connected: Window, until: Until, idle: Idle) -> WritingCard:
    """The card, with the settings as they stand."""
    connected.show_panel("settings")
    panel = connected.panels["settings"]
    assert isinstance(panel, SettingsPanel)
    panel.show_section("writing")
    await until(panel.writing.isVisible, "the card")
    await idle(connected)
    return panel.writing


async def test_an_endpoint_is_tried_then_saved(
    api: StubApi, connected: Window, writing: WritingCard, until: Until, idle: Idle
) -> None:
    writing.writer._buttons["endpoint"].click()
    writing.endpoint.setText(FOUND[0]["endpoint"])
    writing.key.setText("secret-word")
    writing.day_limit.setValue(50_000)
    writing.falls_back.setChecked(True)

    writing.test_button.click()
    await until(lambda: "answers" in writing.verdict.text(), "the answer")
    assert api.contents.writing["writer"] == "built_in", "a test keeps nothing"
    writing.model.choose("qwen2.5:14b")
    writing.save_button.click()
    await until(lambda: writing.verdict.text() == "Saved.", "the settings")
    await idle(connected)

    kept = api.contents.writing
    assert (kept["writer"], kept["model"], kept["dayTokens"]) == ("endpoint", "qwen2.5:14b", 50_000)
    assert kept["fallsBack"] is True and kept["hasKey"] is True
    assert writing.key.text() == ""
    assert "type to replace" in writing.key.placeholderText()
    assert writing.model.currentData() == "qwen2.5:14b"


async def test_a_key_is_sent_only_where_one_was_typed_and_can_be_forgotten(
    api: StubApi, connected: Window, writing: WritingCard, until: Until, idle: Idle
) -> None:
    assert "key" not in writing.change
    assert not writing.forget.isEnabled()
    writing.writer._buttons["endpoint"].click()
    writing.endpoint.setText(FOUND[0]["endpoint"])
    writing.key.setText("secret-word")
    writing.save_button.click()
    await until(lambda: api.contents.writing["hasKey"], "the key")
    await until(writing.forget.isEnabled, "the button")

    writing.forget.click()
    await until(lambda: not api.contents.writing["hasKey"], "the key gone")
    await idle(connected)

    assert api.contents.writing["endpoint"] == FOUND[0]["endpoint"]


async def test_what_is_found_is_filled_in_and_not_used(
    api: StubApi, connected: Window, writing: WritingCard, until: Until, idle: Idle
) -> None:
    assert not any(path.endswith("/found") for _method, path, _body in api.contents.calls), (
        "nothing is looked for unasked"
    )
    writing.writer._buttons["endpoint"].click()
    writing.look_button.click()
    await until(lambda: writing.found_box.count() == 2, "what is found")
    use = next(b for b in writing.findChildren(QPushButton) if b.accessibleName() == "Fill in Ollama")

    use.click()
    await idle(connected)

    assert writing.endpoint.text() == FOUND[0]["endpoint"]
    assert writing.model.currentData() == "llama3.1:8b"
    assert api.contents.writing["endpoint"] == ""


async def test_a_fault_stands_at_its_field(connected: Window, writing: WritingCard, until: Until, idle: Idle) -> None:
    writing.writer._buttons["endpoint"].click()
    writing.save_button.click()

    await until(lambda: "is required" in writing.fields["endpoint"].fault.lower(), "the fault")
    await idle(connected)


async def test_a_model_that_does_not_answer_says_why(
    connected: Window, writing: WritingCard, until: Until, idle: Idle
) -> None:
    writing.writer._buttons["endpoint"].click()
    writing.endpoint.setText("http://127.0.0.1:9/v1")
    writing.test_button.click()

    await until(lambda: writing.verdict.text() == "Nothing answers at this address.", "the reason")
    await idle(connected)
    assert writing.test_button.isEnabled()


async def test_a_model_file_is_chosen(writing: WritingCard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = tmp_path / "small.gguf"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(model), ""))
    writing.writer._buttons["gguf"].click()

    writing.choose_gguf.click()

    assert writing.change["gguf"] == str(model)
    assert not writing.endpoint.isVisible()


async def test_models_are_listed_on_demand(connected: Window, writing: WritingCard, until: Until, idle: Idle) -> None:
    writing.writer._buttons["endpoint"].click()
    writing.endpoint.setText(FOUND[0]["endpoint"])
    writing.list_button.click()

    await until(lambda: writing.model.count() == 3, "the models")
    await idle(connected)


async def test_who_is_no_owner_sees_no_such_settings(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    api.contents.faults["/studio/settings/writing"] = (403, refusal("owner_only", "Only the owner can do this."))
    connected.show_panel("settings")
    panel = connected.panels["settings"]
    assert isinstance(panel, SettingsPanel)
    await idle(connected)

    assert not panel.writing.isVisible()
    assert connected.bar.text == ""
