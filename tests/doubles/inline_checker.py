"""Checks drafts on the calling thread, without the models of the writers."""

from __future__ import annotations

from server.domain.episode_drafts import EpisodeDraft
from server.domain.script_checks import Finding, FindingKind


class InlineChecker:
    """`Checker` that finds only lines that are literally the same."""

    def check(self, draft: EpisodeDraft) -> tuple[Finding, ...]:
        seen: dict[str, str] = {}
        found = []
        for line in draft.lines:
            if line.text in seen:
                found.append(Finding(FindingKind.REPEATED, line.id, "It says the same as line 6.", seen[line.text]))
            seen.setdefault(line.text, line.id)
        return tuple(found)

    def stop(self) -> None:
        return
