"""The sentences that the server says to people, found in its code.

Followed backwards from where something is said (an error, a field's fault, progress, a note, a finding) to the words
that arrive there: through names, branches, helpers and their callers, constants of other modules, tables and `format`.
What a sentence fills in stands in braces under a name of its own (`{size} MB are too many`); words that are filled in
are sentences of the list too.
"""

from __future__ import annotations

import ast
import functools
import itertools
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from server_code import Code, Place, last

SAYERS: Mapping[str, tuple[int | str, ...]] = {
    "InvalidField": (1, "message"),
    "FieldFault": (1, "message"),
    "Problem": (2, "message"),
    "Rule": (1, "text"),
    "Finding": (2, "message"),
    "Fault": (1, "what"),
    "Tried": ("fault",),
    "__init__": (0,),
    "CannotDecode": (0,),
    "_malformed": (0,),
    "Unusable": (1, "reason"),
    "Refused": (0,),
    "report": (2, "text"),
    "progress": (1, 2, "text"),
    "tell": (1, "text"),
    "_tell": (2, "text"),
    "_ask": (5,),
    "TestReply": ("message",),
    "Wording": (0, "kind"),
    "told": (1,),
    "Result": (2, 5),
    "note": (1,),
    "see": (1, 2),
    "_put_off": (1,),
    "_requeue": ("text",),
    "_failed": (1,),
    "fail": ("message",),
    "write": ("message", "error", "fault"),
    "end": ("error",),
    "not_hosted": ("fault",),
}
"""Callables (by their last name) and which of their arguments is said to people. Errors are found by their family."""

SAID_FIELDS = frozenset({"notes", "warnings", "remarks", "cautions", "needs", "fault", "faults", "error_message"})
"""Names of fields and variables that hold such sentences, wherever they are given."""

KEPT_IN = frozenset({"needs", "told_as", "advice", "slow", "failing", "too_much", "lacks", "refuses", "told"})
"""Attributes of declared values that are filled into sentences."""

VALUE_ERRORS = ("server/http/wire.py", "server/http/desk_orders.py", "server/http/search.py", "server/engine/speech/")
"""Where a ValueError's sentence is handed on: bodies that are read, and files that are to become voices."""

DECLARED = (("server/http/faults.py", "_SENTENCES"),)
"""Tables whose every entry is said, by their file and name."""

CUT = ("must be text",)
"""What is left of a sentence where the server takes its beginning off."""

DATA = frozenset("text name field url path title word label language topic host address host_of mask".split())
"""Names that stand for what somebody else wrote: their words are nobody's sentences."""

COMMON = frozenset({"__init__", "ask", "add", "find", "get", "of", "read", "run", "send", "set", "write"})
"""Methods that many classes have: their callers elsewhere are not looked for."""

ANYTHING = "\1"
"""Stands for words that are not known beforehand."""

NAMED = {"Format": 0}
"""Makers of declared things, and which argument is their name for people: sentences list them."""

MOST_STEPS = 7
MOST_FORMS = 200


class Said:
    """Where the code says something to people, and what."""

    def __init__(self, code: Code, declared: tuple[tuple[str, str], ...] = DECLARED) -> None:
        self._code = code
        self._declared = declared

    def said(self) -> Iterator[tuple[str, str]]:
        """Every sentence as a template, with the file in which it is said."""
        for place, expression in itertools.chain(self._arguments(), self._held()):
            words = Words(self._code)
            words.follow(expression, place)
            for form in words.sentences():
                yield form.strip(), place.module
        yield from self._names()

    def _names(self) -> Iterator[tuple[str, str]]:
        for name, at in NAMED.items():
            for place, call in self._code.calls.get(name, ()):
                if at < len(call.args) and _is_text(call.args[at]):
                    yield str(ast.literal_eval(call.args[at])), place.module

    def _arguments(self) -> Iterator[tuple[Place, ast.expr]]:
        for name, calls in self._code.calls.items():
            wanted = SAYERS.get(name, (0, "message") if name in self._code.errors else ())
            for place, call in calls:
                is_handed_on = name == "ValueError" and place.module.startswith(VALUE_ERRORS)
                for each in (0,) if is_handed_on else wanted:
                    if isinstance(each, int):
                        if each < len(call.args):
                            yield place, call.args[each]
                    else:
                        yield from ((place, k.value) for k in call.keywords if k.arg == each)

    def _held(self) -> Iterator[tuple[Place, ast.expr]]:
        for name in SAID_FIELDS:
            yield from self._code.given.get(name, ())
            yield from self._code.kept.get(name, ())
        for path, name in self._declared:
            yield from ((Place(path, None), value) for value in self._code.modules[path].constants[name])


