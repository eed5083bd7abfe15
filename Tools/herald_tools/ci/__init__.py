"""What Herald writes for continuous integration, held against the programs that read it."""
