/* Eleven points of a face by MediaPipe's face mesh. */
#pragma once
#include "face.h"
#include "failure.h"
#include "picture.h"

/* Has the mesh of the file `path` look at each face, and give the points to those that it takes for one; the others
   keep the detector's. */
enum failure mesh_run(const char *path, const struct picture *picture, struct candidates *candidates);
