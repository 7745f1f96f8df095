#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CAtollCurl.h"
#include "library.h"

ccurl_library ccurl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char trouble[512];

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(trouble, sizeof trouble, "%s", reason ? reason : "libcurl.so.4 cannot be loaded");
    return;
  }
#define LOAD(result, name, parameters)                                                                  \
  if ((*(void **)&ccurl.name = dlsym(library, "curl_" #name)) == NULL) {                                \
    snprintf(trouble, sizeof trouble, "libcurl.so.4 has no curl_" #name "; it is older than 7.68");     \
    return;                                                                                             \
  }
  FUNCTIONS(LOAD)
  if (ccurl.global_init(CURL_GLOBAL_ALL) != CURLE_OK) {
    snprintf(trouble, sizeof trouble, "libcurl cannot be started");
  }
}

const char *ccurl_load(void) {
  pthread_once(&once, load);
  return trouble[0] == '\0' ? NULL : trouble;
}
