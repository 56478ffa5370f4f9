#include "CFastDigest.h"

#include <dlfcn.h>
#include <stdlib.h>

/* Version 3's interface; a later version would have another name. */
static const char library_name[] = "libcrypto.so.3";

/* What EVP_DigestInit(3) describes, without its header, which a board's build needn't have. */
struct library {
  void *handle;
  void *(*make)(void);
  void (*release)(void *context);
  const void *(*sha256)(void);
  int (*begin)(void *context, const void *type, void *engine);
  int (*update)(void *context, const void *bytes, size_t count);
  int (*finish)(void *context, unsigned char *result, unsigned int *count);
};

struct fast_digest {
  struct library library;
  void *context;
};

static int load(struct library *library) {
  library->handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library->handle) return 0;
  *(void **)&library->make = dlsym(library->handle, "EVP_MD_CTX_new");
  *(void **)&library->release = dlsym(library->handle, "EVP_MD_CTX_free");
  *(void **)&library->sha256 = dlsym(library->handle, "EVP_sha256");
  *(void **)&library->begin = dlsym(library->handle, "EVP_DigestInit_ex");
  *(void **)&library->update = dlsym(library->handle, "EVP_DigestUpdate");
  *(void **)&library->finish = dlsym(library->handle, "EVP_DigestFinal_ex");
  return library->make && library->release && library->sha256 && library->begin && library->update &&
         library->finish;
}

/* The library stays loaded: it can't be unloaded safely, and the process ends soon. */
struct fast_digest *fast_digest_make(void) {
  struct library library;
  if (!load(&library)) return NULL;
  struct fast_digest *digest = malloc(sizeof *digest);
  if (!digest) return NULL;
  digest->library = library;
  digest->context = library.make();
  if (digest->context && fast_digest_begin(digest)) return digest;
  fast_digest_free(digest);
  return NULL;
}

int fast_digest_begin(struct fast_digest *digest) {
  return digest->library.begin(digest->context, digest->library.sha256(), NULL) == 1;
}

int fast_digest_update(struct fast_digest *digest, const void *bytes, size_t count) {
  return digest->library.update(digest->context, bytes, count) == 1;
}

int fast_digest_finish(struct fast_digest *digest, uint8_t result[FAST_DIGEST_SIZE]) {
  unsigned int count = 0;
  return digest->library.finish(digest->context, result, &count) == 1 && count == FAST_DIGEST_SIZE;
}

void fast_digest_free(struct fast_digest *digest) {
  digest->library.release(digest->context);
  free(digest);
}
