/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 0 makes one call of all threads, the others make another one; then all come to a barrier.
 * usage: different_calls CALL_OF_THREAD_0 CALL_OF_THE_OTHERS */
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_io.h>

static shared void *memory;
static upc_lock_t *lock;
static upc_atomicdomain_t *domain;

static void make(const char *call) {
  if (strcmp(call, "upc_barrier") == 0) upc_barrier;
  else if (strcmp(call, "upc_all_alloc") == 0) upc_all_alloc(THREADS, 4);
  else if (strcmp(call, "upc_all_free") == 0) upc_all_free(memory);
  else if (strcmp(call, "upc_all_lock_alloc") == 0) upc_all_lock_alloc();
  else if (strcmp(call, "upc_all_lock_free") == 0) upc_all_lock_free(lock);
  else if (strcmp(call, "upc_all_atomicdomain_alloc") == 0) upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
  else if (strcmp(call, "upc_all_atomicdomain_free") == 0) upc_all_atomicdomain_free(domain);
  else if (strcmp(call, "upc_all_fopen") == 0) upc_all_fopen("different", UPC_WRONLY | UPC_CREATE, 0, NULL);
  else printf("no such call: %s\n", call);
}

int main(int argc, char **argv) {
  memory = upc_all_alloc(THREADS, 4);
  lock = upc_all_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
  make(argv[MYTHREAD == 0 ? 1 : 2]);
  upc_barrier;
  return 0;
}
