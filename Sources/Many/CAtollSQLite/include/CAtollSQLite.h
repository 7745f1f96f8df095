/* Databases by libsqlite3, which is loaded when it is first needed. The library is not needed to build.
 *
 * Each function calls the function of sqlite3.h whose name lacks the `c` at the beginning. */
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct csqlite3 csqlite3;
typedef struct csqlite3_stmt csqlite3_stmt;

enum {
  CSQLITE_OK = 0,
  CSQLITE_BUSY = 5,
  CSQLITE_LOCKED = 6,
  CSQLITE_NOMEM = 7,
  CSQLITE_READONLY = 8,
  CSQLITE_IOERR = 10,
  CSQLITE_FULL = 13,
  CSQLITE_CANTOPEN = 14,
  CSQLITE_TOOBIG = 18,
  CSQLITE_NOTADB = 26,
  CSQLITE_ROW = 100,
  CSQLITE_DONE = 101,

  CSQLITE_NULL = 5,

  CSQLITE_OPEN_READONLY = 0x1,
  CSQLITE_OPEN_READWRITE = 0x2,
  CSQLITE_OPEN_CREATE = 0x4,
  CSQLITE_OPEN_URI = 0x40,
  CSQLITE_OPEN_NOMUTEX = 0x8000,
};

/* Loads the library; returns NULL, or a message if it cannot be loaded. */
const char *csqlite3_load(void);

int csqlite3_open_v2(const char *path, csqlite3 **database, int flags);
int csqlite3_close_v2(csqlite3 *database);
const char *csqlite3_errmsg(csqlite3 *database);
int csqlite3_system_errno(csqlite3 *database);
int csqlite3_busy_timeout(csqlite3 *database, int milliseconds);
int csqlite3_exec(csqlite3 *database, const char *statements);
int64_t csqlite3_changes64(csqlite3 *database);

int csqlite3_prepare_v3(csqlite3 *database, const char *text, csqlite3_stmt **statement);
int csqlite3_finalize(csqlite3_stmt *statement);
int csqlite3_step(csqlite3_stmt *statement);
int csqlite3_reset(csqlite3_stmt *statement);
int csqlite3_bind_null(csqlite3_stmt *statement, int place);
int csqlite3_bind_int64(csqlite3_stmt *statement, int place, int64_t value);
/* Unless `copies` is true, the bytes must stay valid until another value is bound to the parameter. */
int csqlite3_bind_text(csqlite3_stmt *statement, int place, const void *bytes, int count, bool copies);
int csqlite3_bind_blob(csqlite3_stmt *statement, int place, const void *bytes, int count, bool copies);
int csqlite3_column_type(csqlite3_stmt *statement, int column);
int64_t csqlite3_column_int64(csqlite3_stmt *statement, int column);
const void *csqlite3_column_blob(csqlite3_stmt *statement, int column);
int csqlite3_column_bytes(csqlite3_stmt *statement, int column);

#endif
