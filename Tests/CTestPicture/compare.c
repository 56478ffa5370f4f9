#include "CTestPicture.h"

#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

/* A picture whose coefficients are read. */
struct reading {
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct jpeg;
  jvirt_barray_ptr *coefficients;
};

static void begin(struct reading *reading, const uint8_t *bytes, size_t size) {
  reading->jpeg.err = jpeg_std_error(&reading->errors);
  jpeg_create_decompress(&reading->jpeg);
  jpeg_mem_src(&reading->jpeg, bytes, size);
  jpeg_read_header(&reading->jpeg, TRUE);
  reading->coefficients = jpeg_read_coefficients(&reading->jpeg);
}

static bool are_comparable(const struct jpeg_decompress_struct *one, const struct jpeg_decompress_struct *other) {
  if (one->image_width != other->image_width || one->image_height != other->image_height) return false;
  if (one->num_components != other->num_components) return false;
  for (int i = 0; i < one->num_components; i++) {
    const jpeg_component_info *a = &one->comp_info[i], *b = &other->comp_info[i];
    if (a->width_in_blocks != b->width_in_blocks || a->height_in_blocks != b->height_in_blocks) return false;
  }
  return true;
}

/* Whether a block that begins at the pixel `x`, `y` has pixels of an area. */
static bool is_inside(
    uint32_t x, uint32_t y, uint32_t width, uint32_t height, const struct test_area *areas, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct test_area area = areas[i];
    if (x < area.x + area.width && area.x < x + width && y < area.y + area.height && area.y < y + height) return true;
  }
  return false;
}

static void compare_component(
    struct reading *one, struct reading *other, int index, const struct test_area *areas, size_t count,
    struct test_difference *difference) {
  static const JBLOCK blank;
  const jpeg_component_info *info = &one->jpeg.comp_info[index];
  uint32_t width = 8 * (uint32_t)one->jpeg.max_h_samp_factor / (uint32_t)info->h_samp_factor;
  uint32_t height = 8 * (uint32_t)one->jpeg.max_v_samp_factor / (uint32_t)info->v_samp_factor;
  for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
    JBLOCKARRAY a = one->jpeg.mem->access_virt_barray(
        (j_common_ptr)&one->jpeg, one->coefficients[index], y, 1, FALSE);
    JBLOCKARRAY b = other->jpeg.mem->access_virt_barray(
        (j_common_ptr)&other->jpeg, other->coefficients[index], y, 1, FALSE);
    for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
      if (is_inside(x * width, y * height, width, height, areas, count)) {
        difference->inside += memcmp(b[0][x], blank, sizeof blank) != 0;
      } else {
        difference->outside += memcmp(a[0][x], b[0][x], sizeof blank) != 0;
      }
    }
  }
  difference->has_other_tables |=
      memcmp(info->quant_table->quantval, other->jpeg.comp_info[index].quant_table->quantval,
             sizeof info->quant_table->quantval) != 0;
}

struct test_difference test_picture_compare(
    const uint8_t *one, size_t one_size, const uint8_t *other, size_t other_size, const struct test_area *areas,
    size_t count) {
  struct reading a, b;
  begin(&a, one, one_size);
  begin(&b, other, other_size);
  struct test_difference difference = {.is_comparable = are_comparable(&a.jpeg, &b.jpeg)};
  for (int i = 0; difference.is_comparable && i < a.jpeg.num_components; i++)
    compare_component(&a, &b, i, areas, count, &difference);
  jpeg_destroy_decompress(&a.jpeg);
  jpeg_destroy_decompress(&b.jpeg);
  return difference;
}
