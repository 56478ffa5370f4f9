/* Hands each file that it is told to the target, without libFuzzer: replay FILE… */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { LARGEST = 1 << 20 };

static void replay(const char *path) {
  static uint8_t bytes[LARGEST];
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(2);
  }
  size_t count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  fprintf(stderr, "%s\n", path); /* the last is the one that ended the process */
  LLVMFuzzerTestOneInput(bytes, count);
}

int main(int count, char **paths) {
  for (int i = 1; i < count; i++) replay(paths[i]);
  return 0;
}
