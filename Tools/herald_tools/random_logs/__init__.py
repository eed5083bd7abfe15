"""Random logs that reach the corners of the contract."""
