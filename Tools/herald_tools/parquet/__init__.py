"""Tables written as Parquet files."""
