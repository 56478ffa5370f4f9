/* Kernel interfaces that the Glibc module leaves out, and calls that Swift cannot make because
   they are variadic. */
#pragma once
#include <spawn.h>
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/iio/events.h>
#include <linux/netlink.h>
#include <malloc.h>
#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

/* ioctl(2) with a pointer argument. */
static inline int linux_ioctl(int descriptor, unsigned long request, void *argument) {
  return ioctl(descriptor, request, argument);
}

/* ioctl(2) with a number as its argument. */
static inline int linux_ioctl_number(int descriptor, unsigned long request, unsigned long number) {
  return ioctl(descriptor, request, number);
}

/* pipe2(2), which unistd.h shows only to whoever defined _GNU_SOURCE before Glibc's first header. */
int pipe2(int ends[2], int flags);

/* Closes all descriptors from one on in a program that is started, which spawn.h shows only as unistd.h shows pipe2. */
static inline int linux_close_from(posix_spawn_file_actions_t *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/* Bounds the private memory of a process, in bytes, by prlimit64(2), which sys/resource.h shows only as unistd.h shows
   pipe2; -1 where that is forbidden. */
static inline int linux_limit_data(pid_t process, uint64_t bytes) {
  const uint64_t limit[2] = {bytes, bytes};
  return (int)syscall(SYS_prlimit64, process, RLIMIT_DATA, limit, (void *)0);
}

/* Lets all others have the processor before the group of a process, by setpriority(2), whose first argument is of another
   type in each C library; -1 where that is forbidden. */
static inline int linux_make_patient(pid_t group) {
  return (int)syscall(SYS_setpriority, 1 /* PRIO_PGRP */, group, 10);
}

/* Swift does not see a macro that computes. */
static const unsigned long linux_iio_get_event_fd = IIO_GET_EVENT_FD_IOCTL;
