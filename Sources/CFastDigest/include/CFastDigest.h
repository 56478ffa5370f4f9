/* SHA-256 by OpenSSL's libcrypto, which uses what the processor has for it.

   It is loaded when it is first asked for, and never by a program that doesn't ask: it takes some megabytes of
   memory. */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { FAST_DIGEST_SIZE = 32 };

struct fast_digest;

/* A digest to be used again and again; NULL where there is no libcrypto that can be used. */
struct fast_digest *fast_digest_make(void);

/* Begins anew, with no bytes; says whether it could. */
int fast_digest_begin(struct fast_digest *digest);

/* Takes in `count` bytes more; says whether it could. */
int fast_digest_update(struct fast_digest *digest, const void *bytes, size_t count);

/* The SHA-256 of all bytes since `fast_digest_begin`; says whether it could. */
int fast_digest_finish(struct fast_digest *digest, uint8_t result[FAST_DIGEST_SIZE]);

void fast_digest_free(struct fast_digest *digest);
