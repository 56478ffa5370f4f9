/* A network in ONNX Runtime's CPU provider, on one thread. */
#pragma once
#include <onnxruntime/onnxruntime_c_api.h>

#include "failure.h"
#include "frame.h"

enum { MOST_OUTPUTS = 4 };

/* What a network takes, one picture, and what it gives. */
struct network {
  const char *input;
  int output_count;
  const char *outputs[MOST_OUTPUTS];
  int channels[MOST_OUTPUTS];
};

/* Sides of outputs, in cells. */
struct cells {
  int width, height;
};

/* Opens the network that is in memory, whose bytes are wanted no longer then. */
enum failure session_open(const unsigned char *bytes, size_t count, OrtSession **session);

void session_close(OrtSession *session);

/* Runs the network on `frame`, and lends the outputs to `take`; FAILURE_MODEL where they have other shapes. */
enum failure session_run(
    OrtSession *session, const struct network *network, const struct frame *frame, struct cells cells,
    void (*take)(const float *const outputs[], const struct frame *frame, void *taker), void *taker);
