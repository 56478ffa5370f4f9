/* How a head is held, by its points: a head of average measures that is turned, moved and scaled until it fits. */
#pragma once
#include "face.h"

/* A part of a fit that isn't known. */
#define FIT_UNKNOWN NAN

struct fit {
  int is_fitted;
  struct point origin;     /* between the eyes, in pixels, */
  struct point middle;     /* and halfway from the hair to the chin */
  float width;             /* of the face, from side to side, in pixels */
  float roll, pitch, yaw;  /* in degrees: clockwise, up, and to the viewer's right; yaw and pitch may be unknown */
  float eyes_apart;        /* by so much of the face's width they are farther apart than those of the average head, */
  float mouth_wide;        /* the mouth is wider, */
  float mouth_low, chin_low; /* and these are lower; what the pose explains isn't in it */
};

/* Fits the average head to the face's points that lie in the picture of `width` × `height` pixels. */
struct fit fit_head(const struct face *face, float width, float height);
