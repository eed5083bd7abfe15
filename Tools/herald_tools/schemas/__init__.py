"""Compares the JSON Schemas that Herald prints with what its readers accept."""
