/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: put and get. Near transfers are copies. Far ones are MPI's puts and gets, in one passive-target epoch that
 * lasts the whole run. A get is complete when its request is, a put only after a flush.
 *
 * A flush waits inside MPI, and not every MPI gives the core away there: with more threads than cores this takes
 * milliseconds. So with more threads than cores small puts are messages. After a large put a ping waits for the
 * target, in our own loop, and the flush then finds little to wait for. A program that calls MPI itself is an
 * exception: a thread that waits in MPI answers no message, yet lets puts and gets progress. There all puts are MPI's,
 * without pings. */
#include <stdlib.h>
#include <string.h>
#include "conduits/mpi/message.h"
#include "base/table.h"

enum { MOST = 1 << 30 };       /* bytes of one call: MPI counts in int */

/* What is in no segment is in none of this thread's node either, where touching it ends the thread. */
static void touch_if_nowhere(urt_ptr_t p) {
  if (p.offset < urtk_first || p.offset >= urtc_segment_end)
    *(volatile char *)urt_near(urtk_at((int)(urt_node_first + urt_node_size - 1), p.offset));
}

/* Where an object lies in the window of its owner. */
static MPI_Aint place(urt_ptr_t p) {
  touch_if_nowhere(p);
  return (MPI_Aint)(p.offset - urtk_first);
}

static inline urt_ptr_t further(urt_ptr_t p, size_t bytes) { return p.offset += bytes, p; }
static int piece(size_t bytes) { return bytes < MOST ? (int)bytes : MOST; }

/* A request with data for dst. */
static void ask(kind_t kind, urt_ptr_t dst, const void *src, size_t bytes) {
  struct message m;
  touch_if_nowhere(dst);
  m.kind = kind, m.place = urtk_first, m.value = m.expected = 0, m.to = dst.offset;
  memcpy(m.data, src, bytes);
  urtc_ask((int)dst.thread, &m, bytes);
}

/* 1: the target of a put should look at our messages rather than this thread wait inside MPI. */
static int asks_target(void) { return urtk_oversubscribed() && !urtc_embedded; }

/* A put or get comes after the messages that were sent to that thread before: these may be about the same memory. It
 * does not wait for messages about work, which are not (URTC_ADD_ALONE): the thread may compute, and answer late. In a
 * program that calls MPI itself the thread may be inside MPI and not answer. In such programs only the library sends
 * messages, and no thread puts to or gets from the memory that they change. */
static void follow_messages(int thread) {
  if (!urtc_embedded) urtc_settle_at(thread);
}

/* Puts to that thread are complete on return. */
static void flush(int thread) {
  if (asks_target()) ask(PING, urtk_at(thread, urtk_first), "", 0);
  MPI_Win_flush(thread, urtc_window);
}

static void wait_for(MPI_Request *request) {
  for (unsigned turn = 0; !urtc_complete(request, MPI_STATUS_IGNORE); turn++) urtc_relax(turn);
}

/* UCX over TCP: after a put a flush waits for the target twice, and after an accumulation once. Up to this length the
 * whole takes 0.4 to 0.7 of the time. */
static int accumulates(int bytes) { return urtc_tcp && urtc_mpi.ucx && bytes <= 32768; }

static void put_piece(urt_ptr_t dst, const void *src, int bytes) {
  if (accumulates(bytes))
    MPI_Accumulate(src, bytes, MPI_BYTE, (int)dst.thread, place(dst), bytes, MPI_BYTE, MPI_REPLACE, urtc_window);
  else MPI_Put(src, bytes, MPI_BYTE, (int)dst.thread, place(dst), bytes, MPI_BYTE, urtc_window);
}

static void start_put(urt_ptr_t dst, const void *src, int bytes, MPI_Request *request) {
  if (accumulates(bytes))
    MPI_Raccumulate(src, bytes, MPI_BYTE, (int)dst.thread, place(dst), bytes, MPI_BYTE, MPI_REPLACE, urtc_window,
                    request);
  else MPI_Rput(src, bytes, MPI_BYTE, (int)dst.thread, place(dst), bytes, MPI_BYTE, urtc_window, request);
}

static void start_get(void *dst, urt_ptr_t src, int bytes, MPI_Request *request) {
  MPI_Rget(dst, bytes, MPI_BYTE, (int)src.thread, place(src), bytes, MPI_BYTE, urtc_window, request);
}

static void put_far(urt_ptr_t dst, const void *src, size_t bytes) {
  for (size_t at = 0; at < bytes; at += (size_t)piece(bytes - at))
    put_piece(further(dst, at), (const char *)src + at, piece(bytes - at));
  flush((int)dst.thread);
}

