"""Plates as an office presentation: real titles, charts, tables and notes on masters that a person can edit.

Words are set in Arial, which every office program has or replaces by a font of the same widths; the room was measured
with a wider one, so that lines break no later than planned.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from server.engine.papers.palettes import Palette, best_on
from server.engine.papers.references import clean, clipped
from server.engine.plates.marks import Align, Mark, Matrix, Part, Path, Picture, Plate, Plot, Shape, Words
from server.engine.plates.measuring import LEADING, fitted
from server.engine.plates.office_charts import add_chart
from server.engine.plates.office_units import EMU, FONT, describe, emu, rgb
from server.engine.plates.setting import shown, steps_down

_STAND_IN = 0.86
"""DejaVu Sans is up to a sixth wider than Inter."""
_LAYOUTS = {"Title Slide": "Cover", "Title Only": "Content"}


def as_pptx(plates: Sequence[Plate], *, palette: Palette, title: str, language: str, author: str = "") -> bytes:
    """The plates as a ``.pptx`` file, slide for plate."""
    from pptx import Presentation
    from pptx.util import Emu

    deck = Presentation()
    deck.slide_width, deck.slide_height = Emu(round(plates[0].width * EMU)), Emu(round(plates[0].height * EMU))
    _theme(deck, palette)
    cover, content = _layouts(deck, palette, plates)
    deck.core_properties.title = clipped(clean(title), 250)
    deck.core_properties.author = clipped(clean(author), 250)
    deck.core_properties.language = language
    deck.core_properties.comments = ""
    for plate in plates:
        _slide(deck, plate, cover if plate.ground_end else content, palette)
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def _themed(palette: Palette, color: str) -> Any:
    """The theme's own name of a colour, so that changing the theme changes the slides; nothing for other colours."""
    from pptx.enum.dml import MSO_THEME_COLOR as THEME

    names = {
        palette.ink: THEME.TEXT_1,
        "#ffffff": THEME.BACKGROUND_1,
        palette.primary: THEME.ACCENT_1,
        palette.series[1]: THEME.ACCENT_2,
        palette.accent: THEME.ACCENT_2,
    }
    return names.get(color)


def _paint(format_: Any, color: str, palette: Palette) -> None:
    themed = _themed(palette, color)
    if themed is not None:
        format_.theme_color = themed
    else:
        format_.rgb = rgb(color)


def _theme(deck: Any, palette: Palette) -> None:
    """The master's theme gets the palette and the font."""
    from lxml import etree
    from pptx.opc.constants import RELATIONSHIP_TYPE as RELATION

    part = deck.slide_master.part.part_related_by(RELATION.THEME)
    root: Any = etree.fromstring(part.blob)
    space = {"a": "http://schemas.openxmlformats.org/drawingml/2006/main"}
    colors = {
        "dk1": palette.ink,
        "lt1": "#ffffff",
        "dk2": palette.cover,
        "lt2": palette.tint,
        **{f"accent{n}": palette.series[(n - 1) % len(palette.series)] for n in range(1, 7)},
        "hlink": palette.primary,
        "folHlink": palette.soft,
    }
    colors["accent2"] = palette.accent
    scheme = root.find(".//a:clrScheme", space)
    for name, color in colors.items():
        entry = scheme.find(f"a:{name}", space)
        for child in list(entry):
            entry.remove(child)
        etree.SubElement(entry, f"{{{space['a']}}}srgbClr", val=color.removeprefix("#").upper())
    for latin in root.findall(".//a:fontScheme/*/a:latin", space):
        latin.set("typeface", FONT)
    part._blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _layouts(deck: Any, palette: Palette, plates: Sequence[Plate]) -> tuple[Any, Any]:
    """Two layouts, cover and content, with a title, a footer and a number where the slides have them."""
    light = next((p for p in plates if not p.ground_end), plates[0])
    dark = next((p for p in plates if p.ground_end), plates[0])
    for layout in list(deck.slide_layouts):
        if layout.name not in _LAYOUTS:
            deck.slide_layouts.remove(layout)
    cover, content = deck.slide_layouts.get_by_name("Title Slide"), deck.slide_layouts.get_by_name("Title Only")
    for layout, plate, title in ((cover, dark, (56, 150, 800, 230)), (content, light, (56, 62, 848, 72))):
        layout.name = _LAYOUTS[layout.name]
        _ground(layout, plate)
        for holder in list(layout.placeholders):
            _held(layout, holder, title, plate, palette)
    _ground(deck.slide_master, light)
    for holder in list(deck.slide_master.placeholders):
        _held(deck.slide_master, holder, (56, 62, 848, 72), light, palette)
    return cover, content


