/* Part of a picture as a network takes it. */
#pragma once
#include "failure.h"
#include "picture.h"
#include "turn.h"

struct frame {
  int width, height;
  struct turn to_upright; /* to the picture as it is seen upright */
  float *samples;         /* all red, all green, all blue */
};

/* Fills the frame's top left `width` × `height` pixels with `picture`, a sample as `unit` where it is 255; the rest
   is black. `steps` × `steps` samples make a pixel, where the frame is that much smaller. */
enum failure frame_fill(
    struct frame *frame, int width, int height, const struct picture *picture, float unit, int steps);

void frame_release(struct frame *frame);
