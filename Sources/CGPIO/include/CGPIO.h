/* GPIO chips and lines by libgpiod 1 (gpio_v1.c) or libgpiod 2 (gpio_v2.c), behind one interface.

   A pointer that cannot be had is NULL and a number that cannot be had is -1, with the reason in errno.
   Values are logical: `true` is active, whatever the polarity of the line. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* What holders of our lines are called in the kernel's table. */
#define GPIO_CONSUMER "exhibit"

/* The kernel's limit for names of chips, lines and holders, with the zero at the end. */
enum { GPIO_NAME_SIZE = 32 };

struct gpio_chip;
struct gpio_line;

enum gpio_bias { GPIO_BIAS_AS_IS, GPIO_BIAS_PULL_UP, GPIO_BIAS_PULL_DOWN };
enum gpio_drive { GPIO_DRIVE_PUSH_PULL, GPIO_DRIVE_OPEN_DRAIN };

/* What the kernel says of a line. Name and holder are empty where the kernel has none. */
struct gpio_line_info {
  bool is_used;
  bool is_output;
  char name[GPIO_NAME_SIZE];
  char holder[GPIO_NAME_SIZE];
};

struct gpio_edge {
  bool is_active;
  uint64_t nanoseconds; /* CLOCK_MONOTONIC (Linux 5.7 and later) */
};

/* `path` is a character device such as /dev/gpiochip0. The texts live as long as the chip is open. */
struct gpio_chip *gpio_chip_open(const char *path);
void gpio_chip_close(struct gpio_chip *chip);
const char *gpio_chip_name(const struct gpio_chip *chip);
const char *gpio_chip_label(const struct gpio_chip *chip);
unsigned gpio_chip_line_count(const struct gpio_chip *chip);

/* The offset of the line called `name`; ENOENT if the chip has none. */
int gpio_chip_find_line(struct gpio_chip *chip, const char *name);
/* 0 when described. Nothing is requested, so whoever holds the line doesn't notice. */
int gpio_chip_describe_line(struct gpio_chip *chip, unsigned offset, struct gpio_line_info *info);

/* A line is ours from its request to its release; its chip must stay open that long. */
struct gpio_line *gpio_line_request_input(struct gpio_chip *chip, unsigned offset, bool is_active_low,
                                          enum gpio_bias bias);
struct gpio_line *gpio_line_request_output(struct gpio_chip *chip, unsigned offset, bool is_active_low,
                                           enum gpio_drive drive, bool is_active);
void gpio_line_release(struct gpio_line *line);

/* Readable while edges of an input line wait. Reading one never blocks: 1 is an edge, 0 is none. */
int gpio_line_descriptor(const struct gpio_line *line);
int gpio_line_read_edge(struct gpio_line *line, struct gpio_edge *edge);

/* 0 or 1. */
int gpio_line_value(struct gpio_line *line);
/* 0 when done. */
int gpio_line_set_value(struct gpio_line *line, bool is_active);
