"""The core as a library for C, Java, Kotlin and Python, held against the command line."""
