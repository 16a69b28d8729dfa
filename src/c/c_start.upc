/* SPDX-License-Identifier: BSD-3-Clause
 * Start and end of the library in C programs. The threads stay when the library is finalized: another init goes on with
 * them. */
#include "c/c_calls.h"
#include "base/port.h"
#include "engine/call.h"
#include "engine/handles.h"
#include "operations.h"
#include "upc_stride_version.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* As in upc_stride.h, which UPC cannot include: its calls have the names of UPC's. */
typedef struct upc_stride_options {
  int errors, check, threads;
  size_t heap;
} upc_stride_options_t;

/* In the child of a thread that has forked. A call of it would be made in the thread's place. pthread_atfork stands in
 * src/c alone: simulated threads of a program that has it would be processes each (conduits/sim/image.c). */
static void forked(void) {
  if (upc_stride_c_mode != UPC_STRIDE_C_CLOSED) upc_stride_c_mode = UPC_STRIDE_C_FORKED;
}

int upc_stride_c_init_with(const void *communicator, const char *mpi, const upc_stride_options_t *options) {
  const upc_stride_options_t defaults = {0, 0, 0, 0}, *o = options != NULL ? options : &defaults;
  static int watched;
  const char *refusal = NULL;
  char line[400];
  if (o->errors != 0 && o->errors != 1) {
    snprintf(line, sizeof line, "upc_stride_init%s: errors: %d, must be UPC_STRIDE_ERRORS_END or "
             "UPC_STRIDE_ERRORS_RETURN", communicator != NULL ? "_mpi" : "", o->errors);
    upc_stride_c_refuse(0, line);
  }
  if (upc_stride_c_mode != UPC_STRIDE_C_CLOSED) refusal = "called twice, without upc_stride_finalize between";
  if (o->check) setenv("UPC_STRIDE_CHECK", "1", 1); /* read once the threads are there */
  if (refusal == NULL) refusal = upc_stride_start_embedded(o->threads, o->heap, communicator, mpi);
  if (refusal != NULL) {
    snprintf(line, sizeof line, "upc_stride_init%s: %.300s", communicator != NULL ? "_mpi" : "", refusal);
    upc_stride_c_refuse(o->errors, line);
    return -1;
  }
  if (!watched++) pthread_atfork(NULL, NULL, forked);
  upc_stride_c_mode = o->errors ? UPC_STRIDE_C_ERRORS_RETURN : UPC_STRIDE_C_ERRORS_END;
  return 0;
}

int upc_stride_c_init(const upc_stride_options_t *options) { return upc_stride_c_init_with(NULL, NULL, options); }

int upc_stride_c_finalize(void) {
  upc_stride_c_enter("upc_stride_finalize");
  if (upc_stride_c_fails("upc_stride_finalize")) return -1;
  upc_stride_c_check_fenced("upc_stride_finalize");
  upc_stride_check_waited();
  upc_stride_told_barrier();
  upc_stride_c_free_arrays();
  upc_stride_c_free_memory();
  upc_stride_told_barrier();
  upc_stride_c_mode = UPC_STRIDE_C_CLOSED;
  return upc_stride_c_done();
}

int upc_stride_c_initialized(void) { return upc_stride_c_mode >= UPC_STRIDE_C_ERRORS_END; }

const char *upc_stride_c_version(void) {
  static const char version[] = UPC_STRIDE_VERSION;
  return version;
}

int upc_stride_c_mythread(void) { return MYTHREAD; }
int upc_stride_c_threads(void) { return THREADS; }

int upc_stride_c_barrier_all(void) {
  upc_stride_c_enter("upc_stride_barrier_all");
  if (upc_stride_c_fails("upc_stride_barrier_all")) return -1;
  upc_stride_c_check_fenced("upc_stride_barrier_all");
  upc_stride_told_barrier();
  return upc_stride_c_done();
}

void upc_stride_c_exit(int status) {
  if (!upc_stride_c_initialized()) exit(status);
  upc_global_exit(status);
}
