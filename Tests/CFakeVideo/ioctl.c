/* The ioctls of a capture device that streams into mapped buffers, as V4L2 documents them. */
#include "device.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int query_capability(struct fake_video *device, struct v4l2_capability *answer) {
  (void)device;
  *answer = (struct v4l2_capability){.driver = "fake", .card = "Fake camera", .bus_info = "memory"};
  answer->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
  answer->capabilities = answer->device_caps | V4L2_CAP_DEVICE_CAPS;
  return 0;
}

/* Whether the offer numbered `index` is the first of which that part is as it is. */
static bool is_first_format(struct fake_video *device, uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (device->offers[i].format == device->offers[index].format) return false;
  return true;
}

static bool have_same_size(const struct fake_offer *one, const struct fake_offer *other) {
  return one->format == other->format && one->width == other->width && one->height == other->height;
}

static bool is_first_size(struct fake_video *device, uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (have_same_size(&device->offers[i], &device->offers[index])) return false;
  return true;
}

static int enumerate_formats(struct fake_video *device, struct v4l2_fmtdesc *answer) {
  uint32_t left = answer->index;
  for (uint32_t i = 0; i < device->offer_count; i++) {
    if (!is_first_format(device, i) || left-- > 0) continue;
    answer->pixelformat = device->offers[i].format;
    return 0;
  }
  return EINVAL;
}

static int enumerate_sizes(struct fake_video *device, struct v4l2_frmsizeenum *answer) {
  uint32_t left = answer->index;
  for (uint32_t i = 0; i < device->offer_count; i++) {
    const struct fake_offer *offer = &device->offers[i];
    if (offer->format != answer->pixel_format || !is_first_size(device, i) || left-- > 0) continue;
    answer->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    answer->discrete = (struct v4l2_frmsize_discrete){offer->width, offer->height};
    return 0;
  }
  return EINVAL;
}

static int enumerate_intervals(struct fake_video *device, struct v4l2_frmivalenum *answer) {
  const struct fake_offer wanted = {answer->pixel_format, answer->width, answer->height, {0, 0}};
  uint32_t left = answer->index;
  for (uint32_t i = 0; i < device->offer_count; i++) {
    const struct fake_offer *offer = &device->offers[i];
    if (!have_same_size(offer, &wanted) || offer->interval.numerator == 0 || left-- > 0) continue;
    answer->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    answer->discrete = offer->interval;
    return 0;
  }
  return EINVAL;
}

/* The offer of that size, else one of that format, else the first. */
static const struct fake_offer *nearest(struct fake_video *device, const struct v4l2_pix_format *wanted) {
  const struct fake_offer exact = {wanted->pixelformat, wanted->width, wanted->height, {0, 0}};
  const struct fake_offer *same_format = NULL;
  for (uint32_t i = 0; i < device->offer_count; i++) {
    if (have_same_size(&device->offers[i], &exact)) return &device->offers[i];
    if (!same_format && device->offers[i].format == wanted->pixelformat) same_format = &device->offers[i];
  }
  return same_format ? same_format : &device->offers[0];
}

static bool is_jpeg(uint32_t format) { return format == V4L2_PIX_FMT_MJPEG || format == V4L2_PIX_FMT_JPEG; }

static int try_format(struct fake_video *device, struct v4l2_format *format) {
  if (device->offer_count == 0) return EINVAL;
  const struct fake_offer *offer = nearest(device, &format->fmt.pix);
  struct v4l2_pix_format *pixels = &format->fmt.pix;
  *pixels = (struct v4l2_pix_format){.width = offer->width, .height = offer->height};
  if (device->answered_width > 0) {
    pixels->width = device->answered_width;
    pixels->height = device->answered_height;
  }
  pixels->pixelformat = offer->format;
  pixels->field = V4L2_FIELD_NONE;
  pixels->bytesperline = device->line_size ? device->line_size : is_jpeg(offer->format) ? 0 : 2 * pixels->width;
  pixels->sizeimage = device->frame_size ? device->frame_size : 2 * pixels->width * pixels->height;
  return 0;
}

static int set_format(struct fake_video *device, struct v4l2_format *format) {
  if (device->buffer_count > 0) return EBUSY;
  int error = try_format(device, format);
  if (!error) device->format = format->fmt.pix;
  return error;
}

static int current_format(struct fake_video *device, struct v4l2_format *format) {
  if (device->format.width == 0) return try_format(device, format);
  format->fmt.pix = device->format;
  return 0;
}

static int current_parameters(struct fake_video *device, struct v4l2_streamparm *parameters) {
  parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
  if (device->interval.numerator == 0 && device->offer_count > 0) device->interval = device->offers[0].interval;
  parameters->parm.capture.timeperframe = device->interval;
  return 0;
}

