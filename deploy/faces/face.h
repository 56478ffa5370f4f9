/* What the detector finds, and which of it is one face. */
#pragma once
#include "turn.h"

enum { FACE_POINTS = 5, MOST_FACES = 64, MOST_CANDIDATES = 4 * 4096 };

/* In the order of the detector; left and right are the viewer's, of a face that is seen upright. */
enum face_point { EYE_LEFT, EYE_RIGHT, NOSE, MOUTH_LEFT, MOUTH_RIGHT };

struct face {
  float score; /* 0 to 1 */
  struct point least, most; /* corners of the box at the top left and at the bottom right */
  struct point points[FACE_POINTS];
};

struct candidates {
  int count;
  struct face faces[MOST_CANDIDATES];
};

/* `face` as it lies in the picture that `turn` leads to. */
struct face face_turned(struct face face, struct turn turn);

/* Sorts the candidates and keeps the best of those that cover each other; at most MOST_FACES. */
void candidates_unite(struct candidates *candidates);

/* How far the face is turned clockwise, in degrees, -180 to 180. Names its points anew where the detector took a face
   that is upside down for one that isn't. */
float face_set_upright(struct face *face);
