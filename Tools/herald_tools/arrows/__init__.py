"""Which folders of a Swift module use which others."""
