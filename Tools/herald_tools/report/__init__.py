"""The pages of `herald report`, used in a browser."""
