#include <openssl/hmac.h>
