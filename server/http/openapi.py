"""The OpenAPI 3.1 document, made from the registry and the very models that validate."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from pydantic.json_schema import models_json_schema

from server.http.problems import ErrorReply
from server.http.registry import Route, Scope

_REF = "#/components/schemas/{}"
_ABOUT = (
    "Content generation, podcasts and their files, as a local HTTP service. Every failed call answers "
    "`{success: false, code, error, errorMessage, details}`; every answer carries `X-Request-Id`. "
    "Times are ISO 8601 in UTC."
)
_MEANING = {
    400: "The call can't be taken as it is; `details` names the fields at fault.",
    401: "No valid bearer token came with the call.",
    403: "The caller may not do this.",
    404: "There is no such record of the caller.",
    408: "The body did not arrive in time.",
    409: "The record's present state does not allow this.",
    413: "The body is larger than this operation takes.",
    415: "The body's charset or compression is unknown here.",
    416: "The range lies outside the file.",
    417: "An expectation other than 100-continue.",
    421: "The server does not answer to the name in the Host header.",
    429: "A limit over time or in number is used up.",
    500: "A fault of the server.",
    503: "The server can't take the call now; `Retry-After` says when to come back.",
}


def document(routes: Iterable[Route], *, server_url: str = "/") -> dict[str, Any]:
    """The whole document, ready to be encoded."""
    routes = tuple(routes)
    bodies = [route.body for route in routes if route.body is not None]
    body_refs, body_schemas = models_json_schema(
        [(body, "validation") for body in dict.fromkeys(bodies)], ref_template=_REF.format("{model}")
    )
    types = list(dict.fromkeys([ErrorReply, *(reply for route in routes for reply in route.replies)]))
    reply_schemas, components = msgspec.json.schema_components(types, ref_template=_REF.format("{name}"))
    of_type = dict(zip(map(repr, types), reply_schemas, strict=True))
    schemas: dict[str, Any] = {name: _untitled(schema) for name, schema in body_schemas.get("$defs", {}).items()}
    for name, schema in components.items():
        if name in schemas:
            raise ValueError(f"two models share the name {name}")
        schemas[name] = schema
    schemas["Warnings"] = {
        "type": "object",
        "properties": {
            "warnings": {
                "type": "array",
                "items": {"type": "string"},
                "description": "What was ignored in the body, when anything was.",
            }
        },
    }
    by_id = {route.operation_id: route for route in routes}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        operation = _operation(route, of_type)
        if route.leads_to:
            operation["responses"][str(route.status)]["links"] = {
                name: _link(by_id[name], field) for name, field in route.leads_to.items()
            }
        if route.body is not None:
            operation["requestBody"] = {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": body_refs[(route.body, "validation")],
                        **({"example": route.example} if route.example else {}),
                    }
                },
            }
        if route.form is not None:
            body = operation.setdefault("requestBody", {"required": True, "content": {}})
            body["content"]["multipart/form-data"] = {"schema": _form(route)}
        paths.setdefault(route.documented_path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Quillcast", "version": "1.0.0", "description": _ABOUT},
        "servers": [{"url": server_url}],
        "tags": [{"name": tag} for tag in dict.fromkeys(route.tag for route in routes)],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {f"Error{status}": _error(status) for status in _MEANING},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
        "security": [{"bearer": []}],
    }


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """Without the titles that pydantic makes of field names: they only repeat them."""
    fields = schema.get("properties", {})
    return {**schema, "properties": {n: {k: v for k, v in f.items() if k != "title"} for n, f in fields.items()}}


def statuses_of(route: Route) -> list[int]:
    """Every error status that an operation may answer."""
    statuses = {400, 421, 500, 503, *route.errors}
    statuses.add(429 if route.scope is Scope.PUBLIC else 401)
    if route.scope is Scope.OWNER:
        statuses.add(403)
    if route.body is not None or route.form is not None:
        statuses |= {408, 413, 415, 417}
    if route.parameters:
        statuses.add(404)
    return sorted(statuses)


def _operation(route: Route, of_type: dict[str, Any]) -> dict[str, Any]:
    choices = [of_type[repr(reply)] for reply in route.replies]
    schema: dict[str, Any] = choices[0] if len(choices) == 1 else {"anyOf": choices}
    if route.body is not None and schema.get("type") != "array":  # warnings join an object as its last member
        schema = {"allOf": [schema, {"$ref": _REF.format("Warnings")}]}
    content = {route.media_type: {"schema": schema} if choices else {}}
    operation: dict[str, Any] = {
        "operationId": route.operation_id,
        "tags": [route.tag],
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route), *_key_parameters(route)],
        "responses": {
            str(route.status): {
                "description": HTTPStatus(route.status).phrase,
                "headers": {"X-Request-Id": {"schema": {"type": "string"}}},
                "content": content,
            },
            **{str(status): {"description": HTTPStatus(status).phrase} for status in route.other},
            **{str(status): {"$ref": f"#/components/responses/Error{status}"} for status in statuses_of(route)},
        },
    }
    if route.description:
        operation["description"] = route.description
    if route.deprecated:
        operation["deprecated"] = True
    if route.scope is Scope.PUBLIC:
        operation["security"] = []
    return operation


def _link(target: Route, field: str) -> dict[str, Any]:
    """How the id in an answer is handed on: in the path, or else in the body."""
    expression = f"$response.body#/{field}"
    if target.parameters:
        return {"operationId": target.operation_id, "parameters": {target.parameters[0].name: expression}}
    return {"operationId": target.operation_id, "requestBody": {"id": expression}}


def _key_parameters(route: Route) -> list[dict[str, Any]]:
    if not route.keyed:
        return []
    required = route.path.startswith("/dedicated-account/")
    schema: dict[str, Any] = {"type": "string"}  # where no notebook is named, it is not read
    if required:
        schema |= {"minLength": 8, "maxLength": 192, "pattern": "^[ -~]{8,192}$"}
    return [
        {
            "name": "Idempotency-Key",
            "in": "header",
            "required": required,
            "description": "Names the operation, so that it is done once however often it is sent; kept for 7 days."
            " Required where a notebook is changed, asked or used.",
            "schema": schema,
        }
    ]


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        {
            "name": parameter.name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "format": "int64"}
            if parameter.is_integer
            else {"type": "string", "minLength": 1},
        }
        for parameter in route.parameters
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    schema = route.query.model_json_schema()
    required = schema.get("required", [])
    parameters = []
    for name, facts in schema["properties"].items():
        facts.pop("title", None)
        entry = {"name": name, "in": "query", "required": name in required, "schema": _without_null(facts)}
        if description := facts.pop("description", None):
            entry["description"] = description
        parameters.append(entry)
    return parameters


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A query knows no null: what pydantic writes as `anyOf` with null is the other choice."""
    choices = [choice for choice in schema.pop("anyOf", []) if choice.get("type") != "null"]
    if schema.get("default", ...) is None:
        del schema["default"]
    if len(choices) == 1:
        return {**choices[0], **schema}
    return schema


def _form(route: Route) -> dict[str, Any]:
    assert route.form is not None
    fields: dict[str, Any] = {name: {"type": "string"} for name in route.form.texts}
    # Raw bytes have no JSON type, says OpenAPI 3.1.
    fields[route.form.file] = {
        "contentMediaType": "application/octet-stream",
        "description": f"At most {route.form.limit:,} bytes.",
    }
    return {"type": "object", "properties": fields, "required": [route.form.file]}


def _error(status: int) -> dict[str, Any]:
    headers: dict[str, Any] = {"X-Request-Id": {"schema": {"type": "string"}}}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = {"schema": {"type": "string"}}
    if status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        headers["Retry-After"] = {"schema": {"type": "integer"}, "description": "Seconds."}
    return {
        "description": _MEANING[status],
        "headers": headers,
        "content": {"application/json": {"schema": {"$ref": _REF.format("ErrorReply")}}},
    }
