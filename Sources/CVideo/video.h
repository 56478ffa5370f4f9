/* V4L2's own structures, its requests by number, and libv4lconvert for the formats that we don't
   read ourselves. */
#pragma once
#include <errno.h>
#include <libv4l-plugin.h>
#include <libv4lconvert.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>

/* Swift cannot see a macro that computes: these are the same numbers under lower-case names. */
static const unsigned long vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long vidioc_g_fmt = VIDIOC_G_FMT;
static const unsigned long vidioc_try_fmt = VIDIOC_TRY_FMT;
static const unsigned long vidioc_s_fmt = VIDIOC_S_FMT;
static const unsigned long vidioc_g_parm = VIDIOC_G_PARM;
static const unsigned long vidioc_s_parm = VIDIOC_S_PARM;
static const unsigned long vidioc_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;
static const unsigned long vidioc_s_input = VIDIOC_S_INPUT;
static const unsigned long vidioc_reqbufs = VIDIOC_REQBUFS;
static const unsigned long vidioc_querybuf = VIDIOC_QUERYBUF;
static const unsigned long vidioc_qbuf = VIDIOC_QBUF;
static const unsigned long vidioc_dqbuf = VIDIOC_DQBUF;
static const unsigned long vidioc_streamon = VIDIOC_STREAMON;
static const unsigned long vidioc_streamoff = VIDIOC_STREAMOFF;

/* What libv4lconvert sees in place of a device: a camera that offers one format and nothing else.
   Its own way would be raw system calls on our descriptor, which libcamerify never sees, and
   software processing by its list of devices, which evidence must not have. */
static void *video_stand_in_init(int descriptor) {
  (void)descriptor;
  return NULL;
}

static void video_stand_in_close(void *format) { (void)format; }

static int video_stand_in_refuse(int code) {
  errno = code;
  return -1;
}

static int video_stand_in_enumerate(struct v4l2_fmtdesc *description, uint32_t format) {
  if (description->index > 0) return video_stand_in_refuse(EINVAL);
  description->pixelformat = format;
  return 0;
}

static int video_stand_in_ioctl(void *format, int descriptor, unsigned long request, void *argument) {
  (void)descriptor;
  switch (request) {
    case VIDIOC_ENUM_FMT: return video_stand_in_enumerate(argument, *(const uint32_t *)format);
    case VIDIOC_QUERYCAP: memset(argument, 0, sizeof(struct v4l2_capability)); return 0;
    case VIDIOC_TRY_FMT: return 0;
    default: return video_stand_in_refuse(ENOTTY);
  }
}

static const struct libv4l_dev_ops video_stand_in = {
  .init = video_stand_in_init, .close = video_stand_in_close, .ioctl = video_stand_in_ioctl};

/* A converter from `format`, which must stay where it is as long as the converter lives. NULL: no
   memory. Free it with v4lconvert_destroy. */
static inline struct v4lconvert_data *video_converter_create(uint32_t *format) {
  return v4lconvert_create_with_dev_ops(-1, format, &video_stand_in);
}
