#include "mesh.h"

#include <math.h>

#include "model.h"
#include "session.h"

enum { SIDE = 192, POINT_COUNT = 468, MOST_STEPS = 8 };

enum output { POINTS, IS_FACE };
static const struct network network = {"input_1", 2, {"conv2d_20", "conv2d_30"}, {3 * POINT_COUNT, 1}};
static const struct cells one_cell = {1, 1};

/* The mesh's numbers of the points, in the order of `mesh_point`. */
static const int numbers[MESH_POINTS] = {55, 285, 33, 133, 362, 263, 168, 1, 61, 291, 152};

/* So much of the box's longer side is looked at: of 1.1 to 1.75 the one with which points vary least. */
static const float margin = 1.3F;

/* A square around the box, with the eyes level. */
static struct turn square_around(const struct face *face, float side) {
  float roll = face_roll(face) / 57.29578F, step = side / SIDE;
  struct point across = {step * cosf(roll), step * sinf(roll)}, down = {-across.y, across.x};
  struct point middle = {(face->least.x + face->most.x) / 2, (face->least.y + face->most.y) / 2};
  struct point origin = {middle.x - (across.x + down.x) * SIDE / 2, middle.y - (across.y + down.y) * SIDE / 2};
  return (struct turn){origin, across, down};
}

/* A flag below 0 says that this is no face to the mesh, which is no reason to drop it. */
static void take_points(const float *const outputs[], const struct frame *frame, void *taker) {
  struct face *face = taker;
  struct point points[MESH_POINTS];
  float sum = 0;
  if (!(outputs[IS_FACE][0] >= 0)) return;
  for (int i = 0; i < MESH_POINTS; i++) {
    const float *point = outputs[POINTS] + 3 * numbers[i];
    points[i] = turned(frame->to_upright, (struct point){point[0], point[1]});
    sum += points[i].x + points[i].y;
  }
  if (!isfinite(sum)) return;
  face->has_mesh = 1;
  for (int i = 0; i < MESH_POINTS; i++) face->points[i] = points[i];
}

static enum failure look(OrtSession *session, const struct picture *picture, struct face *face) {
  float side = margin * fmaxf(face->most.x - face->least.x, face->most.y - face->least.y);
  struct frame frame = {.width = SIDE, .height = SIDE, .to_upright = square_around(face, side)};
  int steps = (int)fminf(MOST_STEPS, ceilf(side / SIDE));
  enum failure failure = frame_fill(&frame, SIDE, SIDE, picture, 1, steps < 1 ? 1 : steps);
  if (failure) return failure;
  failure = session_run(session, &network, &frame, one_cell, take_points, face);
  frame_release(&frame);
  return failure;
}

enum failure mesh_run(const char *path, const struct picture *picture, struct candidates *candidates) {
  struct model model;
  OrtSession *session;
  enum failure failure = model_read(path, &model);
  if (failure) return failure;
  failure = session_open(model.bytes, model.count, &session);
  model_release(&model);
  if (failure) return failure;
  for (int i = 0; i < candidates->count && !failure; i++) failure = look(session, picture, &candidates->faces[i]);
  session_close(session);
  return failure;
}
