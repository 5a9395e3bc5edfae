"""A feed held against the rules, as a list: what is wrong first, and what puts it right."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject

from app.client.imports import FeedCheck, RuleResult
from app.language import mark, tr, trn
from app.models.tables import Column, Rows


class Verdict(StrEnum):
    """What a person makes of a rule's result."""

    WRONG = "wrong"
    BETTER = "better"
    GOOD = "good"
    UNSEEN = "unseen"


WORDS = {
    Verdict.WRONG: mark("Fail"),
    Verdict.BETTER: mark("Warning"),
    Verdict.GOOD: mark("Pass"),
    Verdict.UNSEEN: mark("Not checked"),
}
TONES = {Verdict.WRONG: "bad", Verdict.BETTER: "warning", Verdict.GOOD: "good", Verdict.UNSEEN: "muted"}
_ORDER = list(Verdict)
LEVELS = {
    "MUST": mark("Directories refuse a show, or apps stumble, where this does not hold."),
    "SHOULD": mark("Directories take the show all the same; listeners are better off where it holds."),
    "INFO": mark("Good to know."),
}
MENDING = {
    "edit_show": (mark("Edit the show"), "pencil-outline"),
    "edit_episode": (mark("Go to the episodes"), "playlist-edit"),
    "draw_cover": (mark("Draw a cover"), "image-auto-adjust"),
    "host_audio": (mark("Take the recordings over"), "cloud-download-outline"),
    "set_public_address": (mark("How to publish it"), "web"),
}
"""What the button says that puts a rule right, and its icon."""


def verdict_of(result: RuleResult) -> Verdict:
    """What became of a rule; one that does not apply holds."""
    if result.status == "fail":
        return Verdict.WRONG if result.level == "MUST" else Verdict.BETTER
    return Verdict.UNSEEN if result.status == "not_checked" else Verdict.GOOD


def where_of(result: RuleResult) -> str:
    """In how many places a rule does not hold."""
    return f"{result.count}" if result.status == "fail" and result.count else ""


RULES: tuple[Column[RuleResult], ...] = (
    Column(mark("Rule"), lambda r: r.text, tip=lambda r: r.text),
    Column(mark("Places"), where_of, right=True),
    Column(
        mark("Result"), lambda r: tr("Does not apply") if r.status == "not_applicable" else tr(WORDS[verdict_of(r)])
    ),
)


class RuleRows(Rows[RuleResult]):
    """The rules of one check; those that need something are shown first, or alone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(RULES, key=lambda result: result.id, parent=parent)
        self._all: tuple[RuleResult, ...] = ()

    def show(self, check: FeedCheck | None, *, everything: bool) -> None:
        """Show a check, or nothing; only what needs something unless `everything`."""
        self._all = check.rules if check is not None else ()
        kept = [r for r in self._all if everything or verdict_of(r) in (Verdict.WRONG, Verdict.BETTER)]
        self.replace(sorted(kept, key=lambda result: _ORDER.index(verdict_of(result))))

    def count(self, verdict: Verdict) -> int:
        """How many rules came to this."""
        return sum(verdict_of(result) is verdict for result in self._all)


def summary_of(check: FeedCheck) -> str:
    """A check in one sentence."""
    rules = trn("{count} rule", "{count} rules", len(check.rules))
    if check.must_failed:
        return trn(
            "{count} of {rules} must still be met.",
            "{count} of {rules} must still be met.",
            check.must_failed,
            rules=rules,
        )
    if check.should_failed:
        better = trn("{count} thing", "{count} things", check.should_failed)
        return tr("Directories take this feed. {better} could be better.", better=better)
    return tr("This feed meets all {rules}.", rules=rules)
