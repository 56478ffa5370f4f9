#include "CPNG.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* What is seen through a picture: dark and bright signs stand out against it alike. */
enum { GROUND = 128 };

struct reduction {
  png_structp png;
  png_infop info;
  const uint8_t *bytes; /* valid during a call alone */
  size_t count, offset;
  uint32_t width, height, factor, columns, rows;
  uint16_t *sums; /* of the pixels under each sample */
  uint8_t *row;   /* NULL until the header was read */
  int channel_count, pass, pass_count;
  uint32_t row_number; /* within the pass */
  enum reduction_state state;
  char words[REDUCTION_WORDS_SIZE];
  jmp_buf stop;
};

static void stop(struct reduction *reduction, enum reduction_state state) {
  reduction->state = state;
  longjmp(reduction->stop, 1);
}

static void refuse(png_structp png, png_const_charp words) {
  struct reduction *reduction = png_get_error_ptr(png);
  strncpy(reduction->words, words, REDUCTION_WORDS_SIZE - 1);
  stop(reduction, REDUCTION_REFUSED);
}

static void ignore(png_structp png, png_const_charp words) {
  (void)png;
  (void)words;
}

static void hand_over(png_structp png, png_bytep bytes, size_t count) {
  struct reduction *reduction = png_get_io_ptr(png);
  if (reduction->count - reduction->offset < count) stop(reduction, REDUCTION_CUT);
  memcpy(bytes, reduction->bytes + reduction->offset, count);
  reduction->offset += count;
}

static bool open_picture(struct reduction *reduction) {
  if (setjmp(reduction->stop)) return false;
  reduction->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reduction, refuse, ignore);
  if (!reduction->png) return false;
  reduction->info = png_create_info_struct(reduction->png);
  if (!reduction->info) return false;
  png_set_read_fn(reduction->png, reduction, hand_over);
  png_set_user_limits(reduction->png, reduction->width, reduction->height);
  /* Texts, profiles and the like, which may be large once they are unpacked, are passed over. */
  png_set_keep_unknown_chunks(reduction->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  return true;
}

struct reduction *reduction_create(uint32_t width, uint32_t height, uint32_t factor) {
  if (factor < 1 || factor > REDUCTION_FACTOR_LIMIT) return NULL;
  struct reduction *reduction = calloc(1, sizeof *reduction);
  if (!reduction) return NULL;
  reduction->width = width;
  reduction->height = height;
  reduction->factor = factor;
  reduction->columns = (width + factor - 1) / factor;
  reduction->rows = (height + factor - 1) / factor;
  reduction->sums = calloc((size_t)reduction->columns * reduction->rows, sizeof *reduction->sums);
  if (reduction->sums && open_picture(reduction)) return reduction;
  reduction_destroy(reduction);
  return NULL;
}

/* Has each pixel come as 8 bits of grey or of red, green and blue, perhaps with an alpha behind them. */
static void read_header(struct reduction *reduction) {
  png_structp png = reduction->png;
  png_read_info(png, reduction->info);
  bool has_size = png_get_image_width(png, reduction->info) == reduction->width &&
                  png_get_image_height(png, reduction->info) == reduction->height;
  if (!has_size) png_error(png, "its size is another one");
  png_set_expand(png);
  png_set_scale_16(png);
  bool is_interlaced = png_get_interlace_type(png, reduction->info) == PNG_INTERLACE_ADAM7;
  reduction->pass_count = is_interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
  png_read_update_info(png, reduction->info);
  reduction->channel_count = png_get_channels(png, reduction->info);
  reduction->row = malloc(png_get_rowbytes(png, reduction->info));
  if (!reduction->row) png_error(png, "no memory for a row");
}

static unsigned brightness(const uint8_t *pixel, int channel_count) {
  bool is_grey = channel_count < 3, has_alpha = channel_count % 2 == 0;
  unsigned luma = is_grey ? pixel[0] : (54 * pixel[0] + 183 * pixel[1] + 19 * pixel[2] + 128) >> 8;
  if (!has_alpha) return luma;
  unsigned alpha = pixel[channel_count - 1];
  return (luma * alpha + GROUND * (255 - alpha) + 127) / 255;
}

