/* One picture's coordinates as another's: turned by quarters, mirrored, scaled.

   Coordinates are continuous, from the top left corner of the first pixel, y downwards. */
#pragma once

struct point {
  float x, y;
};

struct turn {
  struct point origin, across, down; /* where (0, 0) lies, and what a step to the right and one downwards add */
};

/* From a picture as it is seen upright to the picture of `width` × `height` as it lies in its file.
   `orientation` is 1 to 8, as Exif numbers them. */
struct turn turn_of_orientation(int orientation, float width, float height);

/* Whether what is wide in the file is high when it is seen upright. */
int is_sideways(int orientation);

/* From a picture that was turned by a quarter, clockwise (1), counterclockwise (-1) or not at all (0), to the
   picture of `width` × `height` that it was turned from. */
struct turn turn_of_quarter(int quarter, float width, float height);

/* From a picture that is `scale` times as large. */
struct turn turn_of_scale(float scale);

/* First `first`, then `second`. */
struct turn turn_joined(struct turn first, struct turn second);

struct point turned(struct turn turn, struct point point);
