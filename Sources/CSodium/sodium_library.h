/* libsodium: hashing (SHA-256) and signing (Ed25519). */
#pragma once
#include <sodium.h>
