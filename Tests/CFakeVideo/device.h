/* What is inside a fake device; fields are touched with its lock held, but for those of `calls`. */
#pragma once
#include "CFakeVideo.h"

#include <linux/videodev2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

enum { MOST_DEVICES = 256, MOST_OFFERS = 64, MOST_CONTROLS = 32, MOST_ITEMS = 64, MOST_BUFFERS = 32 };
enum { MOST_FILES = 256, READY_FILES = 4 };

struct fake_behaviour {
  atomic_uint count;
  atomic_uint milliseconds;
  atomic_uint hangs, hanging; /* waited on by futex(2) */
  int error;
  uint32_t after, times;
};

struct fake_offer {
  uint32_t format, width, height;
  struct v4l2_fract interval;
};

struct fake_control {
  struct v4l2_query_ext_ctrl query;
  int64_t value;
  int error;
};

struct fake_item {
  uint32_t control, index;
  char name[32];
};

struct fake_buffer {
  enum { IS_IDLE, IS_QUEUED, IS_DONE } state;
  uint32_t turn; /* of queueing, then of being filled */
  uint32_t byte_count, flags, sequence;
  struct timeval stamp;
};

/* A socket, whose one end is handed out by open, and whose other end says when that is readable. */
struct fake_file {
  ino_t inode;
  int handed_out, kept;
};

struct fake_video {
  char path[256];
  pthread_mutex_t lock;
  atomic_bool is_gone;
  struct fake_behaviour calls[FAKE_CALL_COUNT];

  struct fake_file files[MOST_FILES];
  uint32_t file_count, opened_count, open_count;
  int streaming_file; /* its number; -1 while the stream is off */

  struct fake_offer offers[MOST_OFFERS];
  uint32_t offer_count, frame_size, line_size, buffer_limit;
  struct v4l2_fract interval, answered_interval;
  uint32_t answered_width, answered_height;
  struct v4l2_pix_format format;

  struct fake_control controls[MOST_CONTROLS];
  uint32_t control_count;
  struct fake_item items[MOST_ITEMS];
  uint32_t item_count;

  int memory; /* all buffers' pages */
  uint32_t stride;
  struct fake_buffer buffers[MOST_BUFFERS];
  uint32_t buffer_count, turn, sequence;
};

/* The device at `path`; NULL if there is none. */
struct fake_video *fake_video_at(const char *path);

/* The device that `descriptor` was opened by, with the number of the file; NULL if it is of something else. */
struct fake_video *fake_video_of(int descriptor, int *file);

/* Counts `call`, hangs, waits and fails as it is to: 0, or an errno. */
int fake_video_begin(struct fake_video *device, enum fake_call call);

/* A descriptor of a new file of the device, or -1 with errno. */
int fake_video_open(struct fake_video *device);

/* An ioctl of the file numbered `file`, whose descriptor is given. */
int fake_video_ioctl(struct fake_video *device, int descriptor, int file, unsigned long request, void *argument);