static int set_parameters(struct fake_video *device, struct v4l2_streamparm *parameters) {
  device->interval = parameters->parm.capture.timeperframe;
  if (device->answered_interval.numerator > 0) device->interval = device->answered_interval;
  return current_parameters(device, parameters);
}

static struct fake_control *control(struct fake_video *device, uint32_t identifier) {
  for (uint32_t i = 0; i < device->control_count; i++)
    if (device->controls[i].query.id == identifier) return &device->controls[i];
  return NULL;
}

static struct fake_control *control_after(struct fake_video *device, uint32_t identifier) {
  struct fake_control *next = NULL;
  for (uint32_t i = 0; i < device->control_count; i++) {
    struct fake_control *other = &device->controls[i];
    if (other->query.id > identifier && (!next || other->query.id < next->query.id)) next = other;
  }
  return next;
}

static int query_control(struct fake_video *device, struct v4l2_query_ext_ctrl *query) {
  uint32_t identifier = query->id & V4L2_CTRL_ID_MASK;
  bool is_next = query->id & V4L2_CTRL_FLAG_NEXT_CTRL;
  struct fake_control *found = is_next ? control_after(device, identifier) : control(device, identifier);
  if (!found) return EINVAL;
  *query = found->query;
  return 0;
}

static int query_menu(struct fake_video *device, struct v4l2_querymenu *entry) {
  for (uint32_t i = 0; i < device->item_count; i++) {
    const struct fake_item *item = &device->items[i];
    if (item->control != entry->id || item->index != entry->index) continue;
    memcpy(entry->name, item->name, sizeof entry->name);
    return 0;
  }
  return EINVAL;
}

static bool is_long(const struct fake_control *control) { return control->query.type == V4L2_CTRL_TYPE_INTEGER64; }

static int current_controls(struct fake_video *device, struct v4l2_ext_controls *request) {
  for (uint32_t i = 0; i < request->count; i++) {
    struct v4l2_ext_control *entry = &request->controls[i];
    struct fake_control *found = control(device, entry->id);
    if (!found || found->error) return found ? found->error : EINVAL;
    if (is_long(found)) entry->value64 = found->value;
    else entry->value = (int32_t)found->value;
  }
  return 0;
}

static int set_controls(struct fake_video *device, struct v4l2_ext_controls *request) {
  for (uint32_t i = 0; i < request->count; i++) {
    struct v4l2_ext_control *entry = &request->controls[i];
    struct fake_control *found = control(device, entry->id);
    if (!found || found->error) return found ? found->error : EINVAL;
    found->value = is_long(found) ? entry->value64 : entry->value;
  }
  return 0;
}

/* Every frame that waits to be taken is a byte in the socket. */
static void forget_frames(struct fake_video *device, int descriptor) {
  char bytes[MOST_BUFFERS];
  recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
  for (uint32_t i = 0; i < device->buffer_count; i++) device->buffers[i].state = IS_IDLE;
}

static int request_buffers(struct fake_video *device, struct v4l2_requestbuffers *request) {
  if (device->streaming_file >= 0) return EBUSY;
  if (request->count > device->buffer_limit) request->count = device->buffer_limit;
  device->buffer_count = request->count;
  memset(device->buffers, 0, sizeof device->buffers);
  device->stride = (device->format.sizeimage + PAGE - 1) / PAGE * PAGE;
  return ftruncate(device->memory, (off_t)device->stride * MOST_BUFFERS) == 0 ? 0 : errno;
}

static int query_buffer(struct fake_video *device, struct v4l2_buffer *buffer) {
  if (buffer->index >= device->buffer_count) return EINVAL;
  buffer->length = device->format.sizeimage;
  buffer->m.offset = buffer->index * device->stride;
  return 0;
}

static int queue(struct fake_video *device, struct v4l2_buffer *buffer) {
  if (buffer->index >= device->buffer_count) return EINVAL;
  struct fake_buffer *own = &device->buffers[buffer->index];
  if (own->state != IS_IDLE) return EINVAL;
  own->state = IS_QUEUED;
  own->turn = device->turn++;
  return 0;
}

static struct fake_buffer *next_done(struct fake_video *device) {
  struct fake_buffer *next = NULL;
  for (uint32_t i = 0; i < device->buffer_count; i++) {
    struct fake_buffer *buffer = &device->buffers[i];
    if (buffer->state == IS_DONE && (!next || buffer->turn < next->turn)) next = buffer;
  }
  return next;
}

static int dequeue(struct fake_video *device, int descriptor, struct v4l2_buffer *buffer) {
  if (device->streaming_file < 0) return EINVAL;
  struct fake_buffer *done = next_done(device);
  if (!done) return EAGAIN;
  char byte;
  recv(descriptor, &byte, 1, MSG_DONTWAIT);
  buffer->index = (uint32_t)(done - device->buffers);
  buffer->bytesused = done->byte_count;
  buffer->flags = done->flags;
  buffer->sequence = done->sequence;
  buffer->timestamp = done->stamp;
  buffer->length = device->format.sizeimage;
  done->state = IS_IDLE;
  return 0;
}