static void begin_next_pass(struct reduction *reduction) {
  reduction->pass++;
  reduction->row_number = 0;
}

/* Adds the next row to the sums, and says how many pixels it has. libpng makes no row of a pass without pixels. */
static uint32_t read_row(struct reduction *reduction) {
  int pass = reduction->pass;
  bool is_interlaced = reduction->pass_count > 1;
  uint32_t count = is_interlaced ? PNG_PASS_COLS(reduction->width, pass) : reduction->width;
  uint32_t row_count = is_interlaced ? PNG_PASS_ROWS(reduction->height, pass) : reduction->height;
  if (count == 0 || reduction->row_number == row_count) {
    begin_next_pass(reduction);
    return 0;
  }
  png_read_row(reduction->png, reduction->row, NULL);
  uint32_t y = reduction->row_number++, x = 0, step = 1;
  if (is_interlaced) {
    y = PNG_ROW_FROM_PASS_ROW(y, pass);
    x = PNG_PASS_START_COL(pass);
    step = 1u << PNG_PASS_COL_SHIFT(pass);
  }
  uint16_t *sums = reduction->sums + (size_t)(y / reduction->factor) * reduction->columns;
  const uint8_t *pixel = reduction->row;
  for (uint32_t i = 0; i < count; i++, x += step, pixel += reduction->channel_count)
    sums[x / reduction->factor] += (uint16_t)brightness(pixel, reduction->channel_count);
  return count;
}

/* Some versions of libpng don't look at the sum of the last chunk, which has nothing, or don't read it. */
static void check_end(struct reduction *reduction) {
  static const uint8_t sum[] = {0xAE, 0x42, 0x60, 0x82};
  const uint8_t *end = reduction->bytes + reduction->offset;
  if (memcmp(end - 4, "IEND", 4) != 0) end -= sizeof sum;
  size_t left = reduction->count - (size_t)(end - reduction->bytes);
  if (left < sizeof sum) stop(reduction, REDUCTION_CUT);
  if (memcmp(end, sum, sizeof sum) != 0) png_error(reduction->png, "IEND: CRC error");
}

/* Jumps from libpng's depths end here, so that nothing of the caller's is passed over. */
enum reduction_state reduction_advance(
    struct reduction *reduction, const uint8_t *bytes, size_t count, uint32_t pixel_count) {
  if (reduction->state != REDUCTION_GOES_ON) return reduction->state;
  reduction->bytes = bytes;
  reduction->count = count;
  if (setjmp(reduction->stop)) return reduction->state;
  if (!reduction->row) read_header(reduction);
  for (uint64_t read = 0; read < pixel_count && reduction->pass < reduction->pass_count;)
    read += read_row(reduction);
  if (reduction->pass < reduction->pass_count) return REDUCTION_GOES_ON;
  png_read_end(reduction->png, NULL);
  check_end(reduction);
  return reduction->state = REDUCTION_WHOLE;
}

const char *reduction_words(const struct reduction *reduction) { return reduction->words; }

/* The length of a sample's side, which is shorter at the picture's right and lower edge. */
static uint32_t side(uint32_t number, uint32_t factor, uint32_t end) {
  uint32_t start = number * factor;
  return end - start < factor ? end - start : factor;
}

void reduction_take(const struct reduction *reduction, uint8_t *luma) {
  const uint16_t *sum = reduction->sums;
  for (uint32_t row = 0; row < reduction->rows; row++) {
    uint32_t height = side(row, reduction->factor, reduction->height);
    for (uint32_t column = 0; column < reduction->columns; column++) {
      uint32_t count = height * side(column, reduction->factor, reduction->width);
      *luma++ = (uint8_t)((*sum++ + count / 2) / count);
    }
  }
}

void reduction_destroy(struct reduction *reduction) {
  if (reduction->png) png_destroy_read_struct(&reduction->png, &reduction->info, NULL);
  free(reduction->row);
  free(reduction->sums);
  free(reduction);
}
