/* OpenSSL: hashing, later signing. */
#pragma once
#include <openssl/evp.h>
