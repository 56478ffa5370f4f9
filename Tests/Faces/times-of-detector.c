/* times-of-detector MODEL PICTURE: writes what the processor took until the model was open, and the instant of that;
   then what it takes for a scan of 640 pixels, the median of several. In milliseconds. */
#include "detector.c"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SCAN_RUNS = 9 };
static const struct scan scan_of_640 = {640, 0};

static double now_ms(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* All of a scan: the picture is scaled, the network runs, candidates are gathered. */
static enum failure scan_once(OrtSession *session, const struct picture *picture, double *took_ms) {
  static struct candidates candidates;
  struct frame frame;
  double began_ms = now_ms(CLOCK_PROCESS_CPUTIME_ID);
  candidates.count = 0;
  enum failure failure = make_frame(scan_of_640, picture, &frame);
  if (failure) return failure;
  struct cells cells = {frame.width / CELL, frame.height / CELL};
  failure = session_run(session, &network, &frame, cells, gather, &candidates);
  frame_release(&frame);
  *took_ms = now_ms(CLOCK_PROCESS_CPUTIME_ID) - began_ms;
  return failure;
}

static int is_longer(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

int main(int count, char *words[]) {
  struct picture picture = {.orientation = 1};
  OrtSession *session;
  double took_ms[SCAN_RUNS];
  if (count != 3 || open_detector(words[1], &session)) return 1;
  printf("%.3f %.3f\n", now_ms(CLOCK_PROCESS_CPUTIME_ID), now_ms(CLOCK_MONOTONIC));
  if (picture_read(words[2], &picture)) return 1;
  for (int i = 0; i < SCAN_RUNS; i++)
    if (scan_once(session, &picture, &took_ms[i])) return 1;
  qsort(took_ms, SCAN_RUNS, sizeof *took_ms, is_longer);
  printf("%.3f\n", took_ms[SCAN_RUNS / 2]);
  session_close(session);
  return 0;
}
