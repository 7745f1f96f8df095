/* HTTP requests by libcurl, which is loaded at the first of them.
 *
 * libcurl's `setopt` and `getinfo` are variadic, which Swift cannot call, and programs that use no network must
 * not pay for libcurl and the thirty libraries it brings. Nothing of it is needed to build. */
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Connections that are kept for later requests. */
typedef struct ccurl_session ccurl_session;

/* A request under way. */
typedef struct ccurl_call ccurl_call;

/* What may be done for a request, and how much. */
typedef struct {
  /* The time for all of it, in milliseconds. */
  int64_t milliseconds;
  /* The most bytes of a body, as it is sent. */
  size_t most_bytes;
  /* Whether the proxies that the environment names are used. */
  bool uses_proxies;
  /* Whether a connection that was used before will do. libcurl sends a request again, without a word, if such
   * a connection turns out to be dead. */
  bool may_reuse;
  /* Whether only hosts with a public address may be reached, for addresses that users choose. */
  bool is_public_only;
} ccurl_terms;

/* How a request ended. */
typedef enum {
  CCURL_ANSWERED,
  CCURL_UNREACHABLE,
  CCURL_UNTRUSTED,
  CCURL_INTERRUPTED,
  CCURL_TIMED_OUT,
  CCURL_TOO_LARGE,
  CCURL_CANCELLED,
} ccurl_end;

/* What came of a request. */
typedef struct {
  ccurl_end end;
  long status;
  /* The lines of the last head, each with its line end; not terminated. */
  const char *head;
  size_t head_count;
  const uint8_t *body;
  size_t body_count;
  /* What went wrong, in libcurl's words. */
  const char *message;
} ccurl_answer;

/* Takes an answer, which lives until it returns. Runs on a thread of the request's own. */
typedef void (*ccurl_receiver)(void *context, const ccurl_answer *answer);

/* Loads libcurl, once. Returns why that failed, or NULL. */
const char *ccurl_load(void);

/* Makes a session; NULL without memory. */
ccurl_session *ccurl_session_create(void);

/* Ends a session, as soon as its last request has ended. */
void ccurl_session_release(ccurl_session *session);

/* Starts a request. `headers` is a list of lines, ended by NULL. Everything is copied. Returns NULL, without
 * calling the receiver, if there is no memory or no thread for it. */
ccurl_call *ccurl_start(
    ccurl_session *session, const char *method, const char *url, const char *const *headers, const void *body,
    size_t body_count, ccurl_terms terms, ccurl_receiver receiver, void *context);

/* Ends a request early, from any thread; its receiver is called all the same. */
void ccurl_cancel(ccurl_call *call);

/* Whether an address is one of the public internet, and not of this machine or of a network around it. */
bool ccurl_is_public(const struct sockaddr *address);

/* Gives up what `ccurl_start` returned; the request goes on. */
void ccurl_call_release(ccurl_call *call);

#endif
