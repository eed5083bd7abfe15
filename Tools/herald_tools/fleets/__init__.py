"""An invented fleet: what is published, who has the app, and what happens to them."""
