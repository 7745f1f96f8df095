#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CAtollCurl.h"
#include "library.h"

enum {
  /* The number of idle connections that are kept, each in its own multi handle. */
  MOST_IDLE = 16,
  /* The most bytes of a response's status line and headers together. */
  MOST_HEAD_BYTES = 1 << 20,
  /* The longest wait for activity, in milliseconds; after it, cancellation and the deadline are checked again. */
  LONGEST_POLL = 1000,
};

typedef struct line {
  CURLM *multi;
  struct line *next;
} line;

struct ccurl_session {
  pthread_mutex_t lock;
  line *idle;
  int idle_count;
  /* The number of references: one of the owner, and one of each request. */
  int references;
};

typedef struct {
  char *bytes;
  size_t count, capacity;
} buffer;

struct ccurl_call {
  pthread_mutex_t lock;
  /* The number of references: one of the owner, and one of the thread. */
  int references;
  bool is_cancelled;
  /* The multi handle by which another thread can wake this request's thread; NULL once it is detached. */
  CURLM *multi;

  /* Only the request's thread uses the members below. */
  ccurl_session *session;
  line *line;
  CURL *easy;
  struct curl_slist *headers;
  ccurl_terms terms;
  ccurl_receiver receiver;
  void *context;
  buffer head, body;
  bool is_too_large, is_private;
  char message[CURL_ERROR_SIZE];
};

/* Sessions and their connections */

ccurl_session *ccurl_session_create(void) {
  ccurl_session *session = calloc(1, sizeof *session);
  if (session == NULL) return NULL;
  pthread_mutex_init(&session->lock, NULL);
  session->references = 1;
  return session;
}

static void close_line(line *line) {
  if (line == NULL) return;
  if (line->multi) ccurl.multi_cleanup(line->multi);
  free(line);
}

void ccurl_session_release(ccurl_session *session) {
  pthread_mutex_lock(&session->lock);
  bool is_last = --session->references == 0;
  pthread_mutex_unlock(&session->lock);
  if (!is_last) return;
  while (session->idle) {
    line *next = session->idle->next;
    close_line(session->idle);
    session->idle = next;
  }
  pthread_mutex_destroy(&session->lock);
  free(session);
}

/* Returns a kept connection, or a handle for a new one, and retains the session until the request has ended. */
static line *take_line(ccurl_session *session) {
  pthread_mutex_lock(&session->lock);
  session->references++;
  line *found = session->idle;
  if (found) {
    session->idle = found->next;
    session->idle_count--;
  }
  pthread_mutex_unlock(&session->lock);
  if (found) return found;
  found = calloc(1, sizeof *found);
  if (found && (found->multi = ccurl.multi_init()) == NULL) {
    free(found);
    return NULL;
  }
  return found;
}

static void give_back(ccurl_session *session, line *line) {
  if (line) {
    pthread_mutex_lock(&session->lock);
    bool is_kept = session->idle_count < MOST_IDLE;
    if (is_kept) {
      line->next = session->idle;
      session->idle = line;
      session->idle_count++;
    }
    pthread_mutex_unlock(&session->lock);
    if (!is_kept) close_line(line);
  }
  ccurl_session_release(session);
}

/* Receiving a response */

static bool append(buffer *buffer, const void *bytes, size_t count, size_t most) {
  if (count > most - buffer->count) return false;
  if (count > buffer->capacity - buffer->count) {
    size_t wanted = buffer->capacity ? buffer->capacity : 16384;
    while (wanted - buffer->count < count) wanted *= 2;
    if (wanted > most) wanted = most;
    char *larger = realloc(buffer->bytes, wanted);
    if (larger == NULL) return false;
    buffer->bytes = larger;
    buffer->capacity = wanted;
  }
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return true;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_call *call = context;
  if (append(&call->body, bytes, size * count, call->terms.most_bytes)) return size * count;
  call->is_too_large = true;
  return 0;
}

static size_t receive_head(char *bytes, size_t size, size_t count, void *context) {
  ccurl_call *call = context;
  size_t length = size * count;
  /* A server may send more than one header section, such as 103 and then 200; only the last one counts. */
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) call->head.count = 0;
  if (append(&call->head, bytes, length, MOST_HEAD_BYTES)) return length;
  call->is_too_large = true;
  return 0;
}

/* Opens the socket for a request that may reach public hosts only. The address is the result of the DNS lookup that
 * this connection uses, so a later DNS answer cannot change the host. */
