"""A mutation score of the engine: each condition that folds or decides is flipped once, and has to be noticed."""
