/* JPEG pictures as cameras send them and TurboJPEG doesn't make them: with restart markers. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test_picture {
  uint32_t width, height;
  int quality;
  uint32_t restart_interval; /* in MCUs, 0 for none */
  int component_count;       /* 1 is grey, 3 has chroma */
  int across, down;          /* sampling factors of luma; those of chroma are 1 */
  bool is_progressive;
  bool has_many_scans;       /* of a grey picture: 127, two a coefficient */
  uint32_t seed;             /* of slopes, edges and grain */
};

/* The byte count of the picture in `jpeg`, or 0 if `capacity` bytes are not enough. */
size_t test_picture_encode(struct test_picture picture, uint8_t *jpeg, size_t capacity);
