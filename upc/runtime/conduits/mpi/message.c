/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: messages between far threads (message.h). A thread has a bounded number of requests and signals under way. So
 * what can pile up at another thread is bounded. Nobody waits for answers and MEETs that it has sent. */
#include <sched.h>
#include <string.h>
#include "conduits/mpi/message.h"
#include "base/sizes.h"

enum { REQUEST_TAG = 1, ANSWER_TAG = 2, DATA_TAG = 3, REPLY_TAG = 4 };

enum { WIDE = 1 << 17 };           /* bytes of a request of the core, and of a reply */

static struct { struct message m; unsigned char more[WIDE - MOST_SMALL]; } incoming;
static MPI_Request receive = MPI_REQUEST_NULL;

/* ---- copies ---- */

static void wait_for(MPI_Request *requests, int count) {
  int done;
  for (unsigned turn = 0; MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE), !done; turn++) urtc_relax(turn);
}

enum { HALF = COPIES / 2 };

static void wait_for_half(struct copies *c, unsigned first) {
  if (c->serves) wait_for(&c->sending[first], HALF);
  else MPI_Waitall(HALF, &c->sending[first], MPI_STATUSES_IGNORE);
}

void *urtc_next_copy(struct copies *c) {
  if (!c->data) {
    c->data = urtk_memory(COPIES, c->bytes, "messages");
    for (int i = 0; i < COPIES; i++) c->sending[i] = MPI_REQUEST_NULL;
  }
  if (c->turn && urtc_complete(&c->sending[(c->turn - 1) % COPIES], MPI_STATUS_IGNORE)) c->turn--;
  else if (c->turn % HALF == 0) wait_for_half(c, c->turn % COPIES);
  unsigned at = c->turn % COPIES;
  return c->data + at * c->bytes;
}

void urtc_send_copy(struct copies *c, size_t bytes, int thread, int tag, MPI_Comm comm) {
  unsigned at = c->turn++ % COPIES;
  MPI_Isend(c->data + at * c->bytes, (int)bytes, MPI_BYTE, thread, tag, comm, &c->sending[at]);
}

void urtc_close_copies(struct copies *c) {
  if (c->data) MPI_Waitall(COPIES, c->sending, MPI_STATUSES_IGNORE);
}

/* Answers and messages of a header, signals, and replies. */
static struct copies headers = {.bytes = HEADER}, signals = {.bytes = sizeof(struct message), .serves = 1};
static struct copies replies = {.bytes = MOST_SMALL}, long_replies = {.bytes = WIDE};

static void post(int thread, int tag, const void *data, size_t bytes) {
  memcpy(urtc_next_copy(&headers), data, bytes);
  urtc_send_copy(&headers, bytes, thread, tag, urtc_comm);
}

void urtc_tell(int thread, const struct message *m) { post(thread, REQUEST_TAG, m, HEADER); }

/* The first thread of a node passes what it hears on to the others, in words that they share. */
void urtc_tell_node(int node, int barrier, uint32_t phase, int round, uint64_t tag) {
  struct message m;
  m.kind = MEET, m.place = phase, m.value = (uint64_t)round, m.expected = tag, m.to = (uint64_t)barrier;
  urtc_tell(urtc_leader[node], &m);
}

/* ---- what is sent and not answered ----
 * The threads that may not have served all of it yet, and how many messages that is. A ping that is answered says that
 * a thread has, since it came after them. */
enum { MOST_UNSURE = 64, MOST_MESSAGES = 256 };
static int unsure[MOST_UNSURE], unsure_threads, unsure_messages, unsure_data;
static int depends[MOST_UNSURE]; /* 0: nothing depends on what that thread was sent (URTC_ADD_ALONE) */
static int others_depend;        /* 0: nothing depends on what any of them was sent */

static void ask_ping(const int *threads, int count) {
  const struct message ping = {.kind = PING, .place = urtk_first};
  MPI_Request answers[MOST_UNSURE];
  uint64_t nothing[MOST_UNSURE];
  for (int i = 0; i < count; i++) {
    MPI_Irecv(&nothing[i], sizeof nothing[i], MPI_BYTE, threads[i], ANSWER_TAG, urtc_comm, &answers[i]);
    urtc_tell(threads[i], &ping);
  }
  wait_for(answers, count);
}

void urtc_settle(void) {
  int count = unsure_threads;
  unsure_threads = unsure_messages = unsure_data = others_depend = 0;
  if (count) ask_ping(unsure, count);
}

/* The thread's place in `unsure`; the number of such threads if it is none of them. */
static int place_among_unsure(int thread) {
  int i = 0;
  while (i < unsure_threads && unsure[i] != thread) i++;
  return i;
}

