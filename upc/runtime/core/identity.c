/* SPDX-License-Identifier: BSD-3-Clause
 * Who am I, and how many are we. Everyone else sees these as const (urt.h) so that the C compiler may keep them in
 * registers; they are set once, before the program's first line, so this file must not include urt.h. */
#include <unistd.h>

int urt_mythread = 0;
int urt_threads = 1;
unsigned long urt_threads_inverse = 1UL << 63; /* of 1 */
unsigned int urt_threads_log = 0;

void urtk_set_identity(int mythread, int threads) {
  unsigned int log = 0;
  while (1L << log < threads) log++;
  urt_mythread = mythread;
  urt_threads = threads;
  urt_threads_log = log;
  urt_threads_inverse = (unsigned long)((((unsigned __int128)1 << (63 + log)) + (unsigned)threads - 1) / (unsigned)threads);
}

/* Where main is of another compiler's and not the runtime's (main.c), nothing would ever be set up. */
extern const char urtk_starts __attribute__((weak));
static void __attribute__((constructor)) look_for_main(void) {
  static const char line[] = "upc: main is not compiled by upcc; compile the file that defines it with upcc, be it C or UPC\n";
  if (!&urtk_starts) _exit(write(STDERR_FILENO, line, sizeof line - 1) < 0 ? 2 : 1);
}
