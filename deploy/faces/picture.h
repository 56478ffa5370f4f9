/* A JPEG picture in memory, as large as the scans want it. */
#pragma once
#include "failure.h"

/* The longer side that a picture is decoded with at least, where it has that many pixels. */
enum { PICTURE_LEAST_SIDE = 960 };

struct picture {
  unsigned char *samples; /* red, green, blue, row by row */
  int width, height;      /* as it lies in its file */
};

/* Reads the file `path`. What comes of it belongs to the process. */
enum failure picture_read(const char *path, struct picture *picture);
