"""Settings, Writing: who writes, tried out before it is saved, and what is found on the server's machine."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QLineEdit, QPushButton, QSpinBox, QVBoxLayout, QWidget

from app.client import Client
from app.client.faults import ApiError
from app.client.writing_settings import FoundEndpoint, WritingSettings, WritingTest
from app.errors import sentence
from app.language import mark, number, told, tr, trn
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.theme import mark as restyle
from app.widgets.buttons import Segments, Switch, button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, label, row, rule
from app.widgets.forms import Choice, Faults, Field, Line

WRITERS = (("built_in", mark("Built-in")), ("endpoint", mark("Model behind an address")), ("gguf", mark("Model file")))
WORDS = {
    "built_in": mark(
        "Extractive: nothing leaves this machine, every statement is a source's own. It can't paraphrase."
    ),
    "endpoint": mark(
        "Any service that speaks the OpenAI interface: OpenAI, Ollama, LM Studio, llama.cpp, vLLM and others."
    ),
    "gguf": mark("A .gguf file on the server's machine, run by the server itself."),
}
_LIMITED = ("contextTokens", "requestTokens", "timeoutSeconds", "encyclopaedia")
SHOWN = {
    "built_in": ("encyclopaedia",),
    "endpoint": ("endpoint", "key", "model", "dayTokens", *_LIMITED),
    "gguf": ("gguf", *_LIMITED),
}
"""The fields of each writer, two beside each other."""
FORMS = {
    "json_schema": mark("Keeps to shapes by itself."),
    "json_object": mark("Answers in JSON; its shapes are checked and repaired."),
    "prompt": mark("Knows no shapes; its answers are checked and repaired."),
}
LARGEST = 2_000_000_000
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class WritingCard(QFrame):
    """The card. What is chosen counts once it is saved; the key goes one way only."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        look(self, "card")
        self._desk = desk
        self._tasks = Tasks(self)
        self._tasks.failed.connect(desk.bar.complain)
        self._kept = WritingSettings()
        self.writer = Segments(told(WRITERS), name=tr("Who writes"))
        self.words = WrappedLabel("", "small")
        self.endpoint = Line("http://127.0.0.1:11434/v1")
        self.key = Line()
        self.key.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.forget = icon_button("key-remove", tr("Forget the key"), self._forget_key)
        self.model = Choice()
        self.list_button = button(tr("List models"), self._list, icon="refresh")
        self.gguf = Line("/path/to/model.gguf")
        self.choose_gguf = button(tr("Choose…"), lambda: self._choose(self.gguf, tr("Model files (*.gguf)")))
        self.encyclopaedia = Line("/path/to/encyclopaedia.zim")
        self.choose_zim = button(tr("Choose…"), lambda: self._choose(self.encyclopaedia, tr("ZIM files (*.zim)")))
        self.context = _spin(tr("tokens"), 1_024)
        self.request_limit, self.day_limit = _spin(tr("tokens")), _spin(tr("tokens"))
        for spin in (self.request_limit, self.day_limit):
            spin.setSpecialValueText(tr("No limit"))
        self.timeout = _spin(tr("s"), 5, 3_600)
        self.falls_back = Switch(tr("Let the built-in writer write where the model can't"))
        self.fields = {
            "endpoint": Field(tr("Address"), self.endpoint, help_text=tr("With its /v1.")),
            "key": Field(
                tr("Key"), self.key, beside=self.forget, help_text=tr("Kept on the server and never shown again.")
            ),
            "model": Field(tr("Model"), self.model, beside=self.list_button),
            "gguf": Field(
                tr("Model file"), self.gguf, beside=self.choose_gguf, help_text=tr("On the server's machine.")
            ),
            "contextTokens": Field(tr("Context"), self.context, help_text=tr("How much the model takes in at a time.")),
            "timeoutSeconds": Field(tr("Wait for an answer"), self.timeout),
            "requestTokens": Field(tr("Limit for a request"), self.request_limit),
            "dayTokens": Field(tr("Limit for a day"), self.day_limit),
            "encyclopaedia": Field(
                tr("Encyclopaedia"),
                self.encyclopaedia,
                beside=self.choose_zim,
                help_text=tr("A ZIM file that topics without sources are looked up in."),
            ),
        }
        self.faults = Faults(self.fields)
        self.found_box = QVBoxLayout()
        self.look_button = button(tr("Look on this machine"), self._look, icon="magnify")
        self.found_words = WrappedLabel(tr("What answers here is offered, never used unasked."), "small")
        self.test_button = button(tr("Test"), self._test, icon="play-circle-outline")
        self.save_button = button(tr("Save"), self._save, kind="main")
        self.verdict = WrappedLabel("")
        self.spent = label("", "muted")
        self._build()
        self._show(self._kept)

    @property
    def change(self) -> dict[str, Any]:
        """What the form says, by the wire's names; the key only where one was typed."""
        said: dict[str, Any] = {
            "writer": self.writer.value(),
            "endpoint": self.endpoint.text().strip(),
            "model": str(self.model.currentData() or ""),
            "gguf": self.gguf.text().strip(),
            "contextTokens": self.context.value(),
            "requestTokens": self.request_limit.value(),
            "dayTokens": self.day_limit.value(),
            "timeoutSeconds": self.timeout.value(),
            "fallsBack": self.falls_back.isChecked(),
            "encyclopaedia": self.encyclopaedia.text().strip(),
        }
        key = self.key.text().strip()
        return said | ({"key": key} if key else {})

    async def refresh(self) -> None:
        """Read the settings as they stand."""
        self._show(await self._client.writing.settings())

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        column.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(row(label(tr("Writing"), "heading"), None, self.spent))
        words.addWidget(label(tr("Who writes what is made. Counts once you save it."), "muted"))
        column.addLayout(words)
        column.addWidget(rule())
        column.addWidget(self.writer)
        column.addWidget(self.words)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(14)
        for place in (0, 1):
            self._grid.setColumnStretch(place, 1)
        column.addLayout(self._grid)
        column.addWidget(self.falls_back)
        self._found = QWidget()
        found = QVBoxLayout(self._found)
        found.setContentsMargins(0, 0, 0, 0)
        found.setSpacing(8)
        found.addWidget(rule())
        found.addLayout(row(self.found_words, self.look_button, stretch_at=0))
        self.found_box.setSpacing(8)
        found.addLayout(self.found_box)
        column.addWidget(self._found)
        column.addWidget(rule())
        column.addLayout(row(self.verdict, self.test_button, self.save_button, stretch_at=0))
        self.writer.chosen.connect(lambda _value: self._writer_changed())

    def _show(self, kept: WritingSettings) -> None:
        self._kept = kept
        self.writer.choose(kept.writer)
        self.endpoint.setText(kept.endpoint)
        self.key.clear()
        self.key.setPlaceholderText(tr("A key is kept; type to replace it") if kept.has_key else tr("None is kept"))
        self.forget.setEnabled(kept.has_key)
        self._offer_models((), chosen=kept.model)
        self.gguf.setText(kept.gguf)
        self.encyclopaedia.setText(kept.encyclopaedia)
        for spin, value in (
            (self.context, kept.context_tokens),
            (self.request_limit, kept.request_tokens),
            (self.day_limit, kept.day_tokens),
            (self.timeout, kept.timeout_seconds),
        ):
            spin.setValue(value)
        self.falls_back.setChecked(kept.falls_back)
        spent = number(kept.spent_today)
        self.spent.setText(tr("{spent} tokens today", spent=spent) if kept.spent_today else "")
        # A file of the server's can be chosen here only where the server is on this machine.
        client = self._desk.client
        here = client is not None and urlsplit(client.base_url).hostname in LOOPBACK
        for chooser in (self.choose_gguf, self.choose_zim):
            chooser.setVisible(here)
        self.faults.clear()
        self._writer_changed()

    def _writer_changed(self) -> None:
        writer = self.writer.value()
        self.words.setText(tr(WORDS[writer]))
        for field in self.fields.values():
            self._grid.removeWidget(field)
            field.hide()
        for place, name in enumerate(SHOWN[writer]):
            self._grid.addWidget(self.fields[name], place // 2, place % 2, Qt.AlignmentFlag.AlignTop)
            self.fields[name].show()
        by_model = writer != "built_in"
        self.falls_back.setVisible(by_model)
        self.test_button.setVisible(by_model)
        self._found.setVisible(writer == "endpoint")
        self._say("")

    def _offer_models(self, models: tuple[str, ...], *, chosen: str) -> None:
        names = dict.fromkeys((*models, chosen)) if chosen else dict.fromkeys(models)
        self.model.offer([("", tr("The first that it lists")), *((name, name) for name in names)], keep=False)
        self.model.choose(chosen)

    def _say(self, words: str, tone: str = "") -> None:
        self.verdict.setText(words)
        restyle(self.verdict, "tone", tone)

    def _save(self) -> None:
        self._tasks.start(self._send(self.change), replacing="save", on_error=self._refused)

    async def _send(self, change: dict[str, Any]) -> None:
        self._show(await self._client.writing.save(change))
        self._say(tr("Saved."), "good")

    def _forget_key(self) -> None:
        self._tasks.start(self._send({"key": ""}), replacing="save", on_error=self._refused)

    def _test(self) -> None:
        self.faults.clear()
        self._say(tr("Asking the model for one word…"))
        self.test_button.setEnabled(False)
        self._tasks.start(self._try(self.change), replacing="test", on_error=self._refused)

    async def _try(self, change: dict[str, Any]) -> None:
        self._show_trial(await self._client.writing.test(change))

    def _show_trial(self, trial: WritingTest) -> None:
        self.test_button.setEnabled(True)
        if not trial.is_reachable:
            self._say(trial.error or tr("The model did not answer."), "bad")
            return
        if trial.models:
            self._offer_models(trial.models, chosen=str(self.model.currentData() or ""))
        self._say(
            " ".join(
                filter(
                    None,
                    (
                        tr("{model} answers.", model=trial.model or tr("The model")),
                        tr(FORMS.get(trial.structured_output, "")),
                    ),
                )
            ),
            "good",
        )

    def _list(self) -> None:
        self._tasks.start(self._read_models(), replacing="models", on_error=self._refused)

    async def _read_models(self) -> None:
        models = await self._client.writing.models(self.endpoint.text().strip(), key=self.key.text().strip())
        self._offer_models(models, chosen=str(self.model.currentData() or ""))
        self.fields["model"].set_help(trn("{count} model", "{count} models", len(models)) + " listed.")

    def _look(self) -> None:
        self.look_button.setEnabled(False)
        self.found_words.setText(tr("Looking…"))
        self._tasks.start(self._find(), replacing="found", on_error=self._refused)

    async def _find(self) -> None:
        self._show_found(await self._client.writing.found())

    def _show_found(self, found: tuple[FoundEndpoint, ...]) -> None:
        self.look_button.setEnabled(True)
        while (item := self.found_box.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.found_words.setText(
            tr("Nothing answers here. Start a model server, or give its address above.")
            if not found
            else trn(
                "{count} model server found. Nothing is used before you save.",
                "{count} model servers found. Nothing is used before you save.",
                len(found),
            )
        )
        for each in found:
            self.found_box.addWidget(self._found_row(each))

    def _found_row(self, each: FoundEndpoint) -> QWidget:
        frame = QFrame()
        look(frame, "chip")
        models = ", ".join(each.models) or (tr("wants a key") if each.needs_key else tr("no models listed"))
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(each.name, "strong"))
        words.addWidget(ElidedLabel(f"{each.endpoint} · {models}", "small"))
        use: QPushButton = button(tr("Fill in"), lambda: self._use(each))
        use.setAccessibleName(tr("Fill in {name}", name=each.name))
        line = row(spacing=10)
        line.addLayout(words, 1)
        line.addWidget(use)
        line.setContentsMargins(12, 8, 8, 8)
        frame.setLayout(line)
        return frame

    def _use(self, each: FoundEndpoint) -> None:
        self.endpoint.setText(each.endpoint)
        self._offer_models(each.models, chosen=each.models[0] if each.models else "")
        self._say(tr("Filled in; test it, then save."))
        (self.key if each.needs_key else self.save_button).setFocus()

    def _choose(self, line: Line, kinds: str) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose a file"), line.text(), kinds)
        if name:
            line.setText(name)

    def _refused(self, error: Exception) -> None:
        self.test_button.setEnabled(True)
        self.look_button.setEnabled(True)
        self._say("")
        if isinstance(error, ApiError) and error.fields:
            homeless = self.faults.show([(fault.field, fault.message) for fault in error.fields])
            if homeless:
                self._say(" ".join(homeless), "bad")
        else:
            self._say(sentence(error), "bad")


def _spin(unit: str, least: int = 0, most: int = LARGEST) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setSingleStep(1_024 if unit == "tokens" else 5)
    spin.setSuffix(f" {unit}")
    spin.setGroupSeparatorShown(True)
    spin.lineEdit().setTextMargins(8, 0, 8, 0)
    return spin
