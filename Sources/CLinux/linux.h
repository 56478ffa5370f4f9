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
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/prctl.h>
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

/* Begins to write a file's changed pages by sync_file_range(2), which fcntl.h shows only as unistd.h shows pipe2. */
static inline int linux_begin_flush(int descriptor) {
  extern int sync_file_range(int, __off64_t, __off64_t, unsigned int);
  return sync_file_range(descriptor, 0, 0, 2 /* SYNC_FILE_RANGE_WRITE */);
}

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

/* Has bytes that were just written go to the medium, and waits for those of `window` bytes before them: so that little is
   left to a flush. What fails costs nothing but time. */
static inline void linux_write_behind(int file, long offset, long count, long window) {
  extern int sync_file_range(int, __off64_t, __off64_t, unsigned int);
  sync_file_range(file, offset, count, 2 /* SYNC_FILE_RANGE_WRITE */);
  if (offset >= window) sync_file_range(file, offset - window, count, 7 /* and wait before and after */);
}

/* recvmsg(2) of at most `count` bytes, with the last of the descriptors that came along in `handed`, if any did (unix(7));
   the others are closed. */
static inline ssize_t linux_receive(int socket, void *bytes, size_t count, int *handed) {
  union {
    char bytes[CMSG_SPACE(16 * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {bytes, count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const unsigned char *next = CMSG_DATA(part);
    for (size_t left = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int); left > 0; left--, next += sizeof(int)) {
      if (*handed >= 0) close(*handed);
      memcpy(handed, next, sizeof(int));
    }
  }
  return received;
}

/* Has `signal` sent to this process once its parent ends (prctl(2)); -1 where the kernel can't. */
static inline int linux_end_with_parent(int signal) {
  return prctl(PR_SET_PDEATHSIG, signal);
}

/* The user of the program at the other end of a connection (unix(7)); the highest number where the kernel does not say. */
static inline unsigned linux_peer_user(int socket) {
  struct { int process; unsigned user, group; } peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.user : ~0u;
}

/* Puts the groups of the program at the other end of a connection, its own first, into `groups`, `most` at most; how many
   they are, 0 where the kernel does not say. */
static inline int linux_peer_groups(int socket, unsigned *groups, int most) {
  struct { int process; unsigned user, group; } peer;
  socklen_t size = sizeof peer;
  if (most < 1 || getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 0;
  groups[0] = peer.group;
  size = (most - 1) * sizeof *groups;
  if (getsockopt(socket, SOL_SOCKET, 59 /* SO_PEERGROUPS */, groups + 1, &size) != 0) return 1;
  return 1 + size / sizeof *groups;
}

/* send(2) of bytes, with the open file `handed` along with the first of them. */
static inline ssize_t linux_hand_over(int socket, const void *bytes, size_t count, int handed) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control = {{0}};
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(rights), &handed, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/* A file that is nowhere but in memory (memfd_create(2)). */
static inline int linux_memory_file(void) {
  extern int memfd_create(const char *, unsigned int);
  return memfd_create("exhibit", 1 /* MFD_CLOEXEC */);
}

/* Swift does not see a macro that computes. */
static const unsigned long linux_iio_get_event_fd = IIO_GET_EVENT_FD_IOCTL;
