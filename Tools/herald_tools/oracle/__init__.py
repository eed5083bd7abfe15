"""The oracle's programs: what the contract says of a log, and where the program differs."""
