/* The answer of an analyser: one line of JSON on standard output. */
#pragma once
#include <stdbool.h>
#include "face.h"
#include "failure.h"
#include "picture.h"

/* Writes the faces of `picture`, or why there are none; false where nobody takes it. */
bool answer_write(
    const struct candidates *candidates, const struct picture *picture, enum failure failure, const char *model);
