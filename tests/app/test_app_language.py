"""Words in the reader's language."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType

import pytest

from app import language
from app.language.catalogue import FOLDER
from app.models import phrases

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "app"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language.use("en")


@pytest.fixture(scope="module")
def catalogues() -> ModuleType:
    """The script that extracts, checks and compiles."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "packaging" / "catalogues.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules["catalogues"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_words_without_a_catalogue_are_english_with_their_values() -> None:
    language.use("tlh")
    assert language.tr("{name} was removed", name="Ada {x}") == "Ada {x} was removed"
    assert language.tr("Braces {stay} where no value is given") == "Braces {stay} where no value is given"
    assert language.mark("later") == "later"
    assert language.tr("") == ""


@pytest.mark.parametrize(("count", "told"), [(0, "0 episodes"), (1, "one episode"), (1200, "1,200 episodes")])
def test_counts_choose_their_form(count: int, told: str) -> None:
    language.use("en")
    assert language.trn("one episode", "{count} episodes", count) == told


def test_german_words_numbers_and_dates() -> None:
    language.use("de")
    moment = datetime(2024, 3, 9, 8, 5, tzinfo=UTC).astimezone()

    assert language.current() == "de"
    assert language.tr("Settings") == "Einstellungen"
    assert language.trn("{count} episode", "{count} episodes", 1200) == "1.200 Folgen"
    assert language.number(1234.56, places=1) == "1.234,6"
    assert language.dated(date(2026, 11, 24), "d MMMM yyyy") == "24. November 2026"
    assert phrases.soon(moment).startswith("9. März 2024, ")
    assert phrases.size(12_400_000) == "12,4 MB"
    assert phrases.span(4800) == "1 Std. 20 Min."
    assert language.told([("a", "Settings")]) == [("a", "Einstellungen")]


@pytest.mark.parametrize(
    ("choice", "spoken", "code"),
    [
        ("de", ["fr-FR"], "de"),
        ("system", ["fr-FR", "de-AT", "en"], "de"),
        ("system", ["de_CH"], "de"),
        ("system", ["fr-FR"], "en"),
        ("tlh", ["de"], "de"),
    ],
)
def test_the_system_is_followed_where_there_is_a_catalogue(choice: str, spoken: list[str], code: str) -> None:
    assert language.wanted(choice, spoken) == code


def test_every_catalogue_is_offered_as_a_setting() -> None:
    from app.settings.declared import BY_KEY

    codes = {choice.value for choice in BY_KEY["appearance.language"].choices}
    assert codes == {"system", *language.offered()}


def test_every_catalogue_is_whole_and_up_to_date(catalogues: ModuleType) -> None:
    found = catalogues.found()
    assert {path.name for path in FOLDER.iterdir() if (path / "LC_MESSAGES").exists()} == set(catalogues.LANGUAGES)
    for code in catalogues.LANGUAGES:
        catalog, po = catalogues.updated(code, found), catalogues.po_of(code)
        assert list(catalogues.faults(catalog)) == []
        assert po.read_bytes() == catalogues.po_bytes(catalog), "run packaging/catalogues.py"
        assert po.with_suffix(".mo").read_bytes() == catalogues.mo_bytes(catalog), "run packaging/catalogues.py"


def test_a_catalogue_that_is_not_whole_is_told_of(catalogues: ModuleType) -> None:
    from babel.messages.catalog import Catalog

    catalog = Catalog(locale="de")
    catalog.add("{count} file", "eine Datei")
    catalog.add("Open…", "Öffnen")
    catalog.add("Never told")
    catalog.add("Sound", "Ton", flags=("fuzzy",))

    assert [fault.partition(":")[0] for fault in catalogues.faults(catalog)] == [
        *("other places in braces", "begins or ends with another space or sign", "not translated", "uncertain")
    ]


SENTENCE = re.compile(r"^\W?[A-Z][a-z'’]+,? \S+|^[A-Z][a-z]+…$|[a-z]{2}\. [A-Z]")
WORD = re.compile(r"^ ?[A-Z][a-z]{2,}$")
SHOWING = frozenset(
    {"setText", "setWindowTitle", "setToolTip", "setPlaceholderText", "setAccessibleName", "setAccessibleDescription"}
    | {
        "setTitle",
        "setSuffix",
        "addAction",
        "addSection",
        "tell",
        "warn",
        "say",
        "Column",
        "Switch",
        "Line",
        "Paragraph",
    }
    | {"label", "button", "icon_button", "flat_button", "headed", "QLabel", "QPushButton", "QAction", "QMenu", "Field"}
    | {"WrappedLabel", "ElidedLabel", "Segments", "SearchField", "EmptyState", "DropArea", "Section", "Shortcut"}
)
LOOKED_UP = frozenset({"tr", "trn", "mark", "dated"})
NOT_SHOWN = frozenset(
    {"debug", "info", "warning", "error", "exception", "compile", "look", "QKeySequence", "setApplicationName", "write"}
    | {"setOrganizationName", "startswith", "removeprefix", "get", "Path", "choose"}
)
NAMES = frozenset(
    {"Quillcast", "Quillcast · {}", "English", "Deutsch", "Insert", "Delete", "Space", "Esc", "Down", "Bearer {}"}
    | {"The sources differ.", "This is how I sound when I tell you something that I find worth knowing."}
)
"""Names, keys, values of the wire, what the server says, and what is spoken by voices."""


def words_not_looked_up(source: str) -> Iterator[str]:
    """Literals that people would see in English whatever their language is."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        words = _words_of(node)
        if not words or id(node) in docs or isinstance(parents.get(node), ast.JoinedStr):
            continue
        calls, at = [], parents.get(node)
        while at is not None and not isinstance(at, ast.stmt):
            if isinstance(at, ast.Call):
                calls.append(at.func.attr if isinstance(at.func, ast.Attribute) else getattr(at.func, "id", ""))
            if isinstance(at, ast.Compare | ast.Subscript):
                calls.append("get")
            at = parents.get(at)
        if words in NAMES or set(calls) & (LOOKED_UP | NOT_SHOWN) or isinstance(at, ast.ClassDef | ast.Assert):
            continue
        if SENTENCE.search(words) or (WORD.match(words) and calls and calls[0] in SHOWING):
            yield f"{node.lineno}: {words[:60]!r}"


def _words_of(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize("folder", ["panels", "widgets", "models", "settings", "theme", "client", "."])
def test_everything_that_is_shown_is_looked_up(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{fault}"
        for path in sorted((APP / folder).glob("*.py"))
        if path.name not in ("signature_samples.py", "__main__.py", "instances.py")
        for fault in words_not_looked_up(path.read_text("utf-8"))
    ]
    assert found == []


def test_words_that_are_not_looked_up_are_found() -> None:
    source = 'a.setText("Open")\nb = f"Saved {name}, all of it"\nc.setText(tr("Open"))\nd = mark("Two words here")\n'
    assert [fault.partition(":")[0] for fault in sorted(words_not_looked_up(source))] == ["1", "2"]


def test_nothing_is_looked_up_when_a_module_is_loaded() -> None:
    for path in sorted(APP.rglob("*.py")):
        for node in _run_at_load(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("tr", "trn", "told", "dated"), f"{path.relative_to(ROOT)}:{node.lineno}"


def _run_at_load(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (
                each
                for default in (*child.args.defaults, *child.args.kw_defaults)
                if default
                for each in ast.walk(default)
            )
        elif not isinstance(child, ast.Lambda):
            yield child
            yield from _run_at_load(child)