static int open_public_socket(void *context, int purpose, struct curl_sockaddr *address) {
  ccurl_call *call = context;
  (void)purpose;
  if (ccurl_is_public(&address->addr)) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }
  call->is_private = true;
  return CURL_SOCKET_BAD;
}

/* A request */

static int configure(ccurl_call *call, const char *method, const char *url, const void *body, size_t body_count) {
  CURL *easy = call->easy;
  int code = CURLE_OK;
#define SET(option, value) \
  if (code == CURLE_OK) code = ccurl.easy_setopt(easy, option, value)
  SET(CURLOPT_URL, url);
  SET(CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_AND_HTTPS);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_NOPROGRESS, 1L);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_ERRORBUFFER, call->message);
  SET(CURLOPT_HTTPHEADER, call->headers);
  SET(CURLOPT_WRITEFUNCTION, receive_body);
  SET(CURLOPT_WRITEDATA, call);
  SET(CURLOPT_HEADERFUNCTION, receive_head);
  SET(CURLOPT_HEADERDATA, call);
  /* With an empty name, libcurl does not look for a proxy in the environment. */
  if (!call->terms.uses_proxies) SET(CURLOPT_PROXY, "");
  if (call->terms.is_public_only) {
    SET(CURLOPT_OPENSOCKETFUNCTION, open_public_socket);
    SET(CURLOPT_OPENSOCKETDATA, call);
  }
  if (!call->terms.may_reuse) {
    SET(CURLOPT_FRESH_CONNECT, 1L);
    SET(CURLOPT_FORBID_REUSE, 1L);
  }
  if (body_count > 0 || strcmp(method, "POST") == 0) {
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (int64_t)body_count);
    SET(CURLOPT_COPYPOSTFIELDS, body_count > 0 ? body : "");
  } else {
    SET(CURLOPT_HTTPGET, 1L);
  }
  if (strcmp(method, "GET") != 0 && strcmp(method, "POST") != 0) SET(CURLOPT_CUSTOMREQUEST, method);
#undef SET
  return code;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool is_cancelled(ccurl_call *call) {
  pthread_mutex_lock(&call->lock);
  bool found = call->is_cancelled;
  pthread_mutex_unlock(&call->lock);
  return found;
}

/* Returns whether any part of the request may have been sent. */
static bool is_sent(ccurl_call *call) {
  long size = 0, tunnel = 0;
  double begun = 0;
  ccurl.easy_getinfo(call->easy, CURLINFO_REQUEST_SIZE, &size);
  ccurl.easy_getinfo(call->easy, CURLINFO_PRETRANSFER_TIME, &begun);
  ccurl.easy_getinfo(call->easy, CURLINFO_HTTP_CONNECTCODE, &tunnel);
  /* A proxy that refused the tunnel has received the name of the host, but nothing of the request. */
  if (tunnel != 0 && tunnel / 100 != 2) return false;
  return size > 0 || begun > 0;
}

static ccurl_end end_of(ccurl_call *call, int code) {
  if (call->is_too_large) return CCURL_TOO_LARGE;
  switch (code) {
    case CURLE_OK:
      return call->head.count > 0 ? CCURL_ANSWERED : CCURL_INTERRUPTED;
    case CURLE_PEER_FAILED_VERIFICATION_OLD:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return CCURL_UNTRUSTED;
    default:
      return is_sent(call) ? CCURL_INTERRUPTED : CCURL_UNREACHABLE;
  }
}

/* Performs the request until it ends, is cancelled or reaches its deadline. */
static ccurl_end perform(ccurl_call *call) {
  CURLM *multi = call->line->multi;
  int64_t deadline = now() + call->terms.milliseconds;
  while (true) {
    if (is_cancelled(call)) return CCURL_CANCELLED;
    int running = 0;
    if (ccurl.multi_perform(multi, &running) != 0) return CCURL_INTERRUPTED;
    if (running == 0) break;
    int64_t left = deadline - now();
    if (left <= 0) return is_sent(call) ? CCURL_TIMED_OUT : CCURL_UNREACHABLE;
    ccurl.multi_poll(multi, NULL, 0, left < LONGEST_POLL ? (int)left : LONGEST_POLL, NULL);
  }
  int left;
  CURLMsg *message = ccurl.multi_info_read(multi, &left);
  if (message == NULL || message->msg != CURLMSG_DONE) return CCURL_INTERRUPTED;
  int code = message->data.result;
  if (code != CURLE_OK && call->is_private) {
    snprintf(call->message, sizeof call->message, "the host is not a public one");
  } else if (code != CURLE_OK && call->message[0] == '\0') {
    snprintf(call->message, sizeof call->message, "%s", ccurl.easy_strerror(code));
  }
  return end_of(call, code);
}

