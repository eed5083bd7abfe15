"""Folds a log to the tables of `herald export`: JSON Lines `{"table":…,"row":{…}}` on standard output."""

import argparse
import json
import sys

from herald_tools.contract.wire import BadLine
from herald_tools.tables.fold import KEYS, tables
from herald_tools.tables.reading import written_row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", help="a .jsonl log")
    parser.add_argument("--table", choices=list(KEYS), help="one of them, its rows alone")
    arguments = parser.parse_args()
    try:
        with open(arguments.log, "rb") as log:
            found = tables(log)
    except BadLine as error:
        print(error, file=sys.stderr)
        return 3
    for table, rows in found.items():
        for row in rows if arguments.table in (None, table) else ():
            written = written_row(row)
            print(json.dumps(written if arguments.table else {"table": table, "row": written}, ensure_ascii=False))
    return 0
