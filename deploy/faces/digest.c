#include "digest.h"

#include <fcntl.h>
#include <unistd.h>

#include <sodium.h>

static bool read_all(int file, crypto_hash_sha256_state *state) {
  static unsigned char bytes[1 << 16];
  for (;;) {
    ssize_t count = read(file, bytes, sizeof bytes);
    if (count <= 0) return count == 0;
    crypto_hash_sha256_update(state, bytes, (size_t)count);
  }
}

bool digest_of_file(const char *path, char text[DIGEST_TEXT_SIZE]) {
  crypto_hash_sha256_state state;
  unsigned char digest[crypto_hash_sha256_BYTES];
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 || sodium_init() < 0) return false;
  crypto_hash_sha256_init(&state);
  bool is_read = read_all(file, &state);
  close(file);
  crypto_hash_sha256_final(&state, digest);
  sodium_bin2hex(text, DIGEST_TEXT_SIZE, digest, sizeof digest);
  return is_read;
}
