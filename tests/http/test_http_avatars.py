"""The presenters that are offered, and what an order may say of them."""

from __future__ import annotations

import base64
from typing import Any


async def test_eight_presenters_are_offered_with_pictures(api: Any) -> None:
    offered = (await api.get("/studio/avatars")).body
    assert [each["id"] for each in offered] == list(range(1, 9))
    assert len({each["name"] for each in offered}) == 8
    for each in offered:
        head, _, data = each["picture"].partition(",")
        assert head == "data:image/png;base64"
        assert base64.b64decode(data).startswith(b"\x89PNG")


async def test_an_order_names_one_of_them(api: Any, live: Any) -> None:
    await api.made(outputType="video", avatarId=8, backgroundImageUrl="https://example.com/b.png")
    spec = live.engine.submitted[-1].spec
    assert spec.avatar_id == 8
    assert spec.background.content == "https://example.com/b.png"
    for wrong in (0, 9, "1"):
        answer = await api.post(
            "/content/Create",
            {"outputType": "video", "resources": [{"type": "text", "content": "Words."}], "avatarId": wrong},
        )
        assert (answer.status, answer.body["details"][0]["field"]) == (400, "avatarId")
