/* A JPEG picture in memory, as large as the scans want it. */
#pragma once
#include "failure.h"

/* The longer side that a picture is decoded with at least, where it has that many pixels. */
enum { PICTURE_LEAST_SIDE = 960 };

struct picture {
  unsigned char *samples; /* red, green, blue, row by row */
  int width, height;      /* as it lies in its file */
  int orientation;        /* how it is seen upright, 1 to 8 as Exif numbers it */
};

/* Reads the file `path`. The samples belong to the process. */
enum failure picture_read(const char *path, struct picture *picture);

/* Sides of the picture as it is seen upright. */
float picture_upright_width(const struct picture *picture);
float picture_upright_height(const struct picture *picture);
