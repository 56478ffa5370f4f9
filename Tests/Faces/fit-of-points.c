/* The fit of each line of standard input: the number of points, then x and y of each, nan where it isn't known. Writes
   a line of x, y, width, roll, yaw and pitch, by how much eyes, mouth and chin are off, and x and y of the middle; or
   "none". */
#include <math.h>
#include <stdio.h>

#include "fit.h"

static const float everywhere = 1e6F;

int main(void) {
  int count;
  while (scanf("%d", &count) == 1 && (count == FACE_POINTS || count == MESH_POINTS)) {
    struct face face = {.has_mesh = count == MESH_POINTS};
    for (int i = 0; i < count; i++)
      if (scanf("%f %f", &face.points[i].x, &face.points[i].y) != 2) return 1;
    struct fit fit = fit_head(&face, everywhere, everywhere);
    if (!fit.is_fitted) {
      puts("none");
      continue;
    }
    printf("%.7g %.7g %.7g %.7g %.7g %.7g ", fit.origin.x, fit.origin.y, fit.width, fit.roll, fit.yaw, fit.pitch);
    printf("%.7g %.7g %.7g %.7g ", fit.eyes_apart, fit.mouth_wide, fit.mouth_low, fit.chin_low);
    printf("%.7g %.7g\n", fit.middle.x, fit.middle.y);
  }
  return 0;
}
