/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: streams (conduit.h) are MPI's own messages, on a communicator of their own.
 *
 * Over TCP a long message begins with a question and an answer, and its bytes are copied one after the other at both
 * ends. So a stream is cut into parts that MPI sends without asking. The receiver copies one part while the next ones
 * are on their way. On other networks, and on one machine, the adapter or the system copies long messages, and a stream
 * is one message; also over TCP, where UCX's pieces are shorter than a part, and by libfabric, which writes the bytes
 * from where they lie to where they belong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "conduits/mpi/message.h"
#include "base/table.h"
#include "job/link.h"

int urtc_tcp;
static int piece;                  /* bytes that MPI sends over TCP in one piece; the same on all threads */
enum { MOST = 1 << 30 };           /* MPI counts in int */

/* 0: no stream is cut. UCX asks before messages that do not fit into a piece with their headers. upcrun sets its bytes
 * (upcrun/mpi.c). */
static int piece_of_mpi(void) {
  enum { OF_UCX = 8 };             /* KB */
  const char *text = getenv("UCX_TCP_TX_SEG_SIZE");
  int kilobytes;
  char unit;
  if (urtc_mpi.whole) return 0;
  if (!urtc_mpi.ucx) return MOST;
  if (!text || sscanf(text, "%9d%c", &kilobytes, &unit) < 2 || (unit | 0x20) != 'k' || kilobytes < 1)
    kilobytes = OF_UCX;
  return kilobytes <= MOST >> 10 ? kilobytes << 10 : MOST;
}

/* MPI has sent messages between all hosts by now. Where they go over TCP, the hosts' threads have connections. */
static void find_network(void) {
  int most[2] = {link_leads_away(), -piece_of_mpi()};
  MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_INT, MPI_MAX, urtc_comm);
  urtc_tcp = most[0], piece = -most[1];
}

#ifdef URTC_HAS_STREAMS

enum {
  TAGS = 16384,                    /* MPI has at least twice as many */
  SENT_AHEAD = 64,
  SHORT = 1024                     /* bytes: MPI mostly copies such a message at once */
};

/* Over TCP: the bytes of the longest part, and the parts of the longest stream that is cut. A thread that is late may
 * have to keep the parts of all others. */
enum { MOST_PARTS = 128, LEAST_PARTS = 4, PARTS_OF_ALL = 16 * MOST_PARTS };
static size_t part_bytes = MOST;
static size_t most_parts = 1;

void urtc_cut_streams(size_t bytes, int parts) {
  const int share = urt_threads * LEAST_PARTS < PARTS_OF_ALL ? PARTS_OF_ALL / urt_threads : LEAST_PARTS;
  part_bytes = bytes;
  most_parts = (size_t)(parts < share ? parts : share);
}

static MPI_Comm streams;

/* ---- streams under way ---- */
struct under_way {
  MPI_Request part[MOST_PARTS];
  int parts, done;                 /* done: so many parts have been sent, or have arrived */
};
static struct urtk_table table = {.bytes = sizeof(struct under_way), .what = "streams under way"};

static struct under_way *entry(urtc_handle_t handle) { return urtk_entry(&table, (uint32_t)handle); }

static urtc_handle_t enter(void) {
  urtc_handle_t handle = urtk_take_entry(&table);
  entry(handle)->parts = entry(handle)->done = 0;
  return handle;
}

/* The bytes of each part of a stream but for the last one, which may have fewer. The parts are about equal. */
static size_t part_of(size_t bytes) {
  enum { LINE = 64 };
  if (!urtc_tcp || part_bytes > (size_t)piece || bytes <= part_bytes || bytes > part_bytes * most_parts) return bytes;
  size_t parts = (bytes + part_bytes - 1) / part_bytes;
  return ((bytes + parts - 1) / parts + LINE - 1) / LINE * LINE;
}

static int tag_of(unsigned tag) { return (int)(tag % TAGS + (tag >> 31) * TAGS); }

