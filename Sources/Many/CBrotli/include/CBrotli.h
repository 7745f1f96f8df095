/* Compression by libbrotlienc, which is loaded when it is needed for the first time. Nothing of it is needed to build. */
#ifndef CBROTLI_H
#define CBROTLI_H

#include <stddef.h>
#include <stdint.h>

/* Loads the library; returns the reason if that is impossible, and otherwise NULL. */
const char *cbrotli_load(void);

/* Returns the most bytes that so many bytes of text can take when they are compressed; 0 if there are too many. */
size_t cbrotli_bound(size_t count);

/* Compresses a text, and returns the number of bytes; 0 if that fails. Its library must be loaded. */
size_t cbrotli_compress(int quality, const uint8_t *text, size_t count, uint8_t *output, size_t capacity);

#endif
