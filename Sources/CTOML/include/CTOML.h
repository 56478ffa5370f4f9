/* A TOML file as a flat list of paths, types, values and lines, by toml++. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum toml_kind {
  TOML_TABLE,
  TOML_ARRAY,
  TOML_STRINGS,
  TOML_STRING,
  TOML_INTEGER,
  TOML_FLOAT,
  TOML_BOOLEAN,
  TOML_DATE
};

/* UTF-8 text that may contain any character, NUL included. */
struct toml_text {
  const char *bytes;
  size_t count;
};

/* One key and its value; only the member that `kind` names means anything. */
struct toml_item {
  struct toml_text table; /* path of the table that it stands in, empty at the top */
  struct toml_text key;   /* its own name, as it is */
  struct toml_text path;  /* both, dotted, unusual names in quotes: camera.controls."white balance" */
  uint32_t line;          /* counted from 1 */
  enum toml_kind kind;
  struct toml_text string; /* TOML_STRING; for TOML_DATE as it would be written; for TOML_STRINGS, which is an array
                              of nothing but strings without NUL, at least one, each with a NUL behind it */
  int64_t integer;
  double number;
  bool boolean;
};

/* Called for each key; `item` is lent for the duration of the call. */
typedef void (*toml_visitor)(void *context, const struct toml_item *item);

/* Called once where the text is no TOML, with a sentence, lent too; `line` is 0 where it has none. */
typedef void (*toml_refusal)(void *context, uint32_t line, struct toml_text sentence);

/* Tables within tables are visited down to this depth. Of arrays that hold nothing but tables each is visited too, as a
   table whose key and path end in [1], [2] and so on; what other arrays hold, but for TOML_STRINGS, is not. */
enum { toml_depth = 3 };

/* Reads `count` bytes and visits every key in them, each table before its own keys, or nothing at all if
   they are no TOML. toml++ recurses once per name in a dotted key, so the caller bounds the lines. */
void toml_visit(const char *bytes, size_t count, void *context, toml_visitor visitor,
                toml_refusal refusal);

#ifdef __cplusplus
}
#endif