void urtc_settle_at(int thread) {
  int i = place_among_unsure(thread);
  if (i == unsure_threads || !depends[i]) return;
  unsure_threads--;
  unsure[i] = unsure[unsure_threads], depends[i] = depends[unsure_threads];
  if (!unsure_threads) unsure_messages = unsure_data = others_depend = 0;
  ask_ping(&thread, 1);
}

void urtc_settle_data_at(int thread) {
  if (unsure_data) urtc_settle_at(thread);
}

void urtc_settle_before(int thread) {
  if (!others_depend) return;
  if (unsure_threads > 1 || (unsure_threads == 1 && unsure[0] != thread)) urtc_settle();
}

static void note_unsure(int thread, int depend) {
  int i = place_among_unsure(thread);
  if (i == unsure_threads) unsure[i] = thread, depends[i] = 0, unsure_threads++;
  depends[i] |= depend;
  others_depend |= depend;
  unsure_messages++;
}

void urtc_signal(int thread, const struct message *m, const void *data, size_t bytes, int depend) {
  size_t follow = bytes > urtc_mpi.small ? bytes : 0;
  MPI_Request following;
  /* what piles up there is bounded */
  if (unsure_threads == MOST_UNSURE || unsure_messages == MOST_MESSAGES) urtc_settle();
  struct message *copy = urtc_next_copy(&signals);
  memcpy(copy, m, HEADER);
  copy->expected = follow;
  if (follow) bytes = 0;
  if (bytes) memcpy(copy->data, data, bytes);
  urtc_send_copy(&signals, HEADER + bytes, thread, REQUEST_TAG, urtc_comm);
  note_unsure(thread, depend);
  unsure_data |= depend && (bytes || follow);
  if (!follow) return;
  MPI_Isend(data, (int)follow, MPI_BYTE, thread, DATA_TAG, urtc_comm, &following);
  wait_for(&following, 1);
}

/* ---- threads that have ended: thread 0 knows, the others what they have been told ---- */
static uint64_t ended[(URTK_MOST_PROCESSES + 63) / 64];

uint64_t urtc_who_ended(int word) { return ended[word]; }

static uint64_t note_ended(uint64_t thread) { return ended[thread / 64] |= (uint64_t)1 << thread % 64; }

/* ---- requests, as their target does them ---- */
static void put_here(const struct message *m, size_t bytes) {
  if (bytes) memcpy(urt_near(urtk_at(urt_mythread, m->to)), m->data, bytes);
}

static uint64_t serve(const struct message *m, size_t bytes) {
  urt_ptr_t word = urtk_at(urt_mythread, m->place);
  switch ((kind_t)m->kind) {
    case PING: return 0;
    case UPDATE: return urtk_update(urt_near(word), (urtc_update_t)m->to, m->value, m->expected);
    case PUT: return put_here(m, bytes), 0;
    case PUT_SET: return put_here(m, bytes), urtk_update(urt_near(word), URTC_STORE, m->value, 0);
    case PUT_ADD: return put_here(m, bytes), urtk_update(urt_near(word), URTC_FETCH_ADD, m->value, 0);
    case ENDED: return note_ended(m->value);
    case WHO_ENDED: case TOLD: case MEET: case SERVE: break;
  }
  return 0;
}

static void listen(void) {
  if (!urtc_mpi.probes)
    MPI_Irecv(&incoming, sizeof incoming, MPI_BYTE, MPI_ANY_SOURCE, REQUEST_TAG, urtc_comm, &receive);
}

static int has_come(MPI_Status *status) {
  if (urtc_mpi.probes && receive == MPI_REQUEST_NULL) {
    MPI_Message found;
    int is_found;
    MPI_Improbe(MPI_ANY_SOURCE, REQUEST_TAG, urtc_comm, &is_found, &found, MPI_STATUS_IGNORE);
    if (!is_found) return 0;
    MPI_Imrecv(&incoming, sizeof incoming, MPI_BYTE, &found, &receive);
  }
  return urtc_complete(&receive, status);
}

/* A copy may be waited for here, although nothing is served meanwhile: who asked awaits its reply inside MPI. */
static void reply(int thread, const struct message *m, size_t bytes) {
  struct copies *own = m->value > MOST_SMALL ? &long_replies : &replies;
  size_t size = urtk_serve(urt_mythread, m->data, bytes, urtc_next_copy(own));
  urtc_send_copy(own, size, thread, REPLY_TAG, urtc_comm);
}

