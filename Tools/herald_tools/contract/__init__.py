"""The contract, read a second time: one module for each part of it.

Its pages are `Contract*.md` in `Sources/Herald/Herald.docc/Contract`. A section without a page is one of
`ContractSemantics.md`.
"""
