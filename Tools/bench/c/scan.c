// Reads every fact of a ledger in order: `scan LEDGER`. The least that anything that replays from it must do.
#include "sqlite.h"

int main(int count, char **arguments) {
  if (count != 2) return 64;
  sqlite3 *database = open_database(arguments[1], SQLITE_OPEN_READONLY);
  sqlite3_stmt *facts = prepare(database, "SELECT event, time, zone, type, data FROM facts ORDER BY event");
  int64_t sum = 0, rows = 0;
  int code;
  for (; (code = sqlite3_step(facts)) == SQLITE_ROW; rows++) sum += read_fact(facts);
  check(database, code);
  printf("{\"rows\":%lld,\"sum\":%lld}\n", (long long)rows, (long long)sum);
  return 0;
}
