/* The part of libcurl's interface that is used. Its numbers and signatures do not change as long as the library
 * is called libcurl.so.4. */
#ifndef CCURL_LIBRARY_H
#define CCURL_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

typedef void CURL;
typedef void CURLM;
struct curl_slist;

struct curl_sockaddr {
  int family, socktype, protocol;
  unsigned int addrlen;
  struct sockaddr addr;
};

typedef struct {
  int msg;
  CURL *easy;
  union {
    void *whatever;
    int result;
  } data;
} CURLMsg;

enum { CURL_GLOBAL_ALL = 3, CURLMSG_DONE = 1, CURL_HTTP_VERSION_1_1 = 2, CURLPROTO_HTTP_AND_HTTPS = 3 };

/* Options: longs from 0, pointers from 10000, functions from 20000, 64-bit numbers from 30000. */
enum {
  CURLOPT_NOPROGRESS = 43,
  CURLOPT_POST = 47,
  CURLOPT_SSL_VERIFYPEER = 64,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_FORBID_REUSE = 75,
  CURLOPT_HTTPGET = 80,
  CURLOPT_SSL_VERIFYHOST = 81,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_OPENSOCKETDATA = 10164,
  CURLOPT_COPYPOSTFIELDS = 10165,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_OPENSOCKETFUNCTION = 20163,
  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
};

enum {
  CURLINFO_RESPONSE_CODE = 0x200002,
  CURLINFO_REQUEST_SIZE = 0x20000C,
  CURLINFO_HTTP_CONNECTCODE = 0x200016,
  CURLINFO_NAMELOOKUP_TIME = 0x300004,
  CURLINFO_PRETRANSFER_TIME = 0x300006,
};

enum {
  CURLE_OK = 0,
  CURLE_PEER_FAILED_VERIFICATION_OLD = 51,
  CURLE_SSL_CERTPROBLEM = 58,
  CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_SSL_CACERT_BADFILE = 77,
  CURLE_SSL_ISSUER_ERROR = 83,
  CURLE_SSL_INVALIDCERTSTATUS = 91,
};

enum { CURL_ERROR_SIZE = 256, CURL_SOCKET_BAD = -1 };

#define FUNCTIONS(X)                                                                             \
  X(int, global_init, (long flags))                                                              \
  X(CURL *, easy_init, (void))                                                                   \
  X(int, easy_setopt, (CURL *, int option, ...))                                                 \
  X(int, easy_getinfo, (CURL *, int info, ...))                                                  \
  X(void, easy_cleanup, (CURL *))                                                                \
  X(const char *, easy_strerror, (int code))                                                     \
  X(CURLM *, multi_init, (void))                                                                 \
  X(int, multi_add_handle, (CURLM *, CURL *))                                                    \
  X(int, multi_remove_handle, (CURLM *, CURL *))                                                 \
  X(int, multi_perform, (CURLM *, int *running))                                                 \
  X(int, multi_poll, (CURLM *, void *extra, unsigned extra_count, int milliseconds, int *ready)) \
  X(int, multi_wakeup, (CURLM *))                                                                \
  X(CURLMsg *, multi_info_read, (CURLM *, int *left))                                            \
  X(int, multi_cleanup, (CURLM *))                                                               \
  X(struct curl_slist *, slist_append, (struct curl_slist *, const char *))                      \
  X(void, slist_free_all, (struct curl_slist *))

typedef struct {
#define DECLARE(result, name, parameters) result(*name) parameters;
  FUNCTIONS(DECLARE)
} ccurl_library;

/* libcurl, once `ccurl_load` has succeeded. */
extern ccurl_library ccurl;

#endif
