/* The calls by libc's names. What isn't a fake device's goes to the kernel at once. */
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int refuse(int error) {
  errno = error;
  return -1;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  struct fake_video *device = fake_video_at(path);
  if (!device) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int error = fake_video_begin(device, FAKE_OPEN);
  return error ? refuse(error) : fake_video_open(device);
}

int close(int descriptor) {
  int file;
  struct fake_video *device = fake_video_of(descriptor, &file);
  if (!device) return (int)syscall(SYS_close, descriptor);
  /* As in the kernel the descriptor is free whatever the device says. */
  int error = fake_video_begin(device, FAKE_CLOSE);
  pthread_mutex_lock(&device->lock);
  if (device->open_count > 0) device->open_count--;
  pthread_mutex_unlock(&device->lock);
  syscall(SYS_close, descriptor);
  return error && error != ENODEV ? refuse(error) : 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int file;
  struct fake_video *device = fake_video_of(descriptor, &file);
  if (!device) return (int)syscall(SYS_ioctl, descriptor, request, argument);
  return fake_video_ioctl(device, descriptor, file, request, argument);
}

void *mmap(void *address, size_t count, int protection, int flags, int descriptor, off_t offset) {
  int file;
  struct fake_video *device = descriptor < 0 ? NULL : fake_video_of(descriptor, &file);
  if (device) {
    int error = fake_video_begin(device, FAKE_MMAP);
    if (error) {
      errno = error;
      return MAP_FAILED;
    }
    descriptor = device->memory;
  }
  return (void *)syscall(SYS_mmap, address, count, protection, flags, descriptor, offset);
}
