/* The program's own fsync and fdatasync come before the C library's, in shared libraries too (ld.so(8)): so SQLite's
   flushes are counted without SQLite's knowing. */
#include "CFlushCount.h"
#include <sys/syscall.h>
#include <unistd.h>

static int64_t count;

int fsync(int file)
{
  count++;
  return (int) syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
  count++;
  return (int) syscall(SYS_fdatasync, file);
}

int64_t flush_count(void)
{
  return count;
}
