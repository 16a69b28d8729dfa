/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: streams (conduit.h) are MPI's own messages, on a communicator of their own. A handle is the
 * bits of a request. */
#include <string.h>
#include "conduits/mpi/message.h"

#ifdef URTC_HAS_STREAMS

_Static_assert(sizeof(MPI_Request) <= sizeof(urtc_handle_t), "a request must fit into a handle");

enum {
  TAGS = 16384,                    /* MPI has at least twice as many */
  SENT_AHEAD = 64,
  MOST = 1 << 30,                  /* MPI counts in int */
  COPIED = 1024
};

static MPI_Comm streams;
static unsigned char copy[BUFFERS][COPIED];
static struct buffers copies;

static urtc_handle_t handle_of(MPI_Request request) {
  urtc_handle_t handle = 0;
  memcpy(&handle, &request, sizeof request);
  return handle;
}

static int tag_of(unsigned tag) { return (int)(tag % TAGS + (tag >> 31) * TAGS); }

int urtc_streams(int thread, size_t bytes) { return bytes <= MOST && !urt_is_near(urtk_at(thread, 0)); }

/* A few bytes are sent from a copy, so the caller need not wait for the request. */
static void send_copy(int thread, int tag, const void *src, size_t bytes) {
  unsigned at = urtc_next_buffer(&copies);
  memcpy(copy[at], src, bytes);
  MPI_Isend(copy[at], (int)bytes, MPI_BYTE, thread, tag, streams, &copies.sending[at]);
}

/* Small messages are on their way when they have been sent: now and then one waits to be received, so that those that
 * pile up are bounded. */
urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes) {
  (void)number; /* MPI keeps the order */
  static unsigned turn;
  int ahead = ++turn % SENT_AHEAD != 0, mpi_tag = tag_of(tag);
  MPI_Request request;
  if (ahead && bytes <= COPIED) return send_copy(thread, mpi_tag, src, bytes), 0;
  if (ahead) MPI_Isend(src, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &request);
  else MPI_Issend(src, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &request);
  return handle_of(request);
}

urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes) {
  (void)number;
  MPI_Request request;
  MPI_Irecv(dst, (int)bytes, MPI_BYTE, thread, tag_of(tag), streams, &request);
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
  urtc_open_buffers(&copies);
}

void urtc_close_streams(void) { urtc_close_buffers(&copies); }

#else
void urtc_open_streams(void) {}
void urtc_close_streams(void) {}
#endif
