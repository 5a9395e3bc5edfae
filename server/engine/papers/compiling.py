"""One call of typst: a template and JSON go in, pages come out.

Words reach typst as data and are set as text; its root is an empty folder, and it sees no fonts but the given ones.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from server.domain.errors import RenderingFailed
from server.engine.papers.glyphs import folders

_REASON = 160
"""Characters of what typst says that are told."""


def compiled(
    template: Path, name: str, data: Any, *, form: Any, what: str, otherwise: str, ppi: float | None = None
) -> tuple[list[bytes], tuple[str, ...]]:
    """The files that a template makes of data, one for each page of a picture, and what typst found odd.

    Args:
        name: under which the template finds the data.
        form: ``pdf`` or ``png``.
        what: is drawn, for the sentence of a failure.
        otherwise: what a person can do then.

    Raises:
        RenderingFailed: typst could not draw it; the sentence says what it said.
    """
    import typst

    with tempfile.TemporaryDirectory(prefix="quillcast-paper-") as root:
        try:
            answer: Any = typst.compile_with_warnings(
                template.read_bytes(),
                root=root,
                font_paths=_fonts(),
                ignore_system_fonts=True,
                format=form,
                ppi=ppi,
                sys_inputs={name: msgspec.json.encode(data).decode()},
                package_path=root,
                package_cache_path=root,
                timestamp=datetime.now(UTC).replace(microsecond=0),
            )
        except RuntimeError as error:
            said = (str(error).splitlines() or ["no reason given"])[0][:_REASON]
            raise RenderingFailed(f"{what} could not be drawn ({said}); {otherwise}.") from error
    made, warnings = answer
    files = made if isinstance(made, list) else [made]
    return [bytes(file) for file in files], tuple(str(warning) for warning in warnings)


@cache
def _fonts() -> Any:
    import typst

    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(folder) for folder in folders()]
    )
