#include "detector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <onnxruntime/onnxruntime_c_api.h>

#include "model.h"
#include "quiet.h"

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

enum output { HEAT, SIZE, OFFSET, POINTS, OUTPUT_COUNT };
static const char *const input_names[] = {"input.1"};
static const char *const output_names[] = {"537", "538", "539", "540"};
static const int output_channels[] = {1, 2, 2, 2 * FACE_POINTS};

/* The picture as a scan has it. */
struct frame {
  int width, height;     /* with what is added on the right and below */
  struct turn to_upright; /* to the picture as it is seen upright */
  float *samples;        /* all red, all green, all blue: 0 to 255 */
};

static const OrtApi *ort;

static enum failure failure_of(OrtStatus *status) {
  if (!status) return FAILURE_NONE;
  const char *words = ort->GetErrorMessage(status);
  enum failure failure = strstr(words, "alloc") ? FAILURE_MEMORY : FAILURE_MODEL;
  ort->ReleaseStatus(status);
  return failure;
}

/* Memory patterns and the arena would keep some 40 MB more. */
static enum failure set_options(OrtSessionOptions *options) {
  OrtStatus *results[] = {
      ort->SetIntraOpNumThreads(options, 1),
      ort->SetInterOpNumThreads(options, 1),
      ort->DisableCpuMemArena(options),
      ort->DisableMemPattern(options),
      ort->SetSessionGraphOptimizationLevel(options, ORT_ENABLE_ALL),
  };
  enum failure failure = FAILURE_NONE;
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    enum failure each = failure_of(results[i]);
    if (!failure) failure = each;
  }
  return failure;
}

static enum failure open_session(const struct model *model, OrtSession **session) {
  OrtEnv *environment;
  OrtSessionOptions *options;
  enum failure failure = failure_of(ort->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "faces", &environment));
  if (!failure) failure = failure_of(ort->CreateSessionOptions(&options));
  if (!failure) failure = set_options(options);
  if (failure) return failure;
  return failure_of(ort->CreateSessionFromArray(environment, model->bytes, model->count, options, session));
}

/* Debian's library writes a thousand lines about schemas that it has twice while it starts. */
static enum failure open_detector(const char *path, OrtSession **session) {
  struct model model;
  enum failure failure = model_read(path, &model);
  if (failure) return failure;
  int kept = quiet_begin();
  ort = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  failure = ort ? open_session(&model, session) : FAILURE_MODEL;
  quiet_end(kept);
  model_release(&model);
  return failure;
}

static int rounded_up(float side) {
  int pixels = (int)lroundf(side);
  return (pixels < 1 ? STEP : pixels + STEP - 1) / STEP * STEP;
}

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

static void fill(struct frame *frame, int width, int height, struct turn to_file, const struct picture *picture) {
  size_t plane = (size_t)frame->width * (size_t)frame->height;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      struct point place = turned(to_file, (struct point){(float)x + 0.5F, (float)y + 0.5F});
      float *samples = frame->samples + (size_t)y * (size_t)frame->width + x;
      for (int colour = 0; colour < 3; colour++) samples[colour * plane] = sample(picture, place, colour);
    }
}

/* What is added is black: stretching it would change the angles of faces. */
static enum failure make_frame(
    struct scan scan, const struct picture *picture, int orientation, struct frame *frame) {
  float file_width = (float)picture->width, file_height = (float)picture->height;
  float width = is_sideways(orientation) ? file_height : file_width;
  float height = is_sideways(orientation) ? file_width : file_height;
  float scale = fminf((float)scan.side / fmaxf(width, height), sqrtf(most_pixels / (width * height)));
  float across = scale * (scan.quarter ? height : width), down = scale * (scan.quarter ? width : height);
  frame->to_upright = turn_joined(turn_of_scale(scale), turn_of_quarter(scan.quarter, width, height));
  frame->width = rounded_up(across);
  frame->height = rounded_up(down);
  frame->samples = calloc((size_t)frame->width * (size_t)frame->height * 3, sizeof(float));
  if (!frame->samples) return FAILURE_MEMORY;
  struct turn to_file = turn_joined(frame->to_upright, turn_of_orientation(orientation, file_width, file_height));
  int filled_width = (int)fmaxf(1, roundf(across)), filled_height = (int)fmaxf(1, roundf(down));
  fill(frame, filled_width, filled_height, to_file, picture);
  return FAILURE_NONE;
}

