/* A V4L2 capture device that is nothing but memory, in the process of the tests.

   This library defines open, close, ioctl and mmap, and being part of the test's executable it is what calls of
   them find. Those on a fake device's path, or on what was opened by it, it answers; all others are the kernel's.
   A descriptor of it is a socket, so that poll and epoll work, and its buffers are pages of memory that are mapped
   as the caller asks. Its state lies in memory that forked processes share. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The calls that a device answers, to be counted, delayed, hung or refused. */
enum fake_call {
  FAKE_OPEN,
  FAKE_CLOSE,
  FAKE_MMAP,
  FAKE_QUERYCAP,
  FAKE_ENUM_FMT,
  FAKE_ENUM_FRAMESIZES,
  FAKE_ENUM_FRAMEINTERVALS,
  FAKE_G_FMT,
  FAKE_TRY_FMT,
  FAKE_S_FMT,
  FAKE_G_PARM,
  FAKE_S_PARM,
  FAKE_S_INPUT,
  FAKE_QUERY_EXT_CTRL,
  FAKE_QUERYMENU,
  FAKE_G_EXT_CTRLS,
  FAKE_S_EXT_CTRLS,
  FAKE_REQBUFS,
  FAKE_QUERYBUF,
  FAKE_QBUF,
  FAKE_DQBUF,
  FAKE_STREAMON,
  FAKE_STREAMOFF,
  FAKE_CALL_COUNT
};

struct fake_video;

/* A device at `path`, which need not be in the file system, as long as it isn't destroyed. NULL: there are too many.
   It offers nothing yet. */
struct fake_video *fake_video_create(const char *path);

/* Takes the device away, once nothing of it is open; calls that hang end. */
void fake_video_destroy(struct fake_video *device);

/* Offers a size of a format at `denominator / numerator` frames a second. */
void fake_video_offer(struct fake_video *device, uint32_t format, uint32_t width, uint32_t height,
                      uint32_t numerator, uint32_t denominator);

/* Each frame's `sizeimage`, as dwMaxVideoFrameBufferSize decides it; 0, the default, is two bytes a pixel. */
void fake_video_set_frame_size(struct fake_video *device, uint32_t byte_count);

/* `bytesperline` of every format; by default two bytes a pixel, and 0 of JPEG. */
void fake_video_set_line_size(struct fake_video *device, uint32_t byte_count);

/* The most buffers that it grants; 32 by default. */
void fake_video_limit_buffers(struct fake_video *device, uint32_t count);

/* Whatever size is asked for, it says that it has set this one. */
void fake_video_answer_size(struct fake_video *device, uint32_t width, uint32_t height);

/* Whatever interval is asked for, it says that it has set this one. */
void fake_video_answer_interval(struct fake_video *device, uint32_t numerator, uint32_t denominator);

/* Adds a control of `type` (V4L2_CTRL_TYPE_…) with `flags` (V4L2_CTRL_FLAG_…), which stands at `value`. */
void fake_video_add_control(struct fake_video *device, uint32_t control, uint32_t type, const char *name,
                            int64_t least, int64_t greatest, int64_t value, uint32_t flags);

/* Adds an entry of a menu; numbers without one are holes. */
void fake_video_add_item(struct fake_video *device, uint32_t control, uint32_t index, const char *name);

/* Has reading and setting this control's value fail; asking for its description doesn't. */
void fake_video_fail_control(struct fake_video *device, uint32_t control, int error);

/* The value of a control. */
int64_t fake_video_control_value(struct fake_video *device, uint32_t control);

/* Has `call` fail with `error`, after so many that succeed, so many times (UINT32_MAX: always). */
void fake_video_fail(struct fake_video *device, enum fake_call call, int error, uint32_t after, uint32_t times);

/* Has each `call` take so many milliseconds. */
void fake_video_delay(struct fake_video *device, enum fake_call call, uint32_t milliseconds);

/* Has each `call` hang from now on until it is released; then it goes on as it would have. */
void fake_video_hang(struct fake_video *device, enum fake_call call);

/* Lets what hangs in `call` go on. */
void fake_video_release(struct fake_video *device, enum fake_call call);

/* Waits until somebody hangs in `call`: at most 10 s, and says whether somebody does. */
bool fake_video_await_hang(struct fake_video *device, enum fake_call call);

/* How often `call` has begun. */
uint32_t fake_video_count(struct fake_video *device, enum fake_call call);

/* Whether the stream is on. */
bool fake_video_is_streaming(struct fake_video *device);

/* How many buffers were granted. */
uint32_t fake_video_buffer_count(struct fake_video *device);

/* How many buffers wait to be filled. */
uint32_t fake_video_queued_count(struct fake_video *device);

/* Takes a frame: fills the buffer that has waited longest, with V4L2_BUF_FLAG_… as `flags`. Without one, or while the
   stream is off, the frame is lost, and the answer false. */
bool fake_video_deliver(struct fake_video *device, const void *bytes, size_t count, uint32_t flags);

/* Pulls the plug: every call but close answers ENODEV, and what is open is readable and hung up. */
void fake_video_disconnect(struct fake_video *device);
