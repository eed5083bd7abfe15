"""Fuzzing with coverage, where bytes of strangers are parsed."""
