#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#include "CAtollSQLite.h"

typedef void destructor(void *);

/* The part of the library's interface that is used. SQLite promises that it never changes for version 3. */
#define FUNCTIONS(X)                                                                                     \
  X(int, open_v2, (const char *, csqlite3 **, int, const char *))                                        \
  X(int, close_v2, (csqlite3 *))                                                                         \
  X(const char *, errmsg, (csqlite3 *))                                                                  \
  X(int, system_errno, (csqlite3 *))                                                                     \
  X(int, busy_timeout, (csqlite3 *, int))                                                                \
  X(int, exec, (csqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **))       \
  X(int64_t, changes64, (csqlite3 *))                                                                    \
  X(int, config, (int, ...))                                                                             \
  X(int, prepare_v3, (csqlite3 *, const char *, int, unsigned, csqlite3_stmt **, const char **))          \
  X(int, finalize, (csqlite3_stmt *))                                                                    \
  X(int, step, (csqlite3_stmt *))                                                                        \
  X(int, reset, (csqlite3_stmt *))                                                                       \
  X(int, bind_null, (csqlite3_stmt *, int))                                                              \
  X(int, bind_int64, (csqlite3_stmt *, int, int64_t))                                                    \
  X(int, bind_text, (csqlite3_stmt *, int, const void *, int, destructor *))                             \
  X(int, bind_blob, (csqlite3_stmt *, int, const void *, int, destructor *))                             \
  X(int, column_type, (csqlite3_stmt *, int))                                                            \
  X(int64_t, column_int64, (csqlite3_stmt *, int))                                                       \
  X(const void *, column_blob, (csqlite3_stmt *, int))                                                   \
  X(int, column_bytes, (csqlite3_stmt *, int))

static struct {
#define DECLARE(result, name, parameters) result(*name) parameters;
  FUNCTIONS(DECLARE)
} sqlite;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char trouble[512];

#ifdef __APPLE__
static const char *library_name = "libsqlite3.dylib";
#else
static const char *library_name = "libsqlite3.so.0";
#endif

enum { CONFIG_MEMSTATUS = 9, PREPARE_PERSISTENT = 1 };

static void load(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(trouble, sizeof trouble, "%s", reason ? reason : "libsqlite3 cannot be loaded");
    return;
  }
#define LOAD(result, name, parameters)                                                       \
  if ((*(void **)&sqlite.name = dlsym(library, "sqlite3_" #name)) == NULL) {                 \
    snprintf(trouble, sizeof trouble, "%s lacks sqlite3_" #name, library_name);              \
    return;                                                                                  \
  }
  FUNCTIONS(LOAD)
  /* Without statistics, threads need no lock to allocate memory. */
  sqlite.config(CONFIG_MEMSTATUS, 0);
}

const char *csqlite3_load(void) {
  pthread_once(&once, load);
  return trouble[0] == '\0' ? NULL : trouble;
}

int csqlite3_open_v2(const char *path, csqlite3 **database, int flags) {
  return sqlite.open_v2(path, database, flags, NULL);
}
int csqlite3_close_v2(csqlite3 *database) { return sqlite.close_v2(database); }
const char *csqlite3_errmsg(csqlite3 *database) { return sqlite.errmsg(database); }
int csqlite3_system_errno(csqlite3 *database) { return sqlite.system_errno(database); }
int csqlite3_busy_timeout(csqlite3 *database, int milliseconds) {
  return sqlite.busy_timeout(database, milliseconds);
}
int csqlite3_exec(csqlite3 *database, const char *statements) {
  return sqlite.exec(database, statements, NULL, NULL, NULL);
}
int64_t csqlite3_changes64(csqlite3 *database) { return sqlite.changes64(database); }

int csqlite3_prepare_v3(csqlite3 *database, const char *text, csqlite3_stmt **statement) {
  return sqlite.prepare_v3(database, text, -1, PREPARE_PERSISTENT, statement, NULL);
}
int csqlite3_finalize(csqlite3_stmt *statement) { return sqlite.finalize(statement); }
int csqlite3_step(csqlite3_stmt *statement) { return sqlite.step(statement); }
int csqlite3_reset(csqlite3_stmt *statement) { return sqlite.reset(statement); }

static destructor *lifetime(bool copies) { return (destructor *)(copies ? (intptr_t)-1 : 0); }

int csqlite3_bind_null(csqlite3_stmt *statement, int place) { return sqlite.bind_null(statement, place); }
int csqlite3_bind_int64(csqlite3_stmt *statement, int place, int64_t value) {
  return sqlite.bind_int64(statement, place, value);
}
int csqlite3_bind_text(csqlite3_stmt *statement, int place, const void *bytes, int count, bool copies) {
  return sqlite.bind_text(statement, place, count ? bytes : "", count, lifetime(copies));
}
int csqlite3_bind_blob(csqlite3_stmt *statement, int place, const void *bytes, int count, bool copies) {
  return sqlite.bind_blob(statement, place, count ? bytes : "", count, lifetime(copies));
}
int csqlite3_column_type(csqlite3_stmt *statement, int column) { return sqlite.column_type(statement, column); }
int64_t csqlite3_column_int64(csqlite3_stmt *statement, int column) {
  return sqlite.column_int64(statement, column);
}
const void *csqlite3_column_blob(csqlite3_stmt *statement, int column) {
  return sqlite.column_blob(statement, column);
}
int csqlite3_column_bytes(csqlite3_stmt *statement, int column) {
  return sqlite.column_bytes(statement, column);
}