_FOOTER = {"ftr": (56, 500, 700, 20), "sldNum": (804, 500, 100, 20)}


def _held(owner: Any, holder: Any, title: tuple[float, ...], plate: Plate, palette: Palette) -> None:
    kind = holder._element.ph.get("type") or "obj"
    color = palette.on_cover if plate.ground_end else palette.ink
    if kind in {"title", "ctrTitle"}:
        place, size = title, 30.0
    elif kind in _FOOTER:
        place, size = _FOOTER[kind], 9.5
        color = palette.on_cover_soft if plate.ground_end else palette.soft
    elif kind == "body":
        place, size = (56, 150, 848, 338), 18.0
    else:
        holder._element.getparent().remove(holder._element)
        return
    holder.left, holder.top, holder.width, holder.height = (emu(value) for value in place)
    if owner.part.partname.startswith("/ppt/slideMasters"):
        return
    frame = holder.text_frame
    _plain_frame(frame)
    style = frame._txBody.find("{*}lstStyle")
    level = _list_level(style)
    level.set("algn", "r" if (kind == "sldNum") != plate.is_right_to_left else "l")
    run = level.get_or_add_defRPr() if hasattr(level, "get_or_add_defRPr") else _child(level, "a:defRPr")
    run.set("sz", str(round(size * 100)))
    run.set("b", "1" if kind in {"title", "ctrTitle"} else "0")
    for old in list(run):
        run.remove(old)
    fill = _child(run, "a:solidFill")
    _child(fill, "a:srgbClr").set("val", color.removeprefix("#").upper())


def _child(parent: Any, tag: str) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    child = parse_xml(f"<{tag} {nsdecls('a')}/>")
    parent.append(child)
    return child


def _list_level(style: Any) -> Any:
    for old in list(style):
        style.remove(old)
    return _child(style, "a:lvl1pPr")


def _plain_frame(frame: Any) -> None:
    from pptx.enum.text import MSO_AUTO_SIZE, MSO_VERTICAL_ANCHOR

    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = 0
    frame.word_wrap = True
    frame.auto_size = MSO_AUTO_SIZE.NONE
    frame.vertical_anchor = MSO_VERTICAL_ANCHOR.TOP


def _ground(owner: Any, plate: Plate) -> None:
    fill = owner.background.fill
    if plate.ground_end:
        fill.gradient()
        fill.gradient_angle = 325
        first, last = fill.gradient_stops[0], fill.gradient_stops[1]
        first.color.rgb, last.color.rgb = rgb(plate.ground), rgb(plate.ground_end)
    else:
        fill.solid()
        fill.fore_color.rgb = rgb(plate.ground)


def _slide(deck: Any, plate: Plate, layout: Any, palette: Palette) -> None:
    slide = deck.slides.add_slide(layout)
    for holder in list(slide.placeholders):
        if holder._element.ph.get("type") not in {"title", "ctrTitle"}:
            holder._element.getparent().remove(holder._element)
    is_titled = False
    for mark in plate.marks:
        if isinstance(mark, Words) and mark.part is Part.TITLE and not is_titled and slide.shapes.title is not None:
            is_titled = True
            slide.shapes._spTree.append(slide.shapes.title._element)
            _write(slide.shapes.title, mark, plate, palette)
            continue
        _mark(slide, mark, layout=layout, plate=plate, palette=palette)
    if not is_titled and slide.shapes.title is not None:
        slide.shapes.title._element.getparent().remove(slide.shapes.title._element)
    if plate.notes:
        text = "".join(c if c.isprintable() or c == "\n" else " " for c in plate.notes)
        slide.notes_slide.notes_text_frame.text = text


