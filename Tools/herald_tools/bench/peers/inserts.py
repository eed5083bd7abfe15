"""A server as one writes it in an afternoon: FastAPI, and an insert of its own, durable, for each event."""

import json
import sqlite3
import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request


def application(path: Path) -> FastAPI:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    database.execute("CREATE TABLE events (id TEXT PRIMARY KEY, source TEXT, revision INTEGER, line TEXT)")
    app = FastAPI()

    @app.post("/v1/events")
    async def append(request: Request) -> dict[str, int]:
        lines = (await request.body()).decode().splitlines()
        database.execute("BEGIN IMMEDIATE")
        for line in lines:
            event = json.loads(line)
            values = event["id"], event["source"], event["revision"], line
            database.execute("INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?)", values)
        database.execute("COMMIT")
        return {"stored": len(lines)}

    return app


def main() -> None:
    uvicorn.run(application(Path(sys.argv[1])), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
