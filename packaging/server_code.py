"""The server's code, read for the ways that words take through it: what is called, given, kept and handed back."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
SERVER = Path(__file__).resolve().parent.parent / "server"

PUTTING = frozenset({"append", "extend", "insert"})

INTERNAL = (
    "server/commands/",
    "server/engine/papers/labels.py",
    "server/engine/writing/english/",
    "server/engine/writing/european/",
)
"""What is said at a terminal only, and how languages are written: not read."""


@dataclass
class Module:
    """One file of the server, with what it names."""

    path: str
    tree: ast.Module
    constants: dict[str, list[ast.expr]] = field(default_factory=dict)
    functions: dict[str, list[Function]] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """Where an expression stands."""

    module: str
    function: Function | None


class Code:
    """All of the server's code, and the ways that words take through it."""

    def __init__(self, folder: Path = SERVER) -> None:
        self.modules: dict[str, Module] = {}
        self.classes: dict[str, list[ast.ClassDef]] = {}
        self.calls: dict[str, list[tuple[Place, ast.Call]]] = {}
        self.given: dict[str, list[tuple[Place, ast.expr]]] = {}
        self.assigned: dict[tuple[int, str], list[ast.expr]] = {}
        """What a function's names are given, by the function and the name."""
        self.returned: dict[int, list[ast.expr]] = {}
        self.kept: dict[str, list[tuple[Place, ast.expr]]] = {}
        """What is given to a name within any function."""
        self.fields: dict[str, list[tuple[str, int]]] = {}
        """The classes that have a field of a name, and its place among their fields."""
        for file in sorted(folder.rglob("*.py")):
            path = f"server/{file.relative_to(folder).as_posix()}"
            if path.startswith(INTERNAL):
                continue
            self.modules[path] = module = Module(path, ast.parse(file.read_text("utf-8")))
            self._read(module, module.tree.body, None)
        self.errors = self._family("DomainError")
        """The names of the family of errors."""

    def _read(self, module: Module, nodes: Iterable[ast.AST], function: Function | None) -> None:
        for node in nodes:
            inside, place = function, Place(module.path, function)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                module.functions.setdefault(node.name, []).append(node)
                inside = node
            elif isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, []).append(node)
                named = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
                for at, target in enumerate(named):
                    self.fields.setdefault(last(target), []).append((node.name, at))
            elif isinstance(node, ast.Call):
                self.calls.setdefault(last(node.func), []).append((place, node))
                if last(node.func) == "write" and node.args:  # the writer's thread calls it with a transaction before
                    later = ast.Call(node.args[0], node.args, node.keywords)
                    self.calls.setdefault(last(node.args[0]), []).append((place, later))
                for keyword in node.keywords:
                    if keyword.arg:
                        self.given.setdefault(keyword.arg, []).append((place, keyword.value))
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    module.imported[alias.asname or alias.name] = (node.module.replace(".", "/") + ".py", alias.name)
            elif function is None and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets: list[ast.expr] = [*node.targets] if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        module.constants.setdefault(target.id, []).append(node.value)
            if function is not None:
                self._note(node, place)
            self._read(module, ast.iter_child_nodes(node), inside)

    def _note(self, node: ast.AST, place: Place) -> None:
        for name, value in _assignments(node):
            self.assigned.setdefault((id(place.function), name), []).append(value)
            self.kept.setdefault(name, []).append((place, value))
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            self.returned.setdefault(id(place.function), []).append(node.value)

    def _family(self, root: str) -> frozenset[str]:
        family = {root}
        while True:
            more = {
                name
                for name, every in self.classes.items()
                for each in every
                if any(last(base) in family for base in each.bases)
            }
            if more <= family:
                return frozenset(family)
            family |= more


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names (of variables and attributes) and what a statement gives them or puts into them."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from _paired(target, node.value)
    elif isinstance(node, ast.For | ast.comprehension):
        if isinstance(node.iter, ast.Tuple | ast.List):
            for each in node.iter.elts:
                yield from _paired(node.target, each)
        else:
            yield from _paired(node.target, node.iter)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PUTTING:
        yield from ((last(node.func.value), each) for each in node.args[-1:])


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if not isinstance(target, ast.Tuple):
        yield last(target), value
    elif isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from _paired(one, other)


def last(node: ast.expr) -> str:
    """The last name of a dotted one; empty where there is none."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
