#include "piece.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_LINE = 1 << 20 };

/* A place in the line; nothing stands at its end. */
struct cursor {
  const char *next, *end;
};

static size_t read_line(int file, char *line) {
  size_t count = 0;
  while (count < LONGEST_LINE && !memchr(line, '\n', count)) {
    ssize_t more = read(file, line + count, LONGEST_LINE - count);
    if (more <= 0) break;
    count += (size_t)more;
  }
  return count;
}

static char peek(const struct cursor *cursor) {
  return cursor->next < cursor->end ? *cursor->next : '\0';
}

static void skip_spaces(struct cursor *cursor) {
  while (peek(cursor) == ' ' || peek(cursor) == '\t') cursor->next++;
}

/* Skips a string, and says whether it is `word`. */
static bool read_string(struct cursor *cursor, const char *word) {
  const char *begin = ++cursor->next;
  while (cursor->next < cursor->end && *cursor->next != '"') cursor->next += *cursor->next == '\\' ? 2 : 1;
  if (cursor->next >= cursor->end) {
    cursor->next = cursor->end;
    return false;
  }
  size_t count = (size_t)(cursor->next++ - begin);
  return count == strlen(word) && memcmp(begin, word, count) == 0;
}

/* Goes on behind the colon of the member `name` of the object that begins here; false where it has none. */
static bool find_member(struct cursor *cursor, const char *name) {
  skip_spaces(cursor);
  if (peek(cursor) != '{') return false;
  for (int depth = 0; cursor->next < cursor->end;) {
    char letter = *cursor->next;
    bool is_named = false;
    if (letter == '"') {
      is_named = read_string(cursor, name);
    } else {
      cursor->next++;
      if (letter == '{' || letter == '[') depth++;
      if ((letter == '}' || letter == ']') && --depth == 0) return false;
    }
    skip_spaces(cursor);
    if (!is_named || depth != 1 || peek(cursor) != ':') continue;
    cursor->next++;
    return true;
  }
  return false;
}

int piece_orientation(int file) {
  static char line[LONGEST_LINE];
  struct cursor cursor = {line, line + read_line(file, line)};
  if (!find_member(&cursor, "orientation") || !find_member(&cursor, "exif")) return 1;
  skip_spaces(&cursor);
  char digit = peek(&cursor);
  return digit >= '1' && digit <= '8' ? digit - '0' : 1;
}
