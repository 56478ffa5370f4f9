/* The answer of an analyser: one line of JSON on standard output.

   {"options":[],"faces":[{"box":[x,y,width,height],"score":S,"roll":R,"points":{"nose":[x,y],…},"fit":{…}}],
   "program":SHA-256,"model":SHA-256}, and "mesh":SHA-256 where there is one. Whoever could not look answers
   "faces":null,"failed":"REASON". A digest that can't be had is null.

   All is of the picture as it is seen upright: boxes and points as parts of its width and height, from its top left,
   angles clockwise. A fit is null, or has x and y of the head's middle and its width, all in thousandths of the
   picture's width, and roll, yaw and pitch in tenths of a degree; "off" is what the pose doesn't explain, in
   thousandths of the face's width. */
#pragma once
#include <stdbool.h>
#include "face.h"
#include "failure.h"
#include "picture.h"

/* Writes the faces of `picture`, or why there are none, and what they were found by; `mesh` may be NULL. False where
   nobody takes it. */
bool answer_write(
    const struct candidates *candidates, const struct picture *picture, enum failure failure, const char *model,
    const char *mesh);
