"""The stub's feeds, subscriptions, templates, schedules and projects: records behind the contract's shapes."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from aiohttp import web

Record = dict[str, Any]

PATHS = (
    "/feeds",
    "/feeds/{id}/items",
    "/feeds/{id}/refresh",
    "/feeds/subscriptions",
    "/templates",
    "/templates/{id}/run",
    "/schedules",
    "/projects",
    "/studio/requests/{id}/schedule",
)


@dataclass
class Plans:
    """What the stub knows of these. Tests read and change it."""

    feeds: list[Record] = field(default_factory=list)
    items: dict[int, list[Record]] = field(default_factory=dict)
    """By feed, newest first."""
    subscriptions: list[Record] = field(default_factory=list)
    templates: list[Record] = field(default_factory=list)
    schedules: list[Record] = field(default_factory=list)
    projects: list[Record] = field(default_factory=list)
    logos: dict[str, bytes] = field(default_factory=dict)
    gone: dict[str, tuple[str, Record]] = field(default_factory=dict)
    """Templates and schedules that were deleted, by id, with the list they were in."""


class Contents(Protocol):
    """What these routes need of the stub's contents."""

    plans: Plans
    requests: list[Record]

    def fresh_id(self) -> str:
        """A new record id."""
        ...


class Stub(Protocol):
    """What these routes need of the stub."""

    contents: Contents
    address: str

    def emit(self, name: str, subject: str, **data: Any) -> None:
        """Tell all followers of an event."""
        ...


