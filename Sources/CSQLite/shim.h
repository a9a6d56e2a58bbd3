// The headers of SQLite without the library. dlopen(3) loads its functions, so that a program loads the library only
// when it opens a database, and starts even if the library is missing.
#ifndef ENDLESS_CSQLITE_H
#define ENDLESS_CSQLITE_H

#include <dlfcn.h>
#include <sqlite3.h>

typedef void (*endless_sqlite_destructor)(void *);
typedef int (*endless_sqlite_authorizer)(void *, int, const char *, const char *, const char *, const char *);

// The functions that are used. Swift cannot call variadic functions, so `db_config` is an untyped pointer, which
// a C function below calls.
typedef struct {
  int (*open_v2)(const char *, sqlite3 **, int, const char *);
  int (*close_v2)(sqlite3 *);
  int (*extended_result_codes)(sqlite3 *, int);
  int (*extended_errcode)(sqlite3 *);
  const char *(*errmsg)(sqlite3 *);
  const char *(*errstr)(int);
  int (*limit)(sqlite3 *, int, int);
  int (*busy_handler)(sqlite3 *, int (*)(void *, int), void *);
  void (*progress_handler)(sqlite3 *, int, int (*)(void *), void *);
  int (*set_authorizer)(sqlite3 *, endless_sqlite_authorizer, void *);
  int (*prepare_v3)(sqlite3 *, const char *, int, unsigned int, sqlite3_stmt **, const char **);
  int (*step)(sqlite3_stmt *);
  int (*reset)(sqlite3_stmt *);
  int (*finalize)(sqlite3_stmt *);
  int (*stmt_readonly)(sqlite3_stmt *);
  int (*stmt_status)(sqlite3_stmt *, int, int);
  int (*bind_null)(sqlite3_stmt *, int);
  int (*bind_int64)(sqlite3_stmt *, int, sqlite3_int64);
  int (*bind_double)(sqlite3_stmt *, int, double);
  int (*bind_text)(sqlite3_stmt *, int, const char *, int, endless_sqlite_destructor);
  int (*bind_blob)(sqlite3_stmt *, int, const void *, int, endless_sqlite_destructor);
  int (*bind_parameter_count)(sqlite3_stmt *);
  int (*column_count)(sqlite3_stmt *);
  const char *(*column_name)(sqlite3_stmt *, int);
  const char *(*column_decltype)(sqlite3_stmt *, int);
  int (*column_type)(sqlite3_stmt *, int);
  sqlite3_int64 (*column_int64)(sqlite3_stmt *, int);
  double (*column_double)(sqlite3_stmt *, int);
  const unsigned char *(*column_text)(sqlite3_stmt *, int);
  const void *(*column_blob)(sqlite3_stmt *, int);
  int (*column_bytes)(sqlite3_stmt *, int);
  void *db_config;
  // These three are null if the library was built without them.
  const char *(*column_table_name)(sqlite3_stmt *, int);
  const char *(*column_origin_name)(sqlite3_stmt *, int);
  int (*table_column_metadata)(
      sqlite3 *, const char *, const char *, const char *, const char **, const char **, int *, int *, int *);
} endless_sqlite;

// Looks up the functions in a library; returns false if one other than the last three is missing.
static inline _Bool endless_sqlite_find(endless_sqlite *sqlite, void *library) {
#define ENDLESS_FIND(name) \
  if (!(*(void **)&sqlite->name = dlsym(library, "sqlite3_" #name))) return 0
  ENDLESS_FIND(open_v2);
  ENDLESS_FIND(close_v2);
  ENDLESS_FIND(extended_result_codes);
  ENDLESS_FIND(extended_errcode);
  ENDLESS_FIND(errmsg);
  ENDLESS_FIND(errstr);
  ENDLESS_FIND(limit);
  ENDLESS_FIND(busy_handler);
  ENDLESS_FIND(progress_handler);
  ENDLESS_FIND(set_authorizer);
  ENDLESS_FIND(prepare_v3);
  ENDLESS_FIND(step);
  ENDLESS_FIND(reset);
  ENDLESS_FIND(finalize);
  ENDLESS_FIND(stmt_readonly);
  ENDLESS_FIND(stmt_status);
  ENDLESS_FIND(bind_null);
  ENDLESS_FIND(bind_int64);
  ENDLESS_FIND(bind_double);
  ENDLESS_FIND(bind_text);
  ENDLESS_FIND(bind_blob);
  ENDLESS_FIND(bind_parameter_count);
  ENDLESS_FIND(column_count);
  ENDLESS_FIND(column_name);
  ENDLESS_FIND(column_decltype);
  ENDLESS_FIND(column_type);
  ENDLESS_FIND(column_int64);
  ENDLESS_FIND(column_double);
  ENDLESS_FIND(column_text);
  ENDLESS_FIND(column_blob);
  ENDLESS_FIND(column_bytes);
  ENDLESS_FIND(db_config);
#undef ENDLESS_FIND
  *(void **)&sqlite->column_table_name = dlsym(library, "sqlite3_column_table_name");
  *(void **)&sqlite->column_origin_name = dlsym(library, "sqlite3_column_origin_name");
  *(void **)&sqlite->table_column_metadata = dlsym(library, "sqlite3_table_column_metadata");
  return 1;
}

static inline int endless_sqlite_switch(const endless_sqlite *sqlite, sqlite3 *database, int option, int value) {
  return ((int (*)(sqlite3 *, int, ...))sqlite->db_config)(database, option, value, (int *)0);
}

// Swift cannot import the macro; it means that SQLite copies the bound value.
static inline endless_sqlite_destructor endless_sqlite_copied(void) { return SQLITE_TRANSIENT; }

#endif
