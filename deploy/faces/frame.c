#include "frame.h"

#include <math.h>
#include <stdlib.h>

/* The sample of one colour at `place`, between the four around it. */
static float sample(const struct picture *picture, struct point place, int colour) {
  float x = fminf(fmaxf(place.x - 0.5F, 0), (float)(picture->width - 1));
  float y = fminf(fmaxf(place.y - 0.5F, 0), (float)(picture->height - 1));
  int left = (int)x, top = (int)y;
  int right = left + 1 < picture->width ? left + 1 : left;
  int bottom = top + 1 < picture->height ? top + 1 : top;
  const unsigned char *upper = picture->samples + (size_t)top * (size_t)picture->width * 3 + colour;
  const unsigned char *lower = picture->samples + (size_t)bottom * (size_t)picture->width * 3 + colour;
  float part = x - (float)left;
  float above = (float)upper[3 * left] * (1 - part) + (float)upper[3 * right] * part;
  float below = (float)lower[3 * left] * (1 - part) + (float)lower[3 * right] * part;
  return above + (below - above) * (y - (float)top);
}

/* The mean of `steps` × `steps` samples in the pixel at `x` and `y`. */
static float mean(const struct picture *picture, struct turn to_file, int x, int y, int colour, int steps) {
  float sum = 0;
  for (int i = 0; i < steps * steps; i++) {
    struct point inside = {((float)(i % steps) + 0.5F) / (float)steps, ((float)(i / steps) + 0.5F) / (float)steps};
    struct point place = {(float)x + inside.x, (float)y + inside.y};
    sum += sample(picture, turned(to_file, place), colour);
  }
  return sum / (float)(steps * steps);
}

static struct turn turn_to_file(const struct frame *frame, const struct picture *picture) {
  struct turn upright = turn_of_orientation(picture->orientation, (float)picture->width, (float)picture->height);
  return turn_joined(frame->to_upright, upright);
}

enum failure frame_fill(
    struct frame *frame, int width, int height, const struct picture *picture, float unit, int steps) {
  size_t plane = (size_t)frame->width * (size_t)frame->height;
  struct turn to_file = turn_to_file(frame, picture);
  frame->samples = calloc(3 * plane, sizeof(float));
  if (!frame->samples) return FAILURE_MEMORY;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float *samples = frame->samples + (size_t)y * (size_t)frame->width + x;
      for (size_t colour = 0; colour < 3; colour++)
        samples[colour * plane] = mean(picture, to_file, x, y, (int)colour, steps) * unit / 255;
    }
  return FAILURE_NONE;
}

void frame_release(struct frame *frame) {
  free(frame->samples);
}
