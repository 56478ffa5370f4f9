/* The answer of an analyser: one line of JSON on standard output. */
#pragma once
#include <stdbool.h>
#include "face.h"
#include "failure.h"

/* Writes the faces of a picture of `width` × `height` pixels, or why there are none; false where nobody takes it. */
bool answer_write(struct candidates *candidates, float width, float height, enum failure failure, const char *model);
