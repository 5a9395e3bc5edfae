"""The stub's notebooks, to be read: their sources, conversations and notes, behind the contract's shapes."""

from __future__ import annotations

from typing import Any, Protocol

from aiohttp import web

Record = dict[str, Any]
TEXT = (
    "The Aldwater Canal was opened throughout on 4 May 1794. Eighteen locks lift it by forty metres.\n\n"
    "The first toll book begins in June of that year. It names coal, lime and grain."
)
WHEN = "2026-11-20T09:00:00.000Z"


class Contents(Protocol):
    """What these routes need of the stub's contents."""

    notebooks: list[Record]


class Stub(Protocol):
    """Whose contents they are."""

    contents: Contents


def a_citation() -> Record:
    """The first sentence of the source."""
    return {"sourceId": "s1", "source": "The canal", "text": TEXT[:52], "start": 0, "end": 52, "page": 1}


def a_notebook() -> Record:
    """A notebook with two sources, of which one could not be read, a conversation of two turns, and a note."""
    turn = {"conversationId": "c1", "sourceIds": ["s1"], "writtenBy": "Built-in (extractive)"}
    return {
        "notebookId": "n1",
        "title": "The canal and its gates",
        "sourceCount": 2,
        "updatedOn": WHEN,
        "sources": [
            {"sourceId": "s1", "type": "pdf", "title": "The canal", "characters": len(TEXT), "pages": 1},
            {"sourceId": "s2", "type": "link", "title": "canal.example", "errorMessage": "The page did not answer."},
        ],
        "turns": [
            turn
            | {
                "questionId": "q1",
                "question": "When was the canal opened?",
                "answer": "The Aldwater Canal was opened throughout on 4 May 1794. [1]",
                "grounded": True,
                "citations": {"1": a_citation()},
            },
            turn
            | {
                "questionId": "q2",
                "question": "Who paid for it?",
                "answer": "Your sources do not say.",
                "grounded": False,
                "notes": ["Nearest to the question: the toll book of June 1794."],
            },
        ],
        "notes": [
            {
                "noteId": "a1",
                "text": "Opened throughout on 4 May 1794. [1]",
                "createdOn": WHEN,
                "question": "When was the canal opened?",
                "questionId": "q1",
                "citations": {"1": a_citation()},
            }
        ],
    }


def add_routes(app: web.Application, stub: Stub) -> None:
    """Answer what the window reads of notebooks."""

    def found(request: web.Request) -> Record:
        return next(
            (each for each in stub.contents.notebooks if each["notebookId"] == request.match_info["id"]), None
        ) or _missing(request)

    async def listed(_request: web.Request) -> web.Response:
        return web.json_response({"notebooks": stub.contents.notebooks})

    async def one(request: web.Request) -> web.Response:
        return web.json_response(found(request))

    async def usage(_request: web.Request) -> web.Response:
        used = {"limit": 500, "used": 12, "resetsOn": WHEN}
        return web.json_response({"capabilities": dict.fromkeys(("query", "source_add", "generation"), used)})

    async def source(request: web.Request) -> web.Response:
        told = {
            "sourceId": request.match_info["id"],
            "title": "The canal",
            "text": TEXT,
            "language": "en",
            "type": "pdf",
        }
        return web.json_response(told)

    async def overview(request: web.Request) -> web.Response:
        told = {"title": "The canal", "language": "en", "words": 36, "summary": [TEXT[:52]], "keyTerms": ["toll book"]}
        return web.json_response({"sourceId": request.match_info["id"], "pages": 1} | told)

    async def suggestions(_request: web.Request) -> web.Response:
        return web.json_response({"questions": ["When was the canal opened?", "What does the toll book name?"]})

    async def notes(request: web.Request) -> web.Response:
        return web.json_response({"notes": found(request)["notes"]})

    async def conversations(request: web.Request) -> web.Response:
        turns = found(request)["turns"]
        begun = {"conversationId": "c1", "question": turns[0]["question"], "turns": len(turns), "updatedOn": WHEN}
        return web.json_response({"conversations": [begun]})

    async def turns(request: web.Request) -> web.Response:
        return web.json_response({"turns": found(request)["turns"]})

    studio = "/studio/notebooks/{id}"
    for path, handler in {
        "/dedicated-account/notebooks": listed,
        "/dedicated-account/notebooks/{id}": one,
        "/dedicated-account/usage": usage,
        "/studio/sources/{id}": source,
        "/studio/sources/{id}/overview": overview,
        f"{studio}/suggestions": suggestions,
        f"{studio}/notes": notes,
        f"{studio}/conversations": conversations,
        f"{studio}/conversations/c1/turns": turns,
    }.items():
        app.router.add_get(path, handler)


def _missing(request: web.Request) -> Record:
    raise KeyError(request.match_info["id"])
