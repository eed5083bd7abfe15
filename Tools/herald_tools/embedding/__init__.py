"""What the documentation gives the developer of an app to paste, compiled, run and read."""
