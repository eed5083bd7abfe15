// Reads the facts of some streams, one stream after the other: `rebuild LEDGER SOURCES`, a source a line.
#include "sqlite.h"

static int64_t *find_streams(sqlite3 *database, const char *path, int *count) {
  sqlite3_stmt *find = prepare(database, "SELECT id FROM streams WHERE source = ?");
  FILE *file = fopen(path, "r");
  char source[4096];
  int64_t *streams = NULL;
  while (file && fgets(source, sizeof source, file)) {
    source[strcspn(source, "\n")] = 0;
    sqlite3_bind_text(find, 1, source, -1, SQLITE_STATIC);
    if (sqlite3_step(find) != SQLITE_ROW) exit(1);
    streams = realloc(streams, sizeof *streams * (size_t)(*count + 1));
    streams[(*count)++] = sqlite3_column_int64(find, 0);
    sqlite3_reset(find);
  }
  sqlite3_finalize(find);
  return streams;
}

static int64_t read_all(sqlite3 *database, sqlite3_stmt *facts, const int64_t *streams, int count, int64_t *sum) {
  int64_t rows = 0;
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(facts, 1, streams[i] << 32);
    sqlite3_bind_int64(facts, 2, streams[i] << 32 | 0xFFFFFFFF);
    int code;
    for (; (code = sqlite3_step(facts)) == SQLITE_ROW; rows++) *sum += read_fact(facts);
    check(database, code);
    sqlite3_reset(facts);
  }
  return rows;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  sqlite3 *database = open_database(arguments[1], SQLITE_OPEN_READONLY);
  int streams_count = 0;
  int64_t *streams = find_streams(database, arguments[2], &streams_count), sum = 0;
  sqlite3_stmt *facts = prepare(
      database, "SELECT event, time, zone, type, data FROM facts WHERE event BETWEEN ? AND ? ORDER BY event");
  read_all(database, facts, streams, streams_count, &sum);
  double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  int64_t rows = read_all(database, facts, streams, streams_count, &sum);
  double seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start;
  printf("{\"seconds\":%.6f,\"installations\":%d,\"events\":%lld,\"sum\":%lld}\n", seconds, streams_count,
         (long long)rows, (long long)sum);
  return 0;
}
