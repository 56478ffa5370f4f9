#include "session.h"

#include <string.h>

#include "quiet.h"

static const OrtApi *ort;
static OrtEnv *environment;

static enum failure failure_of(OrtStatus *status) {
  if (!status) return FAILURE_NONE;
  enum failure failure = strstr(ort->GetErrorMessage(status), "alloc") ? FAILURE_MEMORY : FAILURE_MODEL;
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

static enum failure start_library(void) {
  if (environment) return FAILURE_NONE;
  ort = OrtGetApiBase()->GetApi(ORT_API_VERSION);
  return ort ? failure_of(ort->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "faces", &environment)) : FAILURE_MODEL;
}

static enum failure create_session(const unsigned char *bytes, size_t count, OrtSession **session) {
  OrtSessionOptions *options;
  enum failure failure = start_library();
  if (!failure) failure = failure_of(ort->CreateSessionOptions(&options));
  if (failure) return failure;
  failure = set_options(options);
  if (!failure) failure = failure_of(ort->CreateSessionFromArray(environment, bytes, count, options, session));
  ort->ReleaseSessionOptions(options);
  return failure;
}

/* Debian's library writes a thousand lines about schemas that it has twice while it starts. */
enum failure session_open(const unsigned char *bytes, size_t count, OrtSession **session) {
  int kept = quiet_begin();
  enum failure failure = create_session(bytes, count, session);
  quiet_end(kept);
  return failure;
}

void session_close(OrtSession *session) {
  ort->ReleaseSession(session);
}

/* What an output has; NULL where it is of another shape. */
static const float *values(OrtValue *value, int channels, struct cells cells) {
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
  if (shape[1] != channels || shape[2] != cells.height || shape[3] != cells.width) return NULL;
  return failure_of(ort->GetTensorMutableData(value, &data)) ? NULL : data;
}

static enum failure run(
    OrtSession *session, const struct network *network, const struct frame *frame, OrtValue *results[]) {
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
  failure = failure_of(ort->Run(
      session, NULL, &network->input, inputs, 1, network->outputs, (size_t)network->output_count, results));
  ort->ReleaseValue(input);
  return failure;
}

enum failure session_run(
    OrtSession *session, const struct network *network, const struct frame *frame, struct cells cells,
    void (*take)(const float *const outputs[], const struct frame *frame, void *taker), void *taker) {
  OrtValue *results[MOST_OUTPUTS] = {NULL};
  const float *outputs[MOST_OUTPUTS];
  enum failure failure = run(session, network, frame, results);
  for (int i = 0; i < network->output_count && !failure; i++) {
    outputs[i] = values(results[i], network->channels[i], cells);
    if (!outputs[i]) failure = FAILURE_MODEL;
  }
  if (!failure) take(outputs, frame, taker);
  for (int i = 0; i < network->output_count; i++)
    if (results[i]) ort->ReleaseValue(results[i]);
  return failure;
}
