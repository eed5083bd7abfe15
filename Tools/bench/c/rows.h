// Rows of a query held in memory, to be inserted elsewhere.
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H
#include "sqlite.h"

typedef struct { int type; int64_t number; void *bytes; } Cell; // of bytes, `number` is the length

typedef struct { int columns; int64_t count, room; Cell *cells; } Rows;

static inline Rows read_rows(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = prepare(database, sql);
  Rows rows = {.columns = sqlite3_column_count(statement)};
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (rows.count == rows.room) {
      rows.room = rows.room ? rows.room * 2 : 1024;
      rows.cells = realloc(rows.cells, sizeof(Cell) * (size_t)(rows.room * rows.columns));
      if (!rows.cells) exit(1);
    }
    for (int i = 0; i < rows.columns; i++) {
      Cell cell = {.type = sqlite3_column_type(statement, i), .number = sqlite3_column_int64(statement, i)};
      if (cell.type == SQLITE_TEXT || cell.type == SQLITE_BLOB) {
        const void *bytes = sqlite3_column_blob(statement, i);
        cell.number = sqlite3_column_bytes(statement, i);
        cell.bytes = malloc((size_t)cell.number + 1);
        if (cell.number) memcpy(cell.bytes, bytes, (size_t)cell.number);
      }
      rows.cells[rows.count * rows.columns + i] = cell;
    }
    rows.count++;
  }
  check(database, code);
  sqlite3_finalize(statement);
  return rows;
}

static inline void bind_cell(sqlite3_stmt *statement, int place, const Cell *cell) {
  int length = (int)cell->number;
  if (cell->type == SQLITE_TEXT) sqlite3_bind_text(statement, place, cell->bytes, length, SQLITE_STATIC);
  else if (cell->type == SQLITE_BLOB) sqlite3_bind_blob(statement, place, cell->bytes, length, SQLITE_STATIC);
  else sqlite3_bind_int64(statement, place, cell->number);
}

static inline void insert_row(sqlite3 *database, sqlite3_stmt *insert, const Rows *rows, int64_t row) {
  for (int i = 0; i < rows->columns; i++) bind_cell(insert, i + 1, &rows->cells[row * rows->columns + i]);
  run(database, insert);
}
#endif
