#ifndef CSQLITE_CONFIG_H
#define CSQLITE_CONFIG_H

#include <sqlite3.h>

/// Swift cannot call SQLite's variadic `sqlite3_db_config`. These functions make the calls that Herald needs.

/// Turns on SQLite's defensive mode: no SQL can corrupt the file on purpose (https://sqlite.org/c3ref/c_dbconfig_defensive.html).
static inline int herald_sqlite_set_defensive(sqlite3 *connection) {
  int on = 0;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, &on);
}

/// Forbids functions with side effects in the schema of a file, which a stranger may have written.
static inline int herald_sqlite_distrust_schema(sqlite3 *connection) {
  int on = 1;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, &on);
}

#endif
