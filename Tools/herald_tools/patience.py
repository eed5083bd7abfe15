"""How long a check waits for what another program has to do."""

# Seconds. Whatever comes at all comes sooner, also on a machine that does other things: only what hangs takes as long.
PATIENCE = 600

# Seconds for something in a page of a browser, of which a failed check may wait for several.
PAGE_PATIENCE = 120
