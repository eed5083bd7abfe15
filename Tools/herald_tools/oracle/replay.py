"""Replays a log by the contract: `oracle.py decisions LOG` or `oracle.py states LOG`."""

import argparse
import json
import sys

from herald_tools.contract.replay import Limit, replay
from herald_tools.contract.times import read_time
from herald_tools.contract.wire import BadLine, read_log
from herald_tools.json_types import JSONObject


def main() -> int:
    arguments = read_arguments()
    try:
        events, documents = read_log(
            read_bytes(arguments.log),
            arguments.partial,
            arguments.skip_invalid,
            lambda text: print(text, file=sys.stderr),
        )
    except BadLine as error:
        print(error, file=sys.stderr)
        return 3
    decisions, states = replay(events, documents, arguments.until)
    for line in decisions if arguments.what == "decisions" else states:
        write_line(line)
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("decisions", "states"))
    parser.add_argument("log", help="a .jsonl log, or - for standard input")
    parser.add_argument("--until", type=until, metavar="N|TIME", help="the last revision, or the last time")
    parser.add_argument("--partial", action="store_true", help="revisions need only ascend")
    parser.add_argument("--skip-invalid", action="store_true", help="bad lines are reported and left out")
    return parser.parse_args()


def until(text: str) -> Limit:
    if text.isascii() and text.isdigit():
        return "revision", int(text)
    time = read_time(text)
    if time is None:
        raise argparse.ArgumentTypeError(f"{text} is neither a revision nor a time")
    return "time", time.instant


def read_bytes(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def write_line(line: JSONObject) -> None:
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
