/* What CenterFace finds in a picture. */
#pragma once
#include "face.h"
#include "failure.h"
#include "picture.h"

/* The least score of what is a candidate. Who tells of faces takes 0.5; who hides them takes all. */
#ifndef DETECTOR_LEAST_SCORE
#define DETECTOR_LEAST_SCORE 0.4F
#endif

/* Finds the faces of `picture` by the model in the file `path`. Boxes and points are in pixels of the picture as it is
   seen upright. */
enum failure detector_run(const char *path, const struct picture *picture, struct candidates *candidates);
