"""What is looked at - videos, infographics, slides: ordered in Create, opened in the reader."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from example_studio import cover
from PySide6.QtCore import QMimeData, Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi

from app.models import outputs
from app.models.orders import Order, order_from, pasted_text
from app.panels.create import CreatePanel
from app.widgets.looks import OWN, PICTURES, LookChoice
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
PICTURED = ("video", "infographic", "slide_deck")
SOURCE = pasted_text("The lake fell by forty centimetres.")


@pytest.fixture
async def create(api: StubApi, connected: Window, until: Until, idle: Idle) -> CreatePanel:
    """The Create panel of a server that makes everything, with a source."""
    api.contents.makes = tuple(each.kind for each in outputs.OUTPUTS)
    connected.desk.makes = frozenset(api.contents.makes)
    connected.show_panel("create")
    panel = connected.panels["create"]
    assert isinstance(panel, CreatePanel)
    await until(lambda: panel.voice1.count() > 1, "voices")
    data = QMimeData()
    data.setText("https://vell.example/wetland")
    panel.drop(data)
    await idle(connected)
    return panel


async def sent(api: StubApi, create: CreatePanel, until: Until) -> dict[str, object]:
    """The order as it reaches the server."""
    create._create()
    await until(lambda: api.contents.requests, "the order")
    order = api.contents.requests[-1]["order"]
    assert isinstance(order, dict)
    return order


async def test_a_video_is_ordered_with_everything_that_can_be_said_of_it(
    api: StubApi, create: CreatePanel, until: Until, idle: Idle, connected: Window, qtbot: QtBot
) -> None:
    create.output.card("video").click()
    assert create.options.look.isVisible() and not create.duration.isVisible()
    qtbot.mouseClick(create.options.look.cards["watercolour"], Qt.MouseButton.LeftButton)
    create.options.video_format.choose("cinematic")
    create.voice1.choose(1)
    create.title.setText("Lake Vell")
    for name, line in create.options.prompts.items():
        line.setText(f"As {name}")

    order = await sent(api, create, until)
    await idle(connected)

    assert order["outputType"] == "video"
    assert (order["format"], order["style"], order["voice1"]) == ("cinematic", "watercolour", 1)
    assert order["title"] == "Lake Vell"
    assert {name: order[name] for name in outputs.PROMPTS} == {name: f"As {name}" for name in outputs.PROMPTS}
    assert not {"duration", "quality", "look", "videoFormat"} & set(order)
    assert create.options.look.value() == "classic"


async def test_an_infographic_and_slides_are_ordered_with_their_own_choices(
    api: StubApi, create: CreatePanel, until: Until, idle: Idle, connected: Window
) -> None:
    create.output.card("infographic").click()
    create.options.orientation.choose("portrait")
    create.options.detail.choose("detailed")
    assert not create.options.look.isVisible() and not create.voice1.isVisible()
    infographic = create.order.wire
    create.output.card("slide_deck").click()
    create.options.deck_format.choose("presenter")
    create.duration.choose("long")
    slides = await sent(api, create, until)
    await idle(connected)

    assert (infographic["infographicOrientation"], infographic["infographicDetail"]) == ("portrait", "detailed")
    assert "style" not in infographic and "slideDeckFormat" not in infographic
    assert (slides["slideDeckFormat"], slides["duration"]) == ("presenter", "long")
    assert "infographicDetail" not in slides


async def test_a_fault_of_a_video_stands_at_its_own_choices(create: CreatePanel) -> None:
    from app.client.faults import Fault

    create.output.card("video").click()
    create._show_faults([Fault("style", "is too long"), Fault("format", "is unknown")], focus=False)

    assert create.options.look_field.fault == "Is too long"
    assert create.fields["videoFormat"].fault == "Is unknown"
    assert create.fields["style"].fault == "" and create.fields["format"].fault == ""


@pytest.mark.parametrize("kind", PICTURED)
def test_an_order_comes_back_as_it_went(kind: str) -> None:
    order = Order(
        sources=(SOURCE,),
        output_type=kind,
        video_format="short",
        look="a violet night, drawn with a marker",
        orientation="square",
        detail="concise",
        deck_format="presenter",
        prompts={"titlePrompt": "Ask a question"},
    )

    again = order_from(order.wire)

    assert again.wire == order.wire
    assert again.kept == {}
    assert again.style == "deep dive" and again.format == "pdf"


def test_every_look_has_a_picture_of_its_own(qtbot: QtBot) -> None:
    choice = LookChoice()
    qtbot.addWidget(choice)

    drawn = {name: made.picture for name, made in choice.cards.items() if not made.picture.isNull()}

    assert set(drawn) == {name for name, _words in outputs.LOOKS} - {outputs.AUTO_LOOK}
    assert len({bytes(picture.constBits()) for picture in drawn.values()}) == 8
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 120_000


def test_own_words_are_a_style_too(qtbot: QtBot) -> None:
    choice = LookChoice()
    qtbot.addWidget(choice)
    choice.show()
    changes: list[str] = []
    choice.changed.connect(lambda: changes.append(choice.value()))

    qtbot.keyClick(choice.cards["classic"], Qt.Key.Key_Left)
    qtbot.keyClick(choice.cards[outputs.AUTO_LOOK], Qt.Key.Key_Left)
    choice.words.setText("violet")

    assert choice.cards[OWN].isChecked() and choice.words.isVisible()
    assert changes == ["auto-select", "", "violet"]
    choice.choose("anime")
    assert choice.value() == "anime" and not choice.words.isVisible()


async def test_the_first_scene_is_seen_in_the_style_while_one_chooses(
    api: StubApi, create: CreatePanel, until: Until, idle: Idle, connected: Window
) -> None:
    api.contents.preview = cover("Lake", "#123456", "#345678", side=400)
    assert not create.preview.isVisible()
    create.output.card("video").click()
    assert create.preview.isVisible() and "Paste a text" in create.preview.note.text()

    data = QMimeData()
    data.setText("The lake fell by forty centimetres in the first dry summer.")
    create.drop(data)
    create.options.look.cards["anime"].click()
    await until(create.preview.picture.isVisible, "a preview")
    create.options.look.cards["heritage"].click()
    asked = lambda: [body for _method, path, body in api.contents.calls if path == "/studio/preview"]  # noqa: E731
    await until(lambda: len(asked()) == 2, "another preview")
    await idle(connected)

    assert [body["style"] for body in asked()] == ["anime", "heritage"]
    assert asked()[0]["text"].startswith("The lake fell") and asked()[0]["format"] == "explainer"
    create.output.card("audio").click()
    assert not create.preview.isVisible()


async def test_a_video_is_published_where_the_owner_has_set_up_a_target(
    api: StubApi, create: CreatePanel, until: Until, idle: Idle, connected: Window
) -> None:
    create.output.card("video").click()
    assert not create.fields["publishTargets"].isVisible()
    api.contents.targets = [{"id": "t1", "name": "Archive", "kind": "folder"}, {"id": "t2", "name": "Channel"}]
    create.reload()
    await until(create.fields["publishTargets"].isVisible, "the targets")
    create.options.targets.switches["Channel"].click()
    order = await sent(api, create, until)
    await idle(connected)

    assert order["publishTargets"] == [{"channel": "Channel"}]
    assert create.options.targets.value() == ()
    again = order_from({"outputType": "video", "publishTargets": [{"channel": "Archive", "playlist": "p"}]})
    create.options.targets.choose(again.targets)
    assert create.options.targets.value() == ({"channel": "Archive", "playlist": "p"},)
