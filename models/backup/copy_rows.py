"""Copying of all rows between databases with raw values, which SQLite and PostgreSQL have in common."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, TableClause, delete, insert, select, text, update

from models.base import Base, core_table
from models.tables.all_tables import METADATA

BATCH = 1000  # rows
NEXT_ID = "SELECT setval(pg_get_serial_sequence('{0}', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM {0}"


def copy_rows(source: Connection, to: Connection) -> None:
    """Copy every row of one database into another, whose tables exist and are empty."""
    plain = {model.class_.__tablename__: core_table(model.class_) for model in Base.registry.mappers}
    for table in METADATA.sorted_tables:
        copy_table(table, plain[table.name], source, to)
        if to.dialect.name == "postgresql" and "id" in table.columns:
            to.execute(text(NEXT_ID.format(table.name)))


def delete_all_rows(to: Connection) -> None:
    """Delete all rows of all tables."""
    for table in reversed(METADATA.sorted_tables):
        to.execute(delete(table))


def copy_table(table: Table, plain: TableClause, source: Connection, to: Connection) -> None:
    """Copy the rows of a table; references to rows of the same table, which may come later, are set at the end."""
    kin = [column.name for column in table.columns if any(key.column.table is table for key in column.foreign_keys)]
    query = select(plain).order_by(*[plain.c[column.name] for column in table.primary_key])
    pointing: list[dict[str, Any]] = []
    for batch in source.execution_options(yield_per=BATCH).execute(query).mappings().partitions():
        to.execute(insert(plain), [{**row, **dict.fromkeys(kin)} for row in batch])
        pointing += [dict(row) for row in batch if any(row[name] is not None for name in kin)]
    for row in pointing:
        to.execute(update(plain).where(plain.c.id == row["id"]).values({name: row[name] for name in kin}))
