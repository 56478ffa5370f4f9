/* What a device is told to be like, what it tells of itself, and the frames that it takes. */
#include "device.h"

#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

void fake_video_offer(struct fake_video *device, uint32_t format, uint32_t width, uint32_t height,
                      uint32_t numerator, uint32_t denominator) {
  if (device->offer_count == MOST_OFFERS) return;
  device->offers[device->offer_count++] = (struct fake_offer){format, width, height, {numerator, denominator}};
}

void fake_video_set_frame_size(struct fake_video *device, uint32_t byte_count) { device->frame_size = byte_count; }

void fake_video_set_line_size(struct fake_video *device, uint32_t byte_count) { device->line_size = byte_count; }

void fake_video_limit_buffers(struct fake_video *device, uint32_t count) {
  device->buffer_limit = count < MOST_BUFFERS ? count : MOST_BUFFERS;
}

void fake_video_answer_size(struct fake_video *device, uint32_t width, uint32_t height) {
  device->answered_width = width;
  device->answered_height = height;
}

void fake_video_answer_interval(struct fake_video *device, uint32_t numerator, uint32_t denominator) {
  device->answered_interval = (struct v4l2_fract){numerator, denominator};
}

void fake_video_add_control(struct fake_video *device, uint32_t control, uint32_t type, const char *name,
                            int64_t least, int64_t greatest, int64_t value, uint32_t flags) {
  if (device->control_count == MOST_CONTROLS) return;
  struct fake_control *added = &device->controls[device->control_count++];
  added->query = (struct v4l2_query_ext_ctrl){.id = control, .type = type, .minimum = least, .maximum = greatest};
  added->query.step = 1;
  added->query.default_value = value;
  added->query.flags = flags;
  strncpy(added->query.name, name, sizeof added->query.name - 1);
  added->value = value;
}

void fake_video_add_item(struct fake_video *device, uint32_t control, uint32_t index, const char *name) {
  if (device->item_count == MOST_ITEMS) return;
  struct fake_item *item = &device->items[device->item_count++];
  item->control = control;
  item->index = index;
  strncpy(item->name, name, sizeof item->name - 1);
}

static struct fake_control *control(struct fake_video *device, uint32_t identifier) {
  for (uint32_t i = 0; i < device->control_count; i++)
    if (device->controls[i].query.id == identifier) return &device->controls[i];
  return NULL;
}

void fake_video_fail_control(struct fake_video *device, uint32_t identifier, int error) {
  struct fake_control *found = control(device, identifier);
  if (found) found->error = error;
}

int64_t fake_video_control_value(struct fake_video *device, uint32_t identifier) {
  struct fake_control *found = control(device, identifier);
  return found ? found->value : 0;
}

bool fake_video_is_streaming(struct fake_video *device) { return device->streaming_file >= 0; }

uint32_t fake_video_buffer_count(struct fake_video *device) { return device->buffer_count; }

uint32_t fake_video_queued_count(struct fake_video *device) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < device->buffer_count; i++) count += device->buffers[i].state == IS_QUEUED;
  return count;
}

/* With the lock held: the queued buffer that has waited longest. */
static struct fake_buffer *next_queued(struct fake_video *device) {
  struct fake_buffer *next = NULL;
  for (uint32_t i = 0; i < device->buffer_count; i++) {
    struct fake_buffer *buffer = &device->buffers[i];
    if (buffer->state == IS_QUEUED && (!next || buffer->turn < next->turn)) next = buffer;
  }
  return next;
}

static void fill(struct fake_video *device, struct fake_buffer *buffer, const void *bytes, size_t count) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  buffer->stamp = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  buffer->byte_count = count < device->format.sizeimage ? (uint32_t)count : device->format.sizeimage;
  off_t place = (off_t)(buffer - device->buffers) * device->stride;
  if (pwrite(device->memory, bytes, buffer->byte_count, place) < 0) buffer->byte_count = 0;
  buffer->state = IS_DONE;
  buffer->turn = device->turn++;
  send(device->files[device->streaming_file].kept, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

bool fake_video_deliver(struct fake_video *device, const void *bytes, size_t count, uint32_t flags) {
  pthread_mutex_lock(&device->lock);
  bool is_streaming = device->streaming_file >= 0 && !device->is_gone;
  struct fake_buffer *buffer = is_streaming ? next_queued(device) : NULL;
  uint32_t sequence = device->sequence;
  if (is_streaming) device->sequence++;
  if (buffer) {
    buffer->sequence = sequence;
    buffer->flags = flags | V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    fill(device, buffer, bytes, count);
  }
  pthread_mutex_unlock(&device->lock);
  return buffer != NULL;
}
