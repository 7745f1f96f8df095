/* HTTP requests by libcurl, which is loaded at the first request.
 *
 * libcurl's `setopt` and `getinfo` are variadic, which Swift cannot call, and programs that use no network must
 * not load libcurl and the thirty libraries that it needs. libcurl is not needed for building. */
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* A pool of connections that are kept for later requests. */
typedef struct ccurl_session ccurl_session;

/* A request in progress. */
typedef struct ccurl_call ccurl_call;

/* The limits and permissions of a request. */
typedef struct {
  /* The time limit for the whole request, in milliseconds. */
  int64_t milliseconds;
  /* The most bytes of a response's body, before it is unpacked. */
  size_t most_bytes;
  /* Whether the proxies that the environment names are used. */
  bool uses_proxies;
  /* Whether a kept connection may be used. If such a connection turns out to be closed, libcurl sends the request
   * again without reporting it. */
  bool may_reuse;
  /* Whether only hosts with a public address may be reached, for addresses that users choose. */
  bool is_public_only;
} ccurl_terms;

/* The way in which a request ended. */
typedef enum {
  CCURL_ANSWERED,
  CCURL_UNREACHABLE,
  CCURL_UNTRUSTED,
  CCURL_INTERRUPTED,
  CCURL_TIMED_OUT,
  CCURL_TOO_LARGE,
  CCURL_CANCELLED,
} ccurl_end;

/* The result of a request. */
typedef struct {
  ccurl_end end;
  long status;
  /* The status line and headers of the response, each with its line end, without a terminating NUL. */
  const char *head;
  size_t head_count;
  const uint8_t *body;
  size_t body_count;
  /* libcurl's error message; empty if there is none. */
  const char *message;
} ccurl_answer;

/* Receives the answer, which is valid only during the call. It is called on the request's own thread. */
typedef void (*ccurl_receiver)(void *context, const ccurl_answer *answer);

/* Loads libcurl at the first call. Returns the reason for a failure, or NULL. */
const char *ccurl_load(void);

/* Creates a session; returns NULL if there is no memory for it. */
ccurl_session *ccurl_session_create(void);

/* Releases the owner's reference to a session, which is freed when its last request has ended. */
void ccurl_session_release(ccurl_session *session);

/* Starts a request. `headers` is a list of lines that ends with NULL. The strings and the body are copied. Returns
 * NULL, without calling the receiver, if there is no memory or no thread for the request. */
ccurl_call *ccurl_start(
    ccurl_session *session, const char *method, const char *url, const char *const *headers, const void *body,
    size_t body_count, ccurl_terms terms, ccurl_receiver receiver, void *context);

/* Cancels a request, from any thread; its receiver is still called. */
void ccurl_cancel(ccurl_call *call);

/* Returns whether an address is on the public internet, rather than on this machine or in a private network. */
bool ccurl_is_public(const struct sockaddr *address);

/* Releases the reference that `ccurl_start` returned; the request continues. */
void ccurl_call_release(ccurl_call *call);

#endif
