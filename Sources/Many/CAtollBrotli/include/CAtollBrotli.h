/* Compression by libbrotlienc, which is loaded when it is first needed. The library is not needed to build. */
#ifndef CBROTLI_H
#define CBROTLI_H

#include <stddef.h>
#include <stdint.h>

/* Loads the library; returns NULL, or a message if it cannot be loaded. */
const char *cbrotli_load(void);

/* Returns the maximum compressed size of `count` bytes, in bytes; 0 if that exceeds the range of `size_t`. */
size_t cbrotli_bound(size_t count);

/* Compresses text, and returns the compressed size in bytes; 0 if that fails. The library must be loaded. */
size_t cbrotli_compress(int quality, const uint8_t *text, size_t count, uint8_t *output, size_t capacity);

#endif