/* The message in `incoming`. */
static void serve_incoming(int thread, size_t bytes) {
  const struct message *m = &incoming.m;
  if (m->kind == MEET) {
    urtk_hear((int)m->to, (uint32_t)m->place, (int)m->value, m->expected);
  } else if (m->kind == WHO_ENDED) {
    struct message told;
    told.kind = TOLD, told.place = m->place, told.value = ended[m->place], told.expected = told.to = 0;
    urtc_tell(thread, &told);
  } else if (m->kind == TOLD) {
    ended[m->place] |= m->value;
  } else if (m->kind == SERVE) {
    reply(thread, m, bytes);
  } else {
    uint64_t answer = serve(m, bytes);
    if (m->kind < PUT_SET) post(thread, ANSWER_TAG, &answer, sizeof answer);
  }
}

/* Data that follows `incoming` is awaited before anything else is served: what comes later may be about it. */
static MPI_Request following;
static int awaited;

static int has_following(const struct message *m) {
  return (m->kind == PUT_SET || m->kind == PUT_ADD) && m->expected;
}

static void await_data(int thread) {
  void *to = urt_near(urtk_at(urt_mythread, incoming.m.to));
  MPI_Irecv(to, (int)incoming.m.expected, MPI_BYTE, thread, DATA_TAG, urtc_comm, &following);
  awaited = 1;
}

void (*urtc_before_looking)(void);

static int progress(void) {
  int bytes;
  MPI_Status status;
  if (urtc_before_looking) urtc_before_looking();
  int come = awaited ? urtc_complete(&following, &status) : has_come(&status);
  if (come) {
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (!awaited && has_following(&incoming.m)) {
      await_data(status.MPI_SOURCE);
    } else {
      serve_incoming(status.MPI_SOURCE, awaited ? 0 : (size_t)bytes - HEADER);
      awaited = 0;
      listen();
    }
  }
  if (urtk_advance) urtk_advance();
  return come;
}

uint64_t urtc_ask(int thread, struct message *m, size_t bytes) {
  uint64_t answer;
  if (thread == urt_mythread) return serve(m, bytes);
  MPI_Request both[2];
  urtc_settle_before(thread);
  MPI_Irecv(&answer, sizeof answer, MPI_BYTE, thread, ANSWER_TAG, urtc_comm, &both[0]);
  MPI_Isend(m, (int)(HEADER + bytes), MPI_BYTE, thread, REQUEST_TAG, urtc_comm, &both[1]);
  wait_for(both, 2);
  return answer;
}

/* ---- requests of the core ---- */
#ifdef URTC_HAS_REQUESTS
size_t urtc_request_most(void) { return urtc_nodes > 1 ? urtc_mpi.small / 16 * 16 : 0; }
size_t urtc_request_longest(void) { return urtc_nodes > 1 ? WIDE : 0; }
size_t urtc_reply_longest(void) { return urtc_nodes > 1 ? WIDE : 0; }

/* A request is sent with its header in front of it: one message is faster than two. A short one is copied behind a
 * header; a long one has room in front. The oldest one that is under way is awaited before its place is used again. */
enum { TOGETHER = 16 };
static struct message short_ones[TOGETHER];
static MPI_Request under_way[TOGETHER][2]; /* the reply's and the request's */
static unsigned started;
_Static_assert(HEADER <= URTC_REQUEST_FRONT, "a request has room for its header");

void urtc_start_request(const struct urtc_request *r) {
  unsigned i = started % TOGETHER;
  if (!started) urtc_settle();
  if (started++ >= TOGETHER) wait_for(under_way[i], 2);
  struct message *m = r->bytes <= MOST_SMALL ? &short_ones[i] : (struct message *)(void *)((char *)r->request - HEADER);
  m->kind = SERVE, m->place = urtk_first, m->value = r->reply_bytes, m->expected = m->to = 0;
  if (r->bytes <= MOST_SMALL) memcpy(m->data, r->request, r->bytes);
  MPI_Irecv(r->reply, (int)r->reply_bytes, MPI_BYTE, r->thread, REPLY_TAG, urtc_comm, &under_way[i][0]);
  MPI_Isend(m, (int)(HEADER + r->bytes), MPI_BYTE, r->thread, REQUEST_TAG, urtc_comm, &under_way[i][1]);
}

void urtc_end_requests(void) {
  if (started) wait_for(under_way[0], 2 * (int)(started < TOGETHER ? started : TOGETHER));
  started = 0;
}
#endif

void urtc_open_messages(void) {
  listen();
  urtk_progress = progress;
}

void urtc_close_messages(void) {
  urtk_progress = NULL;
  if (receive != MPI_REQUEST_NULL) MPI_Cancel(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  urtc_close_copies(&headers);
  urtc_close_copies(&signals);
  urtc_close_copies(&replies);
  urtc_close_copies(&long_replies);
}
