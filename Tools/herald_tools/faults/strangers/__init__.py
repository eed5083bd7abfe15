"""Strangers on the open net against a server: what each may try, and what honest phones see meanwhile."""
