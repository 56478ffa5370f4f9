/* A camera for a program's start, preloaded: it takes a frame as soon as somebody waits for one, and ends the program
   when that has given the first frame back. Counting instructions until then is counting the start. */
#include "CFakeVideo.h"

#include <linux/videodev2.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { WIDTH = 640, HEIGHT = 480, LOOK_US = 5000 };

static struct fake_video *camera;

/* Its buffers wait when the stream begins; one more is queued when a frame comes back. */
static void *take_frames(void *nothing) {
  static unsigned char grey[2 * WIDTH * HEIGHT];
  while (!fake_video_is_streaming(camera) || !fake_video_deliver(camera, grey, sizeof grey, 0)) usleep(LOOK_US);
  uint32_t queued = fake_video_count(camera, FAKE_QBUF);
  while (fake_video_count(camera, FAKE_QBUF) == queued) usleep(LOOK_US);
  _exit(EXIT_SUCCESS);
  return nothing;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("START_CAMERA");
  if (!path) return;
  camera = fake_video_create(path);
  fake_video_offer(camera, V4L2_PIX_FMT_YUYV, WIDTH, HEIGHT, 1, 30);
  pthread_t thread;
  pthread_create(&thread, NULL, take_frames, NULL);
}
