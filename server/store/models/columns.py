"""What every table is made of."""

from __future__ import annotations

from peewee import SQL, BigIntegerField, Model, Node, SqliteDatabase, TextField


def a_text(default: str = "") -> TextField:
    """A text that is never null."""
    return TextField(default=default, constraints=[SQL(f"DEFAULT '{default}'")])


def a_number(default: int = 0, *constraints: Node) -> BigIntegerField:
    """A whole number that is never null."""
    return BigIntegerField(default=default, constraints=[SQL(f"DEFAULT {default}"), *constraints])


class Row(Model):
    """Every table names itself. The database here only lends its dialect; the store runs queries on its own."""

    class Meta:
        database = SqliteDatabase(None)
        legacy_table_names = False
