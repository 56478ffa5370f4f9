#include "detector.h"

#include <math.h>

#include "model.h"
#include "session.h"

/* The longer side of what is looked at, and the quarters by which it is turned before.

   640 finds large faces, 960 small ones; one that lies on its side is found by those that are turned, with 768 as well
   as one upright. All are always made: a scan that ended with the first face would forget a small one beside it. Beyond
   960 memory grows and recall doesn't. The largest comes first, so that the others fit in the memory that it leaves. */
static const struct scan {
  int side, quarter;
} scans[] = {{PICTURE_LEAST_SIDE, 0}, {640, 0}, {768, 1}, {768, -1}};
enum { SCAN_COUNT = sizeof scans / sizeof *scans, CANDIDATES_A_SCAN = MOST_CANDIDATES / SCAN_COUNT };

/* Memory goes with the pixels: a picture that is less wide than 16:9 is looked at smaller. */
static const float most_pixels = 960.0F * 544;

/* The network wants sides that are multiples of this, and has a cell for each square of CELL pixels. */
enum { STEP = 32, CELL = 4 };

enum output { HEAT, SIZE, OFFSET, POINTS };
static const struct network network = {
    "input.1", 4, {"537", "538", "539", "540"}, {1, 2, 2, 2 * FACE_POINTS}};

static enum failure open_detector(const char *path, OrtSession **session) {
  struct model model;
  enum failure failure = model_read(path, &model);
  if (failure) return failure;
  failure = model_open_shape(&model);
  if (!failure) failure = session_open(model.bytes, model.count, session);
  model_release(&model);
  return failure;
}

static int rounded_up(float side) {
  int pixels = (int)lroundf(side);
  return (pixels < 1 ? STEP : pixels + STEP - 1) / STEP * STEP;
}

/* What is added on the right and below is black: stretching it would change the angles of faces. */
static enum failure make_frame(struct scan scan, const struct picture *picture, struct frame *frame) {
  float width = picture_upright_width(picture), height = picture_upright_height(picture);
  float scale = fminf((float)scan.side / fmaxf(width, height), sqrtf(most_pixels / (width * height)));
  float across = scale * (scan.quarter ? height : width), down = scale * (scan.quarter ? width : height);
  frame->to_upright = turn_joined(turn_of_scale(scale), turn_of_quarter(scan.quarter, width, height));
  frame->width = rounded_up(across);
  frame->height = rounded_up(down);
  return frame_fill(frame, (int)fmaxf(1, roundf(across)), (int)fmaxf(1, roundf(down)), picture, 255, 1);
}

/* The face of the cell in column `x` and row `y`, in pixels of the frame. */
static struct face face_at(const float *const outputs[], int x, int y, const struct frame *frame) {
  size_t plane = (size_t)(frame->width / CELL) * (size_t)(frame->height / CELL);
  size_t cell = (size_t)y * (size_t)(frame->width / CELL) + (size_t)x;
  float height = CELL * expf(outputs[SIZE][cell]), width = CELL * expf(outputs[SIZE][plane + cell]);
  float left = CELL * ((float)x + outputs[OFFSET][plane + cell] + 0.5F) - width / 2;
  float top = CELL * ((float)y + outputs[OFFSET][cell] + 0.5F) - height / 2;
  struct face face = {outputs[HEAT][cell], {left, top}, {left + width, top + height}, 0, {{0, 0}}};
  for (int i = 0; i < FACE_POINTS; i++) {
    face.points[i].x = left + width * outputs[POINTS][(size_t)(2 * i + 1) * plane + cell];
    face.points[i].y = top + height * outputs[POINTS][(size_t)(2 * i) * plane + cell];
  }
  return face;
}

static int is_finite(const struct face *face) {
  float sum = face->least.x + face->least.y + face->most.x + face->most.y;
  for (int i = 0; i < FACE_POINTS; i++) sum += face->points[i].x + face->points[i].y;
  return isfinite(sum);
}

static void gather(const float *const outputs[], const struct frame *frame, void *taker) {
  struct candidates *candidates = taker;
  int most = candidates->count + CANDIDATES_A_SCAN;
  const float *heat = outputs[HEAT];
  for (int y = 0; y < frame->height / CELL; y++)
    for (int x = 0; x < frame->width / CELL; x++) {
      if (!(*heat++ >= DETECTOR_LEAST_SCORE) || candidates->count == most) continue;
      struct face face = face_turned(face_at(outputs, x, y, frame), frame->to_upright);
      if (is_finite(&face)) candidates->faces[candidates->count++] = face;
    }
}

static enum failure scan_all(OrtSession *session, const struct picture *picture, struct candidates *candidates) {
  enum failure failure = FAILURE_NONE;
  for (int i = 0; i < SCAN_COUNT && !failure; i++) {
    struct frame frame;
    failure = make_frame(scans[i], picture, &frame);
    if (failure) return failure;
    struct cells cells = {frame.width / CELL, frame.height / CELL};
    failure = session_run(session, &network, &frame, cells, gather, candidates);
    frame_release(&frame);
  }
  return failure;
}

enum failure detector_run(const char *path, const struct picture *picture, struct candidates *candidates) {
  OrtSession *session;
  enum failure failure = open_detector(path, &session);
  if (failure) return failure;
  failure = scan_all(session, picture, candidates);
  session_close(session);
  if (!failure) candidates_unite(candidates);
  return failure;
}
