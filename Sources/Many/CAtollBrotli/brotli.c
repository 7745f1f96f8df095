#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CAtollBrotli.h"

/* The part of the library's interface that is used. Its constants and signatures do not change as long as the library
 * is called libbrotlienc.so.1. */
enum { BROTLI_MODE_TEXT = 1, BROTLI_DEFAULT_WINDOW = 22 };

static struct {
  size_t (*bound)(size_t count);
  int (*compress)(int quality, int window, int mode, size_t count, const uint8_t *text, size_t *capacity,
                  uint8_t *output);
} brotli;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char trouble[512];

#ifdef __APPLE__
static const char *name = "libbrotlienc.1.dylib";
#else
static const char *name = "libbrotlienc.so.1";
#endif

static void load(void) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(trouble, sizeof trouble, "%s", reason ? reason : "libbrotlienc cannot be loaded");
    return;
  }
  *(void **)&brotli.bound = dlsym(library, "BrotliEncoderMaxCompressedSize");
  *(void **)&brotli.compress = dlsym(library, "BrotliEncoderCompress");
  if (brotli.bound == NULL || brotli.compress == NULL) {
    snprintf(trouble, sizeof trouble, "%s lacks a function", name);
  }
}

const char *cbrotli_load(void) {
  pthread_once(&once, load);
  return trouble[0] == '\0' ? NULL : trouble;
}

size_t cbrotli_bound(size_t count) { return brotli.bound(count); }

size_t cbrotli_compress(int quality, const uint8_t *text, size_t count, uint8_t *output, size_t capacity) {
  size_t used = capacity;
  int done = brotli.compress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, count, text, &used, output);
  return done ? used : 0;
}
