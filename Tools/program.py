"""Runs a program of the package `herald_tools`: `python3 Tools/program.py oracle/compare --help`.

The programs under `Tools` (`Tools/oracle/compare`, …) call this file. Python looks for packages in the folder of the
file that it is given, so no program has to change `sys.path`.
"""

import sys

from herald_tools.programs import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
