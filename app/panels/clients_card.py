"""Settings, Clients and tokens: who may use the server, with what, and calls to copy."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.client import Client
from app.client.clients import ApiClient, Token
from app.client.faults import ApiError
from app.language import tr
from app.models import clients
from app.models.clients import ClientRows, TokenRows
from app.panels.panel import Desk
from app.panels.settings_rows import headed, number_box
from app.tasks import Tasks
from app.widgets.buttons import Segments, Switch, button
from app.widgets.cards import WrappedLabel, label, row, rule
from app.widgets.codes import CodeView, OnceShown
from app.widgets.forms import Field, Line
from app.widgets.tables import Pill, PillDelegate, Table

HEADER, ROW = 40, 44
MOST_ROWS = 6
CODE_HEIGHT = 150
MOST_CREDITS, MOST_PODCASTS = 2_000_000_000, 1_000_000


class ClientsCard(QWidget):
    """The clients, the one that is selected with its tokens, and calls in its name."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._wanted = ""
        self.rows = ClientRows(self)
        self.table = Table(name=tr("Clients"), widths={1: 150, 2: 130, 3: 140})
        self.table.setModel(self.rows)
        self.table.quiet(1, 2, 3)
        self.table.current_changed.connect(self._selected)
        self.name = Line(tr("Name of a new client"))
        self.name.returnPressed.connect(self._add)
        self.field = Field(tr("Name of a new client"), self.name)
        self.field.caption_hidden()
        self.add_button = button(tr("Add client"), self._add, icon="account-plus-outline")
        self.title = label("", "heading")
        self.about = label("", "muted")
        self.pro = Switch(tr("PRO features"))
        self.licence = Switch(tr("Licence for notebooks"))
        self.credits = number_box(0, MOST_CREDITS)
        self.daily = number_box(0, MOST_PODCASTS)
        self.pro.clicked.connect(lambda on: self._change("pro", on))
        self.licence.clicked.connect(lambda on: self._change("licence", on))
        self.credits.editingFinished.connect(lambda: self._change("credits", self.credits.value()))
        self.daily.editingFinished.connect(lambda: self._change("dailyPodcasts", self.daily.value()))
        self.once = OnceShown()
        self.tokens = TokenRows(self)
        self.token_table = Table(name=tr("Tokens"), widths={1: 132, 2: 170, 3: 120})
        self.token_table.setItemDelegateForColumn(
            1, PillDelegate(self.token_table, lambda token: Pill(clients.tone_of(token)))
        )
        self.token_table.setModel(self.tokens)
        self.token_table.quiet(2, 3)
        self.token_table.current_changed.connect(lambda _token: self._show_revoke())
        self.token_table.deleted.connect(self._revoke)
        self.owner = Switch(tr("It may change the installation"))
        self.issue_button = button(tr("New token"), self._issue, icon="key-plus", kind="main")
        self.revoke_button = button(tr("Revoke"), lambda: self._revoke(self.token_table.current()), icon="key-remove")
        self.calls = Segments([(each.key, each.title) for each in clients.calls("")], name=tr("Call"))
        self.calls.chosen.connect(lambda _key: self._show_call())
        self.call_words = WrappedLabel("", "small")
        self.code = CodeView(tr("A call to copy"))
        self.code.setFixedHeight(CODE_HEIGHT)
        self.copy_button = button(tr("Copy"), self._copy, icon="content-copy")
        self._build()

    @property
    def current(self) -> ApiClient | None:
        """The client that is selected."""
        chosen = self.table.current()
        return chosen if isinstance(chosen, ApiClient) else None

    async def refresh(self) -> None:
        """Read the clients; the selected one stays selected."""
        found = await self._client.clients.all()
        wanted = self._wanted or (self.current.id if self.current else clients.OWNER)
        self._wanted = ""
        self.rows.replace(found)
        self._fit(self.table, len(found))
        self.table.selectRow(max(self.rows.place_of(wanted), 0))
        self._show_call()

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _build(self) -> None:
        listed, column = headed(
            tr("Clients"),
            tr("Each has rights, credits and records of its own. The owner is this window and “quillcast make”."),
        )
        column.addWidget(rule())
        column.addWidget(self.table)
        column.addLayout(row(self.field, self.add_button, stretch_at=0))
        chosen, one = headed("", "")
        head = one.takeAt(0)
        del head
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.about)
        one.addLayout(words)
        one.addWidget(rule())
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(12)
        for place in (0, 1):
            grid.setColumnStretch(place, 1)
        grid.addWidget(Field(tr("Credits in all"), self.credits), 0, 0)
        grid.addWidget(Field(tr("Podcasts a day"), self.daily), 0, 1)
        grid.addWidget(self.pro, 1, 0)
        grid.addWidget(self.licence, 1, 1)
        one.addLayout(grid)
        one.addWidget(rule())
        one.addLayout(row(label(tr("Tokens"), "strong"), None, self.owner, self.issue_button, spacing=12))
        one.addWidget(self.once)
        one.addWidget(self.token_table)
        one.addLayout(row(self.revoke_button, None))
        samples, calls = headed(tr("Calls to copy"), tr("For a shell; any language that can send HTTP does the same."))
        calls.addWidget(rule())
        calls.addLayout(row(self.calls, None, self.copy_button))
        calls.addWidget(self.call_words)
        calls.addWidget(self.code)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        for frame in (listed, chosen, samples):
            outer.addWidget(frame)

    def _fit(self, table: Table, rows: int) -> None:
        table.setFixedHeight(HEADER + ROW * min(max(rows, 1), MOST_ROWS) + 2)
        table.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if rows > MOST_ROWS else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )

    def _selected(self, client: ApiClient | None) -> None:
        if client is None:
            return
        if self.title.text() != client.id:
            self.once.put_away()
            self.tokens.replace(())
        mine = client.id == clients.OWNER
        self.title.setText(client.id)
        self.about.setText(
            tr("This installation's owner: this window, and “quillcast make”.") if mine else clients.spent(client)
        )
        for switch, on in ((self.pro, client.pro), (self.licence, client.licence)):
            switch.setChecked(on)
        for number, value in ((self.credits, client.credits), (self.daily, client.daily_podcasts)):
            number.blockSignals(True)
            number.setValue(min(value, number.maximum()))
            number.blockSignals(False)
        if self._desk.client is not None:
            self._tasks.start(self._read_tokens(client.id), replacing="tokens")

    async def _read_tokens(self, client_id: str) -> None:
        found = await self._client.clients.tokens(client_id)
        self.tokens.replace(found)
        self._fit(self.token_table, len(found))
        self.token_table.setVisible(bool(found))
        if found:
            self.token_table.selectRow(0)
        self._show_revoke()

    def _show_revoke(self) -> None:
        token = self.token_table.current()
        usable = isinstance(token, Token) and token.revoked_on is None and not token.current
        self.revoke_button.setEnabled(usable)
        self.revoke_button.setVisible(bool(self.tokens.rows))
        self.revoke_button.setToolTip(
            tr("This window works with this token.") if isinstance(token, Token) and token.current else ""
        )

    def _add(self) -> None:
        name = self.name.text().strip()
        if not name:
            self.field.set_fault(tr("Give the client a name."))
            return
        if self.rows.place_of(name) >= 0:
            self.field.set_fault(tr("There is a client of this name already."))
            return
        self._tasks.start(self._make(name), on_error=self._not_added)

    async def _make(self, name: str) -> None:
        made = await self._client.clients.save(name, {})
        self.field.set_fault("")
        self.name.clear()
        self._wanted = made.id
        await self.refresh()

    def _not_added(self, error: Exception) -> None:
        if isinstance(error, ApiError) and error.fields:
            self.field.set_fault(error.fields[0].message[:1].upper() + error.fields[0].message[1:])
        else:
            self._desk.bar.complain(error)

    def _change(self, name: str, value: bool | int) -> None:
        client = self.current
        if client is None:
            return
        before: dict[str, bool | int] = {
            "pro": client.pro,
            "licence": client.licence,
            "credits": client.credits,
            "dailyPodcasts": client.daily_podcasts,
        }
        if before[name] != value:
            self._tasks.start(self._save(client.id, name, value, before[name]))

    async def _save(self, client_id: str, name: str, value: bool | int, before: bool | int) -> None:
        saved = await self._client.clients.save(client_id, {name: value})
        self.rows.update(saved)
        if self.current is not None and self.current.id == client_id:
            self._selected(saved)
        self._desk.bar.tell(
            tr("The rights of {client_id} are changed.", client_id=client_id),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._save(client_id, name, before, value)),
        )

    def _issue(self) -> None:
        if self.current is not None:
            self._tasks.start(self._new_token(self.current.id, owner=self.owner.isChecked()))

    async def _new_token(self, client_id: str, *, owner: bool) -> None:
        token = await self._client.clients.issue(client_id, owner=owner)
        self.owner.setChecked(False)
        self.once.tell(
            token,
            title=tr("A token for {client_id}", client_id=client_id),
            words=tr("Shown this once: copy it now. It is valid for a year."),
        )
        await self._read_tokens(client_id)

    def _revoke(self, token: object) -> None:
        if isinstance(token, Token) and token.revoked_on is None and not token.current and self.current is not None:
            self._tasks.start(self._take_back(self.current.id, token.id))

    async def _take_back(self, client_id: str, token_id: str) -> None:
        await self._client.clients.revoke(token_id)
        await self._read_tokens(client_id)
        self._desk.bar.tell(
            tr("The token opens nothing any more."),
            action=tr("New token"),
            todo=lambda: self._tasks.start(partial(self._new_token, client_id, owner=False)()),
        )

    def _show_call(self) -> None:
        base = self._desk.client.base_url if self._desk.client is not None else ""
        call = next(each for each in clients.calls(base) if each.key == self.calls.value())
        self.call_words.setText(call.words)
        self.code.show_text(call.code)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code.toPlainText())
        self._desk.bar.tell(tr("The call is on the clipboard; put a token in its place."))
