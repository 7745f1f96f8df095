#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CCurl.h"
#include "library.h"

ccurl_library ccurl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char trouble[512];

/* Stores the address of one function of the library in `place`. */
static void find(void *library, const char *name, void *place) {
  void *found = dlsym(library, name);
  if (found == NULL && trouble[0] == '\0') {
    snprintf(trouble, sizeof trouble, "libcurl.so.4 has no %s; it is older than 7.68", name);
  }
  *(void **)place = found;
}

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(trouble, sizeof trouble, "%s", reason ? reason : "libcurl.so.4 cannot be loaded");
    return;
  }
  find(library, "curl_global_init", &ccurl.global_init);
  find(library, "curl_easy_init", &ccurl.easy_init);
  find(library, "curl_easy_setopt", &ccurl.easy_setopt);
  find(library, "curl_easy_getinfo", &ccurl.easy_getinfo);
  find(library, "curl_easy_cleanup", &ccurl.easy_cleanup);
  find(library, "curl_easy_strerror", &ccurl.easy_strerror);
  find(library, "curl_multi_init", &ccurl.multi_init);
  find(library, "curl_multi_add_handle", &ccurl.multi_add_handle);
  find(library, "curl_multi_remove_handle", &ccurl.multi_remove_handle);
  find(library, "curl_multi_perform", &ccurl.multi_perform);
  find(library, "curl_multi_poll", &ccurl.multi_poll);
  find(library, "curl_multi_wakeup", &ccurl.multi_wakeup);
  find(library, "curl_multi_info_read", &ccurl.multi_info_read);
  find(library, "curl_multi_cleanup", &ccurl.multi_cleanup);
  find(library, "curl_slist_append", &ccurl.slist_append);
  find(library, "curl_slist_free_all", &ccurl.slist_free_all);
  if (trouble[0] == '\0' && ccurl.global_init(CURL_GLOBAL_ALL) != CURLE_OK) {
    snprintf(trouble, sizeof trouble, "libcurl cannot be started");
  }
}

const char *ccurl_load(void) {
  pthread_once(&once, load);
  return trouble[0] == '\0' ? NULL : trouble;
}
