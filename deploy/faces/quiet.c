#include "quiet.h"

#include <fcntl.h>
#include <unistd.h>

int quiet_begin(void) {
  int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (kept >= 0 && nothing >= 0) dup2(nothing, STDERR_FILENO);
  if (nothing >= 0 && nothing != STDERR_FILENO) close(nothing);
  return kept;
}

void quiet_end(int kept) {
  if (kept < 0) return;
  dup2(kept, STDERR_FILENO);
  close(kept);
}
