"""Figures on cards and in tables: with their sign and unit, never a fragment, a year or a part of a name."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.cards import cards
from server.engine.writing.tasks import DataTableTask

HEATERS = """# Three heaters

| Model | Price | Power |
|---|---|---|
| Ember 12 | £120 | 900 W |
| Borea Home 16 | £180 | 1200 W |
| Norvik Pro 20 | £240 | 1500 W |

## Running costs

At 30 pence per kilowatt-hour the Ember 12 costs £1.20 for a day, the Borea Home 16 £1.60 and the Norvik Pro 20 £2.10. \
In a warm room the Norvik was cheapest at 16 pence an hour, followed by the Borea and the Ember at 17 pence each. \
Spare filters cost £9 for the Ember, £14 for the Borea and £22 for the Norvik. At 20 °C and 65 %, which is closer to a \
living room, the Borea heated 41 m² in an hour. The testers would not buy the Ember again: it is the cheapest by £60.
"""


def shown(text: str, *, language: str = "en") -> dict[str, str]:
    analysis = BuiltInWriter().analysis((source_of(text, language=language),), language=language)
    found = cards(analysis, [1.0] * len(analysis.sentences))
    return {f"{c.figure.value} {c.figure.unit}".strip(): c.figure.label for c in found}


def test_amounts_have_their_sign_and_no_card_is_a_fragment() -> None:
    found = shown(HEATERS)
    assert "£60" in found
    assert not [k for k in found if k.endswith("GBP")]
    assert not [label for label in found.values() if label.startswith("At 20 °C and")]


def test_german_units_stand_by_themselves() -> None:
    law = (
        "# Satzung\n\nGeschützt sind Laubbäume mit einem Umfang von mindestens 80 Zentimetern in allen Ortsteilen der "
        "Gemeinde. Für jeden gefällten Baum beträgt die Ausgleichszahlung an die Gemeinde 1.450 Euro. Der Gemeinderat "
        "hat diese Satzung nach langer Beratung beschlossen, und das Umweltamt berichtet ihm jedes Jahr über die Zahl "
        "der Anträge, die bei ihm gestellt worden sind, und über die Bäume, die dafür gepflanzt wurden."
    )
    found = shown(law, language="de")
    assert {"80 Zentimeter", "1.450 €"} <= set(found)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("Running costs at 30 pence per kilowatt-hour", ("1.20", "1.60", "2.10")),
        ("Running costs in a warm room", ("17", "17", "16")),
        ("Spare filters", ("9", "14", "22")),
    ],
)
def test_sentences_add_named_columns_to_a_table(column: str, values: tuple[str, ...]) -> None:
    (table,) = BuiltInWriter().write(DataTableTask(sources=(source_of(HEATERS),), language="en")).tables
    at = [c.name for c in table.columns].index(column)
    assert tuple(row[at].text for row in table.rows) == values


def test_the_number_of_one_of_a_row_is_no_figure() -> None:
    text = (
        "# The bridge\n\nAbove pier 5 lies a layer of gravel that the river moves in every flood of the spring. The "
        "bridge carries 4,200 carts a day between the two towns, and the toll goes to the county for its upkeep. "
        "In winter the keeper walks the parapet twice a day with a lantern, and he writes down what he finds "
        "in a book that his grandfather began, together with the weather and the names of the boats that pass below."
    )
    found = shown(text)
    assert not [k for k in found if k == "5" or k.startswith("5 ")]
    assert not [label for label in found.values() if label.startswith("Above pier")]
