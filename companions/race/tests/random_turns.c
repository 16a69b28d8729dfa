/* SPDX-License-Identifier: BSD-3-Clause
 * The turns of random_programs.py: all threads make their events in one order, by a word of the file `turns`, which the
 * race detector does not see. */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

static int *word;

void turn(int number) {
  if (!word) {
    int file = open("turns", O_RDWR);
    word = mmap(NULL, sizeof *word, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || word == MAP_FAILED) abort();
  }
  while (__atomic_load_n(word, __ATOMIC_SEQ_CST) != number) sched_yield();
}

void done(void) { __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST); }
