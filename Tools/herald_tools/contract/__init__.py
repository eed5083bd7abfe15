"""The contract, read a second time: one module for each part of it."""
