/* JPEG pictures as cameras send them and TurboJPEG doesn't make them: with restart markers. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a picture, in pixels. */
struct test_area {
  uint32_t x, y, width, height;
};

struct test_picture {
  uint32_t width, height;
  int quality;
  uint32_t restart_interval; /* in MCUs, 0 for none */
  int component_count;       /* 1 is grey, 3 has chroma, 4 is CMYK */
  int across, down;          /* sampling factors of luma; those of chroma are 1 */
  bool is_progressive;
  bool has_many_scans;       /* of a grey picture: 127, two a coefficient */
  bool is_rgb;               /* of three components */
  bool is_arithmetic;
  uint32_t seed;             /* of slopes, edges and grain */
  struct test_area blot;     /* where it is otherwise; nowhere where it has no pixels */
};

/* The byte count of the picture in `jpeg`, or 0 if `capacity` bytes are not enough. */
size_t test_picture_encode(struct test_picture picture, uint8_t *jpeg, size_t capacity);

/* How two pictures of one size differ, block by block. */
struct test_difference {
  bool is_comparable;     /* same size, components and sampling factors */
  bool has_other_tables;  /* of quantisation */
  uint32_t outside;       /* blocks outside of the areas that aren't the same */
  uint32_t inside;        /* blocks in them of which the second is not all zeros */
};

/* Compares the coefficients of two whole pictures, the second of which is to be blank in `count` areas. */
struct test_difference test_picture_compare(
    const uint8_t *one, size_t one_size, const uint8_t *other, size_t other_size, const struct test_area *areas,
    size_t count);