def _mark(slide: Any, mark: Mark, *, layout: Any, plate: Plate, palette: Palette) -> None:
    match mark:
        case Words(part=(Part.FOOTER | Part.NUMBER) as part):
            _foot(slide, layout, mark, "ftr" if part is Part.FOOTER else "sldNum", plate)
        case Words():
            _write(slide.shapes.add_textbox(0, 0, 1, 1), mark, plate, palette)
        case Shape():
            _shape(slide, mark, palette)
        case Picture():
            _picture(slide, mark)
        case Plot():
            add_chart(slide, mark, palette)
        case Matrix():
            _table(slide, mark, plate, palette)
        case Path():
            _path(slide, mark)
        case _:
            raise TypeError(f"{type(mark).__name__} can't be drawn")


def _place(shape: Any, mark: Mark) -> None:
    shape.left, shape.top = emu(mark.x), emu(mark.y)
    shape.width, shape.height = max(1, emu(mark.w)), max(1, emu(mark.h))


def _write(shape: Any, mark: Words, plate: Plate, palette: Palette) -> None:
    from pptx.enum.text import MSO_VERTICAL_ANCHOR

    _place(shape, mark)
    frame = shape.text_frame
    _plain_frame(frame)
    if mark.is_middle:
        frame.vertical_anchor = MSO_VERTICAL_ANCHOR.MIDDLE
    text = " ".join(mark.setting.lines) if mark.setting.is_cut else mark.text
    height = mark.h if mark.is_middle else max(mark.setting.height, mark.setting.size * LEADING)
    size = _safe(text, mark.setting.size, room=mark.w, height=height, weight=mark.weight)
    _paragraph(frame, text, size, plate, weight=mark.weight, align=mark.align, leading=size * LEADING)
    run = frame.paragraphs[0].runs
    for each in run:
        _paint(each.font.color, mark.color, palette)
        if mark.is_tracked:
            each._r.get_or_add_rPr().set("spc", str(round(mark.setting.size * 9)))


def _safe(text: str, size: float, *, room: float, height: float, weight: int) -> float:
    """The size at which a text still fits in the widest of the fonts that stand in for Arial (DejaVu Sans)."""
    return fitted(text, room=room * _STAND_IN, height=height, sizes=steps_down(size, size * 0.6), weight=weight).size


def _paragraph(frame: Any, text: str, size: float, plate: Plate, *, weight: int, align: Align, leading: float) -> None:
    from pptx.enum.text import PP_ALIGN
    from pptx.util import Pt

    paragraph = frame.paragraphs[0]
    run = paragraph.add_run()
    run.text = shown(text)
    run.font.size = Pt(round(size * 2) / 2 if size >= 8 else round(size, 1))
    run.font.bold = weight >= 600
    paragraph.line_spacing = Pt(round(leading, 2))
    paragraph.space_before = paragraph.space_after = Pt(0)
    rtl = plate.is_right_to_left
    sides = {
        Align.START: PP_ALIGN.RIGHT if rtl else PP_ALIGN.LEFT,
        Align.CENTER: PP_ALIGN.CENTER,
        Align.END: PP_ALIGN.LEFT if rtl else PP_ALIGN.RIGHT,
    }
    properties = paragraph._p.get_or_add_pPr()
    if rtl:
        properties.set("rtl", "1")
        # With rtl, office programs read "left" as the start of the line's own direction.
        sides = {Align.START: PP_ALIGN.LEFT, Align.CENTER: PP_ALIGN.CENTER, Align.END: PP_ALIGN.RIGHT}
    paragraph.alignment = sides[align]


