/* SHA-256 by itself is what openssl/sha.h calls deprecated; see ContentHasher. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
