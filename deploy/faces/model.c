#include "model.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A part of the file, which is a protocol buffer: fields one after the other, each with a tag before it. */
struct span {
  unsigned char *next, *end;
};

struct field {
  unsigned char *tag;
  struct span content; /* of a field with a length; else empty */
};

/* Tags of fields of one byte: number × 8 + 2 for one with a length, + 0 for a number (onnx.proto, IR version 4). */
enum {
  MODEL_GRAPH = 0x3A,
  GRAPH_INPUT = 0x5A,
  GRAPH_OUTPUT = 0x62,
  GRAPH_VALUE_INFO = 0x6A,
  VALUE_NAME = 0x0A,
  VALUE_TYPE = 0x12,
  TYPE_TENSOR = 0x0A,
  TENSOR_SHAPE = 0x12,
  SHAPE_DIMENSION = 0x0A,
  DIMENSION_VALUE = 0x08,
  UNKNOWN_NUMBER = 0x78 /* a field that nobody knows, so that the dimension has no value */
};

enum { OUTPUT_COUNT = 4, CHANNELS = 1 /* the dimension that stays */ };
static const char input_name[] = "input.1";

static bool read_number(struct span *span, uint64_t *number) {
  *number = 0;
  for (int shift = 0; shift < 64 && span->next < span->end; shift += 7) {
    unsigned char byte = *span->next++;
    *number |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

static bool skip(struct span *span, uint64_t count) {
  if (count > (uint64_t)(span->end - span->next)) return false;
  span->next += count;
  return true;
}

static bool read_content(struct span *span, struct field *field) {
  uint64_t count;
  if (!read_number(span, &count)) return false;
  field->content.next = span->next;
  if (!skip(span, count)) return false;
  field->content.end = span->next;
  return true;
}

/* Reads the next field; false at the end, and where there is none that makes sense. */
static bool read_field(struct span *span, struct field *field) {
  uint64_t tag, number;
  field->tag = span->next;
  field->content = (struct span){span->next, span->next};
  if (!read_number(span, &tag)) return false;
  switch (tag & 7) {
    case 0: return read_number(span, &number);
    case 1: return skip(span, 8);
    case 2: return read_content(span, field);
    case 5: return skip(span, 4);
    default: return false;
  }
}

/* The content of the first field with that tag; empty where there is none. */
static struct span content(struct span span, unsigned char tag) {
  struct field field;
  while (read_field(&span, &field))
    if (*field.tag == tag) return field.content;
  return (struct span){span.end, span.end};
}

static bool is_picture(struct span value) {
  struct span name = content(value, VALUE_NAME);
  size_t count = sizeof input_name - 1;
  return (size_t)(name.end - name.next) == count && memcmp(name.next, input_name, count) == 0;
}

static void open_dimension(struct span dimension) {
  struct field field;
  while (read_field(&dimension, &field))
    if (*field.tag == DIMENSION_VALUE) *field.tag = UNKNOWN_NUMBER;
}

static void open_shape(struct span value) {
  struct span shape = content(content(content(value, VALUE_TYPE), TYPE_TENSOR), TENSOR_SHAPE);
  struct field field;
  for (int place = 0; read_field(&shape, &field);) {
    if (*field.tag != SHAPE_DIMENSION) continue;
    if (place != CHANNELS) open_dimension(field.content);
    place++;
  }
}

/* No length changes, so all is done in place. False where it is another model. */
static bool open_graph(struct span graph) {
  int inputs = 0, outputs = 0;
  struct field field;
  while (read_field(&graph, &field)) {
    if (*field.tag == GRAPH_INPUT && !is_picture(field.content)) *field.tag = GRAPH_VALUE_INFO;
    if (*field.tag == GRAPH_INPUT) inputs++;
    if (*field.tag == GRAPH_OUTPUT) outputs++;
    if (*field.tag == GRAPH_INPUT || *field.tag == GRAPH_OUTPUT) open_shape(field.content);
  }
  return inputs == 1 && outputs == OUTPUT_COUNT;
}

/* The file as memory of this process, of which changes stay here. */
static bool map(int file, struct model *model) {
  struct stat status;
  if (fstat(file, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return false;
  model->count = (size_t)status.st_size;
  model->bytes = mmap(NULL, model->count, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  return model->bytes != MAP_FAILED;
}

enum failure model_read(const char *path, struct model *model) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return FAILURE_MODEL;
  bool is_mapped = map(file, model);
  close(file);
  return is_mapped ? FAILURE_NONE : FAILURE_MODEL;
}

enum failure model_open_shape(struct model *model) {
  struct span all = {model->bytes, model->bytes + model->count};
  return open_graph(content(all, MODEL_GRAPH)) ? FAILURE_NONE : FAILURE_MODEL;
}

void model_release(struct model *model) {
  munmap(model->bytes, model->count);
}
