"""Checks a wheel, and the Python package in it, in environments that have nothing of this repository."""
