"""Signatures, compared with other programs that make and verify them."""
