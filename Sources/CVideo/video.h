/* V4L2's own structures, and libv4lconvert for the formats that we don't read ourselves. */
#pragma once
#include <libv4lconvert.h>
#include <linux/videodev2.h>
