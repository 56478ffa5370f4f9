/* Devices, their files, and how calls of them misbehave. */
#define _GNU_SOURCE
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A device's memory is never given back: somebody may be in a call of it. */
static _Atomic(struct fake_video *) devices[MOST_DEVICES];
static atomic_int device_count;

struct fake_video *fake_video_at(const char *path) {
  if (device_count == 0 || !path) return NULL;
  for (int i = 0; i < MOST_DEVICES; i++) {
    struct fake_video *device = devices[i];
    if (device && strcmp(device->path, path) == 0) return device;
  }
  return NULL;
}

static int file_of(struct fake_video *device, ino_t inode) {
  for (uint32_t i = 0; i < device->file_count; i++)
    if (device->files[i].inode == inode) return (int)i;
  return -1;
}

struct fake_video *fake_video_of(int descriptor, int *file) {
  struct stat status;
  if (device_count == 0) return NULL;
  int error = errno;
  bool is_socket = fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
  errno = error;
  for (int i = 0; is_socket && i < MOST_DEVICES; i++) {
    struct fake_video *device = devices[i];
    if (!device) continue;
    if ((*file = file_of(device, status.st_ino)) >= 0) return device;
  }
  return NULL;
}

/* With the lock held, or before anybody knows the device. */
static bool add_file(struct fake_video *device) {
  int ends[2];
  struct stat status;
  if (device->file_count == MOST_FILES) return false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  fstat(ends[0], &status);
  device->files[device->file_count++] =
      (struct fake_file){.inode = status.st_ino, .handed_out = ends[0], .kept = ends[1]};
  return true;
}

static void prepare_lock(pthread_mutex_t *lock) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

struct fake_video *fake_video_create(const char *path) {
  struct fake_video *device = mmap(NULL, sizeof *device, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (device == MAP_FAILED) return NULL;
  strncpy(device->path, path, sizeof device->path - 1);
  prepare_lock(&device->lock);
  device->buffer_limit = MOST_BUFFERS;
  device->streaming_file = -1;
  device->memory = memfd_create("fake video", MFD_CLOEXEC);
  /* Some files are made before anybody forks, so that who takes frames and who opens may be two processes. */
  for (int i = 0; i < READY_FILES; i++) add_file(device);
  for (int i = 0; i < MOST_DEVICES; i++) {
    struct fake_video *none = NULL;
    if (!atomic_compare_exchange_strong(&devices[i], &none, device)) continue;
    device_count++;
    return device;
  }
  return NULL;
}

void fake_video_destroy(struct fake_video *device) {
  fake_video_disconnect(device);
  for (int call = 0; call < FAKE_CALL_COUNT; call++) fake_video_release(device, call);
  for (int i = 0; i < MOST_DEVICES; i++) {
    if (devices[i] != device) continue;
    devices[i] = NULL;
    device_count--;
  }
  pthread_mutex_lock(&device->lock);
  for (uint32_t i = 0; i < device->file_count; i++) {
    if (device->files[i].handed_out >= 0) close(device->files[i].handed_out);
    close(device->files[i].kept);
  }
  device->file_count = 0;
  close(device->memory);
  pthread_mutex_unlock(&device->lock);
}

/* What the kernel does when the last file of a device is closed. */
static void forget_stream(struct fake_video *device) {
  device->streaming_file = -1;
  device->buffer_count = 0;
}

int fake_video_open(struct fake_video *device) {
  pthread_mutex_lock(&device->lock);
  int descriptor = -1;
  if (device->opened_count < device->file_count || add_file(device)) {
    if (device->open_count++ == 0) forget_stream(device);
    struct fake_file *file = &device->files[device->opened_count++];
    descriptor = file->handed_out;
    file->handed_out = -1;
  } else {
    errno = EMFILE;
  }
  pthread_mutex_unlock(&device->lock);
  return descriptor;
}

void fake_video_disconnect(struct fake_video *device) {
  pthread_mutex_lock(&device->lock);
  device->is_gone = true;
  for (uint32_t i = 0; i < device->file_count; i++) shutdown(device->files[i].kept, SHUT_RDWR);
  pthread_mutex_unlock(&device->lock);
}

static void wait_while(atomic_uint *number, unsigned value, const struct timespec *limit) {
  syscall(SYS_futex, number, FUTEX_WAIT, value, limit, NULL, 0);
}

static void wake(atomic_uint *number) { syscall(SYS_futex, number, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }

static void hang(struct fake_behaviour *behaviour) {
  if (!behaviour->hangs) return;
  behaviour->hanging++;
  wake(&behaviour->hanging);
  while (behaviour->hangs) wait_while(&behaviour->hangs, 1, NULL);
  behaviour->hanging--;
}

static void pass(unsigned milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  while (nanosleep(&time, &time) != 0) continue;
}

/* With the lock held. */
static int error_of(struct fake_behaviour *behaviour) {
  if (behaviour->error == 0) return 0;
  if (behaviour->after > 0) {
    behaviour->after--;
    return 0;
  }
  int error = behaviour->error;
  if (behaviour->times != UINT32_MAX && --behaviour->times == 0) behaviour->error = 0;
  return error;
}

int fake_video_begin(struct fake_video *device, enum fake_call call) {
  struct fake_behaviour *behaviour = &device->calls[call];
  behaviour->count++;
  hang(behaviour);
  if (behaviour->milliseconds > 0) pass(behaviour->milliseconds);
  if (device->is_gone) return ENODEV;
  pthread_mutex_lock(&device->lock);
  int error = error_of(behaviour);
  pthread_mutex_unlock(&device->lock);
  return error;
}

void fake_video_fail(struct fake_video *device, enum fake_call call, int error, uint32_t after, uint32_t times) {
  pthread_mutex_lock(&device->lock);
  device->calls[call].error = times > 0 ? error : 0;
  device->calls[call].after = after;
  device->calls[call].times = times;
  pthread_mutex_unlock(&device->lock);
}

void fake_video_delay(struct fake_video *device, enum fake_call call, uint32_t milliseconds) {
  device->calls[call].milliseconds = milliseconds;
}

void fake_video_hang(struct fake_video *device, enum fake_call call) { device->calls[call].hangs = 1; }

void fake_video_release(struct fake_video *device, enum fake_call call) {
  device->calls[call].hangs = 0;
  wake(&device->calls[call].hangs);
}

bool fake_video_await_hang(struct fake_video *device, enum fake_call call) {
  const struct timespec limit = {.tv_sec = 10};
  if (device->calls[call].hanging == 0) wait_while(&device->calls[call].hanging, 0, &limit);
  return device->calls[call].hanging > 0;
}

uint32_t fake_video_count(struct fake_video *device, enum fake_call call) { return device->calls[call].count; }
