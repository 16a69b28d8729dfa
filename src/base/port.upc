/* SPDX-License-Identifier: BSD-3-Clause
 * The compiler and the runtime below the library: explained in port.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/port.h"
#include "base/fail.h"

#include <stdio.h>
#include <string.h>

#ifdef __UPC_CASTABLE__
#include <upc_castable.h>
#endif
#ifdef __UPC_NB__
#include <upc_nb.h>
#endif

/* ---- the same for all runtimes: standard C, and UPC's optional libraries ---- */

enum { OTHER_CORE_SPINS = 40 }; /* pauses of 10 to 40 ns; two switches of threads take 2 us */

void upc_stride_relax_other_core(unsigned turn) {
  upc_stride_relax(turn < OTHER_CORE_SPINS ? 0 : turn - OTHER_CORE_SPINS + 1);
}

int upc_stride_oversubscribed(void) { return upc_stride_threads_here() > upc_stride_cores(); }

#ifdef __UPC_CASTABLE__

int upc_stride_castable(int thread) {
  return (upc_thread_info((size_t)thread).guaranteedCastable & UPC_CASTABLE_ALL) == UPC_CASTABLE_ALL;
}

char *upc_stride_address(shared const void *place) {
  if (upc_threadof((shared void *)place) != MYTHREAD) return upc_cast(place);
  return (char *)place;
}

#else

int upc_stride_castable(int thread) { return thread == MYTHREAD; }
char *upc_stride_address(shared const void *place) { return (char *)place; }

#endif

#ifdef __UPC_NB__

void *upc_stride_get_nb(void *to, shared const void *from, size_t bytes) { return upc_memget_nb(to, from, bytes); }
void *upc_stride_put_nb(shared void *to, const void *from, size_t bytes) { return upc_memput_nb(to, from, bytes); }
int upc_stride_nb_test(void *handle) { return upc_sync_attempt(handle); }
void upc_stride_nb_wait(void *handle) { upc_sync(handle); }

#else /* copies that are complete when the call returns */

void *upc_stride_get_nb(void *to, shared const void *from, size_t bytes) {
  upc_memget(to, from, bytes);
  return NULL;
}

void *upc_stride_put_nb(shared void *to, const void *from, size_t bytes) {
  upc_memput(to, from, bytes);
  return NULL;
}

int upc_stride_nb_test(void *handle) { return handle == NULL; }
void upc_stride_nb_wait(void *handle) { (void)handle; }

#endif

#ifdef __URT__ /* ---- our own runtime ---- */

/* Most services are functions of the runtime under their names in port.h. */

extern int (*urt_meanwhile)(void);
extern void (*urt_before_free)(const char *call, const void *pointer);
struct urt_long_wait;
extern void urt_long_wait(struct urt_long_wait *wait, int thread, const char *name, const char *started);
extern void urt_long_wait_for_any(struct urt_long_wait *wait, const char *name);
extern const char urtc_name[];

