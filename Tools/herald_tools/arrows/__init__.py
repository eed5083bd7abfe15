"""Arrows between folders of a Swift module, and between files of the Python package."""
