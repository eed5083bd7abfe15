"""Takes decisions with a peer: `decide.py ENGINE POLICY CONTEXTS`, prints how long one takes and what it shows."""

import importlib
import json
import sys
from pathlib import Path
from time import process_time


def main() -> None:
    name, policy, contexts = sys.argv[1:]
    engine = importlib.import_module(f"herald_tools.bench.peers.{name}").Engine(policy)
    askings = [(who, engine.context(properties)) for who, properties in json.loads(Path(contexts).read_text()).items()]
    shown = {who: engine.decide(context) for who, context in askings}
    start = process_time()
    for _, context in askings:
        engine.decide(context)
    seconds = process_time() - start
    print(json.dumps({"nanoseconds": seconds / len(askings) * 1e9, "shown": shown}))