def _foot(slide: Any, layout: Any, mark: Words, kind: str, plate: Plate) -> None:
    """The layout's footer or number on the slide; the number is a field, right wherever the slide goes."""
    holder = next((h for h in layout.placeholders if h._element.ph.get("type") == kind), None)
    if holder is None:
        return
    element = deepcopy(holder._element)
    slide.shapes._spTree.append(element)
    shape = next(s for s in slide.shapes if s._element is element)
    _place(shape, mark)
    body = shape.text_frame._txBody
    for paragraph in list(body.findall("{*}p")):
        body.remove(paragraph)
    from xml.sax.saxutils import escape

    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    text = escape(shown(mark.text))
    inner = (
        f'<a:fld id="{{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}}" type="slidenum">'
        f'<a:rPr lang="en-US"/><a:t>{text}</a:t></a:fld>'
        if kind == "sldNum"
        else f'<a:r><a:rPr lang="en-US"/><a:t>{text}</a:t></a:r>'
    )
    rtl = '<a:pPr rtl="1"/>' if plate.is_right_to_left else ""
    body.append(parse_xml(f"<a:p {nsdecls('a')}>{rtl}{inner}</a:p>"))


def _shape(slide: Any, mark: Shape, palette: Palette) -> None:
    from pptx.enum.shapes import MSO_SHAPE

    rectangle = MSO_SHAPE.ROUNDED_RECTANGLE if mark.radius else MSO_SHAPE.RECTANGLE
    kind = MSO_SHAPE.OVAL if mark.is_ellipse else rectangle
    shape = slide.shapes.add_shape(kind, 0, 0, 1, 1)
    _place(shape, mark)
    if mark.radius and not mark.is_ellipse:
        shape.adjustments[0] = min(0.5, mark.radius / max(0.01, min(mark.w, mark.h)))
    shape.line.fill.background()
    shape.shadow.inherit = False
    if mark.fill_end:
        shape.fill.gradient()
        shape.fill.gradient_angle = 325
        stops = shape.fill.gradient_stops
        stops[0].color.rgb, stops[1].color.rgb = rgb(mark.fill), rgb(mark.fill_end)
    else:
        shape.fill.solid()
        _paint(shape.fill.fore_color, mark.fill, palette)
    describe(shape, "")


def _picture(slide: Any, mark: Picture) -> None:
    picture = slide.shapes.add_picture(io.BytesIO(mark.content), 0, 0)
    _place(picture, mark)
    describe(picture, mark.alt)


def _path(slide: Any, mark: Path) -> None:
    from pptx.util import Pt

    (ax, ay), (bx, by) = mark.points[0], mark.points[-1]
    line = slide.shapes.add_connector(1, emu(mark.x + ax), emu(mark.y + ay), emu(mark.x + bx), emu(mark.y + by))
    line.line.width = Pt(mark.thickness)
    line.line.color.rgb = rgb(mark.color)


def _table(slide: Any, mark: Matrix, plate: Plate, palette: Palette) -> None:
    from pptx.enum.text import MSO_VERTICAL_ANCHOR

    rows, columns = len(mark.rows), len(mark.widths)
    frame = slide.shapes.add_table(rows, columns, emu(mark.x), emu(mark.y), emu(mark.w), emu(mark.h))
    describe(frame, mark.alt)
    table = frame.table
    if plate.is_right_to_left:
        frame._element.graphic.graphicData.tbl.tblPr.set("rtl", "1")
    for index, room in enumerate(mark.widths):
        table.columns[index].width = emu(room)
    on_head = best_on(palette.primary)
    for number, (fields, tall) in enumerate(zip(mark.rows, mark.heights, strict=True)):
        table.rows[number].height = emu(tall)
        for index, field in enumerate(fields):
            cell = table.cell(number, index)
            side = max(0.0, (mark.widths[index] - field.room) / 2)
            cell.margin_left = cell.margin_right = emu(side)
            cell.margin_top = cell.margin_bottom = 0
            cell.vertical_anchor = MSO_VERTICAL_ANCHOR.MIDDLE
            cell.fill.solid()
            ground = palette.primary if not number else palette.tint if number % 2 == 0 else "#ffffff"
            _paint(cell.fill.fore_color, ground, palette)
            text = " ".join(field.setting.lines) if field.setting.is_cut else field.text
            weight = 600 if not number or not index else 400
            size = _safe(text, field.setting.size, room=field.room, height=field.setting.height, weight=weight)
            align = Align.END if field.is_end else Align.START
            _paragraph(cell.text_frame, text, size, plate, weight=weight, align=align, leading=size * LEADING)
            for run in cell.text_frame.paragraphs[0].runs:
                _paint(run.font.color, on_head if not number else palette.ink, palette)
