"""Holdouts and variants: invented fleets, and the figures of `herald effect` held against another program."""
