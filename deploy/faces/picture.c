#include "picture.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jpeglib.h>

#include <jerror.h>

#include "turn.h"

/* One that comes in several scans is held as a whole, at 3 bytes a pixel and more, before the first row is there. */
enum { MOST_PIXELS = 100000000, MOST_PIXELS_IN_SCANS = 24000000, MOST_SCANS = 100 };
enum { MOST_BYTES_OF_LIBJPEG = 96 << 20 };

/* So many bytes that belong to nothing may stand in one place, as the store has it. */
enum { MOST_SURPLUS_BYTES = 64 };

struct reading {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct picture *picture;
  unsigned char *row; /* of a picture in CMYK, before it is converted */
  enum failure failure;
  jmp_buf stop;
};

static void stop(j_common_ptr jpeg, enum failure failure) {
  struct reading *reading = jpeg->client_data;
  reading->failure = failure;
  longjmp(reading->stop, 1);
}

static void hear_error(j_common_ptr jpeg) {
  switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: stop(jpeg, FAILURE_MEMORY); break;
    case JERR_NO_BACKING_STORE: stop(jpeg, FAILURE_TOO_LARGE); break;
    case JERR_INPUT_EOF: stop(jpeg, FAILURE_INCOMPLETE); break;
    default: stop(jpeg, FAILURE_NO_JPEG);
  }
}

/* A level below 0 is a warning. Webcams leave some bytes before a marker; every other warning, and more of them, tell
   of a part that is not there. TurboJPEG would tell the first warning and hide those behind it. */
static void hear_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  int is_surplus = jpeg->err->msg_code == JWRN_EXTRANEOUS_DATA;
  if (!is_surplus || jpeg->err->msg_parm.i[0] > MOST_SURPLUS_BYTES) stop(jpeg, FAILURE_INCOMPLETE);
}

static void print_nothing(j_common_ptr jpeg) {
  (void)jpeg;
}

static void count_scans(j_common_ptr jpeg) {
  if (((j_decompress_ptr)jpeg)->input_scan_number > MOST_SCANS) stop(jpeg, FAILURE_TOO_LARGE);
}

static void open_jpeg(struct reading *reading, const unsigned char *bytes, size_t count) {
  j_decompress_ptr jpeg = &reading->jpeg;
  jpeg_create_decompress(jpeg);
  jpeg->mem->max_memory_to_use = MOST_BYTES_OF_LIBJPEG;
  reading->progress.progress_monitor = count_scans;
  jpeg->progress = &reading->progress;
  jpeg_mem_src(jpeg, bytes, count);
  jpeg_read_header(jpeg, TRUE);
}

static void check_size(j_decompress_ptr jpeg) {
  long pixels = (long)jpeg->image_width * (long)jpeg->image_height;
  long most = jpeg_has_multiple_scans(jpeg) ? MOST_PIXELS_IN_SCANS : MOST_PIXELS;
  if (pixels > most) stop((j_common_ptr)jpeg, FAILURE_TOO_LARGE);
  /* Where such data are cut off libjpeg goes on without a word. */
  if (jpeg->arith_code) stop((j_common_ptr)jpeg, FAILURE_NO_JPEG);
}

/* The smallest eighth, quarter or half that has the pixels that the largest scan wants. */
static void choose_scale(j_decompress_ptr jpeg) {
  jpeg->scale_num = 1;
  for (jpeg->scale_denom = 8; jpeg->scale_denom > 1; jpeg->scale_denom /= 2) {
    jpeg_calc_output_dimensions(jpeg);
    JDIMENSION longer = jpeg->output_width > jpeg->output_height ? jpeg->output_width : jpeg->output_height;
    if (longer >= PICTURE_LEAST_SIDE) return;
  }
}

static int is_cmyk(j_decompress_ptr jpeg) {
  return jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
}

static void make_room(struct reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  struct picture *picture = reading->picture;
  jpeg_calc_output_dimensions(jpeg);
  picture->width = (int)jpeg->output_width;
  picture->height = (int)jpeg->output_height;
  picture->samples = malloc((size_t)picture->width * (size_t)picture->height * 3);
  if (is_cmyk(jpeg)) reading->row = malloc((size_t)picture->width * 4);
  if (!picture->samples || (is_cmyk(jpeg) && !reading->row)) stop((j_common_ptr)jpeg, FAILURE_MEMORY);
}

/* Such files have their inks the other way round, as Adobe's programs write them. */
static void convert_inks(const unsigned char *inks, unsigned char *samples, int width) {
  for (int x = 0; x < width; x++)
    for (int c = 0; c < 3; c++) samples[3 * x + c] = (unsigned char)(inks[4 * x + c] * inks[4 * x + 3] / 255);
}

static void read_rows(struct reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  struct picture *picture = reading->picture;
  while (jpeg->output_scanline < jpeg->output_height) {
    unsigned char *samples = picture->samples + (size_t)jpeg->output_scanline * (size_t)picture->width * 3;
    JSAMPROW row = reading->row ? reading->row : samples;
    jpeg_read_scanlines(jpeg, &row, 1);
    if (reading->row) convert_inks(reading->row, samples, picture->width);
  }
}

static void decode_all(struct reading *reading, const unsigned char *bytes, size_t count) {
  j_decompress_ptr jpeg = &reading->jpeg;
  open_jpeg(reading, bytes, count);
  check_size(jpeg);
  jpeg->out_color_space = is_cmyk(jpeg) ? JCS_CMYK : JCS_RGB;
  choose_scale(jpeg);
  make_room(reading);
  jpeg_start_decompress(jpeg);
  read_rows(reading);
  jpeg_finish_decompress(jpeg);
}

static enum failure decode(const unsigned char *bytes, size_t count, struct picture *picture) {
  if (count < 2 || bytes[0] != 0xFF || bytes[1] != 0xD8) return FAILURE_NO_JPEG;
  struct reading reading = {.picture = picture};
  reading.jpeg.err = jpeg_std_error(&reading.errors);
  reading.jpeg.client_data = &reading;
  reading.errors.error_exit = hear_error;
  reading.errors.emit_message = hear_message;
  reading.errors.output_message = print_nothing;
  if (!setjmp(reading.stop)) decode_all(&reading, bytes, count);
  jpeg_destroy_decompress(&reading.jpeg);
  free(reading.row);
  return reading.failure;
}

enum failure picture_read(const char *path, struct picture *picture) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0) return FAILURE_UNREADABLE;
  if (fstat(file, &status) < 0 || !S_ISREG(status.st_mode)) {
    close(file);
    return FAILURE_UNREADABLE;
  }
  size_t count = (size_t)status.st_size;
  void *bytes = count ? mmap(NULL, count, PROT_READ, MAP_PRIVATE, file, 0) : NULL;
  close(file);
  if (bytes == MAP_FAILED) return FAILURE_UNREADABLE;
  enum failure failure = decode(bytes, count, picture);
  if (count) munmap(bytes, count);
  return failure;
}

float picture_upright_width(const struct picture *picture) {
  return (float)(is_sideways(picture->orientation) ? picture->height : picture->width);
}

float picture_upright_height(const struct picture *picture) {
  return (float)(is_sideways(picture->orientation) ? picture->width : picture->height);
}
