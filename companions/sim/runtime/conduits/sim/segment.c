/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the memory file gets a seat and a segment for each thread. It is mapped anew, at one address for all threads,
 * which inherit it. Only pages that are touched take memory of this host. */
#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/tell.h"
#include "conduits/sim/one_process.h"

#define DATALESS ((size_t)2 << 30)       /* bytes of a segment without data; fewer, if addresses are few */

/* In a file of its own: null in a program that does not call it. */
void urtc_without_data(int on) __attribute__((weak));

static void note_places(void) {
  char *base = (char *)urtc_control;
  urtc_have_ended = (int *)(base + urtc_control->ended_at);
  urtc_gone = (int *)(base + urtc_control->gone_at);
  urtc_node_of = (const int *)(base + urtc_control->node_at);
  urtc_leaders = (const int *)(base + urtc_control->leader_at);
  urtc_segments = base + urtc_control->segments_at;
  urtc_stride = urtc_control->stride;
  urtc_heap_end = urtc_control->dataless_at;
}

/* What lies before the segments. The bytes up to its end. */
static size_t place_seats(size_t threads) {
  const size_t posts = urtc_chose_contexts() ? 1 : threads; /* a context's are taken before the next one has its turn */
  urtc_control->sites_at = sim_whole_pages(urtc_control->seats_at + threads * sizeof(struct sim_seat));
  urtc_control->posts_at = sim_whole_pages(urtc_control->sites_at + SIM_SITES * threads * sizeof(struct sim_site));
  urtc_control->posts_stride = posts > 1 ? SIM_POSTS : 0;
  return urtc_control->posts_at + posts * SIM_POSTS;
}

/* Segments of `bytes` bytes, and `dataless` more that have no data. Before its segment a context has the rest of its
 * memory.
 *
 * If no threads are near, memory without data has addresses behind all segments, and those of one thread are also those
 * of others: each thread knows only its own by address. So segments lie close together, and a table of tables of pages,
 * which takes a page for each 1 GB of addresses, is for several threads. */
static int map(size_t bytes, size_t dataless, int threads) {
  const struct urtc_room room = urtc_room_of_context();
  const int is_behind = urtc_control->most_near == 1;
  size_t extent = sim_whole_pages(bytes) + (is_behind ? 0 : dataless), stride = extent + room.bytes, all, behind = 0;
  size_t first = place_seats((size_t)threads), unit = room.bytes ? SIM_TABLE : 8 * SIM_PAGE;
  stride = (stride + unit - 1) / unit * unit;
  first += stride - extent;
  if (__builtin_mul_overflow(stride, (size_t)threads, &all) || all > (size_t)1 << 46) return 0;
  if (is_behind && dataless) behind = all - stride + dataless;
  if (behind > (size_t)1 << 46) return 0;
  const size_t dataless_at = behind ? all : sim_whole_pages(bytes);
  all += first + unit + behind;
  if (ftruncate(urtc_file, (off_t)all) < 0) return 0;
  char *base = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, urtc_file, 0);
  if (base == MAP_FAILED) return 0;
  first += (room.phase - ((uintptr_t)base + first)) % unit;
  urtc_control = (struct sim_control *)base;
  urtc_control->dataless_at = dataless_at, urtc_control->dataless = dataless, urtc_control->behind = behind;
  urtc_control->segments_at = first;
  urtc_control->stride = stride;
  urtc_control->extent = extent;
  note_places();
  if (!urtc_chose_contexts()) madvise(urtc_segments, stride * (size_t)threads + behind, MADV_DONTDUMP);
  return 1;
}

/* A core file has what threads of the process's own node have used; far memory is none of the process. */
static void dump_own_node(void) {
  const size_t bytes = urtc_control->behind ? urtc_control->extent : urtc_heap_end;
  for (int t = 0; t < urt_threads; t++)
    if (urtc_node_of[t] == urtc_node) urtk_dump_used(urtc_segments + (size_t)t * urtc_stride, bytes, urtc_stride);
}

/* Null pointers-to-shared lead to the first bytes of a segment. A process protects those of its own node only: the
 * kernel would need an entry for each page of each process. */
static void protect_nulls(void) {
  for (int t = 0; t < urt_threads; t++)
    if (urtc_node_of[t] == urtc_node && mprotect(urtc_segments + (size_t)t * urtc_stride, urtk_first, PROT_NONE) < 0)
      break;
}

/* By the last thread to be forked: then all are there. */
static void tell_simulator(void) {
  __atomic_store_n(&urtc_control->attached, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &urtc_control->attached, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void take_seat(int mythread) {
  urtk_set_identity(mythread, urt_threads);
  urtc_node = urtc_node_of[mythread];
  urtc_seat = sim_seat_of(urtc_control, mythread);
  urtc_begin();
}

static void become_thread(int mythread) {
  if (mythread == urt_threads - 1) tell_simulator();
  close(urtc_file);
  if (mythread > 0) urtk_empty_input();
  urtc_node = urtc_node_of[mythread];
  dump_own_node();
  protect_nulls();
  take_seat(mythread);
}

/* The memory of threads of one process is its own: memory of a file takes the system longer to give, and takes room
 * where it has only been read. */
static void own_memory(void) {
  char *first = urtc_segments - (urtc_stride - urtc_control->extent);
  size_t all = (size_t)urt_threads * urtc_stride;
  const int access = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (mmap(first, all, access, flags, -1, 0) == MAP_FAILED)
    urtk_usage(1, "the system gives no memory for %d threads: %s", urt_threads, strerror(errno));
}

/* The job's one process of threads, of which the monitor is told here. */
static _Noreturn void become_all_threads(size_t bytes) {
  static int ended;
  urtc_start_threads(&urtc_control->ending, &ended, 1, 0, &urtc_control->running);
  close(urtc_file);
  own_memory();
  urtc_run_contexts(bytes);
}

static size_t become_context(int *mythread) {
  note_places();
  take_seat(*mythread = urtc_contexts->thread);
  return urtc_contexts->bytes;
}

size_t urtc_attach(size_t least, size_t want, int *mythread) {
  /* A program that cannot ask for memory without data has none. Who watches accesses has room for what has data. */
  size_t bytes = want, dataless = urtc_without_data && !urtk_memory_events ? DATALESS : 0;
  if (urtc_contexts) return become_context(mythread);
  while (!map(bytes, dataless, urt_threads)) {
    if (dataless) dataless = dataless / 2 & ~(size_t)(SIM_PAGE - 1);
    else if (!(bytes = urtc_next_size(bytes, least))) return 0;
  }
  if (urtc_chose_contexts()) become_all_threads(bytes);
  *mythread = urtc_start_threads(&urtc_control->ending, urtc_gone, urt_threads, urtc_simulator, NULL);
  become_thread(*mythread);
  return bytes;
}
