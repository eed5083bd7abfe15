"""The corpus as a kit, by which another implementation of the contract proves itself."""