def wire_time(moment: datetime) -> str:
    """A time as the wire writes it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def a_feed(plans: Plans, name: str, *, items: int = 3, **fields: Any) -> Record:
    """Put a feed in, with items of an hour each."""
    number = len(plans.feeds) + 1
    now = datetime.now(UTC)
    record: Record = {
        "id": number,
        "name": name,
        "feedTypeId": 4,
        "internalId": f"https://{name.lower().replace(' ', '-')}.example/feed.xml",
        "title": name,
        "status": "active",
        "itemCount": items,
        "refreshedOn": wire_time(now - timedelta(minutes=12)),
        "nextRefreshOn": wire_time(now + timedelta(minutes=48)),
        "error": None,
    } | fields
    plans.feeds.insert(0, record)
    plans.items[number] = [an_item(number, f"{name}, part {items - n}", hours=n + 1) for n in range(items)]
    return record


def an_item(feed_id: int, title: str, *, hours: int = 1, **fields: Any) -> Record:
    """An item of a feed, so many hours old."""
    return {
        "id": f"item-{feed_id}-{title}",
        "feedId": feed_id,
        "title": title,
        "link": "https://feed.example/item",
        "author": "Ada Brook",
        "summary": f"What {title} is about.",
        "text": "",
        "publishedOn": wire_time(datetime.now(UTC) - timedelta(hours=hours)),
        "enclosure": None,
    } | fields


def a_template(stub_contents: Contents, name: str, **fields: Any) -> Record:
    """Put a template in."""
    record = {
        "id": stub_contents.fresh_id(),
        "name": name,
        "type": "feed",
        "outputType": "audio",
        "createdOn": wire_time(datetime.now(UTC) - timedelta(days=3)),
        "feedIds": [],
    } | fields
    stub_contents.plans.templates.insert(0, record)
    return record


def a_schedule(stub_contents: Contents, title: str, start: datetime, **fields: Any) -> Record:
    """Put a recurring schedule in."""
    record = {
        "id": stub_contents.fresh_id(),
        "title": title,
        "outputType": "audio",
        "status": "active",
        "dailyCount": 1,
        "startOn": wire_time(start),
        "endDate": None,
        "nextRunOn": wire_time(start),
        "lastRunOn": None,
        "lastRequestId": None,
        "runs": 0,
        "error": None,
    } | fields
    stub_contents.plans.schedules.insert(0, record)
    return record


def a_project(stub: Stub, name: str, *, logo: bytes = b"", **fields: Any) -> Record:
    """Put a project in."""
    identity = stub.contents.fresh_id()
    record = {
        "id": identity,
        "name": name,
        "description": "",
        "url": "",
        "context": "",
        "imageUrl": "",
        "logoUrl": f"{stub.address}/media/{identity}/logo.png" if logo else None,
        "textColor": "",
        "backgroundColor": "",
        "brandColor": "",
        "accentColor": "",
        "pending": False,
    } | fields
    stub.contents.plans.logos[identity] = logo
    stub.contents.plans.projects.insert(0, record)
    return record


class PlanningRoutes:
    """The routes, over one stub."""

    def __init__(self, stub: Stub) -> None:
        self._stub = stub

    @property
    def plans(self) -> Plans:
        """What the stub knows."""
        return self._stub.contents.plans

    def add_to(self, app: web.Application) -> None:
        """Serve them. The fixed paths come before those with an id."""
        add = app.router.add_route
        add("GET", "/feeds", self._feeds)
        add("POST", "/feeds", self._add_feed)
        add("POST", "/feeds/delete", self._delete_feeds)
        add("GET", "/feeds/subscriptions", self._subscriptions)
        add("POST", "/feeds/subscriptions", self._subscribe)
        add("DELETE", "/feeds/subscriptions/{id}", self._unsubscribe)
        add("GET", "/feeds/{id}/items", self._items)
        add("POST", "/feeds/{id}/refresh", self._refresh)
        add("GET", "/templates", self._templates)
        add("POST", "/templates/{id}/run", self._run)
        add("DELETE", "/templates/{id}", self._delete_template)
        add("GET", "/schedules", self._schedules)
        add("POST", "/schedules/{id}", self._change_schedule)
        add("DELETE", "/schedules/{id}", self._delete_schedule)
        add("GET", "/projects", self._projects)
        add("POST", "/projects", self._create_project)
        add("POST", "/projects/{id}", self._change_project)
        add("DELETE", "/projects/{id}", self._delete_project)
        add("POST", "/studio/requests/{id}/schedule", self._reschedule)

    def keep_order(self, order: Record) -> Record | None:
        """The answer to an order that is kept to run later; None for any other order."""
        contents = self._stub.contents
        if order.get("templateMode"):
            name = order["templateMode"].get("name") or order.get("title", "")
            record = a_template(contents, name, outputType=order["outputType"], order=order)
            self._stub.emit("request.queued", record["id"])
            return {"template_request_id": record["id"], "request_id": record["id"], "status": 0, "template": {}}
        if order.get("isScheduled"):
            start = datetime.fromisoformat(order.get("scheduledOn") or wire_time(datetime.now(UTC)))
            record = a_schedule(
                contents,
                order.get("title", ""),
                start,
                dailyCount=order.get("dailyCount", 1),
                endDate=order.get("scheduleEndDate"),
                order=order,
            )
            self._stub.emit("request.queued", record["id"])
            return {"schedule_id": record["id"], "request_id": record["id"], "status": 0}
        return None

    def restore(self, identity: str) -> bool:
        """Bring a template or schedule back; False when it is none."""
        kind, record = self.plans.gone.pop(identity, ("", {}))
        if kind:
            getattr(self.plans, kind).insert(0, record)
            self._stub.emit("request.restored", identity)
        return bool(kind)

    async def _feeds(self, _request: web.Request) -> web.Response:
        return web.json_response(self.plans.feeds)

    async def _add_feed(self, request: web.Request) -> web.Response:
        body = await request.json()
        address = body["internalId"]
        if not address.startswith(("http://", "https://")):
            return refused("internalId", "must be an http or https address")
        number = max((feed["id"] for feed in self.plans.feeds), default=0) + 1
        feed = a_feed(self.plans, body.get("name") or "", items=0, status="new", title="", refreshedOn=None)
        feed |= {"id": number, "internalId": address, "nextRefreshOn": None}
        self.plans.items[number] = []
        self._stub.emit("feed.changed", str(number))
        return web.json_response({"success": True, "feedId": number})

    async def _delete_feeds(self, request: web.Request) -> web.Response:
        gone = set((await request.json())["feedIds"])
        self.plans.feeds[:] = [feed for feed in self.plans.feeds if feed["id"] not in gone]
        self.plans.subscriptions[:] = [each for each in self.plans.subscriptions if each["feedId"] not in gone]
        for number in gone:
            self._stub.emit("feed.changed", str(number), deleted=True)
        return done()

    async def _items(self, request: web.Request) -> web.Response:
        found = self.plans.items[int(request.match_info["id"])]
        page, limit = int(request.query.get("page", 1)), int(request.query.get("limit", 50))
        start = (page - 1) * limit
        return web.json_response(
            {"items": found[start : start + limit], "totalCount": len(found), "page": page, "pageSize": limit}
        )

    async def _refresh(self, request: web.Request) -> web.Response:
        feed = one(self.plans.feeds, int(request.match_info["id"]))
        feed |= {"status": "active", "error": None, "refreshedOn": wire_time(datetime.now(UTC))}
        self._stub.emit("feed.changed", str(feed["id"]))
        return web.json_response(feed)

    async def _subscriptions(self, _request: web.Request) -> web.Response:
        standing = {template["id"] for template in self.plans.templates}
        return web.json_response([each for each in self.plans.subscriptions if each["requestId"] in standing])

    async def _subscribe(self, request: web.Request) -> web.Response:
        body = await request.json()
        one(self.plans.feeds, body["feedId"])
        record = {
            "id": self._stub.contents.fresh_id(),
            **body,
            "createdOn": wire_time(datetime.now(UTC)),
            "error": None,
        }
        self.plans.subscriptions.insert(0, record)
        one(self.plans.templates, body["requestId"])["feedIds"].append(body["feedId"])
        self._stub.emit("feed.changed", str(body["feedId"]))
        return web.json_response({"success": True, "id": record["id"], "subscriptionId": record["id"]})

    async def _unsubscribe(self, request: web.Request) -> web.Response:
        record = one(self.plans.subscriptions, request.match_info["id"])
        self.plans.subscriptions.remove(record)
        self._stub.emit("feed.changed", str(record["feedId"]))
        return done()

    async def _templates(self, _request: web.Request) -> web.Response:
        return web.json_response(self.plans.templates)

    async def _run(self, request: web.Request) -> web.Response:
        one(self.plans.templates, request.match_info["id"])
        return web.json_response({"request_id": self._stub.contents.fresh_id(), "status": 0})

    async def _delete_template(self, request: web.Request) -> web.Response:
        return self._put_away("templates", request.match_info["id"])

    async def _schedules(self, _request: web.Request) -> web.Response:
        return web.json_response(self.plans.schedules)

    async def _change_schedule(self, request: web.Request) -> web.Response:
        record = one(self.plans.schedules, request.match_info["id"])
        record["status"] = (await request.json())["status"]
        self._stub.emit("schedule.changed", record["id"])
        return web.json_response(record)

    async def _delete_schedule(self, request: web.Request) -> web.Response:
        return self._put_away("schedules", request.match_info["id"])

    def _put_away(self, kind: str, identity: str) -> web.Response:
        held: list[Record] = getattr(self.plans, kind)
        record = one(held, identity)
        held.remove(record)
        self.plans.gone[identity] = (kind, record)
        self._stub.emit("request.deleted", identity)
        return done()

    async def _projects(self, _request: web.Request) -> web.Response:
        return web.json_response(self.plans.projects)

    async def _create_project(self, request: web.Request) -> web.Response:
        body = await request.json()
        if not body.get("name"):
            return refused("name", "is needed")
        image = base64.b64decode(body.pop("imageData", ""))
        record = a_project(self._stub, body.pop("name"), logo=image, **body)
        self._stub.emit("project.changed", record["id"])
        return web.json_response({"success": True, "id": record["id"], "projectId": record["id"]})

    async def _change_project(self, request: web.Request) -> web.Response:
        record, body = one(self.plans.projects, request.match_info["id"]), await request.json()
        if body.get("brandColor", "#")[:1] not in ("", "#"):
            return refused("brandColor", "must be a colour such as #1f6feb")
        image = base64.b64decode(body.pop("imageData", ""))
        if image:
            self.plans.logos[record["id"]] = image
            record["logoUrl"] = f"{self._stub.address}/media/{record['id']}/logo.png"
        record |= body
        self._stub.emit("project.changed", record["id"])
        return web.json_response(record)

    async def _delete_project(self, request: web.Request) -> web.Response:
        self.plans.projects.remove(one(self.plans.projects, request.match_info["id"]))
        self._stub.emit("project.changed", request.match_info["id"], deleted=True)
        return done()

    async def _reschedule(self, request: web.Request) -> web.Response:
        moment = datetime.fromisoformat((await request.json())["scheduledOn"])
        if moment <= datetime.now(UTC):
            return refused("scheduledOn", "lies in the past: name a later time")
        row = one(self._stub.contents.requests, request.match_info["id"])
        row["scheduled_on"] = wire_time(moment)
        self._stub.emit("request.queued", row["id"], status=0, stage="queued")
        return web.json_response({"success": True, "message": "Moved.", "request_id": row["id"], "status": 0})


def one(held: list[Record], identity: object) -> Record:
    """The record of this id; KeyError (a 404) when there is none."""
    for record in held:
        if record["id"] == identity:
            return record
    raise KeyError(identity)


def done() -> web.Response:
    """The plain answer."""
    return web.json_response({"success": True, "message": "Done."})


def refused(name: str, message: str) -> web.Response:
    """A refusal of one field."""
    sentence = f"{name}: {message}."
    body = {"success": False, "code": "invalid_field", "error": sentence, "errorMessage": sentence}
    return web.json_response(body | {"details": [{"field": name, "message": message}]}, status=400)
