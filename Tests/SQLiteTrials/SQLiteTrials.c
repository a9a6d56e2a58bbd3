#include "SQLiteTrials.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/fsuid.h>
#include <unistd.h>

void *trial_open(const char *path) {
  sqlite3 *database = 0;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 0) != SQLITE_OK) {
    sqlite3_close(database);
    return 0;
  }
  return database;
}

void trial_close(void *connection) { sqlite3_close_v2(connection); }

const char *trial_run(void *connection, const char *sql) {
  static _Thread_local char words[512];
  char *message = 0;
  if (sqlite3_exec(connection, sql, 0, 0, &message) == SQLITE_OK) return 0;
  snprintf(words, sizeof words, "%s", message ? message : "error");
  sqlite3_free(message);
  return words;
}

long long trial_number(void *connection, const char *sql) {
  sqlite3_stmt *statement = 0;
  long long number = -1;
  if (sqlite3_prepare_v2(connection, sql, -1, &statement, 0) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
    number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return number;
}

void trial_give_up_rights(void) {
  if (geteuid() == 0) setfsuid(65534);
}

void trial_take_rights(void) { setfsuid(geteuid()); }
