"""The feed check: every rule with what became of it, what is wrong in words, and a button where it can be mended."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.imports import FeedCheck, RuleResult
from app.client.shows import Show
from app.language import tr, trn
from app.models.feed_checks import LEVELS, MENDING, TONES, RuleRows, Verdict, summary_of, verdict_of
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, label, row, scrolled
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.tables import Pill, PillDelegate, Table

SIDE_WIDTH = 300
AGAIN = frozenset({"draw_cover", "host_audio"})
"""What the server mends by itself."""


class FeedCheckPage(QWidget):
    """The check of a show of ours, or of a feed elsewhere. `left` asks to go back, `mend_asked` for another page.

    `import_asked` asks to import the feed that was checked.
    """

    left = Signal()
    mend_asked = Signal(str)
    import_asked = Signal(str)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._show: Show | None = None
        self._url = ""
        self.check: FeedCheck | None = None
        self.heading = ElidedLabel("", "heading")
        self.summary = WrappedLabel("", "muted")
        self.again_button = button(tr("Check again"), self.look_again, icon="refresh")
        self.import_button = button(tr("Import this show"), lambda: self.import_asked.emit(self._url), kind="main")
        self.kinds = Segments((("open", tr("To do")), ("all", tr("Every rule"))), name=tr("Rules"))
        self.kinds.chosen.connect(lambda _kind: self._fill())
        self.rows = RuleRows(self)
        self.table = Table(name=tr("Rules"), widths={1: 74, 2: 146}, optional=1, below=480)
        self.table.setModel(self.rows)
        self.table.quiet(1)
        self.table.setItemDelegateForColumn(2, PillDelegate(self.table, lambda r: Pill(TONES[verdict_of(r)])))
        self.table.current_changed.connect(self._show_rule)
        self.table.opened.connect(lambda _result: self._mend())
        self.fine = EmptyState("check-circle-outline", tr("Nothing to do"), tr("Every rule that was checked is met."))
        self.verdict = label("", "heading")
        self.rule = WrappedLabel("", "strong")
        self.level = WrappedLabel("", "muted")
        self.details = WrappedLabel("")
        self.nobody = WrappedLabel("", "muted")
        self.mend_button = button("", self._mend, kind="main")
        self._build()

    def check_show(self, show: Show) -> None:
        """Check a show of ours."""
        self._show, self._url = show, show.rss_url
        self._begin(show.name)

    def check_feed(self, url: str) -> None:
        """Check a feed elsewhere, before it is imported."""
        self._show, self._url = None, url
        self._begin(url)

    def look_again(self) -> None:
        """Check once more."""
        self.again_button.setEnabled(False)
        self.summary.setText(tr("Reading the feed and holding it against the rules…"))
        self._tasks.start(self._load(), replacing="check", on_error=self._failed)

    def arrive(self) -> None:
        """The arrow keys go from rule to rule."""
        self.table.setFocus()

    async def _load(self) -> None:
        client = self._desk.client
        assert client is not None
        if self._show is not None:
            check = await client.imports.check_show(self._show.id)
        else:
            check = await client.imports.check_feed(self._url)
        self.check = check
        self.again_button.setEnabled(True)
        self.heading.setText(check.title or self._url)
        seen = trn("{count} episode", "{count} episodes", check.items)
        self.summary.setText(f"{summary_of(check)} {seen}.")
        self.summary.setToolTip(self._url)
        self._fill()

    def _begin(self, title: str) -> None:
        self.check = None
        self.heading.setText(title)
        self.import_button.setVisible(self._show is None)
        self.kinds.choose("open")
        self._fill()
        self.look_again()

    def _failed(self, error: Exception) -> None:
        self.again_button.setEnabled(True)
        self.summary.setText(tr("The feed could not be checked."))
        self._desk.bar.complain(error)

    def _fill(self) -> None:
        before = self.table.current()
        self.rows.show(self.check, everything=self.kinds.value() == "all")
        wrong, better = self.rows.count(Verdict.WRONG), self.rows.count(Verdict.BETTER)
        self.kinds.caption("open", tr("To do · {wrong}", wrong=wrong + better) if self.check else tr("To do"))
        self.kinds.caption(
            "all", tr("Every rule · {count}", count=len(self.check.rules)) if self.check else tr("Every rule")
        )
        some = bool(self.rows.rows)
        self._pages.setCurrentIndex(0 if some or self.check is None else 1)
        self._side.setVisible(some)
        if some:
            place = self.rows.place_of(before.id) if isinstance(before, RuleResult) else 0
            self.table.selectRow(max(place, 0))

    def _show_rule(self, result: RuleResult | None) -> None:
        if result is None:
            return
        verdict = verdict_of(result)
        words = {Verdict.WRONG: tr("Not met"), Verdict.BETTER: tr("Could be better"), Verdict.GOOD: tr("Met")}
        self.verdict.setText(words.get(verdict, tr("Not checked")))
        icons = {Verdict.WRONG: "close-circle", Verdict.BETTER: "alert", Verdict.GOOD: "check-circle"}
        self._glyph.set(icons.get(verdict, "help-circle-outline"), TONES[verdict])
        self.rule.setText(result.text)
        self.rule.setToolTip(tr("Rule {number} of the feed rules", number=result.id))
        self.level.setText(tr(LEVELS.get(result.level, "")))
        wrong = verdict in (Verdict.WRONG, Verdict.BETTER)
        more = result.count - len(result.details)
        listed = [f"•  {detail}" for detail in result.details] + (
            [tr("…and {more} more", more=more)] if more > 0 else []
        )
        self.details.setText("\n".join(listed))
        self.details.setVisible(bool(listed))
        mend = result.mend if wrong and self._show is not None else ""
        text = tr(MENDING.get(mend, ("", ""))[0])
        self.mend_button.setVisible(bool(text))
        self.mend_button.setText(text)
        self.mend_button.setAccessibleName(text)
        source = tr("Only the feed's own host can put this right; an import here mends what it can.")
        ours = tr("Nothing here can put this right: it comes with the source of the import, or with the file's host.")
        self.nobody.setText(source if self._show is None else ours)
        self.nobody.setVisible(wrong and not text)

    def _mend(self) -> None:
        result = self.table.current()
        if not isinstance(result, RuleResult) or self.mend_button.isHidden():
            return
        if result.mend in AGAIN and self._show is not None:
            self.mend_button.setEnabled(False)
            self._tasks.start(self._mended(self._show, result.mend), replacing="check", on_error=self._not_mended)
        else:
            self.mend_asked.emit(result.mend)

    async def _mended(self, show: Show, action: str) -> None:
        client = self._desk.client
        assert client is not None
        await client.imports.mend(show.id, action)
        self.mend_button.setEnabled(True)
        told = (
            tr("The show has a drawn cover now.")
            if action == "draw_cover"
            else tr("The recordings come in the background.")
        )
        self._desk.bar.tell(told)
        await self._load()

    def _not_mended(self, error: Exception) -> None:
        self.mend_button.setEnabled(True)
        self._failed(error)

    def _build(self) -> None:
        back = icon_button("arrow-left", tr("Back"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(38, 38)
        for made in (self.again_button, self.import_button):
            made.setFixedHeight(38)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.heading)
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(back, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        for made in (self.again_button, self.import_button):
            top.addWidget(made, 0, Qt.AlignmentFlag.AlignTop)
        head, inside = card(padding=16, spacing=12)
        inside.addLayout(top)
        self.kinds.setFixedHeight(38)
        inside.addLayout(row(self.kinds, None))
        self._pages = PageStack()
        frame, listed = card(padding=6, spacing=0)
        listed.addWidget(self.table)
        none, middle = card(padding=0, spacing=0)
        middle.addWidget(self.fine)
        self._pages.addWidget(frame)
        self._pages.addWidget(none)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addLayout(self._pages, 1)
        body.addWidget(self._rule_card())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(head)
        column.addLayout(body, 1)

    def _rule_card(self) -> QWidget:
        self._side, outer = card(padding=18, spacing=12)
        self._side.setFixedWidth(SIDE_WIDTH)
        self._glyph = Glyph("alert", size=22)
        outer.addLayout(row(self._glyph, self.verdict, None))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        for each in (self.rule, self.level, self.details, self.nobody):
            column.addWidget(each)
        column.addStretch(1)
        outer.addWidget(scrolled(content), 1)
        self.mend_button.setMinimumHeight(38)
        outer.addWidget(self.mend_button)
        return self._side
