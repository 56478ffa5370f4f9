/* A model, a file of ONNX. */
#pragma once
#include <stddef.h>
#include "failure.h"

struct model {
  unsigned char *bytes;
  size_t count;
};

/* Reads the file `path`. */
enum failure model_read(const char *path, struct model *model);

/* Opens the shape of CenterFace in memory: the file's takes ten pictures of 32 × 32 pixels at a time, though nothing
   in it depends on that, and says of its weights that they are inputs too. FAILURE_MODEL where it is another model. */
enum failure model_open_shape(struct model *model);

void model_release(struct model *model);