static int stream_on(struct fake_video *device, int file) {
  if (device->buffer_count == 0) return EINVAL;
  if (device->streaming_file < 0) device->sequence = 0;
  device->streaming_file = file;
  return 0;
}

static int stream_off(struct fake_video *device, int descriptor) {
  device->streaming_file = -1;
  forget_frames(device, descriptor);
  return 0;
}

/* With the lock held. */
static int answer(struct fake_video *device, int descriptor, int file, enum fake_call call, void *argument) {
  switch (call) {
    case FAKE_QUERYCAP: return query_capability(device, argument);
    case FAKE_ENUM_FMT: return enumerate_formats(device, argument);
    case FAKE_ENUM_FRAMESIZES: return enumerate_sizes(device, argument);
    case FAKE_ENUM_FRAMEINTERVALS: return enumerate_intervals(device, argument);
    case FAKE_G_FMT: return current_format(device, argument);
    case FAKE_TRY_FMT: return try_format(device, argument);
    case FAKE_S_FMT: return set_format(device, argument);
    case FAKE_G_PARM: return current_parameters(device, argument);
    case FAKE_S_PARM: return set_parameters(device, argument);
    case FAKE_S_INPUT: return *(int *)argument == 0 ? 0 : EINVAL;
    case FAKE_QUERY_EXT_CTRL: return query_control(device, argument);
    case FAKE_QUERYMENU: return query_menu(device, argument);
    case FAKE_G_EXT_CTRLS: return current_controls(device, argument);
    case FAKE_S_EXT_CTRLS: return set_controls(device, argument);
    case FAKE_REQBUFS: return request_buffers(device, argument);
    case FAKE_QUERYBUF: return query_buffer(device, argument);
    case FAKE_QBUF: return queue(device, argument);
    case FAKE_DQBUF: return dequeue(device, descriptor, argument);
    case FAKE_STREAMON: return stream_on(device, file);
    case FAKE_STREAMOFF: return stream_off(device, descriptor);
    case FAKE_OPEN: case FAKE_CLOSE: case FAKE_MMAP: case FAKE_CALL_COUNT: break;
  }
  return ENOTTY;
}

static const unsigned long requests[FAKE_CALL_COUNT] = {
  [FAKE_QUERYCAP] = VIDIOC_QUERYCAP,
  [FAKE_ENUM_FMT] = VIDIOC_ENUM_FMT,
  [FAKE_ENUM_FRAMESIZES] = VIDIOC_ENUM_FRAMESIZES,
  [FAKE_ENUM_FRAMEINTERVALS] = VIDIOC_ENUM_FRAMEINTERVALS,
  [FAKE_G_FMT] = VIDIOC_G_FMT,
  [FAKE_TRY_FMT] = VIDIOC_TRY_FMT,
  [FAKE_S_FMT] = VIDIOC_S_FMT,
  [FAKE_G_PARM] = VIDIOC_G_PARM,
  [FAKE_S_PARM] = VIDIOC_S_PARM,
  [FAKE_S_INPUT] = VIDIOC_S_INPUT,
  [FAKE_QUERY_EXT_CTRL] = VIDIOC_QUERY_EXT_CTRL,
  [FAKE_QUERYMENU] = VIDIOC_QUERYMENU,
  [FAKE_G_EXT_CTRLS] = VIDIOC_G_EXT_CTRLS,
  [FAKE_S_EXT_CTRLS] = VIDIOC_S_EXT_CTRLS,
  [FAKE_REQBUFS] = VIDIOC_REQBUFS,
  [FAKE_QUERYBUF] = VIDIOC_QUERYBUF,
  [FAKE_QBUF] = VIDIOC_QBUF,
  [FAKE_DQBUF] = VIDIOC_DQBUF,
  [FAKE_STREAMON] = VIDIOC_STREAMON,
  [FAKE_STREAMOFF] = VIDIOC_STREAMOFF,
};

static enum fake_call call_of(unsigned long request) {
  for (int call = 0; call < FAKE_CALL_COUNT; call++)
    if (requests[call] != 0 && requests[call] == (request & UINT32_MAX)) return (enum fake_call)call;
  return FAKE_CALL_COUNT;
}

int fake_video_ioctl(struct fake_video *device, int descriptor, int file, unsigned long request, void *argument) {
  enum fake_call call = call_of(request);
  int error = call == FAKE_CALL_COUNT ? ENOTTY : fake_video_begin(device, call);
  if (!error) {
    pthread_mutex_lock(&device->lock);
    error = answer(device, descriptor, file, call, argument);
    pthread_mutex_unlock(&device->lock);
  }
  if (!error) return 0;
  errno = error;
  return -1;
}
