// What the programs here share: SQLite opened plainly, and errors that end the program.
#ifndef BENCH_SQLITE_H
#define BENCH_SQLITE_H
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline void check(sqlite3 *database, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(database));
  exit(1);
}

static inline sqlite3 *open_database(const char *path, int flags) {
  sqlite3 *database;
  check(database, sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, NULL));
  return database;
}

static inline void execute(sqlite3 *database, const char *sql) {
  check(database, sqlite3_exec(database, sql, NULL, NULL, NULL));
}

static inline sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement;
  check(database, sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

static inline void run(sqlite3 *database, sqlite3_stmt *statement) {
  check(database, sqlite3_step(statement));
  sqlite3_reset(statement);
}

// Reads every column of a fact: integers summed, of the blob its address, length and first byte.
static inline int64_t read_fact(sqlite3_stmt *facts) {
  const unsigned char *data = sqlite3_column_blob(facts, 4);
  int length = sqlite3_column_bytes(facts, 4);
  return sqlite3_column_int64(facts, 0) + sqlite3_column_int64(facts, 1) + sqlite3_column_int64(facts, 2) +
         sqlite3_column_int64(facts, 3) + length + (length ? data[0] : 0);
}

static inline double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}
#endif
