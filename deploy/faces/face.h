/* What the detector finds, and which of it is one face. */
#pragma once
#include "turn.h"

enum { FACE_POINTS = 5, MESH_POINTS = 11, MOST_FACES = 64, MOST_CANDIDATES = 4 * 4096 };

/* In the order of the detector; left and right are the viewer's, of a face that is seen upright. */
enum face_point { EYE_LEFT, EYE_RIGHT, NOSE, MOUTH_LEFT, MOUTH_RIGHT };

/* The points that the mesh knows better. */
enum mesh_point {
  BROW_LEFT,
  BROW_RIGHT,
  EYE_LEFT_OUTER,
  EYE_LEFT_INNER,
  EYE_RIGHT_INNER,
  EYE_RIGHT_OUTER,
  CREST, /* between the eyes */
  NOSE_TIP,
  CORNER_LEFT, /* of the mouth */
  CORNER_RIGHT,
  CHIN
};

struct face {
  float score; /* 0 to 1 */
  struct point least, most; /* corners of the box at the top left and at the bottom right */
  int has_mesh; /* whether its points are those of the mesh */
  struct point points[MESH_POINTS];
};

struct candidates {
  int count;
  struct face faces[MOST_CANDIDATES];
};

/* `face` as it lies in the picture that `turn` leads to. */
struct face face_turned(struct face face, struct turn turn);

/* Sorts the candidates and keeps the best of those that cover each other; at most MOST_FACES. */
void candidates_unite(struct candidates *candidates);

/* Names the detector's points anew where it took a face that is upside down for one that isn't. */
void face_name_points(struct face *face);

/* How far the face is turned clockwise, by the line of its eyes: in degrees, -180 to 180. */
float face_roll(const struct face *face);
