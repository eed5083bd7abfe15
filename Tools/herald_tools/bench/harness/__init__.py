"""What runs, measures and reports the rows."""
