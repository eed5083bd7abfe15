// Appends an imported ledger's last events to one that ends before them, each durable before the next:
// `append LEDGER SHORTER FROM [room]`, with FROM the last position of the shorter one.
//
// The same tables and, for each event, the same statements as Herald's, prepared once; the chain is not worked out, and
// texts and profiles that such an event brings are not written. With `room` the write-ahead log has its full length before
// the clock starts, so that no event makes it longer.
#include <fcntl.h>
#include <unistd.h>

#include "rows.h"

enum { ROOM = 1100 * (4096 + 24) }; // a log is checkpointed at 1,000 pages

static void make_room(sqlite3 *database, const char *path) {
  // Opens the log.
  execute(database, "BEGIN IMMEDIATE; ROLLBACK");
  char name[4096];
  snprintf(name, sizeof name, "%s-wal", path);
  int log = open(name, O_RDWR);
  void *zeros = calloc(1, ROOM);
  if (log < 0 || !zeros || pwrite(log, zeros, ROOM, 0) != ROOM || fsync(log)) exit(1);
  close(log);
  free(zeros);
}

static sqlite3 *open_for_appending(const char *path) {
  sqlite3 *database = open_database(path, SQLITE_OPEN_READWRITE);
  execute(database,
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON;"
          "PRAGMA cache_size = -65536");
  return database;
}

// The rows of a query about what comes behind a position.
static Rows rows_after(sqlite3 *ledger, const char *query, const char *position) {
  char text[256];
  snprintf(text, sizeof text, query, position);
  return read_rows(ledger, text);
}

int main(int count, char **arguments) {
  if (count != 4 && (count != 5 || strcmp(arguments[4], "room"))) return 64;
  sqlite3 *ledger = open_database(arguments[1], SQLITE_OPEN_READONLY), *database = open_for_appending(arguments[2]);
  Rows events = rows_after(
      ledger, "SELECT position, stream, revision, line, chain FROM lines WHERE position > %s ORDER BY position", arguments[3]);
  Rows facts = rows_after(
      ledger, "SELECT event, position, time, zone, type, data, sum FROM facts WHERE position > %s ORDER BY position", arguments[3]);
  Rows ids = rows_after(ledger, "SELECT hash, position FROM ids WHERE position > %s ORDER BY position", arguments[3]);
  Rows sources = rows_after(
      ledger, "SELECT source FROM lines e JOIN streams s ON s.id = e.stream WHERE position > %s ORDER BY position", arguments[3]);
  if (facts.count != events.count || ids.count != events.count || sources.count != events.count) return 1;

  sqlite3_stmt *find_stream = prepare(
      database, "SELECT id, head, events, numbered, chain FROM streams WHERE source = ?");
  sqlite3_stmt *add_stream = prepare(database, "INSERT INTO streams VALUES (?, ?, 0, 0, 1, zeroblob(32), 0)");
  sqlite3_stmt *update_stream = prepare(database, "UPDATE streams SET head = ?, events = ?, chain = ? WHERE id = ?");
  sqlite3_stmt *find_id = prepare(database, "SELECT position FROM ids WHERE hash = ?");
  sqlite3_stmt *add_event = prepare(database, "INSERT INTO lines VALUES (?, ?, ?, ?, ?)");
  sqlite3_stmt *add_fact = prepare(database, "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *add_id = prepare(database, "INSERT INTO ids VALUES (?, ?)");

  if (count == 5) make_room(database, arguments[2]);
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
