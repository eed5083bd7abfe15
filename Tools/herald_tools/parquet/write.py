"""Writes the tables of `herald export --as columns` to Parquet files: what the wheel installs as `herald-parquet`.

The code is in `herald_log`, because the wheel has nothing of this package.
"""

from herald_log._parquet.write import main

__all__ = ["main"]
