/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: streams (conduit.h) are MPI's own messages, on a communicator of their own. A handle is the bits of a request. */
#include <string.h>
#include "message.h"

#ifdef URTC_HAS_STREAMS

_Static_assert(sizeof(MPI_Request) <= sizeof(urtc_handle_t), "a request must fit into a handle");

enum {
  TAGS = 32768,
  SENT_AHEAD = 64,
  MOST = 1 << 30,                  /* MPI counts in int */
  COPIES = 16, HALF = COPIES / 2, COPIED = 1024
};

static MPI_Comm streams;
static unsigned char copy[COPIES][COPIED];
static MPI_Request sending[COPIES];

static urtc_handle_t handle_of(MPI_Request request) {
  urtc_handle_t handle = 0;
  memcpy(&handle, &request, sizeof request);
  return handle;
}

int urtc_streams(int thread, size_t bytes) { return bytes <= MOST && !urt_is_near(urtk_at(thread, 0)); }

/* A few bytes are copied and not looked after, since a test of one request costs a look at the network: the copies are
 * waited for by halves, before the first of a half is used again. */
static void send_copy(int thread, int tag, const void *src, size_t bytes) {
  static unsigned turn;
  unsigned at = turn++ % COPIES;
  if (at % HALF == 0) urtc_wait_for(&sending[at], HALF);
  memcpy(copy[at], src, bytes);
  MPI_Isend(copy[at], (int)bytes, MPI_BYTE, thread, tag, streams, &sending[at]);
}

/* Small messages are on their way when they have been sent: now and then one waits to be received, so that those that
 * pile up are bounded. */
urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes) {
  (void)number; /* MPI keeps the order */
  static unsigned turn;
  int ahead = ++turn % SENT_AHEAD != 0, mpi_tag = (int)(tag % TAGS);
  MPI_Request request;
  if (ahead && bytes <= COPIED) return send_copy(thread, mpi_tag, src, bytes), 0;
  if (ahead) MPI_Isend(src, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &request);
  else MPI_Issend(src, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &request);
  return handle_of(request);
}

urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes) {
  (void)number;
  MPI_Request request;
  MPI_Irecv(dst, (int)bytes, MPI_BYTE, thread, (int)(tag % TAGS), streams, &request);
  return handle_of(request);
}

int urtc_streamed(urtc_handle_t *handle) {
  MPI_Request request;
  int done;
  if (!*handle) return 1;
  memcpy(&request, handle, sizeof request);
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  if (done) *handle = 0;
  return done;
}

void urtc_open_streams(void) {
  MPI_Comm_dup(urtc_comm, &streams);
  for (int i = 0; i < COPIES; i++) sending[i] = MPI_REQUEST_NULL;
}

void urtc_close_streams(void) { MPI_Waitall(COPIES, sending, MPI_STATUSES_IGNORE); }

#else
void urtc_open_streams(void) {}
void urtc_close_streams(void) {}
#endif
