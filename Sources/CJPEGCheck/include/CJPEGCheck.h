/* Reads all of a JPEG picture by libjpeg and finds what it lacks.

   TurboJPEG tells the first warning of a picture and hides the rest; here each is seen as it comes. Nothing
   is printed, and an error ends the reading and not the process. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* So many bytes that belong to nothing may stand in one place, with the scans that a picture may have, and
   the bytes that libjpeg may take for the coefficients of one with several scans. */
enum { PICTURE_SURPLUS_LIMIT = 64, PICTURE_SCAN_LIMIT = 100, PICTURE_MEMORY_LIMIT = 64 << 20 };

/* Room for libjpeg's longest sentence, with the zero at the end. */
enum { PICTURE_WORDS_SIZE = 200 };

enum picture_flaw {
  PICTURE_WHOLE,
  PICTURE_REFUSED, /* libjpeg can't read it or warns, in `words` */
  PICTURE_SURPLUS, /* `byte_count` bytes in one place belong to nothing */
  PICTURE_NOISE,   /* a block is brighter or darker than 8 bits can say */
  PICTURE_SCANS    /* it has more scans than PICTURE_SCAN_LIMIT */
};

/* What the reading found first; only what `flaw` names means anything. */
struct picture_finding {
  enum picture_flaw flaw;
  uint32_t byte_count;
  char words[PICTURE_WORDS_SIZE];
};

/* Reads `count` bytes as far as the first flaw. Only zeros and a few bytes more may follow the picture's end
   marker. A picture with one scan takes a row of blocks of memory. */
struct picture_finding picture_check(const uint8_t *bytes, size_t count);
