/* SHA-256 of a file, by which a reader knows what has answered. */
#pragma once
#include <stdbool.h>

enum { DIGEST_TEXT_SIZE = 65 };

/* Writes the digest of the file `path` in hexadecimal; false where it can't be read. */
bool digest_of_file(const char *path, char text[DIGEST_TEXT_SIZE]);
