"""The title of a film, chosen from what the sources offer, as the prompt for it asks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.writing.analysis import Analysis

_QUESTION = re.compile(r"\b(?:question|frage|domanda|pregunta|pergunta)\b|\?", re.IGNORECASE)
_WORDS = re.compile(r"\b(\d{1,2})\s+(?:words|wörter|mots|palabras|parole|palavras)\b", re.IGNORECASE)
_SHORT = re.compile(r"\b(?:short|brief|punchy|kurz|court|corto|breve|curto)\b", re.IGNORECASE)
_MOST = 90
NOT_FOLLOWED = (
    "The built-in writer takes the title from the sources' own words; nothing in them fits the title prompt, so the "
    "sources' title stands."
)


def title_of(analysis: Analysis, worth: Sequence[float], *, prompt: str) -> tuple[str, str]:
    """The title, and a note where the prompt could not be followed.

    Candidates are the sources' titles and headings and, where a question is asked for, the questions that weighty
    sentences answer; the one that shares most words with the prompt goes first.
    """
    first = analysis.titles[0]
    if not prompt.strip():
        return first, ""
    candidates = [*analysis.titles, *(s.title for s in analysis.sections if s.title)]
    if _QUESTION.search(prompt):
        asked = sorted(
            ((worth[s.id] + p.strength, p.text) for s in analysis.sentences for p in s.prompts if worth[s.id] > 0),
            reverse=True,
        )
        candidates = [text for _, text in asked[:12]] or candidates
    counted = _WORDS.search(prompt)
    most = int(counted[1]) if counted else 7 if _SHORT.search(prompt) else 99
    fitting = [c for c in dict.fromkeys(candidates) if len(c.split()) <= most and len(c) <= _MOST]
    wanted = analysis.rules.terms(prompt)
    ranked = sorted(
        ((len(analysis.rules.terms(c) & wanted), -n, c) for n, c in enumerate(fitting)),
        reverse=True,
    )
    followed = bool(ranked) and (ranked[0][0] > 0 or len(fitting) < len(set(candidates)) or _QUESTION.search(prompt))
    return (ranked[0][2], "") if followed else (first, NOT_FOLLOWED)