/* Removes the request from its connection, which later requests may then use. */
static void detach(ccurl_call *call) {
  pthread_mutex_lock(&call->lock);
  call->multi = NULL;
  pthread_mutex_unlock(&call->lock);
  ccurl.multi_remove_handle(call->line->multi, call->easy);
  ccurl.easy_cleanup(call->easy);
  ccurl.slist_free_all(call->headers);
  give_back(call->session, call->line);
}

static void *run(void *context) {
  ccurl_call *call = context;
  ccurl_end end = perform(call);
  ccurl_answer answer = {.end = end, .message = call->message};
  double lookup = 0;
  ccurl.easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &answer.status);
  ccurl.easy_getinfo(call->easy, CURLINFO_NAMELOOKUP_TIME, &lookup);
  /* Detaching a request waits for a DNS lookup in progress, which cannot be cancelled, so in that case it is done
   * after the receiver is called. Otherwise it is done before, since the process may end after the answer. */
  bool is_looking_up = (end == CCURL_CANCELLED || end == CCURL_UNREACHABLE) && lookup <= 0;
  if (!is_looking_up) detach(call);
  answer.head = call->head.bytes;
  answer.head_count = call->head.count;
  answer.body = (const uint8_t *)call->body.bytes;
  answer.body_count = call->body.count;
  call->receiver(call->context, &answer);
  free(call->head.bytes);
  free(call->body.bytes);
  call->head.bytes = call->body.bytes = NULL;
  if (is_looking_up) detach(call);
  ccurl_call_release(call);
  return NULL;
}

/* Starts the thread of a request, in which all signals are blocked. */
static bool start_thread(ccurl_call *call) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, before;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool is_started = pthread_create(&thread, &attributes, run, call) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return is_started;
}

static bool add_headers(ccurl_call *call, const char *const *headers) {
  /* Without `Expect: 100-continue`, libcurl does not wait up to a second before it sends the body. */
  const char *none[] = {"Expect:", NULL};
  for (int list = 0; list < 2; list++) {
    for (const char *const *header = list ? headers : none; *header; header++) {
      struct curl_slist *longer = ccurl.slist_append(call->headers, *header);
      if (longer == NULL) return false;
      call->headers = longer;
    }
  }
  return true;
}

static void free_call(ccurl_call *call) {
  pthread_mutex_destroy(&call->lock);
  free(call);
}

ccurl_call *ccurl_start(
    ccurl_session *session, const char *method, const char *url, const char *const *headers, const void *body,
    size_t body_count, ccurl_terms terms, ccurl_receiver receiver, void *context) {
  ccurl_call *call = calloc(1, sizeof *call);
  if (call == NULL) return NULL;
  pthread_mutex_init(&call->lock, NULL);
  call->references = 2;
  call->session = session;
  call->terms = terms;
  call->receiver = receiver;
  call->context = context;
  call->line = take_line(session);
  call->easy = call->line ? ccurl.easy_init() : NULL;
  bool is_added = call->easy && add_headers(call, headers) &&
                  configure(call, method, url, body, body_count) == CURLE_OK &&
                  ccurl.multi_add_handle(call->line->multi, call->easy) == 0;
  if (is_added) {
    call->multi = call->line->multi;
    if (start_thread(call)) return call;
    ccurl.multi_remove_handle(call->line->multi, call->easy);
  }
  if (call->easy) ccurl.easy_cleanup(call->easy);
  ccurl.slist_free_all(call->headers);
  give_back(session, call->line);
  free_call(call);
  return NULL;
}

void ccurl_cancel(ccurl_call *call) {
  pthread_mutex_lock(&call->lock);
  call->is_cancelled = true;
  if (call->multi) ccurl.multi_wakeup(call->multi);
  pthread_mutex_unlock(&call->lock);
}

void ccurl_call_release(ccurl_call *call) {
  pthread_mutex_lock(&call->lock);
  bool is_last = --call->references == 0;
  pthread_mutex_unlock(&call->lock);
  if (is_last) free_call(call);
}
