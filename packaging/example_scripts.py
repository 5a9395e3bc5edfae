"""Writes docs/examples: three scripts made from the texts in tests/data. python packaging/example_scripts.py"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.domain.requests import Duration, Style  # noqa: E402
from server.domain.scripts import Script  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.sources import import_source  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402
from server.engine.writing.builtin import BuiltInWriter  # noqa: E402
from server.engine.writing.gates import minutes  # noqa: E402
from server.engine.writing.tasks import DialogueTask  # noqa: E402

EXAMPLES = (
    ("news_ferry.md", Style.DEEP_DIVE, Duration.DEFAULT),
    ("science_anchor_ice.md", Style.BRIEF, Duration.DEFAULT),
    ("stadtbaeume_de.md", Style.DEEP_DIVE, Duration.DEFAULT),
)


def main() -> None:
    for name, style, duration in EXAMPLES:
        path = ROOT / "tests" / "data" / "texts" / name
        source = import_source(SourceSpec(SourceKind.FILE, path=path, name=name))
        task = DialogueTask(sources=(source,), language=source.language, style=style, duration=duration)
        script = BuiltInWriter().write(task)
        target = ROOT / "docs" / "examples" / f"{path.stem}-{style.replace(' ', '-')}.md"
        target.parent.mkdir(exist_ok=True)
        target.write_text(page(script, name, style, duration), encoding="utf-8")


def page(script: Script, name: str, style: Style, duration: Duration) -> str:
    """A script to read, each line with the places of its passages in the source."""
    parts = [
        f"# {script.title}",
        f"{style.capitalize()}, {duration}, about {minutes(script):.1f} minutes; from `tests/data/texts/{name}` by the "
        "built-in writer. The numbers after a line are the code points of the source it rests on.",
    ]
    chapters = {chapter.first_line: chapter.title for chapter in script.chapters}
    for number, line in enumerate(script.lines):
        if number in chapters:
            parts.append(f"## {chapters[number]}")
        places = ", ".join(f"{p.start}–{p.end}" for p in line.passages)
        parts.append(f"**{line.label}**: {line.text}" + (f" <sub>{places}</sub>" if places else ""))
    parts += [f"*{note}*" for note in script.notes]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
