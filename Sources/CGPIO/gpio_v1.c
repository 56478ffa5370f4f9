#include "CGPIO.h"
#include <gpiod.h>

/* Only the header of libgpiod 1 has this macro. */
#ifdef GPIOD_LINE_BULK_MAX_LINES
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

/* Our types are libgpiod's own under other names: a chip keeps its lines itself. */
static struct gpiod_chip *theirs(const struct gpio_chip *chip) {
  return (struct gpiod_chip *)chip;
}

static struct gpiod_line *their_line(const struct gpio_line *line) {
  return (struct gpiod_line *)line;
}

struct gpio_chip *gpio_chip_open(const char *path) {
  return (struct gpio_chip *)gpiod_chip_open(path);
}

void gpio_chip_close(struct gpio_chip *chip) { gpiod_chip_close(theirs(chip)); }

const char *gpio_chip_name(const struct gpio_chip *chip) { return gpiod_chip_name(theirs(chip)); }

const char *gpio_chip_label(const struct gpio_chip *chip) { return gpiod_chip_label(theirs(chip)); }

unsigned gpio_chip_line_count(const struct gpio_chip *chip) {
  return gpiod_chip_num_lines(theirs(chip));
}

int gpio_chip_find_line(struct gpio_chip *chip, const char *name) {
  struct gpiod_line *line = gpiod_chip_find_line(theirs(chip), name);
  return line ? (int)gpiod_line_offset(line) : -1;
}

int gpio_chip_describe_line(struct gpio_chip *chip, unsigned offset, struct gpio_line_info *info) {
  struct gpiod_line *line = gpiod_chip_get_line(theirs(chip), offset);
  if (!line || gpiod_line_update(line) < 0) return -1;
  const char *name = gpiod_line_name(line);
  const char *holder = gpiod_line_consumer(line);
  snprintf(info->name, sizeof info->name, "%s", name ? name : "");
  snprintf(info->holder, sizeof info->holder, "%s", holder ? holder : "");
  info->is_output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
  info->is_used = gpiod_line_is_used(line);
  return 0;
}

static struct gpio_line *request(struct gpio_chip *chip, unsigned offset, int type, int flags,
                                 bool is_active) {
  const struct gpiod_line_request_config config = {
      .consumer = GPIO_CONSUMER, .request_type = type, .flags = flags};
  struct gpiod_line *line = gpiod_chip_get_line(theirs(chip), offset);
  if (!line || gpiod_line_request(line, &config, is_active) < 0) return NULL;
  return (struct gpio_line *)line;
}

static int polarity_flag(bool is_active_low) {
  return is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
}

static int bias_flag(enum gpio_bias bias) {
  switch (bias) {
    case GPIO_BIAS_AS_IS: return 0;
    case GPIO_BIAS_PULL_UP: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
  }
  return 0;
}

struct gpio_line *gpio_line_request_input(struct gpio_chip *chip, unsigned offset, bool is_active_low,
                                          enum gpio_bias bias) {
  int flags = polarity_flag(is_active_low) | bias_flag(bias);
  struct gpio_line *line =
      request(chip, offset, GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES, flags, false);
  if (line && fcntl(gpio_line_descriptor(line), F_SETFL, O_NONBLOCK) < 0) {
    gpio_line_release(line);
    return NULL;
  }
  return line;
}

struct gpio_line *gpio_line_request_output(struct gpio_chip *chip, unsigned offset, bool is_active_low,
                                           enum gpio_drive drive, bool is_active) {
  int flags = polarity_flag(is_active_low);
  if (drive == GPIO_DRIVE_OPEN_DRAIN) flags |= GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN;
  return request(chip, offset, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, flags, is_active);
}

void gpio_line_release(struct gpio_line *line) { gpiod_line_release(their_line(line)); }

int gpio_line_descriptor(const struct gpio_line *line) {
  return gpiod_line_event_get_fd(their_line(line));
}

int gpio_line_read_edge(struct gpio_line *line, struct gpio_edge *edge) {
  struct gpiod_line_event event;
  if (gpiod_line_event_read(their_line(line), &event) < 0) return errno == EAGAIN ? 0 : -1;
  edge->is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  edge->nanoseconds = (uint64_t)event.ts.tv_sec * 1000000000 + (uint64_t)event.ts.tv_nsec;
  return 1;
}

int gpio_line_value(struct gpio_line *line) { return gpiod_line_get_value(their_line(line)); }

int gpio_line_set_value(struct gpio_line *line, bool is_active) {
  return gpiod_line_set_value(their_line(line), is_active);
}
#endif
