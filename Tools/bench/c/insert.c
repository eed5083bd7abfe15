// Copies an imported ledger's rows into a new file: `insert LEDGER NEW`. Prints the time of inserting, without reading.
//
// In the order of the log, into tables without any index but the primary key, 10,000 events a transaction.
#include "rows.h"

int main(int count, char **arguments) {
  if (count != 3) return 64;
  sqlite3 *ledger = open_database(arguments[1], SQLITE_OPEN_READONLY);
  Rows events = read_rows(ledger, "SELECT position, stream, revision, line, chain FROM lines ORDER BY position");
  Rows facts = read_rows(ledger, "SELECT event, position, time, zone, type, data FROM facts ORDER BY position");
  sqlite3_close(ledger);
  if (events.count != facts.count) return 1;

  double start = seconds_of(CLOCK_MONOTONIC);
  sqlite3 *database = open_database(arguments[2], SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  execute(database,
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;"
          "CREATE TABLE lines (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,"
          "  line TEXT NOT NULL, chain BLOB NOT NULL) STRICT;"
          "CREATE TABLE facts (event INTEGER NOT NULL, position INTEGER PRIMARY KEY, time INTEGER NOT NULL,"
          "  zone INTEGER NOT NULL, type INTEGER NOT NULL, data BLOB NOT NULL) STRICT;");
  sqlite3_stmt *insert_event = prepare(database, "INSERT INTO lines VALUES (?, ?, ?, ?, ?)");
  sqlite3_stmt *insert_fact = prepare(database, "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)");
  for (int64_t row = 0; row < events.count; row++) {
    if (row % 10000 == 0) execute(database, row ? "COMMIT; BEGIN IMMEDIATE" : "BEGIN IMMEDIATE");
    insert_row(database, insert_event, &events, row);
    insert_row(database, insert_fact, &facts, row);
  }
  execute(database, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  printf("{\"seconds\":%.6f,\"rows\":%lld}\n", seconds_of(CLOCK_MONOTONIC) - start, (long long)events.count);
  return 0;
}
