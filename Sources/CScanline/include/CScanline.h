/* The 4:4:4 scanline way of encoding YUYV with libjpeg: what our encoder is measured against. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Encodes a YUYV picture of even width and returns the byte count of the JPEG picture in `jpeg`, or 0 if
   `capacity` bytes were not enough.  `row` has room for 3 * width bytes. */
size_t scanline_encode(const uint8_t *yuyv, uint32_t width, uint32_t height, int quality,
                       uint8_t *row, uint8_t *jpeg, size_t capacity);
