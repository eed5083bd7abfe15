"""Parts that run, measure and report the rows."""
