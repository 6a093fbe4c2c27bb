"""Surveys as Parquet files; needs the extra."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

import pyarrow as pa
from pyarrow.parquet import ParquetFile, ParquetWriter

from kungen import Verdict
from kungen.cli.errors import Failure
from kungen.cli.files import blamed_on, label, write_file
from kungen.cli.survey import FIELDS, Record, Survey

HEADING: Final = b"kungen"
GROUP: Final = 2**17
"""Rows that are written together."""
WORD: Final = pa.dictionary(pa.int32(), pa.string())
TYPES: Final[Mapping[type, pa.DataType]] = {str: pa.string(), int: pa.int64()}
OWN_TYPES: Final = {"game": WORD, "verdict": WORD, "moves": pa.int32()}


def write_parquet(name: str, survey: Survey, records: Iterator[Record]) -> None:
    """Write the file of a survey, whole or not at all; `Failure` when that cannot be done."""
    write_file(name, lambda file: _write(name, survey, records, file))


def read_verdicts(name: str, path: Path, survey: Survey) -> Counter[Verdict]:
    """How many deals of a survey's file have each verdict; `Failure` when it is another file."""
    with blamed_on(name), path.open("rb") as file:
        table = _open(name, file)
        heading = (table.schema_arrow.metadata or {}).get(HEADING, b"")
        survey.check_heading(name, heading)
        if table.schema_arrow != _schema(survey) or table.metadata.num_rows != survey.deals:
            raise Failure(
                f"{label(name)}: this is not as it was written; without it the same command makes"
                " it anew"
            )
        found = table.read(["verdict"])["verdict"].value_counts().to_pylist()
        return Counter({Verdict(one["values"]): one["counts"] for one in found})


def _open(name: str, file: BinaryIO) -> ParquetFile:
    try:
        return ParquetFile(file)
    except ValueError as error:
        raise Failure(f"{label(name)}: this is no survey; another file is needed") from error


def _write(name: str, survey: Survey, records: Iterator[Record], file: BinaryIO) -> None:
    schema = _schema(survey)
    with ParquetWriter(file, schema) as writer:
        while rows := list(islice(records, GROUP)):
            writer.write_table(_table(name, rows, schema))


def _table(name: str, rows: list[Record], schema: pa.Schema) -> pa.Table:
    try:
        return pa.Table.from_pylist(rows, schema)
    except (ValueError, OverflowError) as error:
        raise Failure(f"{label(name)}: a number is too large for it: {error}") from error


def _schema(survey: Survey) -> pa.Schema:
    """The columns and their types, and with them what made the file."""
    columns = [(name, OWN_TYPES.get(name, TYPES[kind])) for name, kind in FIELDS.items()]
    return pa.schema(columns, metadata={HEADING: survey.heading()})