/* The cells of an output; NULL where it is not the shape that the detector's have. */
static const float *cells(OrtValue *value, enum output output, const struct frame *frame) {
  OrtTensorTypeAndShapeInfo *info;
  ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  size_t count = 0;
  int64_t shape[4] = {0};
  void *data = NULL;
  if (failure_of(ort->GetTensorTypeAndShape(value, &info))) return NULL;
  enum failure failure = failure_of(ort->GetTensorElementType(info, &type));
  if (!failure) failure = failure_of(ort->GetDimensionsCount(info, &count));
  if (!failure && count == 4) failure = failure_of(ort->GetDimensions(info, shape, count));
  ort->ReleaseTensorTypeAndShapeInfo(info);
  if (failure || type != ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT || shape[0] != 1) return NULL;
  if (shape[1] != output_channels[output] || shape[2] != frame->height / CELL || shape[3] != frame->width / CELL)
    return NULL;
  return failure_of(ort->GetTensorMutableData(value, &data)) ? NULL : data;
}

/* The face of the cell in column `x` and row `y`, in pixels of the frame. */
static struct face face_at(const float *const outputs[], int x, int y, const struct frame *frame) {
  size_t plane = (size_t)(frame->width / CELL) * (size_t)(frame->height / CELL);
  size_t cell = (size_t)y * (size_t)(frame->width / CELL) + (size_t)x;
  float height = CELL * expf(outputs[SIZE][cell]), width = CELL * expf(outputs[SIZE][plane + cell]);
  float left = CELL * ((float)x + outputs[OFFSET][plane + cell] + 0.5F) - width / 2;
  float top = CELL * ((float)y + outputs[OFFSET][cell] + 0.5F) - height / 2;
  struct face face = {outputs[HEAT][cell], {left, top}, {left + width, top + height}, {{0, 0}}};
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

static void gather(const float *const outputs[], const struct frame *frame, struct candidates *candidates) {
  int most = candidates->count + CANDIDATES_A_SCAN;
  const float *heat = outputs[HEAT];
  for (int y = 0; y < frame->height / CELL; y++)
    for (int x = 0; x < frame->width / CELL; x++) {
      if (!(*heat++ >= DETECTOR_LEAST_SCORE) || candidates->count == most) continue;
      struct face face = face_turned(face_at(outputs, x, y, frame), frame->to_upright);
      if (is_finite(&face)) candidates->faces[candidates->count++] = face;
    }
}

static enum failure run_network(OrtSession *session, const struct frame *frame, OrtValue *results[]) {
  OrtMemoryInfo *memory;
  OrtValue *input;
  int64_t shape[] = {1, 3, frame->height, frame->width};
  size_t bytes = (size_t)frame->width * (size_t)frame->height * 3 * sizeof(float);
  enum failure failure = failure_of(ort->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory));
  if (failure) return failure;
  failure = failure_of(ort->CreateTensorWithDataAsOrtValue(
      memory, frame->samples, bytes, shape, 4, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &input));
  ort->ReleaseMemoryInfo(memory);
  if (failure) return failure;
  const OrtValue *inputs[] = {input};
  failure = failure_of(ort->Run(session, NULL, input_names, inputs, 1, output_names, OUTPUT_COUNT, results));
  ort->ReleaseValue(input);
  return failure;
}

static enum failure look(OrtSession *session, const struct frame *frame, struct candidates *candidates) {
  OrtValue *results[OUTPUT_COUNT] = {NULL};
  const float *outputs[OUTPUT_COUNT];
  enum failure failure = run_network(session, frame, results);
  for (int i = 0; i < OUTPUT_COUNT && !failure; i++) {
    outputs[i] = cells(results[i], i, frame);
    if (!outputs[i]) failure = FAILURE_MODEL;
  }
  if (!failure) gather(outputs, frame, candidates);
  for (int i = 0; i < OUTPUT_COUNT; i++)
    if (results[i]) ort->ReleaseValue(results[i]);
  return failure;
}

enum failure detector_run(
    const char *path, const struct picture *picture, int orientation, struct candidates *candidates) {
  OrtSession *session;
  enum failure failure = open_detector(path, &session);
  for (int i = 0; i < SCAN_COUNT && !failure; i++) {
    struct frame frame;
    failure = make_frame(scans[i], picture, orientation, &frame);
    if (failure) return failure;
    failure = look(session, &frame, candidates);
    free(frame.samples);
  }
  if (!failure) candidates_unite(candidates);
  return failure;
}
