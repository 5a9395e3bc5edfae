"""One line per route: from it come the dispatch, the validation and the OpenAPI document."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar
from urllib.parse import unquote

from pydantic import BaseModel

from server.http.problems import Problem

MIB = 1024 * 1024
JSON_LIMIT = 2 * MIB
"""Bytes of a JSON body, unless the route says otherwise."""
LARGE_JSON_LIMIT = 32 * MIB
"""Bytes of a JSON body that may carry whole documents."""

Handler = Callable[..., Awaitable[object]]
"""Takes the call, then the order when the route has a body, then the query when it has one."""
H = TypeVar("H", bound=Handler)

_PARAMETER = re.compile(r"\{(?P<name>\w+)(?P<integer>:int)?\}")
_DIGITS = re.compile(r"-?[0-9]{1,19}")


class Scope(StrEnum):
    """Who may call a route."""

    BEARER = "bearer"
    OWNER = "owner"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Form:
    """A multipart body for the document: field names, and the one that is a file with its limit in bytes."""

    file: str
    limit: int
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable segment of a path."""

    name: str
    is_integer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Everything known of one operation."""

    method: str
    path: str
    handler: Handler
    body: type[BaseModel] | None = None
    form: Form | None = None
    query: type[BaseModel] | None = None
    replies: tuple[Any, ...] = ()
    """Types of the JSON answer; more than one are alternatives."""
    media_type: str = "application/json"
    status: int = 200
    scope: Scope = Scope.BEARER
    other: tuple[int, ...] = ()
    """Statuses besides `status` that are no errors (206, 304)."""
    errors: tuple[int, ...] = ()
    """Statuses that this operation adds to those that every one has."""
    limit: int = JSON_LIMIT
    spooled: bool = False
    """The handler reads the body itself, by way of a file (`server.http.spooled`)."""
    keyed: bool = False
    """Takes an Idempotency-Key."""
    published: bool = False
    """Also served on the public port."""
    example: Mapping[str, Any] | None = None
    """A body that would be accepted."""
    leads_to: Mapping[str, str] = field(default_factory=dict)
    """Operation ids that take the id in this answer, with the answer's field that holds it."""
    deprecated: bool = False
    tag: str = ""

    @property
    def summary(self) -> str:
        """The handler's own first sentence."""
        return (inspect.getdoc(self.handler) or "").split("\n", 1)[0]

    @property
    def description(self) -> str:
        """What the handler's docstring says after its first line."""
        return (inspect.getdoc(self.handler) or "").partition("\n")[2].strip()

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The variable segments, in order."""
        return tuple(Parameter(m["name"], bool(m["integer"])) for m in _PARAMETER.finditer(self.path))

    @property
    def documented_path(self) -> str:
        """The path as OpenAPI writes it."""
        return _PARAMETER.sub(lambda m: "{" + m["name"] + "}", self.path)

    @property
    def operation_id(self) -> str:
        """A name that no other operation has."""
        words = re.sub(r"[^A-Za-z0-9]+", "_", self.documented_path).strip("_")
        return f"{self.method.lower()}_{words}"


class Routes:
    """Collects the routes of one module."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.routes: list[Route] = []

    def get(self, path: str, **facts: Any) -> Callable[[H], H]:
        """Register a reading operation; HEAD comes with it."""
        return self._add("GET", path, facts)

    def post(self, path: str, **facts: Any) -> Callable[[H], H]:
        """Register an operation that does something."""
        return self._add("POST", path, facts)

    def delete(self, path: str, **facts: Any) -> Callable[[H], H]:
        """Register an operation that removes something."""
        return self._add("DELETE", path, facts)

    def options(self, path: str, **facts: Any) -> Callable[[H], H]:
        """Register what a browser asks before it lets a page of another origin call (CORS)."""
        return self._add("OPTIONS", path, facts)

    def _add(self, method: str, path: str, facts: dict[str, Any]) -> Callable[[H], H]:
        def register(handler: H) -> H:
            self.routes.append(Route(method=method, path=path, handler=handler, tag=self.tag, **facts))
            return handler

        return register


@dataclass(frozen=True, slots=True)
class Match:
    """A route and what its variable segments hold; `fault` is what is wrong with them, for callers who may know."""

    route: Route
    params: Mapping[str, str]
    fault: Problem | None = None


