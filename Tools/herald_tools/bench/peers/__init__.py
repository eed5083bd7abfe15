"""Other tools, given the same work."""
