/* SPDX-License-Identifier: BSD-3-Clause
 * MYTHREAD and THREADS. */
#include <unistd.h>
#include "base/hooks.h"
#include "base/identity.h"

size_t urtk_first = URTK_PAGE;
int urtk_mythread_now = 0, urtk_threads_now = 1;
unsigned long urtk_reciprocal_now = ~0UL;
unsigned int urtk_log_now = 0;

URTK_CONSTANT(urt_mythread, 4, urtk_mythread_now);
URTK_CONSTANT(urt_threads, 4, urtk_threads_now);
URTK_CONSTANT(urt_threads_reciprocal, 8, urtk_reciprocal_now);
URTK_CONSTANT(urt_threads_log, 4, urtk_log_now);

int (*urtk_main)(int argc, char **argv);

void urtk_set_identity(int mythread, int threads) {
  unsigned int log = 0;
  while (1L << log < threads) log++;
  urtk_mythread_now = mythread;
  urtk_threads_now = threads;
  urtk_log_now = log;
  urtk_reciprocal_now = ~0UL / (unsigned)threads + (threads > 1);
}

urt_parts_t urt_deal_any(long n) { return urt_divide(n, urt_threads); }

/* If main is another compiler's and not the runtime's (main.c), nothing would be set up. */
extern const char __start_urt_main[] __attribute__((weak)); /* a section of main.c's */
unsigned urtk_constructors;
static void __attribute__((constructor)) look_for_main(void) {
  urtk_constructors++;
  static const char line[] = "upc: main is not compiled by upcc; "
                             "compile the file that defines it with upcc, be it C or UPC\n";
  if (!__start_urt_main) _exit(write(STDERR_FILENO, line, sizeof line - 1) < 0 ? 2 : 1);
}
