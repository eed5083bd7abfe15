"""The documentation as a static site: all catalogs of DocC, and the public symbols of what was built."""