void upc_stride_ordered(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void upc_stride_work_while_waiting(int (*work)(void)) { urt_meanwhile = work; }
void upc_stride_before_free(void (*look)(const char *call, const void *pointer)) { urt_before_free = look; }
const char *upc_stride_conduit(void) { return urtc_name; }

void upc_stride_long_wait(upc_stride_long_wait_t *wait, int thread, const char *name, const char *started) {
  urt_long_wait((struct urt_long_wait *)wait, thread, name, started);
}

void upc_stride_long_wait_for_any(upc_stride_long_wait_t *wait, const char *name) {
  urt_long_wait_for_any((struct urt_long_wait *)wait, name);
}

/* The linker's names for the program, or for the shared library that this file is linked to. It may lie at another
 * address in each process. */
extern const char __ehdr_start[] __attribute__((visibility("hidden"))), etext[] __attribute__((visibility("hidden")));

int upc_stride_function_position(void (*function)(void), size_t *position) {
  const char *at = (const char *)function;
  if (at < __ehdr_start || at >= etext) return 0; /* of another one */
  *position = (size_t)(at - __ehdr_start);
  return 1;
}

#else /* ---- any other ---- */

const char *upc_stride_start_embedded(int threads, size_t heap, const void *communicator, const char *mpi) {
  (void)threads, (void)heap, (void)communicator, (void)mpi;
  return "programs of C compilers need the runtime of upc-stride";
}

#include <sched.h>
#include <unistd.h>

enum { SPINS = 500 };

/* A fence: Berkeley's runtime serves other threads' puts and gets only in its own calls. */
void upc_stride_poll(void) { upc_fence; }
void upc_stride_ordered(void) { upc_fence; }

void upc_stride_relax(unsigned turn) {
  upc_stride_poll();
  if (turn >= SPINS) sched_yield();
}

static int (*meanwhile)(void);                  /* null: nothing to do */
static strict shared unsigned meetings[THREADS]; /* those that each thread has come to */

void upc_stride_work_while_waiting(int (*work)(void)) { meanwhile = work; }

/* A thread that has work to do goes to the barrier when all others have come: it could do none there. */
void upc_stride_library_barrier(void) {
  static unsigned number;
  unsigned turn = 0;
  int t;
  meetings[MYTHREAD] = ++number;
  for (t = 0; t < THREADS; t++)
    while (meanwhile != NULL && (int)(meetings[t] - number) < 0) {
      meanwhile();
      upc_stride_relax(turn++);
    }
  upc_barrier;
}

void upc_stride_before_free(void (*look)(const char *call, const void *pointer)) { (void)look; }
int upc_stride_has_ended(int thread) { (void)thread; return 0; }

void upc_stride_long_wait(upc_stride_long_wait_t *wait, int thread, const char *name, const char *started) {
  (void)wait, (void)thread, (void)name, (void)started;
}

void upc_stride_long_wait_for_any(upc_stride_long_wait_t *wait, const char *name) { (void)wait, (void)name; }

#ifdef __BERKELEY_UPC__

unsigned long upc_stride_word_read(shared void *number, int bytes) {
  return bytes == 8 ? bupc_atomicU64_read_relaxed(number) : bupc_atomicU32_read_relaxed(number);
}
unsigned long upc_stride_word_swap(shared void *number, int bytes, unsigned long value) {
  if (bytes == 8) return bupc_atomicU64_swap_relaxed(number, value);
  return bupc_atomicU32_swap_relaxed(number, (unsigned)value);
}
unsigned long upc_stride_word_add(shared void *number, int bytes, unsigned long value) {
  if (bytes == 8) return bupc_atomicU64_fetchadd_relaxed(number, value);
  return bupc_atomicU32_fetchadd_relaxed(number, (unsigned)value);
}
unsigned long upc_stride_word_compare(shared void *number, int bytes, unsigned long expected, unsigned long value) {
  if (bytes == 8) return bupc_atomicU64_cswap_relaxed(number, expected, value);
  return bupc_atomicU32_cswap_relaxed(number, (unsigned)expected, (unsigned)value);
}

#else /* not called */

unsigned long upc_stride_word_read(shared void *number, int bytes) {
  (void)number, (void)bytes;
  return 0;
}
unsigned long upc_stride_word_swap(shared void *number, int bytes, unsigned long value) {
  (void)value;
  return upc_stride_word_read(number, bytes);
}
unsigned long upc_stride_word_add(shared void *number, int bytes, unsigned long value) {
  return upc_stride_word_swap(number, bytes, value);
}
unsigned long upc_stride_word_compare(shared void *number, int bytes, unsigned long expected, unsigned long value) {
  (void)expected;
  return upc_stride_word_swap(number, bytes, value);
}

#endif

void upc_stride_word_count(shared void *number) { upc_stride_word_add(number, 8, 1); }

#ifdef __UPC_NB__
void upc_stride_ask(void *to, shared const void *from, size_t bytes) { upc_memget_nbi(to, from, bytes); }
void upc_stride_asked(void) { upc_synci(); }
#else
void upc_stride_ask(void *to, shared const void *from, size_t bytes) { upc_memget(to, from, bytes); }
void upc_stride_asked(void) {}
#endif

const char *upc_stride_waits_in(int thread) { (void)thread; return NULL; }
int upc_stride_waits_for_my_lock(int thread) { (void)thread; return 0; }

shared [] char *upc_stride_shared_alloc(size_t bytes, const char *what) {
  shared [] char *place = (shared [] char *)upc_alloc(bytes);
  char line[120];
  if (place != NULL) return place;
  snprintf(line, sizeof line, "upc_stride: there is no shared memory left for %.40s, %zu bytes", what, bytes);
  upc_stride_fail_line(line);
  return NULL;
}

shared void *upc_stride_all_calloc(size_t bytes, const char *call) {
  shared char *first;
  (void)call;
  upc_stride_come_together();
  first = (shared char *)upc_all_alloc(THREADS, bytes);
  if (first == NULL) return NULL;
  memset((char *)(first + MYTHREAD), 0, bytes);
  upc_stride_library_barrier();
  return (shared void *)first;
}

size_t upc_stride_object_rest(shared const void *place) { (void)place; return (size_t)-1; }
unsigned long upc_stride_frees(int thread) { (void)thread; return 0; }
const volatile unsigned long *upc_stride_frees_here(int thread) { (void)thread; return NULL; }

int upc_stride_freed(int thread, unsigned long number, size_t *offset, size_t *bytes) {
  (void)thread, (void)number, (void)offset, (void)bytes;
  return -1;
}

static int count_cores(void) {
  long n;
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}

int upc_stride_cores(void) {
  static int cores;
  if (cores == 0) cores = count_cores();
  return cores;
}

/* Castable threads run on this host. Where no other thread is castable, nothing is known, and all count. */
int upc_stride_threads_here(void) {
  static int here;
  int t;
  if (here == 0) {
    for (t = 0; t < THREADS; t++) here += upc_stride_castable(t);
    if (here == 1) here = THREADS;
  }
  return here;
}

int upc_stride_leader_of(int thread) { (void)thread; return -1; }
int upc_stride_same_core(int thread) { (void)thread; return 0; }
const char *upc_stride_conduit(void) { return "other"; }
int upc_stride_function_position(void (*function)(void), size_t *position) { (void)function, (void)position; return 0; }

size_t (*upc_stride_serve)(char *memory, const void *request, size_t bytes, void *reply);
size_t upc_stride_request_front(void) { return 0; }
size_t upc_stride_request_most(void) { return 0; }
size_t upc_stride_request_longest(void) { return 0; }
size_t upc_stride_reply_longest(void) { return 0; }
void upc_stride_request(int thread, void *request, size_t bytes, void *reply, size_t reply_bytes) {
  (void)thread, (void)request, (void)bytes, (void)reply, (void)reply_bytes;
}
void upc_stride_answered(void) {}

int upc_stride_streams(int thread, size_t bytes) { (void)thread, (void)bytes; return 0; }
void upc_stride_cut_streams(size_t bytes, int parts) { (void)bytes, (void)parts; }

upc_stride_stream_t upc_stride_stream_send(int thread, unsigned tag, unsigned number, const void *from, size_t bytes) {
  (void)thread, (void)tag, (void)number, (void)from, (void)bytes;
  return 0;
}

upc_stride_stream_t upc_stride_stream_receive(void *to, int thread, unsigned tag, unsigned number, size_t bytes) {
  return upc_stride_stream_send(thread, tag, number, to, bytes);
}

int upc_stride_streamed(upc_stride_stream_t *stream) { return *stream == 0; }

#endif
