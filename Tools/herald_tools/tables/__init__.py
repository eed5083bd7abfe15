"""The tables of `herald export`, folded a second time from their description alone."""
