"""Questions to a fleet's tables: by SQL, and by hand."""
