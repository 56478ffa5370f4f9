#include "CTestPicture.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static uint32_t next_number(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* How far `value` is on the way up and down again that takes `period`: 0 to 100. */
static uint32_t slope(uint32_t value, uint32_t period) {
  uint32_t place = value % period;
  return 200 * (place < period / 2 ? place : period - place) / period;
}

static void fill_row(uint8_t *row, uint32_t y, struct test_picture picture, uint32_t *state) {
  for (uint32_t x = 0; x < picture.width; x++) {
    bool is_blot = x - picture.blot.x < picture.blot.width && y - picture.blot.y < picture.blot.height;
    uint32_t edge = (x / 48 + y / 40 + picture.seed) % 3 * 20;
    uint32_t slopes = slope(x + 3 * picture.seed, 230) / 2 + slope(y, 190) / 2;
    *row++ = (uint8_t)((30 + slopes + edge + next_number(state) % 20) ^ (is_blot ? 0x55 : 0));
    for (int i = 1; i < picture.component_count; i++)
      *row++ = (uint8_t)((78 + slope(x + y, 400) + next_number(state) % 5) ^ (is_blot ? 0x2a : 0));
  }
}

enum { SCAN_COUNT = 127 };

static void list_scans(jpeg_scan_info scans[SCAN_COUNT]) {
  scans[0] = (jpeg_scan_info){.comps_in_scan = 1};
  for (int i = 1; i < SCAN_COUNT; i++) {
    int coefficient = (i - 1) % 63 + 1;
    scans[i] = (jpeg_scan_info){
        .comps_in_scan = 1, .Ss = coefficient, .Se = coefficient, .Ah = i > 63, .Al = i <= 63};
  }
}

static void describe(j_compress_ptr jpeg, struct test_picture picture) {
  jpeg->image_width = picture.width;
  jpeg->image_height = picture.height;
  jpeg->input_components = picture.component_count;
  const J_COLOR_SPACE spaces[] = {JCS_GRAYSCALE, JCS_GRAYSCALE, JCS_GRAYSCALE, JCS_YCbCr, JCS_CMYK};
  jpeg->in_color_space = picture.is_rgb ? JCS_RGB : spaces[picture.component_count];
  jpeg_set_defaults(jpeg);
  if (picture.is_rgb) jpeg_set_colorspace(jpeg, JCS_RGB);
  jpeg->arith_code = picture.is_arithmetic;
  jpeg_set_quality(jpeg, picture.quality, TRUE);
  jpeg->restart_interval = picture.restart_interval;
  jpeg->comp_info[0].h_samp_factor = picture.across;
  jpeg->comp_info[0].v_samp_factor = picture.down;
  if (picture.is_progressive) jpeg_simple_progression(jpeg);
}

size_t test_picture_encode(struct test_picture picture, uint8_t *output, size_t capacity) {
  /* The default error handler ends the process, which is right for a test and for nothing else. */
  struct jpeg_error_mgr errors;
  struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
  unsigned char *end = output;
  unsigned long byte_count = capacity;
  jpeg_scan_info scans[SCAN_COUNT];
  uint32_t state = picture.seed * 2654435761u + 1;
  uint8_t *row = malloc((size_t)picture.width * (size_t)picture.component_count);
  if (!row) return 0;

  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &end, &byte_count);
  describe(&jpeg, picture);
  if (picture.has_many_scans) {
    list_scans(scans);
    jpeg.scan_info = scans;
    jpeg.num_scans = SCAN_COUNT;
  }
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < picture.height) {
    fill_row(row, jpeg.next_scanline, picture, &state);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  free(row);
  return end == output ? byte_count : 0;
}
