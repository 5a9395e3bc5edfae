"""Where videos are published: the owner's targets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import AfterValidator, Field

from server.domain.targets import PLAYLIST_URL, TOKEN_URL, UPLOAD_URL, Privacy, Target, TargetKind
from server.fetch.addresses import mask
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.replies import Removed
from server.http.wire import Order, no_nul
from server.services.targets import TargetState

# ruff: noqa: N815 - the wire's names
routes = Routes("Publishing")
PATH = "/studio/targets"
Words = Annotated[str, Field(max_length=2_000), AfterValidator(no_nul)]
Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(no_nul)]


class TargetChange(Order):
    """What to set of a target; what is left out stays."""

    name: Annotated[Name | None, Field(description="What a request's `channel` says.")] = None
    shared: Annotated[bool | None, Field(description="Let every client publish there, not only the owner.")] = None
    folder: Annotated[Words | None, Field(description="Of a folder: its whole path on the server's machine.")] = None
    url: Annotated[Words | None, Field(description="Of a webhook: the address that is called.")] = None
    sendsFile: Annotated[bool | None, Field(description="Of a webhook: send the video itself.")] = None
    key: Annotated[
        Words | None, Field(description="Of a webhook: sent as a bearer token; kept apart and never told.")
    ] = None
    accountId: Annotated[
        Words | None, Field(description="Of a video site: what `video_siteAccountId` of a request says.")
    ] = None
    clientId: Annotated[Words | None, Field(description="Of a video site: the id of your OAuth client.")] = None
    clientSecret: Annotated[Words | None, Field(description="Kept apart and never told.")] = None
    refreshToken: Annotated[Words | None, Field(description="Kept apart and never told.")] = None
    privacy: Annotated[
        Literal["private", "unlisted", "public"] | None, Field(description="Of a video site: who sees the videos.")
    ] = None
    uploadUrl: Annotated[Words | None, Field(description="Of a video site with the same API elsewhere.")] = None
    tokenUrl: Words | None = None
    playlistUrl: Words | None = None


class TargetOrder(TargetChange):
    """A target to set up."""

    kind: Literal["folder", "webhook", "video_site"]
    name: Annotated[Name, Field(description="What a request's `channel` says.")]


class TargetReply(msgspec.Struct):
    """A publishing target. Its secrets are never told, only whether they are kept."""

    id: str
    name: str
    kind: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["folder", "webhook", "video_site"]})]
    shared: bool
    folder: str
    url: str
    sendsFile: bool
    hasKey: bool
    accountId: str
    clientId: str
    hasClientSecret: bool
    hasRefreshToken: bool
    privacy: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["private", "unlisted", "public"]})]
    uploadUrl: str
    tokenUrl: str
    playlistUrl: str


@routes.get(PATH, replies=(list[TargetReply],), scope=Scope.OWNER)
async def every(call: Call) -> list[TargetReply]:
    """List the targets that videos can be published to."""
    return [_reply(each) for each in await call.services.targets.every(by=call.by)]


@routes.post(
    PATH,
    body=TargetOrder,
    replies=(TargetReply,),
    errors=(409,),
    scope=Scope.OWNER,
    example={
        "kind": "webhook",
        "name": "Website",
        "url": "https://example.com/videos",
    },
    leads_to=dict.fromkeys(("post_studio_targets_id", "delete_studio_targets_id"), "id"),
)
async def make(call: Call, body: TargetOrder) -> TargetReply:
    """Set up a target: a folder, a webhook, or an account of the video site.

    Requests name it in `publishTargets` by its name as `channel`, an account also by `video_siteAccountId`.
    """
    fields, secrets = _said(body)
    fields = {"upload_url": UPLOAD_URL, "token_url": TOKEN_URL, "playlist_url": PLAYLIST_URL, **fields}
    target = Target(id="", kind=TargetKind(body.kind), **fields)
    return _reply(await call.services.targets.make(target, secrets=secrets, by=call.by))


@routes.post(f"{PATH}/{{id}}", body=TargetChange, replies=(TargetReply,), errors=(404, 409), scope=Scope.OWNER)
async def change(call: Call, body: TargetChange) -> TargetReply:
    """Change a target; what is not named stays."""
    fields, secrets = _said(body)
    return _reply(await call.services.targets.change(call.params["id"], fields, secrets=secrets, by=call.by))


@routes.delete(f"{PATH}/{{id}}", replies=(Removed,), errors=(404,), scope=Scope.OWNER)
async def remove(call: Call) -> Removed:
    """Forget a target with its secrets. What is on its way there fails with 1007 and stays here."""
    await call.services.targets.remove(call.params["id"], by=call.by)
    return Removed(success=True)


class TestReply(msgspec.Struct):
    """Whether a target would take a video; `message` says why not."""

    success: bool
    message: str


@routes.post(f"{PATH}/{{id}}/test", replies=(TestReply,), errors=(404,), scope=Scope.OWNER)
async def test(call: Call) -> TestReply:
    """Try a target without a video: write into the folder, call the webhook, sign in at the video site."""
    fault = await call.services.publications.test(call.params["id"], by=call.by)
    return TestReply(success=not fault, message=fault or "It takes videos.")


def _said(body: TargetChange) -> tuple[dict[str, Any], dict[str, str]]:
    """The fields and the secrets that a body names."""
    fields: dict[str, Any] = {
        "name": body.name.strip() if body.name is not None else None,
        "shared": body.shared,
        "folder": body.folder,
        "url": body.url,
        "sends_file": body.sendsFile,
        "account_id": body.accountId,
        "client_id": body.clientId,
        "privacy": Privacy(body.privacy) if body.privacy else None,
        "upload_url": body.uploadUrl,
        "token_url": body.tokenUrl,
        "playlist_url": body.playlistUrl,
    }
    secrets = {"key": body.key, "client_secret": body.clientSecret, "refresh_token": body.refreshToken}
    return (
        {name: value for name, value in fields.items() if value is not None},
        {name: value for name, value in secrets.items() if value is not None},
    )


def _reply(state: TargetState) -> TargetReply:
    target = state.target
    return TargetReply(
        id=target.id,
        name=target.name,
        kind=target.kind.value,
        shared=target.shared,
        folder=target.folder,
        url=mask(target.url),
        sendsFile=target.sends_file,
        hasKey="key" in state.secrets,
        accountId=target.account_id,
        clientId=target.client_id,
        hasClientSecret="client_secret" in state.secrets,
        hasRefreshToken="refresh_token" in state.secrets,
        privacy=target.privacy.value,
        uploadUrl=mask(target.upload_url),
        tokenUrl=mask(target.token_url),
        playlistUrl=mask(target.playlist_url),
    )
