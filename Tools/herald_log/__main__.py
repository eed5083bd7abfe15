"""Runs the program: `python -m herald_log why phone.jsonl`, for where its folder is not in PATH."""

import os
import sys

from herald_log._errors import HeraldError
from herald_log._program import program


def main() -> None:
    try:
        path = program()
    except HeraldError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    sys.stdout.flush()
    os.execv(path, ["herald", *sys.argv[1:]])


if __name__ == "__main__":
    main()
