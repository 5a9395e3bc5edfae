"""Writes docs/api.md from the routes: python packaging/api_docs.py. A test keeps the page and the routes together."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.http.openapi import document  # noqa: E402
from server.http.routes import all_routes  # noqa: E402

PAGE = ROOT / "docs" / "api.md"
HEAD = """# The HTTP API

Made from the routes by `python packaging/api_docs.py`. The same description, with schemas, is served as OpenAPI 3.1 at
`/openapi.json` and for reading at `/docs`.

Calls carry `Authorization: Bearer TOKEN` (`quillcast token` prints one) unless they are marked public. Errors have one
shape: `{"success": false, "code": …, "error": …, "errorMessage": …, "details": [{"field": …, "message": …}]}`.
"""


def page() -> str:
    """The page as it should be."""
    described = document(all_routes())
    sections: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for verb, operation in operations.items():
            tag = (operation.get("tags") or ["Other"])[0]
            sections.setdefault(tag, []).append("\n".join(_operation(path, verb, operation, described)))
    parts = [HEAD]
    for tag in sorted(sections):
        parts += [f"## {tag}", *sections[tag]]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _operation(path: str, verb: str, operation: Mapping[str, Any], described: Mapping[str, Any]) -> Iterator[str]:
    public = " · public" if operation.get("security") == [] else ""
    gone = " · deprecated" if operation.get("deprecated") else ""
    yield f"### `{verb.upper()} {path}`{public}{gone}"
    yield ""
    told = operation.get("description") or operation.get("summary") or ""
    yield told.strip()
    fields = [_field(p["name"], p["schema"], p.get("required", False)) for p in operation.get("parameters", [])]
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        schema = _resolved(content["schema"], described)
        required = schema.get("required", [])
        fields += [_field(name, each, name in required) for name, each in schema.get("properties", {}).items()]
        if media_type != "application/json":
            yield f"\nSent as `{media_type}`."
    if fields:
        yield "\n| field | type | |\n|---|---|---|"
        yield from fields
    yield f"\nAnswers: {', '.join(operation['responses'])}"


def _resolved(schema: Mapping[str, Any], described: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    found: Mapping[str, Any] = described["components"]["schemas"][reference.rpartition("/")[2]]
    return found


def _field(name: str, schema: Mapping[str, Any], required: bool) -> str:
    told = " ".join(str(schema.get("description", "")).split()).replace("|", "\\|")
    return f"| `{name}`{'' if not required else ' (required)'} | {_type(schema)} | {told} |"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(_type(each) for each in schema[several] if each.get("type") != "null")
    if schema.get("type") == "array":
        return f"array of {_type(schema.get('items', {}))}"
    bounds = [f"{word} {schema[key]}" for key, word in BOUNDS.items() if key in schema]
    kind = schema.get("type", "any")
    kind = " or ".join(kind) if isinstance(kind, list) else str(kind)
    return ", ".join([kind, *([str(schema["format"])] if "format" in schema else []), *bounds])


BOUNDS = {"minimum": "at least", "maximum": "at most", "maxLength": "length at most", "minLength": "length at least"}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
