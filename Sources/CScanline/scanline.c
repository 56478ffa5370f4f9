#include "CScanline.h"

#include <stdio.h>

#include <jpeglib.h>

static void write_row(j_compress_ptr jpeg, const uint8_t *yuyv, uint8_t *row)
{
  uint8_t *sample = row;
  for (uint32_t pair = 0; pair < jpeg->image_width / 2; pair++, yuyv += 4) {
    *sample++ = yuyv[0];
    *sample++ = yuyv[1];
    *sample++ = yuyv[3];
    *sample++ = yuyv[2];
    *sample++ = yuyv[1];
    *sample++ = yuyv[3];
  }
  jpeg_write_scanlines(jpeg, &row, 1);
}

size_t scanline_encode(const uint8_t *yuyv, uint32_t width, uint32_t height, int quality,
                       uint8_t *row, uint8_t *output, size_t capacity)
{
  /* The default error handler ends the process, which is right for a benchmark and for nothing else. */
  struct jpeg_error_mgr errors;
  struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
  unsigned char *end = output;
  unsigned long byte_count = capacity;

  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &end, &byte_count);
  jpeg.image_width = width;
  jpeg.image_height = height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&jpeg); /* 4:2:0, accurate integer transforms */
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < height)
    write_row(&jpeg, yuyv + (size_t)jpeg.next_scanline * width * 2, row);
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  return end == output ? byte_count : 0;
}
