/* The database. */
#pragma once
#include <sqlite3.h>

/* sqlite3_bind_text with a copy made, because Swift can't name SQLITE_TRANSIENT. */
static inline int sqlite_bind_text_copied(sqlite3_stmt *statement, int index, const char *text,
                                          int byte_count) {
  return sqlite3_bind_text(statement, index, text, byte_count, SQLITE_TRANSIENT);
}

/* sqlite3_db_config for one option, because Swift can't call functions with a variable list. */
static inline int sqlite_configure(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

/* sqlite3_config for caches that take each page as it comes, and for memory that nobody counts, before anything is
   opened. */
static inline int sqlite_take_memory_plainly(void) {
  const int code = sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
  return code == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) : code;
}
