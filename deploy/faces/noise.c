#include "noise.h"

#include <stddef.h>

/* A picture is dark where nine of ten pixels are darker than a quarter of full light: the tenth may be a lamp. */
enum { DARK = 64, PARTS = 10, LEAST_DARK_PARTS = 9 };

static int is_dark(const struct picture *picture) {
  size_t count = (size_t)picture->width * (size_t)picture->height, dark = 0;
  for (size_t i = 0; i < count; i++) {
    const unsigned char *pixel = picture->samples + 3 * i;
    dark += 299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2] < 1000 * DARK;
  }
  return dark * PARTS >= count * LEAST_DARK_PARTS;
}

/* Makes each dark sample the mean of itself and its neighbours in a row or a column, whose samples are `step` bytes
   apart. The first and the last are their own neighbours. A small face that is lit stays as it is. */
static void smooth_line(unsigned char *samples, int count, size_t step) {
  int before = *samples;
  for (int left = count; left > 0; left--) {
    int here = *samples, after = left > 1 ? samples[step] : here;
    if (here < DARK) *samples = (unsigned char)((before + here + after + 1) / 3);
    before = here;
    samples += step;
  }
}

/* Nothing is brightened: noise would grow with the rest, and fewer faces were found. */
void noise_smooth(struct picture *picture) {
  size_t row = (size_t)picture->width * 3;
  if (!is_dark(picture)) return;
  for (size_t y = 0; y < (size_t)picture->height; y++)
    for (size_t colour = 0; colour < 3; colour++)
      smooth_line(picture->samples + y * row + colour, picture->width, 3);
  for (size_t x = 0; x < row; x++) smooth_line(picture->samples + x, picture->height, row);
}
