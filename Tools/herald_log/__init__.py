"""Why a user saw an update prompt, and why not: a log's answers and tables, as the program `herald` gives them.

Each function runs the program that this distribution brings, once, and hands over what it prints. A log is a path to
JSON Lines, packed with gzip (.gz) or zstd (.zst) or not, or to a ledger. What the program refuses is a `HeraldError`.

    import herald_log

    herald_log.why("phone.jsonl")["reason"]
    [found["source"] for found in herald_log.find("fleet.sqlite", where="visible.rule == update:7")]
    polars.DataFrame(herald_log.table("fleet.sqlite", "prompts"))
"""

from herald_log._errors import HeraldError
from herald_log._questions import Answers, decisions, find, why
from herald_log._tables import Table, table

__all__ = ["Answers", "HeraldError", "Table", "decisions", "find", "table", "why"]
