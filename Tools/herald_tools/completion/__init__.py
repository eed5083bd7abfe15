"""The completion scripts, tried in bash, zsh and fish."""