class Words:
    """What one expression can say."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._whole: list[str] = []
        self._filled: list[str] = []
        self._seen: set[object] = set()
        self._branches: set[str] = set()

    def follow(self, expression: ast.expr, place: Place) -> None:
        """Collect what arrives in an expression."""
        self._whole += self.forms(expression, place)

    def sentences(self) -> Iterator[str]:
        """What was found: whole sentences, and words that are filled into them."""
        for form in self._whole:
            if _is_sentence(form) or re.fullmatch(r"[A-Z][a-z]+ing", form):
                yield form
        for form in self._filled:
            if _is_filling(form) or (form in self._branches and form.isalpha()):
                yield form

    def forms(self, node: ast.expr, place: Place, steps: int = MOST_STEPS) -> list[str]:
        """The templates an expression can be; nothing where it is data."""
        if steps <= 0:
            return []
        match node:
            case ast.Constant(value=str(words)):
                return [words.replace("{", "{{").replace("}", "}}")]
            case ast.JoinedStr():
                return self._joined(node, place, steps)
            case ast.IfExp():
                self._branches |= {str(ast.literal_eval(each)) for each in (node.body, node.orelse) if _is_text(each)}
                return self.forms(node.body, place, steps) + self.forms(node.orelse, place, steps)
            case ast.BoolOp():
                return [form for each in node.values for form in self.forms(each, place, steps)]
            case ast.BinOp(op=ast.Add()):
                left, right = self.forms(node.left, place, steps), self.forms(node.right, place, steps)
                if isinstance(node.left, ast.Tuple | ast.Starred) or not (left and right):
                    return left + right
                is_text = any(isinstance(e, ast.JoinedStr | ast.Constant) for e in (node.left, node.right))
                return [a + b for a in left for b in right][:MOST_FORMS] if is_text else left + right
            case ast.Tuple() | ast.List() | ast.Set():
                return [form for each in node.elts for form in self.forms(each, place, steps)]
            case ast.Dict():
                english = [v for k, v in zip(node.keys, node.values, strict=True) if _is_english(k)]
                return [form for each in english or node.values for form in self.forms(each, place, steps)]
            case ast.Lambda():
                return self.forms(node.body, place, steps)
            case ast.Starred() | ast.Await() | ast.NamedExpr():
                return self.forms(node.value, place, steps)
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
                return self.forms(node.elt, place, steps)
            case ast.Subscript():
                return self.forms(node.value, place, steps - 1)
            case ast.Call():
                return self._called(node, place, steps)
            case ast.Name():
                return self._named(node.id, place, steps - 1)
            case ast.Attribute() if node.attr in KEPT_IN:
                return self._kept(node.attr, steps - 1)
            case _:
                return [ANYTHING]

    def _joined(self, node: ast.JoinedStr, place: Place, steps: int) -> list[str]:
        template = ""
        filled: dict[str, list[str]] = {}
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                name = _free(_name_of(each.value), filled)
                is_data = _last_of(each.value) in DATA and not isinstance(each.value, ast.Attribute)
                filled[name] = [] if is_data else self.forms(each.value, place, steps - 1)
                template += f"{{{name}}}"
            else:
                template += self.forms(each, place, steps)[0]
        told = [template]
        for name in sorted(filled, key=lambda each: len(filled[each])):
            self._filled += filled[name]
            words = [form.replace(ANYTHING, f"{{{name}}}") for form in filled[name]] or [f"{{{name}}}"]
            told = [
                form.replace(f"{{{name}}}", word)
                for form in told
                for word in ([f"{{{name}}}"] if _is_sentence(form) else words)
                if form.startswith(f"{{{name}}}") or not word[:1].isupper()
            ][:MOST_FORMS]
        return told

    def _called(self, node: ast.Call, place: Place, steps: int) -> list[str]:
        name = last(node.func)
        if isinstance(node.func, ast.Attribute):
            if name == "format":
                self._filled += [f for k in node.keywords for f in self.forms(k.value, place, steps - 1)]
                return [_unescaped(form) for form in self.forms(node.func.value, place, steps)]
            if name in {"strip", "rstrip", "capitalize", "removeprefix", "removesuffix", "replace", "partition"}:
                return self.forms(node.func.value, place, steps)
            if name == "get":
                return self.forms(node.func.value, place, steps) + [
                    form for each in node.args[1:] for form in self.forms(each, place, steps)
                ]
        if name in {"tuple", "list", "fromkeys", "sorted", "str", "min", "max"}:
            return [form for each in node.args for form in self.forms(each, place, steps)]
        found = self._code.modules[place.module].functions.get(name, [])
        if not found and name in self._code.modules[place.module].imported:
            path, original = self._code.modules[place.module].imported[name]
            module = self._code.modules.get(path)
            found = module.functions.get(original, []) if module else []
            place = Place(path, None)
        forms = []
        for function in found:
            if id(function) not in self._seen:
                self._seen.add(id(function))
                for value in self._code.returned.get(id(function), ()):
                    forms += self.forms(value, Place(place.module, function), steps - 1)
        return forms

    def _named(self, name: str, place: Place, steps: int) -> list[str]:
        module = self._code.modules[place.module]
        found: list[str] = []
        if place.function is not None:
            for value in self._code.assigned.get((id(place.function), name), ()):
                found += self.forms(value, place, steps)
            found += self._passed(name, place, steps)
        if not found:
            for value in module.constants.get(name, ()):
                found += self.forms(value, Place(place.module, None), steps)
        if not found and name in module.imported:
            path, original = module.imported[name]
            if (other := self._code.modules.get(path)) is not None:
                for value in other.constants.get(original, ()):
                    found += self.forms(value, Place(path, None), steps)
        return list(dict.fromkeys(found))[:MOST_FORMS]

    def _passed(self, name: str, place: Place, steps: int) -> list[str]:
        function = place.function
        if function is None or (id(function), name) in self._seen:
            return []
        arguments = [*function.args.posonlyargs, *function.args.args]
        places = [each.arg for each in arguments]
        if name not in places and name not in {each.arg for each in function.args.kwonlyargs}:
            return []
        self._seen.add((id(function), name))
        shift = 1 if places and places[0] in {"self", "cls"} else 0
        at = places.index(name) - shift if name in places else None
        found: list[str] = []
        for where, call in self._code.calls.get(function.name, ()):
            is_known = where.module == place.module or function.name in self._code.modules[where.module].imported
            if not is_known and (shift == 0 or function.name in COMMON):
                continue
            if at is not None and 0 <= at < len(call.args):
                found += self.forms(call.args[at], where, steps)
            found += [f for k in call.keywords if k.arg == name for f in self.forms(k.value, where, steps)]
        return found

    def _kept(self, attribute: str, steps: int) -> list[str]:
        found = []
        for place, value in self._code.given.get(attribute, ()):
            found += self.forms(value, place, steps)
        for name, at in self._code.fields.get(attribute, ()):
            for place, call in self._code.calls.get(name, ()):
                if at < len(call.args):
                    found += self.forms(call.args[at], place, steps)
        return list(dict.fromkeys(found))


def _is_english(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value == "en"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _last_of(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript | ast.Call):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    return last(node)


def _name_of(node: ast.expr) -> str:
    names = [
        n.attr if isinstance(n, ast.Attribute) else n.id
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute | ast.Name)
    ]
    wanted = (
        [n for n in names if n.upper() != n and n not in _PLAIN] or [n for n in names if n not in _PLAIN] or ["value"]
    )
    return wanted[0].lower().strip("_")


_PLAIN = frozenset("len join str sorted max min repr self abs int sum round replace mask list".split())


def _free(name: str, taken: Mapping[str, object]) -> str:
    return next(
        each for each in itertools.chain([name], (f"{name}_{n}" for n in itertools.count(2))) if each not in taken
    )


_PLACE = re.compile(r"\{(\w+)(?:![rs])?(?::[^{}]*)?\}")


def _unescaped(form: str) -> str:
    return _PLACE.sub(r"{\1}", form.replace("{{", "{").replace("}}", "}"))


def _literal(form: str) -> str:
    return re.sub(r"(?<!\{)\{\w+\}(?!\})", "\0", form)


def _is_sentence(form: str) -> bool:
    words = _literal(form)
    return ANYTHING not in form and len(re.findall(r"[^\W\d_]{2,}", words)) >= 2 and " " in words.strip("\0 ")


def _is_filling(form: str) -> bool:
    words = _literal(form)
    return _is_sentence(form) or bool(
        re.fullmatch(r"[\w'. -]*[^\W\d_] [\w'. -]*[^\W\d_]{2,}|\0 [a-z]{3,}( \0 [a-z]+)?", words)
    )


@functools.cache
def sentences() -> Mapping[str, str]:
    """All sentences as templates, with the first file that says each, in the order of the files."""
    found: dict[str, tuple[str, str]] = {}
    for form, path in sorted(Said(Code()).said(), key=lambda each: (each[1], each[0])):
        whole = re.sub(r"(\{\w+\})(?:\{\w+\})+", r"\1", form)
        found.setdefault(_literal(whole), (whole, path))
    return dict(found.values()) | dict.fromkeys(CUT, "server/config/settings.py")


if __name__ == "__main__":
    for words, file in sentences().items():
        print(f"{file}\t{words!r}")
