// Appends an imported ledger's events anew, each durable before the next: `append LEDGER NEW`.
//
// The same tables and, for each event, the same statements as Herald's, prepared once; the chain is not worked out.
#include "rows.h"

static sqlite3 *make_like(sqlite3 *ledger, const char *path) {
  sqlite3 *database = open_database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  execute(database,
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON;"
          "PRAGMA cache_size = -65536");
  sqlite3_stmt *schema = prepare(ledger, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid");
  while (sqlite3_step(schema) == SQLITE_ROW) execute(database, (const char *)sqlite3_column_text(schema, 0));
  sqlite3_finalize(schema);
  return database;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  sqlite3 *ledger = open_database(arguments[1], SQLITE_OPEN_READONLY), *database = make_like(ledger, arguments[2]);
  Rows events = read_rows(ledger, "SELECT position, stream, revision, line, chain FROM lines ORDER BY position");
  Rows facts = read_rows(ledger, "SELECT event, position, time, zone, type, data FROM facts ORDER BY position");
  Rows ids = read_rows(ledger, "SELECT hash, position FROM ids ORDER BY position");
  Rows sources = read_rows(ledger, "SELECT source FROM lines e JOIN streams s ON s.id = e.stream ORDER BY position");
  if (facts.count != events.count || ids.count != events.count || sources.count != events.count) return 1;

  sqlite3_stmt *find_stream = prepare(
      database, "SELECT id, head, events, numbered, chain FROM streams WHERE source = ?");
  sqlite3_stmt *add_stream = prepare(database, "INSERT INTO streams VALUES (?, ?, 0, 0, 1, zeroblob(32))");
  sqlite3_stmt *update_stream = prepare(database, "UPDATE streams SET head = ?, events = ?, chain = ? WHERE id = ?");
  sqlite3_stmt *find_id = prepare(database, "SELECT position FROM ids WHERE hash = ?");
  sqlite3_stmt *add_event = prepare(database, "INSERT INTO lines VALUES (?, ?, ?, ?, ?)");
  sqlite3_stmt *add_fact = prepare(database, "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *add_id = prepare(database, "INSERT INTO ids VALUES (?, ?)");

  double start = seconds_of(CLOCK_MONOTONIC);
  for (int64_t row = 0; row < events.count; row++) {
    const Cell *event = &events.cells[row * events.columns];
    execute(database, "BEGIN IMMEDIATE");
    bind_cell(find_stream, 1, &sources.cells[row]);
    int code = sqlite3_step(find_stream);
    sqlite3_reset(find_stream);
    if (code == SQLITE_DONE) {
      bind_cell(add_stream, 1, &event[1]);
      bind_cell(add_stream, 2, &sources.cells[row]);
      run(database, add_stream);
    }
    bind_cell(find_id, 1, &ids.cells[row * ids.columns]);
    run(database, find_id);
    insert_row(database, add_event, &events, row);
    insert_row(database, add_fact, &facts, row);
    insert_row(database, add_id, &ids, row);
    bind_cell(update_stream, 1, &event[2]);
    bind_cell(update_stream, 2, &event[2]);
    bind_cell(update_stream, 3, &event[4]);
    bind_cell(update_stream, 4, &event[1]);
    run(database, update_stream);
    execute(database, "COMMIT");
  }
  printf("{\"seconds\":%.6f,\"events\":%lld}\n", seconds_of(CLOCK_MONOTONIC) - start, (long long)events.count);
  return 0;
}
