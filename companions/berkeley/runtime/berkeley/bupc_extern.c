/* SPDX-License-Identifier: BSD-3-Clause
 * Berkeley's calls for programs whose main is in C or C++ (bupc_extern.h). */
#include <stdlib.h>
#include "core/calls.h"
#include "core/core.h"
#include "core/spans.h"

urt_ptr_t bupc_local_to_shared(void *p, int thread, int phase);
urt_ptr_t bupc_inverse_cast(void *p);
void bupc_poll(void);

/* As in main.c: the threads can be started, and upcrun knows the program. */
static const char starts __attribute__((used, section("urt_main"))) = 1;
static const char mark[] __attribute__((used)) = "[upcrun: a program of UPC]";

/* The same as the runtime's own main does. The conduit mpi starts MPI; the embedded start, for ranks of an MPI program
 * that has started it, would not. */
void bupc_init(int *argc, char ***argv) {
  static int started;
  if (started++) return;
  urtk_start(argc, argv, urtk_threads_asked(), 0);
  atexit(urtc_end_thread);
  urtk_handle_crashes();
  urtk_run_inits();
  urtk_meet();
  urtk_begin_spans();
}

void bupc_init_reentrant(int *argc, char ***argv, int (*function)(int, char **)) {
  bupc_init(argc, argv);
  exit(function(*argc, *argv));
}

int bupc_extern_mythread(void) { return urt_mythread; }
int bupc_extern_threads(void) { return urt_threads; }
char *bupc_extern_getenv(const char *name) { return getenv(name); }

void bupc_extern_notify(int number) { urt_notify(1, number); }
void bupc_extern_wait(int number) { urt_wait(1, number); }
void bupc_extern_barrier(int number) { urt_barrier(1, number); }
void bupc_extern_poll(void) { bupc_poll(); }

void *bupc_extern_all_alloc(size_t blocks, size_t bytes) {
  urt_ptr_t p = upc_all_alloc(blocks, bytes);
  if (!urt_nonnull(p)) return NULL;
  p.thread = (unsigned)urt_mythread;
  return urt_near(p);
}

void *bupc_extern_alloc(size_t bytes) {
  urt_ptr_t p = upc_alloc(bytes);
  return urt_nonnull(p) ? urt_near(p) : NULL;
}

/* The address is where the caller has the memory; or in the memory of the thread that allocated it. */
void bupc_extern_free(void *address, int thread) {
  if (!address) return;
  urt_ptr_t p = bupc_inverse_cast(address);
  if (thread != -1 && (!urt_nonnull(p) || p.thread != (unsigned)thread)) p = bupc_local_to_shared(address, thread, 0);
  upc_free(p);
}

void bupc_extern_all_free(void *address, int thread) {
  if (address) upc_all_free(bupc_local_to_shared(address, thread, 0));
}

int bupc_extern_threadof(void *address) {
  urt_ptr_t p = bupc_inverse_cast(address);
  return urt_nonnull(p) ? (int)p.thread : -1;
}

void bupc_extern_process_thread_layout(int *threads, int *first) {
  if (threads) *threads = 1;
  if (first) *first = urt_mythread;
}
