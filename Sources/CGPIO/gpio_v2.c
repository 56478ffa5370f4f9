#include "CGPIO.h"
#include <gpiod.h>

/* Only the header of libgpiod 1 has this macro. */
#ifndef GPIOD_LINE_BULK_MAX_LINES
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

/* Edges that the kernel keeps while nobody reads: a press and its bounces during a slow flush. */
enum { EDGE_QUEUE_LENGTH = 256 };

struct gpio_chip {
  struct gpiod_chip *chip;
  struct gpiod_chip_info *info;
};

struct gpio_line {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *events;
  unsigned offset;
};

struct gpio_chip *gpio_chip_open(const char *path) {
  struct gpio_chip *chip = calloc(1, sizeof *chip);
  if (!chip) return NULL;
  chip->chip = gpiod_chip_open(path);
  if (chip->chip) chip->info = gpiod_chip_get_info(chip->chip);
  if (chip->info) return chip;
  int reason = errno;
  gpio_chip_close(chip);
  errno = reason;
  return NULL;
}

void gpio_chip_close(struct gpio_chip *chip) {
  gpiod_chip_info_free(chip->info);
  gpiod_chip_close(chip->chip);
  free(chip);
}

const char *gpio_chip_name(const struct gpio_chip *chip) {
  return gpiod_chip_info_get_name(chip->info);
}

const char *gpio_chip_label(const struct gpio_chip *chip) {
  return gpiod_chip_info_get_label(chip->info);
}

unsigned gpio_chip_line_count(const struct gpio_chip *chip) {
  return (unsigned)gpiod_chip_info_get_num_lines(chip->info);
}

int gpio_chip_find_line(struct gpio_chip *chip, const char *name) {
  return gpiod_chip_get_line_offset_from_name(chip->chip, name);
}

int gpio_chip_describe_line(struct gpio_chip *chip, unsigned offset, struct gpio_line_info *info) {
  struct gpiod_line_info *line = gpiod_chip_get_line_info(chip->chip, offset);
  if (!line) return -1;
  const char *name = gpiod_line_info_get_name(line);
  const char *holder = gpiod_line_info_get_consumer(line);
  snprintf(info->name, sizeof info->name, "%s", name ? name : "");
  snprintf(info->holder, sizeof info->holder, "%s", holder ? holder : "");
  info->is_output = gpiod_line_info_get_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
  info->is_used = gpiod_line_info_is_used(line);
  gpiod_line_info_free(line);
  return 0;
}

static struct gpiod_line_request *request_with(struct gpio_chip *chip, unsigned offset,
                                               struct gpiod_line_settings *settings,
                                               struct gpiod_line_config *lines) {
  struct gpiod_request_config *config = gpiod_request_config_new();
  struct gpiod_line_request *request = NULL;
  if (config && gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0) {
    gpiod_request_config_set_consumer(config, GPIO_CONSUMER);
    gpiod_request_config_set_event_buffer_size(config, EDGE_QUEUE_LENGTH);
    request = gpiod_chip_request_lines(chip->chip, config, lines);
  }
  int reason = errno;
  gpiod_request_config_free(config);
  errno = reason;
  return request;
}

static struct gpiod_line_request *request(struct gpio_chip *chip, unsigned offset,
                                          struct gpiod_line_settings *settings) {
  struct gpiod_line_config *lines = gpiod_line_config_new();
  if (!lines) return NULL;
  struct gpiod_line_request *request = request_with(chip, offset, settings, lines);
  int reason = errno;
  gpiod_line_config_free(lines);
  errno = reason;
  return request;
}

/* Frees `settings`. */
static struct gpio_line *make_line(struct gpio_chip *chip, unsigned offset,
                                   struct gpiod_line_settings *settings) {
  struct gpio_line *line = calloc(1, sizeof *line);
  if (line) {
    line->offset = offset;
    line->events = gpiod_edge_event_buffer_new(1);
    if (line->events) line->request = request(chip, offset, settings);
  }
  int reason = errno;
  gpiod_line_settings_free(settings);
  if (line && !line->request) {
    gpio_line_release(line);
    line = NULL;
  }
  errno = reason;
  return line;
}

static enum gpiod_line_bias their_bias(enum gpio_bias bias) {
  switch (bias) {
    case GPIO_BIAS_AS_IS: return GPIOD_LINE_BIAS_AS_IS;
    case GPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
  }
  return GPIOD_LINE_BIAS_AS_IS;
}

struct gpio_line *gpio_line_request_input(struct gpio_chip *chip, unsigned offset, bool is_active_low,
                                          enum gpio_bias bias) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings) return NULL;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
  gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
  gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
  gpiod_line_settings_set_active_low(settings, is_active_low);
  gpiod_line_settings_set_bias(settings, their_bias(bias));
  struct gpio_line *line = make_line(chip, offset, settings);
  if (line && fcntl(gpio_line_descriptor(line), F_SETFL, O_NONBLOCK) < 0) {
    gpio_line_release(line);
    return NULL;
  }
  return line;
}

struct gpio_line *gpio_line_request_output(struct gpio_chip *chip, unsigned offset, bool is_active_low,
                                           enum gpio_drive drive, bool is_active) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings) return NULL;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
  gpiod_line_settings_set_active_low(settings, is_active_low);
  gpiod_line_settings_set_drive(settings, drive == GPIO_DRIVE_OPEN_DRAIN
                                              ? GPIOD_LINE_DRIVE_OPEN_DRAIN
                                              : GPIOD_LINE_DRIVE_PUSH_PULL);
  gpiod_line_settings_set_output_value(
      settings, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
  return make_line(chip, offset, settings);
}

void gpio_line_release(struct gpio_line *line) {
  gpiod_line_request_release(line->request);
  gpiod_edge_event_buffer_free(line->events);
  free(line);
}

int gpio_line_descriptor(const struct gpio_line *line) {
  return gpiod_line_request_get_fd(line->request);
}

int gpio_line_read_edge(struct gpio_line *line, struct gpio_edge *edge) {
  int count = gpiod_line_request_read_edge_events(line->request, line->events, 1);
  if (count < 0) return errno == EAGAIN ? 0 : -1;
  struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->events, 0);
  if (!event) return -1;
  edge->is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  edge->nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
  return 1;
}

int gpio_line_value(struct gpio_line *line) {
  return gpiod_line_request_get_value(line->request, line->offset);
}

int gpio_line_set_value(struct gpio_line *line, bool is_active) {
  return gpiod_line_request_set_value(
      line->request, line->offset, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}
#endif
