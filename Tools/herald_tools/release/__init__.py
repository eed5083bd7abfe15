"""Makes what people install: an archive, a Debian package, checksums and a bill of materials."""
