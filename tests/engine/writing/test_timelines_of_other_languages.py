"""Days that count from the day of a report, and months of a year that is counted, in other languages."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import TimelineTask

_FILLER = {
    "de": "Wer dort wohnt, hat wenig über den Ort zu sagen, und wer durchfährt, hält selten. Es gibt einen Brunnen, "
    "eine Reihe von Linden und eine Mauer, auf der bei Wärme Kinder sitzen. Der Bäcker kennt eine Geschichte über die "
    "Mauer, aber er erzählt sie schlecht, und seine Frau hat für Geschichten keine Zeit mehr.",
    "es": "La gente del lugar habla poco de él, y quienes pasan casi nunca se detienen. Hay un pozo, una fila de tilos "
    "y un muro en el que se sientan los niños cuando hace calor. El panadero conoce una historia sobre el muro, pero "
    "la cuenta mal, y su mujer, que cuenta bien, no tiene tiempo para historias.",
    "it": "La gente del posto ne parla poco, e chi passa non si ferma quasi mai. C'è un pozzo, una fila di tigli e un "
    "muro su cui siedono i bambini quando fa caldo. Il fornaio conosce una storia su quel muro, ma la racconta male, e "
    "sua moglie, che racconta bene, non ha tempo per le storie.",
    "pt": "A gente do lugar fala pouco dele, e quem passa quase nunca para. Há um poço, uma fila de tílias e um muro "
    "em que as crianças se sentam quando faz calor. O padeiro conhece uma história sobre o muro, mas conta-a mal, e a "
    "mulher dele, que conta bem, não tem tempo para histórias.",
}
_HEADS = {
    "de": "# Protokoll der Sitzung\n\n**Freitag, 14. März 2025, 19.30 Uhr**\n\n",
    "es": "# El molino\n\n*Marina Cifuentes. Ribera, 6 de junio de 2024*\n\n",
    "it": "# Il mulino\n\n*Corriere della Valle, 6 giugno 2024*\n\n",
    "pt": "# O moinho\n\n*Diário do Vale, 6 de junho de 2024*\n\n",
}


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        (
            "de",
            "Die Mitglieder gedenken des Müllers, der am 9. Januar im Alter von 83 Jahren gestorben ist.",
            "2025-01-09",
        ),
        ("de", "Das liegt daran, dass die Bank ihre Filiale zum 30. Juni geschlossen hat.", "2024-06-30"),
        ("es", "El molino cerrará a partir de mañana, viernes, por las obras.", "2024-06-07"),
        ("es", "El próximo lunes empezará la obra del puente.", "2024-06-10"),
        ("es", "En la tienda se agotaron anteayer los sacos.", "2024-06-04"),
        ("es", "Desde el sábado, cuatro camiones repartirán el agua.", "2024-06-08"),
        ("it", "Il prossimo lunedì comincerà il lavoro al ponte.", "2024-06-10"),
        ("pt", "Na próxima segunda-feira começará a obra da ponte.", "2024-06-10"),
    ],
)
def test_days_count_from_that_of_the_text(code: str, text: str, expected: str) -> None:
    source = source_of(f"{_HEADS[code]}{text}\n\n{_FILLER[code]}", language=code)
    made = BuiltInWriter().write(TimelineTask(sources=(source,), language=code))
    assert expected in {e.date for e in made.events}


def test_a_month_stands_before_the_year_that_is_counted() -> None:
    text = "# Il mulino\n\nNel 1908 il mulino bruciò. Il processo si chiuse nel novembre dell'anno seguente.\n\n"
    source = source_of(f"{text}{_FILLER['it']}", language="it")
    made = BuiltInWriter().write(TimelineTask(sources=(source,), language="it"))
    assert [e.date for e in made.events] == ["1908", "1909-11"]