void urtc_put(urt_ptr_t dst, const void *src, size_t bytes) {
  if (urt_is_near(dst)) {
    memcpy(urt_near(dst), src, bytes);
  } else if (asks_target() && bytes <= urtc_mpi.small) {
    ask(PUT, dst, src, bytes);
  } else {
    follow_messages((int)dst.thread);
    put_far(dst, src, bytes);
  }
}

void urtc_get(void *dst, urt_ptr_t src, size_t bytes) {
  if (urt_is_near(src)) {
    memcpy(dst, urt_near(src), bytes);
    return;
  }
  follow_messages((int)src.thread);
  for (size_t at = 0; at < bytes; at += (size_t)piece(bytes - at)) {
    MPI_Request request;
    start_get((char *)dst + at, further(src, at), piece(bytes - at), &request);
    wait_for(&request);
  }
}

/* ---- non-blocking ---- */
struct under_way {
  MPI_Request request;
  int target;                  /* of a put, to be flushed; -1 for a get */
};
static struct urtk_table table = {.bytes = sizeof(struct under_way), .what = "transfers under way"};

static struct under_way *entry(urtc_handle_t handle) { return urtk_entry(&table, (uint32_t)handle); }

static urtc_handle_t enter(int target) {
  urtc_handle_t handle = urtk_take_entry(&table);
  entry(handle)->target = target;
  return handle;
}

static void leave(urtc_handle_t *handle) {
  int target = entry(*handle)->target;
  if (target >= 0) flush(target);
  urtk_free_entry(&table, (uint32_t)*handle);
  *handle = 0;
}

#ifdef URTC_HAS_NONBLOCKING
urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes) {
  if (urt_is_near(dst) || bytes > MOST || (asks_target() && bytes <= urtc_mpi.small))
    return urtc_put(dst, src, bytes), 0;
  follow_messages((int)dst.thread);
  urtc_handle_t handle = enter((int)dst.thread);
  start_put(dst, src, (int)bytes, &entry(handle)->request);
  return handle;
}

urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes) {
  if (urt_is_near(src) || bytes > MOST) return urtc_get(dst, src, bytes), 0;
  follow_messages((int)src.thread);
  return urtc_look(dst, src, bytes);
}

urtc_handle_t urtc_look(void *dst, urt_ptr_t src, size_t bytes) {
  if (urt_is_near(src)) return memcpy(dst, urt_near(src), bytes), 0;
  urtc_handle_t handle = enter(-1);
  start_get(dst, src, (int)bytes, &entry(handle)->request);
  return handle;
}

int urtc_test(urtc_handle_t *handle) {
  if (*handle && urtc_complete(&entry(*handle)->request, MPI_STATUS_IGNORE)) leave(handle);
  if (*handle && urtk_progress) urtk_progress();
  return *handle == 0;
}

void urtc_wait(urtc_handle_t *handle) {
  if (!*handle) return;
  MPI_Request request = entry(*handle)->request; /* entries may move while this thread serves others */
  wait_for(&request);
  leave(handle);
}
#endif

/* A small piece of data travels in the message with the signal, which needs no answer. A large one follows this
 * message. On one machine MPI's puts are faster than its messages. */
#ifdef URTC_HAS_PUT_SIGNAL
static int travels(urt_ptr_t dst, size_t bytes, urt_ptr_t signal) {
  return dst.thread == signal.thread && !urt_is_near(dst) && bytes <= (urtc_hosts > 1 ? MOST : urtc_mpi.small);
}

void urtc_put_signal(urt_ptr_t dst, const void *src, size_t bytes, urt_ptr_t signal, uint64_t value,
                     urtc_signal_t how) {
  if (bytes && !travels(dst, bytes, signal)) {
    if (urt_is_near(dst) || dst.thread != signal.thread) {
      urtc_put(dst, src, bytes);
    } else {
      urtc_settle_data_at((int)dst.thread); /* signals alone may be under way: this data is not theirs */
      put_far(dst, src, bytes);
    }
    bytes = 0;
  }
  if (urt_is_near(signal)) {
    urtk_signal(signal, value, how);
    return;
  }
  struct message m;
  m.kind = how == URTC_SET ? PUT_SET : PUT_ADD;
  m.place = signal.offset, m.value = value, m.expected = 0, m.to = dst.offset;
  urtc_signal((int)signal.thread, &m, src, bytes, how != URTC_ADD_ALONE);
}
#endif
