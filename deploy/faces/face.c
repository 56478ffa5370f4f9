#include "face.h"

#include <math.h>
#include <stdlib.h>

/* Two boxes that have more than this part of their common area in common are of one face. */
static const float least_overlap = 0.3F;

struct face face_turned(struct face face, struct turn turn) {
  struct point one = turned(turn, face.least), other = turned(turn, face.most);
  face.least = (struct point){fminf(one.x, other.x), fminf(one.y, other.y)};
  face.most = (struct point){fmaxf(one.x, other.x), fmaxf(one.y, other.y)};
  for (int i = 0; i < FACE_POINTS; i++) face.points[i] = turned(turn, face.points[i]);
  return face;
}

/* The most certain first, and always in the same order. */
static int compare(const void *left, const void *right) {
  const struct face *one = left, *other = right;
  if (one->score != other->score) return one->score < other->score ? 1 : -1;
  if (one->least.y != other->least.y) return one->least.y > other->least.y ? 1 : -1;
  return (one->least.x > other->least.x) - (one->least.x < other->least.x);
}

static float area(struct point least, struct point most) {
  return fmaxf(0, most.x - least.x) * fmaxf(0, most.y - least.y);
}

static float overlap(const struct face *one, const struct face *other) {
  struct point least = {fmaxf(one->least.x, other->least.x), fmaxf(one->least.y, other->least.y)};
  struct point most = {fminf(one->most.x, other->most.x), fminf(one->most.y, other->most.y)};
  float common = area(least, most);
  float all = area(one->least, one->most) + area(other->least, other->most) - common;
  return all > 0 ? common / all : 0;
}

static int is_new(const struct face *face, const struct candidates *candidates, int kept) {
  for (int i = 0; i < kept; i++)
    if (overlap(face, &candidates->faces[i]) > least_overlap) return 0;
  return 1;
}

static void swap(struct point *one, struct point *other) {
  struct point kept = *one;
  *one = *other;
  *other = kept;
}

void face_name_points(struct face *face) {
  struct point *p = face->points;
  struct point up = {p[EYE_LEFT].x + p[EYE_RIGHT].x - p[MOUTH_LEFT].x - p[MOUTH_RIGHT].x,
                     p[EYE_LEFT].y + p[EYE_RIGHT].y - p[MOUTH_LEFT].y - p[MOUTH_RIGHT].y};
  struct point right = {-up.y, up.x}; /* y is downwards */
  for (int left = EYE_LEFT; left <= MOUTH_LEFT; left += MOUTH_LEFT - EYE_LEFT) {
    float along = (p[left + 1].x - p[left].x) * right.x + (p[left + 1].y - p[left].y) * right.y;
    if (along < 0) swap(&p[left], &p[left + 1]);
  }
}

void candidates_unite(struct candidates *candidates) {
  qsort(candidates->faces, (size_t)candidates->count, sizeof(struct face), compare);
  int kept = 0;
  for (int i = 0; i < candidates->count && kept < MOST_FACES; i++)
    if (is_new(&candidates->faces[i], candidates, kept)) candidates->faces[kept++] = candidates->faces[i];
  candidates->count = kept;
  for (int i = 0; i < kept; i++) face_name_points(&candidates->faces[i]);
}

float face_roll(const struct face *face) {
  struct point left = face->points[face->has_mesh ? EYE_LEFT_OUTER : EYE_LEFT];
  struct point right = face->points[face->has_mesh ? EYE_RIGHT_OUTER : EYE_RIGHT];
  return atan2f(right.y - left.y, right.x - left.x) * 57.29578F;
}
