/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: messages between far threads (message.h). A thread has one request under way at a time, so what can pile up
 * at another one is bounded. Answers and MEETs are sent from a ring of buffers and not waited for. */
#include <sched.h>
#include <string.h>
#include "message.h"
#include "sizes.h"

enum { REQUEST_TAG = 1, ANSWER_TAG = 2, RING = 64 };

static struct message incoming;
static MPI_Request receive = MPI_REQUEST_NULL;

static struct { MPI_Request sending; uint64_t words[HEADER / 8]; } ring[RING];

/* Sends `bytes` (at most a header) from a buffer of the ring. */
static void post(int thread, int tag, const void *data, int bytes) {
  static unsigned turn;
  unsigned at = turn++ % RING;
  for (int sent = 0; !sent; MPI_Test(&ring[at].sending, &sent, MPI_STATUS_IGNORE)) {}
  memcpy(ring[at].words, data, (size_t)bytes);
  MPI_Isend(ring[at].words, bytes, MPI_BYTE, thread, tag, urtc_comm, &ring[at].sending);
}

void urtc_tell(int thread, const struct message *m) { post(thread, REQUEST_TAG, m, HEADER); }

/* ---- what thread 0 knows of threads that have ended ---- */
static uint64_t ended[(URTK_MOST_THREADS + 63) / 64];

static uint64_t note_ended(uint64_t thread) { return ended[thread / 64] |= (uint64_t)1 << thread % 64; }

/* ---- requests, as their target does them ---- */
static uint64_t serve(const struct message *m, size_t bytes) {
  uint64_t *word = urt_near(urtk_at(urt_mythread, m->place)), expected = m->expected;
  switch ((kind_t)m->kind) {
    case PING: return 0;
    case PUT: return memcpy(urt_near(urtk_at(urt_mythread, m->to)), m->data, bytes), 0;
    case LOAD: return __atomic_load_n(word, __ATOMIC_SEQ_CST);
    case PUT_SIGNAL: memcpy(urt_near(urtk_at(urt_mythread, m->to)), m->data, bytes); /* fall through */
    case STORE: return __atomic_store_n(word, m->value, __ATOMIC_SEQ_CST), 0;
    case SWAP: return __atomic_exchange_n(word, m->value, __ATOMIC_SEQ_CST);
    case ADD: return __atomic_fetch_add(word, m->value, __ATOMIC_SEQ_CST);
    case COMPARE:
      __atomic_compare_exchange_n(word, &expected, m->value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      return expected;
    case ENDED: return note_ended(m->value);
    case WHO_ENDED: return ended[m->value];
    case MEET: break;
  }
  return 0;
}

static void listen(void) {
  MPI_Irecv(&incoming, sizeof incoming, MPI_BYTE, MPI_ANY_SOURCE, REQUEST_TAG, urtc_comm, &receive);
}

int urtc_progress(void) {
  int served = 0;
  if (urtc_nodes == 1) return 0;
  for (int come = 1, bytes; come;) {
    MPI_Status status;
    MPI_Test(&receive, &come, &status);
    if (!come) break;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (incoming.kind == MEET) {
      urtk_hear((int)incoming.to, (uint32_t)incoming.place, (int)incoming.value, incoming.expected);
    } else {
      uint64_t answer = serve(&incoming, (size_t)bytes - HEADER);
      post(status.MPI_SOURCE, ANSWER_TAG, &answer, sizeof answer);
    }
    listen();
    served = 1;
  }
  urtk_advance();
  return served;
}

uint64_t urtc_ask(int thread, struct message *m, size_t bytes) {
  uint64_t answer;
  if (thread == urt_mythread) return serve(m, bytes);
  MPI_Request both[2];
  int done = 0;
  MPI_Irecv(&answer, sizeof answer, MPI_BYTE, thread, ANSWER_TAG, urtc_comm, &both[0]);
  MPI_Isend(m, (int)(HEADER + bytes), MPI_BYTE, thread, REQUEST_TAG, urtc_comm, &both[1]);
  for (unsigned turn = 0;; turn++) {
    MPI_Testall(2, both, &done, MPI_STATUSES_IGNORE);
    if (done) return answer;
    urtc_relax(turn);
  }
}

void urtc_open_messages(void) {
  for (int i = 0; i < RING; i++) ring[i].sending = MPI_REQUEST_NULL;
  listen();
}

void urtc_close_messages(void) {
  MPI_Cancel(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  for (int i = 0; i < RING; i++) MPI_Wait(&ring[i].sending, MPI_STATUS_IGNORE);
}
