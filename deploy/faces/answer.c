#include "answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "digest.h"
#include "fit.h"

static const char *const point_names[] = {"eye_left", "eye_right", "nose", "mouth_left", "mouth_right"};
static const char *const mesh_names[] = {
    "brow_left", "brow_right", "eye_left_outer", "eye_left_inner", "eye_right_inner", "eye_right_outer",
    "crest", "nose", "mouth_left", "mouth_right", "chin"};

const char *failure_name(enum failure failure) {
  switch (failure) {
    case FAILURE_NONE: return "none";
    case FAILURE_UNREADABLE: return "unreadable";
    case FAILURE_NO_JPEG: return "no_jpeg";
    case FAILURE_TOO_LARGE: return "too_large";
    case FAILURE_INCOMPLETE: return "incomplete";
    case FAILURE_MODEL: return "model";
    case FAILURE_MEMORY: return "memory";
  }
  return "memory";
}

/* A part of the picture, from 0 to 1, in ten thousandths. */
static long part(float pixels, float all) {
  return lroundf(fminf(fmaxf(pixels / all, 0), 1) * 10000);
}

static void write_part(long part) {
  printf("%ld.%04ld", part / 10000, part % 10000);
}

static void write_pair(long one, long other) {
  write_part(one);
  putchar(',');
  write_part(other);
}

/* What of the box is in the picture. */
static void write_box(const struct face *face, float width, float height) {
  long left = part(face->least.x, width), right = part(face->most.x, width);
  long top = part(face->least.y, height), bottom = part(face->most.y, height);
  printf("\"box\":[");
  write_pair(left, top);
  putchar(',');
  write_pair(right - left, bottom - top);
  putchar(']');
}

/* A face that is cut off has points beside the picture, which are left out. */
static void write_points(const struct face *face, float width, float height) {
  const char *comma = "";
  printf("\"points\":{");
  for (int i = 0; i < (face->has_mesh ? MESH_POINTS : FACE_POINTS); i++) {
    struct point point = face->points[i];
    if (point.x < 0 || point.x > width || point.y < 0 || point.y > height) continue;
    printf("%s\"%s\":[", comma, face->has_mesh ? mesh_names[i] : point_names[i]);
    write_pair(part(point.x, width), part(point.y, height));
    putchar(']');
    comma = ",";
  }
  putchar('}');
}

/* A number in whole parts of 1 / `parts`, or null where it isn't known. */
static void write_whole(const char *name, float value, float parts) {
  if (isfinite(value)) {
    printf("\"%s\":%ld", name, lroundf(value * parts));
  } else {
    printf("\"%s\":null", name);
  }
}

static void write_offs(const struct fit *fit) {
  printf(",\"off\":{");
  write_whole("eyes", fit->eyes_apart, 1000);
  putchar(',');
  write_whole("mouth_width", fit->mouth_wide, 1000);
  putchar(',');
  write_whole("mouth_height", fit->mouth_low, 1000);
  putchar(',');
  write_whole("chin", fit->chin_low, 1000);
  putchar('}');
}

/* Lengths are of the picture's width, also those downwards, so that angles stay angles. */
static void write_fit(const struct face *face, float width, float height) {
  struct fit fit = fit_head(face, width, height);
  printf(",\"fit\":");
  if (!fit.is_fitted) {
    printf("null");
    return;
  }
  putchar('{');
  write_whole("x", fit.middle.x / width, 1000);
  putchar(',');
  write_whole("y", fit.middle.y / width, 1000);
  putchar(',');
  write_whole("width", fit.width / width, 1000);
  putchar(',');
  write_whole("roll", fit.roll, 10);
  putchar(',');
  write_whole("yaw", fit.yaw, 10);
  putchar(',');
  write_whole("pitch", fit.pitch, 10);
  write_offs(&fit);
  putchar('}');
}

static void write_face(const struct face *face, float width, float height) {
  long tenths = lroundf(face_roll(face) * 10);
  putchar('{');
  write_box(face, width, height);
  printf(",\"score\":");
  write_part(part(face->score, 1));
  printf(",\"roll\":%s%ld.%ld,", tenths < 0 ? "-" : "", labs(tenths) / 10, labs(tenths) % 10);
  write_points(face, width, height);
  write_fit(face, width, height);
  putchar('}');
}

static int has_area(const struct face *face, float width, float height) {
  return part(face->least.x, width) < part(face->most.x, width) &&
         part(face->least.y, height) < part(face->most.y, height);
}

static void write_faces(const struct candidates *candidates, float width, float height) {
  const char *comma = "";
  putchar('[');
  for (int i = 0; i < candidates->count; i++) {
    if (!has_area(&candidates->faces[i], width, height)) continue;
    printf("%s", comma);
    write_face(&candidates->faces[i], width, height);
    comma = ",";
  }
  putchar(']');
}

static void write_digest(const char *name, const char *path) {
  char text[DIGEST_TEXT_SIZE];
  if (digest_of_file(path, text)) {
    printf(",\"%s\":\"%s\"", name, text);
  } else {
    printf(",\"%s\":null", name);
  }
}

bool answer_write(
    const struct candidates *candidates, const struct picture *picture, enum failure failure, const char *model,
    const char *mesh) {
  printf("{\"options\":[],\"faces\":");
  if (failure) {
    printf("null,\"failed\":\"%s\"", failure_name(failure));
  } else {
    write_faces(candidates, picture_upright_width(picture), picture_upright_height(picture));
  }
  write_digest("program", "/proc/self/exe");
  write_digest("model", model);
  if (mesh) write_digest("mesh", mesh);
  printf("}\n");
  return fflush(stdout) == 0 && !ferror(stdout);
}