@dataclass(frozen=True, slots=True)
class _Target:
    """A route with variable segments, taken apart once."""

    route: Route
    places: tuple[tuple[int, Parameter], ...]

    @classmethod
    def of(cls, route: Route) -> _Target:
        parameters = iter(route.parameters)
        return cls(
            route,
            tuple(
                (place, next(parameters)) for place, own in enumerate(_parts(route.path)) if _PARAMETER.fullmatch(own)
            ),
        )

    def match(self, segments: list[str]) -> Match:
        """The route with what the variable segments hold, or what is wrong with them."""
        try:
            return Match(self.route, self._read(segments))
        except Problem as fault:
            return Match(self.route, {}, fault)

    def _read(self, segments: list[str]) -> dict[str, str]:
        values: dict[str, str] = {}
        for place, parameter in self.places:
            given = segments[place]
            if parameter.is_integer:
                if not _DIGITS.fullmatch(given) or abs(int(given)) >= 2**63:
                    raise Problem(400, "invalid_field", f"{parameter.name}: must be a whole number")
            elif not given or "\0" in given or "\ufffd" in given:
                raise Problem(404, "not_found", "There is no record with this id.")
            values[parameter.name] = given
        return values


@dataclass(frozen=True, slots=True)
class _Pattern:
    segments: tuple[str | None, ...]
    """Literal segments in lower case, None for a variable one."""
    by_method: dict[str, _Target]

    def fits(self, folded: list[str]) -> bool:
        return all(own is None or own == given for own, given in zip(self.segments, folded, strict=True))


class Table:
    """Finds the route of a call. Literal segments match in any case, a trailing slash is tolerated."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._literal: dict[str, dict[str, Route]] = {}
        self._patterns: dict[int, list[_Pattern]] = {}
        for route in self.routes:
            self._insert(route)

    def published(self) -> Table:
        """A table of what the world may read, and nothing else."""
        return Table(route for route in self.routes if route.published)

    def find(self, method: str, raw_path: str) -> Match:
        """The route for a method and a path as it stood in the request line.

        Raises:
            Problem: 404 for an unknown path, 405 with `Allow` for a method the path has not.
        """
        wanted = "GET" if method == "HEAD" else method
        path = _decoded(raw_path)
        exact = self._literal.get(path.lower())
        if exact is not None and (route := exact.get(wanted)) is not None:
            return Match(route, {})
        allowed = set(exact or ())
        segments = _segments(raw_path)
        folded = [segment.lower() for segment in segments]
        # A path that is spelt out is never read as an id of another one.
        for pattern in () if exact is not None else self._patterns.get(len(segments), ()):
            if not pattern.fits(folded):
                continue
            found = pattern.by_method.get(wanted)
            if found is not None:
                return found.match(segments)
            allowed |= pattern.by_method.keys()
        if not allowed:
            raise Problem(404, "not_found", "There is nothing under this path.")
        methods = sorted({*allowed, *(["HEAD"] if "GET" in allowed else [])})
        raise Problem(
            405,
            "method_not_allowed",
            f"This path does not take {method[:20]}; it takes {' and '.join(methods)}.",
            headers={"Allow": ", ".join(methods)},
        )

    def _insert(self, route: Route) -> None:
        known: dict[str, Route] | dict[str, _Target]
        if not route.parameters:
            known = self._literal.setdefault(route.path.lower(), {})
        else:
            known = self._pattern_of(route).by_method
        if route.method in known:
            raise ValueError(f"{route.method} {route.path} is registered twice")
        if route.parameters:
            self._pattern_of(route).by_method[route.method] = _Target.of(route)
        else:
            self._literal[route.path.lower()][route.method] = route

    def _pattern_of(self, route: Route) -> _Pattern:
        segments = tuple(None if _PARAMETER.fullmatch(part) else part.lower() for part in _parts(route.path))
        patterns = self._patterns.setdefault(len(segments), [])
        found = next((pattern for pattern in patterns if pattern.segments == segments), None)
        if found is None:
            found = _Pattern(segments, {})
            patterns.append(found)
        return found


def _decoded(raw_path: str) -> str:
    path = unquote(raw_path) if "%" in raw_path else raw_path
    return path[:-1] if len(path) > 1 and path[-1] == "/" else path


def _segments(raw_path: str) -> list[str]:
    trimmed = raw_path[1:-1] if len(raw_path) > 1 and raw_path[-1] == "/" else raw_path[1:]
    return [unquote(part) if "%" in part else part for part in trimmed.split("/")]


def _parts(path: str) -> list[str]:
    return path.strip("/").split("/")
