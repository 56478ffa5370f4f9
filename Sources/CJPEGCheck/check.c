#include "CJPEGCheck.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

_Static_assert(PICTURE_WORDS_SIZE >= JMSG_LENGTH_MAX, "libjpeg writes longer sentences");

/* libjpeg-turbo reads fast as long as 512 bytes a block are at hand, and then takes a code that is none for a
   zero, without a word. In pieces as small as these it never does. */
enum { PIECE_SIZE = 256 };

/* A block of 8-bit samples has a mean coefficient of 1024 at most; a quarter more is beyond any rounding. */
enum { LARGEST_MEAN = 1280 };

struct reading {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  const uint8_t *next_piece, *end;
  int largest_sample_difference; /* from 128; 0 where means are not looked at */
  struct picture_finding finding;
  jmp_buf stop;
};

static void stop(struct reading *reading, enum picture_flaw flaw) {
  reading->finding.flaw = flaw;
  longjmp(reading->stop, 1);
}

static void refuse(j_common_ptr jpeg) {
  struct reading *reading = jpeg->client_data;
  jpeg->err->format_message(jpeg, reading->finding.words);
  stop(reading, PICTURE_REFUSED);
}

static void stop_for_surplus(struct reading *reading, size_t byte_count) {
  reading->finding.byte_count = byte_count < UINT32_MAX ? (uint32_t)byte_count : UINT32_MAX;
  stop(reading, PICTURE_SURPLUS);
}

/* A level below 0 is a warning. Every one but that of bytes too many tells of a part that is not there. */
static void hear_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  if (jpeg->err->msg_code != JWRN_EXTRANEOUS_DATA) refuse(jpeg);
  int surplus = jpeg->err->msg_parm.i[0];
  if (surplus > PICTURE_SURPLUS_LIMIT) stop_for_surplus(jpeg->client_data, (size_t)surplus);
}

static void count_scans(j_common_ptr jpeg) {
  if (((j_decompress_ptr)jpeg)->input_scan_number > PICTURE_SCAN_LIMIT)
    stop(jpeg->client_data, PICTURE_SCANS);
}

static void do_nothing(j_decompress_ptr jpeg) {
  (void)jpeg;
}

static boolean hand_over_piece(j_decompress_ptr jpeg) {
  struct reading *reading = jpeg->client_data;
  size_t count = (size_t)(reading->end - reading->next_piece);
  if (count == 0) WARNMS(jpeg, JWRN_JPEG_EOF); /* doesn't return: see hear_message */
  reading->source.bytes_in_buffer = count < PIECE_SIZE ? count : PIECE_SIZE;
  reading->source.next_input_byte = reading->next_piece;
  reading->next_piece += reading->source.bytes_in_buffer;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  struct jpeg_source_mgr *source = jpeg->src;
  while (count > 0) {
    if (source->bytes_in_buffer == 0) hand_over_piece(jpeg);
    size_t step = (size_t)count < source->bytes_in_buffer ? (size_t)count : source->bytes_in_buffer;
    source->next_input_byte += step;
    source->bytes_in_buffer -= step;
    count -= (long)step;
  }
}

static void open_picture(struct reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  jpeg_create_decompress(jpeg);
  jpeg->mem->max_memory_to_use = PICTURE_MEMORY_LIMIT;
  reading->source = (struct jpeg_source_mgr){
      .init_source = do_nothing,
      .fill_input_buffer = hand_over_piece,
      .skip_input_data = skip,
      .resync_to_restart = jpeg_resync_to_restart,
      .term_source = do_nothing,
  };
  jpeg->src = &reading->source;
  reading->progress.progress_monitor = count_scans;
  jpeg->progress = &reading->progress;
  jpeg_read_header(jpeg, TRUE);
  /* Where such data end libjpeg goes on without a word and without an end: 600 bytes can announce a picture that
     takes longer than the watchdog waits. No camera sends it, and few programs could show it. */
  if (jpeg->arith_code) ERREXIT(jpeg, JERR_ARITH_NOTIMPL);
}

