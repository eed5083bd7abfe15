"""The pages for the support desk, used in a browser."""
