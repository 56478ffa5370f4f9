/* Reads a PNG picture by libpng, a part at a time, and reduces it to grey samples on the way.

   Nothing is printed, and an error ends the reading and not the process. Memory is two bytes for each sample and a few
   rows, whatever the picture has, interlaced or not. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Room for libpng's sentences, with the zero at the end, and pixels a side of what becomes a sample: their sum has
   16 bits. */
enum { REDUCTION_WORDS_SIZE = 200, REDUCTION_FACTOR_LIMIT = 16 };

enum reduction_state {
  REDUCTION_GOES_ON,
  REDUCTION_WHOLE,
  REDUCTION_CUT,    /* the bytes end before the picture does */
  REDUCTION_REFUSED /* libpng can't read it, for which there are words */
};

struct reduction;

/* A reading of a picture whose header says `width` and `height`, of which `factor` × `factor` pixels become a sample;
   NULL where there is no memory for it. */
struct reduction *reduction_create(uint32_t width, uint32_t height, uint32_t factor);

/* Reads about `pixel_count` pixels more of `bytes`, which are the same `count` in each call. All states but GOES_ON are
   final. */
enum reduction_state reduction_advance(
    struct reduction *reduction, const uint8_t *bytes, size_t count, uint32_t pixel_count);

/* Why it was refused; valid as long as the reading is. */
const char *reduction_words(const struct reduction *reduction);

/* Puts the samples of a whole picture into `luma`, row by row, with the weights of BT.709. */
void reduction_take(const struct reduction *reduction, uint8_t *luma);

void reduction_destroy(struct reduction *reduction);
