/* How often this process has flushed a file or folder, whoever of its libraries asked for it. */
#pragma once
#include <stdint.h>

/* Calls of fsync(2) and fdatasync(2) so far. */
int64_t flush_count(void);
