"""The service's description, for programs (`/openapi.json`) and for people (`/docs`)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import msgspec
from aiohttp import web

from server.http.calls import Call
from server.http.models import make_ready
from server.http.openapi import document
from server.http.registry import Route, Routes, Scope

_SAMPLE_ADDRESS = "http://127.0.0.1:8787"


def described(routes: Iterable[Route]) -> Routes:
    """Routes that describe these routes, and themselves; both answers are made once, when first asked for."""
    own = Routes("Description")
    described_routes = list(routes)

    @own.get("/openapi.json", scope=Scope.PUBLIC)
    async def openapi(_call: Call) -> web.Response:
        """Read this description as OpenAPI 3.1."""
        return web.Response(
            body=await as_json(),
            content_type="application/json",
            headers={"Cache-Control": "no-cache"},
        )

    @own.get("/docs", scope=Scope.PUBLIC, media_type="text/html", replies=(str,))
    async def docs(call: Call) -> web.Response:
        """Read this description in a browser."""
        text = (await as_page()).replace(_SAMPLE_ADDRESS, escape(call.services.media.public_url))
        return html_answer(text, script=await asyncio.to_thread(page_part, "docs.js"))

    described_routes += own.routes

    async def as_json() -> bytes:
        await make_ready(described_routes)
        return await asyncio.to_thread(written)

    async def as_page() -> str:
        document = await as_json()
        return await asyncio.to_thread(drawn, document)

    @cache
    def written() -> bytes:
        return msgspec.json.encode(document(described_routes))

    @cache
    def drawn(description: bytes) -> str:
        return page(json.loads(description))

    return own


def html_answer(text: str, *, script: str = "", media_from: str = "'self'") -> web.Response:
    """A page that may load nothing but its own style, this one script, and media."""
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"'sha256-{digest}'" if script else "'none'"
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; "
        f"img-src {media_from} data:; media-src {media_from}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    headers = {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }
    return web.Response(text=text, content_type="text/html", headers=headers)


@cache
def page_part(name: str) -> str:
    """A style or script that stands beside this module."""
    return (files("server.http") / "pages" / name).read_text("utf-8")


def page(description: Mapping[str, Any]) -> str:
    """The description as one page that needs nothing else: readable without its script, searchable with it."""
    schemas = description["components"]["schemas"]
    groups: dict[str, list[str]] = {}
    links: dict[str, list[str]] = {}
    for path, operations in description["paths"].items():
        for verb, operation in operations.items():
            tag = operation["tags"][0]
            groups.setdefault(tag, []).append(_article(path, verb, operation, schemas))
            links.setdefault(tag, []).append(
                f'<a href="#{operation["operationId"]}" data-words="{_words(path, verb, operation)}">'
                f'<span class="verb {verb}">{verb.upper()}</span> {escape(path)}</a>'
            )
    menu = "".join(f"<div data-group><h2>{escape(tag)}</h2>{''.join(entries)}</div>" for tag, entries in links.items())
    body = "".join(
        f"<section data-group><h2>{escape(tag)}</h2>{''.join(entries)}</section>" for tag, entries in groups.items()
    )
    info = description["info"]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])} API</title><style>{page_part('page.css')}</style></head><body>"
        '<div class="layout"><nav><input id="search" type="search" placeholder="Search ( / )" aria-label="Search">'
        f'{menu}</nav><main><h1>{escape(info["title"])} API <span class="tag">{escape(info["version"])}</span></h1>'
        f"<p>{_inline(info['description'])}</p>"
        f'<p>Send your token as <code>Authorization: Bearer …</code>. <a href="/openapi.json">openapi.json</a> · '
        f'<button id="theme" type="button">Light / dark</button></p>{body}'
        '<p id="none" class="soft" hidden>Nothing matches.</p></main></div>'
        f"<script>{page_part('docs.js')}</script></body></html>"
    )


def _article(path: str, verb: str, operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    parts = [
        f'<article id="{operation["operationId"]}" data-words="{_words(path, verb, operation)}"><header>'
        f'<span class="verb {verb}">{verb.upper()}</span> <code class="path">{escape(path)}</code>'
        f"{_badges(operation)}</header><p>{_inline(operation['summary'])}</p>"
    ]
    if text := operation.get("description"):
        parts.append(f'<p class="soft">{_inline(text)}</p>')
    if operation["parameters"]:
        rows = [
            (p["name"], _type(p["schema"]), p["in"] + (", required" if p["required"] else ""), p.get("description", ""))
            for p in operation["parameters"]
        ]
        parts.append(_table("Parameters", rows))
    sample = f"curl {_flags(verb, operation)}{_SAMPLE_ADDRESS}{path}"
    if "requestBody" in operation:
        media_type, content = next(iter(operation["requestBody"]["content"].items()))
        schema = _resolved(content["schema"], schemas)
        parts.append(_table("Body" if media_type == "application/json" else "Form", _fields(schema)))
        parts += [_table(name, _fields(schemas[name])) for name in _named_in(schema)]
        if media_type == "application/json":
            example = json.dumps(content.get("example") or _example(schema, schemas))
            sample += f" \\\n  -H 'Content-Type: application/json' \\\n  -d '{example}'"
        else:
            sample += " \\\n  " + " ".join(f"-F {name}=@FILE" for name in schema["required"])
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json")
        if content and status.startswith("2"):
            parts += [
                _table(f"Answer {status}: {title}", _fields(s))
                for title, s in _alternatives(content["schema"], schemas)
            ]
    failures = [status for status in operation["responses"] if not status.startswith("2")]
    parts.append(f'<p class="soft">Errors: {", ".join(failures)}</p>')
    parts.append(
        f"<h3>Try it</h3><div><pre><code>{escape(sample)}</code></pre>"
        '<button type="button" data-copy>Copy</button></div></article>'
    )
    return "".join(parts)


def _badges(operation: Mapping[str, Any]) -> str:
    badges = ["public"] if operation.get("security") == [] else []
    badges += ["deprecated"] if operation.get("deprecated") else []
    return "".join(f' <span class="tag">{badge}</span>' for badge in badges)


def _flags(verb: str, operation: Mapping[str, Any]) -> str:
    flags = "" if verb == "get" else f"-X {verb.upper()} "
    return flags if operation.get("security") == [] else flags + '-H "Authorization: Bearer $TOKEN" '


def _words(path: str, verb: str, operation: Mapping[str, Any]) -> str:
    return escape(f"{verb} {path} {operation['summary']} {operation.get('description', '')}".lower(), quote=True)


def _table(title: str, rows: list[tuple[str, str, str, str]]) -> str:
    if not rows:
        return ""
    lines = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(kind)}</td><td>{escape(place)}</td><td>{_inline(text)}</td></tr>"
        for name, kind, place, text in rows
    )
    return (
        f"<details{' open' if len(rows) < 8 else ''}><summary>{escape(title)}</summary><table>{lines}</table></details>"
    )


def _fields(schema: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    required = schema.get("required", [])
    return [
        (name, _type(facts), "required" if name in required else "", facts.get("description", ""))
        for name, facts in schema.get("properties", {}).items()
    ]


def _named_in(schema: Mapping[str, Any]) -> list[str]:
    """The models that the fields of a schema are made of."""
    names = re.findall(r"#/components/schemas/(\w+)", json.dumps(schema.get("properties", {})))
    return list(dict.fromkeys(names))


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(choice) for choice in schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(str(choice) for choice in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    name = str(schema.get("format") or schema.get("type", "any"))
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"), ("maxLength", "at most"))
        if key in schema
    ]
    return f"{name} ({', '.join(bounds)})" if bounds and name != "int64" else name


def _alternatives(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    if "anyOf" in schema:
        return [found for choice in schema["anyOf"] for found in _alternatives(choice, schemas)]
    if "allOf" in schema:
        return _alternatives(schema["allOf"][0], schemas)
    if schema.get("type") == "array":
        return [(f"list of {title}", inner) for title, inner in _alternatives(schema["items"], schemas)]
    return [(_type(schema), _resolved(schema, schemas))]


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = schemas[str(schema["$ref"]).rsplit("/", 1)[-1]]
    return schema


def _example(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """A body that shows the required fields; Create shows also where its words come from."""
    body: dict[str, Any] = {}
    for name in schema.get("required", []):
        body[name] = _example_value(_resolved(schema["properties"][name], schemas), schemas)
    if "resources" in schema.get("properties", {}):
        body["resources"] = [{"type": "website", "content": "https://example.org/article"}]
    return body


def _example_value(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return _example(schema, schemas)
    return {"integer": 1, "boolean": True, "array": []}.get(str(kind), "…")


def _inline(text: str) -> str:
    pieces = escape(text).split("`")
    return "".join(f"<code>{piece}</code>" if index % 2 else piece for index, piece in enumerate(pieces))
