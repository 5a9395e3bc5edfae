"""Pictures for directories: checked, and conformed to what every one of them takes.

The rule (Apple, Spotify): square, 1400 to 3000 pixels, RGB without transparency, JPEG or PNG, at most 512 KB.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from server.domain.artwork import MAX_BYTES, MAX_PIXELS, MAX_SIDE, MAX_UPLOAD_BYTES, MIN_SIDE, Crop
from server.domain.errors import InvalidField

MEDIA_TYPE = "image/jpeg"

_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")
_QUALITIES = (90, 84, 78, 70, 60, 50)
_SIDES = (3000, 2400, 2000, 1600, 1400)


@dataclass(frozen=True, slots=True)
class Picture:
    """A conforming JPEG. `warnings` says what had to be done to it that a person may want to know."""

    data: bytes
    side: int
    warnings: tuple[str, ...] = ()


def conform(
    data: bytes, *, crop: Crop | None = None, centre: bool = False, lenient: bool = False, field: str = "imageFile"
) -> Picture:
    """The picture in `data` as directories take it.

    Args:
        data: the file as it was given.
        crop: the square to keep.
        centre: keep the middle of a picture that is not square.
        lenient: take what an import brings: crop the middle and enlarge, and say so.
        field: the wire's name of the picture, for the error.

    Raises:
        InvalidField: it is no picture, damaged, too large, too small or not square; the sentence says what would do.
    """
    if len(data) > MAX_UPLOAD_BYTES:
        raise InvalidField(field, f"is larger than {MAX_UPLOAD_BYTES // 2**20} MB; send a smaller picture")
    image = _decoded(data, field)
    warnings: list[str] = []
    if crop is not None:
        image = _cropped(image, crop, field)
    elif image.width != image.height:
        if not (centre or lenient):
            raise InvalidField(
                field,
                f"is {image.width} by {image.height} pixels; artwork must be square: "
                "crop it, or ask for its middle with crop=center",
            )
        warnings.append(f"The picture was {image.width} by {image.height} pixels; its middle was kept.")
        side = min(image.size)
        image = _cropped(image, Crop((image.width - side) // 2, (image.height - side) // 2, side), field)
    if image.width < MIN_SIDE:
        if not lenient:
            raise InvalidField(
                field,
                f"is {image.width} pixels wide after cropping; artwork needs {MIN_SIDE} to {MAX_SIDE} pixels a side",
            )
        warnings.append(f"The picture was only {image.width} pixels wide and was enlarged to {MIN_SIDE}.")
        image = image.resize((MIN_SIDE, MIN_SIDE), Image.Resampling.LANCZOS)
    return _compressed(image, tuple(warnings))


def _decoded(data: bytes, field: str) -> Image.Image:
    """The first frame, upright, as sRGB on white."""
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                raise InvalidField(
                    field,
                    f"is {opened.width} by {opened.height} pixels; {MAX_PIXELS // 10**6} million pixels are the most",
                )
            opened.draft("RGB", (MAX_SIDE, MAX_SIDE))  # a large JPEG is decoded at a fraction of its size
            opened.load()
            upright = ImageOps.exif_transpose(opened)
            return _on_white(_in_srgb(upright))
    except UnidentifiedImageError as error:
        raise InvalidField(field, "is not a picture; send a JPEG, PNG or WebP file") from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, EOFError) as error:
        raise InvalidField(field, "is a damaged picture; save it again and send that file") from error


def _in_srgb(image: Image.Image) -> Image.Image:
    profile = image.info.get("icc_profile")
    if not profile or image.mode not in ("RGB", "CMYK"):
        return image
    try:
        converted = ImageCms.profileToProfile(
            image, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB"
        )
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return converted or image


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):  # 16 bits a pixel; a plain conversion would clip
        image = (
            image.point(lambda value: value / 256).convert("L") if image.mode.startswith("I;16") else image.convert("L")
        )
    if "A" in image.getbands() or "transparency" in image.info:
        rgba = image.convert("RGBA")
        white = Image.new("RGB", rgba.size, "white")
        white.paste(rgba, mask=rgba.getchannel("A"))
        return white
    return image.convert("RGB")


def _cropped(image: Image.Image, crop: Crop, field: str) -> Image.Image:
    if (
        crop.side < 1
        or crop.left < 0
        or crop.top < 0
        or crop.left + crop.side > image.width
        or crop.top + crop.side > image.height
    ):
        raise InvalidField(
            field, f"the part to keep lies outside the picture, which is {image.width} by {image.height} pixels"
        )
    return image.crop((crop.left, crop.top, crop.left + crop.side, crop.top + crop.side))


def _compressed(image: Image.Image, warnings: tuple[str, ...]) -> Picture:
    """The largest and finest JPEG that stays under 512 KB."""
    sides = [side for side in _SIDES if side < image.width]
    if image.width <= MAX_SIDE:
        sides.insert(0, image.width)
    for side in sides:
        scaled = image if side == image.width else image.resize((side, side), Image.Resampling.LANCZOS)
        for quality in _QUALITIES:
            out = io.BytesIO()
            scaled.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
            if out.tell() <= MAX_BYTES:
                return Picture(out.getvalue(), side, warnings)
            if out.tell() > 3 * MAX_BYTES:
                break  # the qualities differ by less than a factor of three
    out = io.BytesIO()
    scaled.save(out, "JPEG", quality=20, optimize=True, progressive=True)
    return Picture(out.getvalue(), scaled.width, warnings)