/* Whether a sample at an eighth of the size is nothing but the mean of a block of luma. */
static bool has_plain_means(j_decompress_ptr jpeg) {
  const jpeg_component_info *luma = &jpeg->comp_info[0];
  return jpeg->out_color_space == JCS_GRAYSCALE && !jpeg_has_multiple_scans(jpeg) &&
         luma->h_samp_factor == jpeg->max_h_samp_factor && luma->v_samp_factor == jpeg->max_v_samp_factor;
}

/* How much a step of a luma block's mean weighs; NULL where that is not known, and libjpeg will complain. */
static UINT16 *weight_of_means(j_decompress_ptr jpeg) {
  int number = jpeg->comp_info[0].quant_tbl_no;
  bool has_table = number >= 0 && number < NUM_QUANT_TBLS && jpeg->quant_tbl_ptrs[number];
  return has_table ? &jpeg->quant_tbl_ptrs[number]->quantval[0] : NULL;
}

/* Has means weigh less than they should, so that one too large is seen before it is clipped to 8 bits.

   After damage each block adds to an error in the mean of the one before it, which is soon out of all range,
   even where libjpeg finds nothing to warn of. */
static void watch_means(struct reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  if (!has_plain_means(jpeg)) return;
  UINT16 *place = weight_of_means(jpeg);
  unsigned weight = place ? *place : 0;
  unsigned largest = LARGEST_MEAN + weight; /* rounding is by half a weight at most */
  unsigned lighter = 1000 * weight / largest;
  if (lighter == 0) return; /* a weight of 1 has no room below it */
  *place = (UINT16)lighter;
  reading->largest_sample_difference = (int)(largest * lighter / (8 * weight)) + 1; /* at most 126 */
}

/* At an eighth all codes are read and hardly anything is calculated. */
static void start(struct reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  jpeg->scale_num = 1;
  jpeg->scale_denom = 8;
  jpeg->out_color_space = jpeg->jpeg_color_space == JCS_YCbCr ? JCS_GRAYSCALE : jpeg->jpeg_color_space;
  jpeg->do_block_smoothing = FALSE;
  watch_means(reading);
  jpeg_start_decompress(jpeg);
}

static void read_rows(struct reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  JDIMENSION count = jpeg->output_width * (JDIMENSION)jpeg->output_components;
  JSAMPARRAY row = jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, count, 1);
  int largest = reading->largest_sample_difference;
  while (jpeg->output_scanline < jpeg->output_height) {
    jpeg_read_scanlines(jpeg, row, 1);
    for (JDIMENSION i = 0; largest > 0 && i < count; i++)
      if (abs(row[0][i] - CENTERJSAMPLE) > largest) stop(reading, PICTURE_NOISE);
  }
}

/* Looks at what follows the end marker. */
static void check_rest(struct reading *reading) {
  const uint8_t *end = reading->end;
  while (end > reading->source.next_input_byte && end[-1] == 0) end--;
  size_t count = (size_t)(end - reading->source.next_input_byte);
  if (count > PICTURE_SURPLUS_LIMIT) stop_for_surplus(reading, count);
}

/* Jumps from libjpeg's depths end here, so that nothing of the caller's is passed over. */
static void read_all(struct reading *reading) {
  if (setjmp(reading->stop)) return;
  open_picture(reading);
  start(reading);
  read_rows(reading);
  jpeg_finish_decompress(&reading->jpeg);
  check_rest(reading);
}

struct picture_finding picture_check(const uint8_t *bytes, size_t count) {
  struct reading reading = {.next_piece = bytes, .end = bytes + count};
  reading.jpeg.err = jpeg_std_error(&reading.errors);
  reading.jpeg.client_data = &reading;
  reading.errors.error_exit = refuse;
  reading.errors.emit_message = hear_message;
  read_all(&reading);
  jpeg_destroy_decompress(&reading.jpeg);
  return reading.finding;
}