int urtc_streams(int thread, size_t bytes) { return bytes <= MOST && !urt_is_near(urtk_at(thread, 0)); }

static urtc_handle_t send_short(int thread, int mpi_tag, const void *src, size_t bytes) {
  MPI_Request request;
  MPI_Isend(src, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &request);
  if (urtc_complete(&request, MPI_STATUS_IGNORE)) return 0;
  urtc_handle_t handle = enter();
  struct under_way *u = entry(handle);
  u->part[u->parts++] = request;
  return handle;
}

/* Messages that MPI sends without asking may pile up at the receiver: every 64th waits until it is received. */
urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes) {
  (void)number; /* MPI keeps the order */
  static unsigned ahead;
  const char *from = src;
  size_t part = part_of(bytes);
  int mpi_tag = tag_of(tag);
  if (bytes <= SHORT && ++ahead < SENT_AHEAD) return send_short(thread, mpi_tag, src, bytes);
  urtc_handle_t handle = enter();
  struct under_way *u = entry(handle);
  for (; bytes > part; from += part, bytes -= part, ahead++)
    MPI_Isend(from, (int)part, MPI_BYTE, thread, mpi_tag, streams, &u->part[u->parts++]);
  if (++ahead < SENT_AHEAD) {
    MPI_Isend(from, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &u->part[u->parts++]);
  } else {
    MPI_Issend(from, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &u->part[u->parts++]);
    ahead = 0;
  }
  return handle;
}

/* MPI gets the receives of whole streams when the thread waits next, after what the thread sends until then:
 *   - A short message leaves sooner. What comes before its receive is in the network, where MPI looks while it waits.
 *   - MPI answers the question before a long message behind what it sends to the same process. A thread that is late
 *     finds the other one's question there. If it answered before it asks itself, the other one would send all bytes of
 *     its message, and answer then: the two messages would come one after the other. */
enum { LATER = 64 };
static struct { char *to; int bytes, thread, tag; urtc_handle_t handle; } later[LATER];
static int later_count;

static void post_receives(void) {
  for (int i = 0; i < later_count; i++) {
    struct under_way *u = entry(later[i].handle);
    MPI_Irecv(later[i].to, later[i].bytes, MPI_BYTE, later[i].thread, later[i].tag, streams, &u->part[u->parts++]);
  }
  later_count = 0;
}

urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes) {
  (void)number;
  char *to = dst;
  size_t part = part_of(bytes);
  int mpi_tag = tag_of(tag);
  urtc_handle_t handle = enter();
  struct under_way *u = entry(handle);
  if (urtc_tcp && bytes == part && later_count < LATER) {
    later[later_count].to = to, later[later_count].bytes = (int)bytes, later[later_count].thread = thread;
    later[later_count].tag = mpi_tag, later[later_count++].handle = handle;
    return handle;
  }
  post_receives();                 /* those of one tag are in order */
  for (; bytes > part; to += part, bytes -= part)
    MPI_Irecv(to, (int)part, MPI_BYTE, thread, mpi_tag, streams, &u->part[u->parts++]);
  MPI_Irecv(to, (int)bytes, MPI_BYTE, thread, mpi_tag, streams, &u->part[u->parts++]);
  return handle;
}

int urtc_streamed(urtc_handle_t *handle) {
  if (!*handle) return 1;
  post_receives();
  struct under_way *u = entry(*handle);
  for (; u->done < u->parts; u->done++)
    if (!urtc_complete(&u->part[u->done], MPI_STATUS_IGNORE)) return 0;
  urtk_free_entry(&table, (uint32_t)*handle);
  *handle = 0;
  return 1;
}

void urtc_open_streams(void) {
  MPI_Comm_dup(urtc_comm, &streams);
  find_network();
  urtc_before_looking = post_receives;
}

#else
void urtc_open_streams(void) { find_network(); }
#endif
