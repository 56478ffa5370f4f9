/* How often this thread has asked for memory. */
#pragma once
#include <stdint.h>

/* Calls of malloc, calloc, realloc and those that align, by this thread, since it began. */
int64_t allocation_count(void);
