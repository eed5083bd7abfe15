"""Writes tables as Parquet, for `herald export --as parquet`: the program `herald-parquet`."""
