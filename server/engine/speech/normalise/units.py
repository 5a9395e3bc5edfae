"""Units of measure in words: CLDR's names by Babel, with the language's own where they differ."""

from __future__ import annotations

import re
from functools import lru_cache

from babel import Locale

from server.engine.speech.normalise.grammar import Gender, Grammar

_CLDR = {
    "km": "length-kilometer",
    "m": "length-meter",
    "dm": "length-decimeter",
    "cm": "length-centimeter",
    "mm": "length-millimeter",
    "µm": "length-micrometer",
    "μm": "length-micrometer",
    "nm": "length-nanometer",
    "mi": "length-mile",
    "ft": "length-foot",
    "yd": "length-yard",
    "kg": "mass-kilogram",
    "g": "mass-gram",
    "mg": "mass-milligram",
    "µg": "mass-microgram",
    "μg": "mass-microgram",
    "t": "mass-tonne",
    "lb": "mass-pound",
    "lbs": "mass-pound",
    "oz": "mass-ounce",
    "l": "volume-liter",
    "L": "volume-liter",
    "dl": "volume-deciliter",
    "cl": "volume-centiliter",
    "ml": "volume-milliliter",
    "mL": "volume-milliliter",
    "hl": "volume-hectoliter",
    "km²": "area-square-kilometer",
    "m²": "area-square-meter",
    "cm²": "area-square-centimeter",
    "ha": "area-hectare",
    "m³": "volume-cubic-meter",
    "cm³": "volume-cubic-centimeter",
    "km³": "volume-cubic-kilometer",
    "km/h": "speed-kilometer-per-hour",
    "mph": "speed-mile-per-hour",
    "m/s": "speed-meter-per-second",
    "m/s²": "acceleration-meter-per-square-second",
    "°C": "temperature-celsius",
    "°F": "temperature-fahrenheit",
    "°": "angle-degree",
    "kWh": "energy-kilowatt-hour",
    "W": "power-watt",
    "kW": "power-kilowatt",
    "MW": "power-megawatt",
    "GW": "power-gigawatt",
    "V": "electric-volt",
    "mA": "electric-milliampere",
    "Hz": "frequency-hertz",
    "kHz": "frequency-kilohertz",
    "MHz": "frequency-megahertz",
    "GHz": "frequency-gigahertz",
    "kB": "digital-kilobyte",
    "KB": "digital-kilobyte",
    "MB": "digital-megabyte",
    "GB": "digital-gigabyte",
    "TB": "digital-terabyte",
    "bar": "pressure-bar",
    "Pa": "pressure-pascal",
    "hPa": "pressure-hectopascal",
    "kPa": "pressure-kilopascal",
    "MPa": "pressure-megapascal",
    "kcal": "energy-kilocalorie",
    "J": "energy-joule",
    "kJ": "energy-kilojoule",
    "N": "force-newton",
    "h": "duration-hour",
    "min": "duration-minute",
    "s": "duration-second",
    "ms": "duration-millisecond",
    "ppm": "concentr-permillion",
}
_PREFIXED = {"MWh": "mega", "GWh": "giga", "TWh": "tera"}
_PLAIN_POWERS = {
    "km2": "km²",
    "m2": "m²",
    "cm2": "cm²",
    "m3": "m³",
    "cm3": "cm³",
    "m/s2": "m/s²",
    "kmh": "km/h",
    "kph": "km/h",
}
_SINGLE = sorted({*_CLDR, *_PREFIXED, *_PLAIN_POWERS}, key=len, reverse=True)
PATTERN = "(?:{one})(?:/(?:{one}))?".format(one="|".join(re.escape(unit) for unit in _SINGLE))
"""Regular expression of a unit's sign or of one by another (``kg/h``); what may not follow is the caller's."""


@lru_cache(maxsize=512)
def _patterns(locale: str, cldr: str) -> dict[str, str]:
    # Babel formats numbers with its names; only the names are wanted, and they are data of the locale.
    # Where a long name is the short one, the data has only the short one.
    forms = Locale.parse(locale)._data["unit_patterns"].get(cldr, {})
    found = {**dict(forms.get("short", {})), **dict(forms.get("long", {}))}
    return {key: value.replace("\xa0", " ") for key, value in found.items() if isinstance(value, str)}


def name(sign: str, grammar: Grammar, plural: str) -> str:
    """A unit's name without its number; `plural` is CLDR's class of the number (``one``, ``few``, ``other``)."""
    sign = _PLAIN_POWERS.get(sign, sign)
    if sign in grammar.units:
        return grammar.units[sign][plural != "one"]
    if sign in _PREFIXED:
        prefix, known = _PREFIXED[sign], name("kWh", grammar, plural)
        return re.sub("^(?:kilo|chilo|quilo)", prefix, re.sub("^Kilo", prefix.capitalize(), known))
    if sign not in _CLDR and "/" in sign:
        above, _, below = sign.partition("/")
        patterns = _patterns(grammar.locale, _CLDR.get(_PLAIN_POWERS.get(below, below), ""))
        if "per" in patterns:
            return patterns["per"].replace("{0}", name(above, grammar, plural))
        return f"{name(above, grammar, plural)} {grammar.per} {name(below, grammar, 'one')}"
    patterns = _patterns(grammar.locale, _CLDR[sign])
    found = patterns.get(plural) or patterns.get("other")
    return found.replace("{0}", "").strip() if found else sign


def plural_class(amount: float, grammar: Grammar) -> str:
    """CLDR's plural class of a number."""
    return str(Locale.parse(grammar.locale).plural_form(amount))


def gender(sign: str, grammar: Grammar) -> Gender:
    """The gender of a unit's name."""
    return "f" if grammar.feminine_units and re.search(grammar.feminine_units, name(sign, grammar, "one")) else "m"
