"""Herald measured next to its peers."""
