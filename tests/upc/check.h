/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h: what each program under tests/upc/run uses to check itself.
 *
 * A failed check prints file, line, thread, expression, expected and got. `return done();` ends main: thread 0
 * prints PASS if no thread failed, and every thread returns 1 if any did.
 */
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

static int check_failures;
static shared int check_all_failures[THREADS];

static __attribute__((unused)) void check_eq(const char *file, int line, const char *what, long long got,
    long long want) {
  if (got == want) return;
  if (check_failures++ < 10)
    printf("%s:%d: thread %d of %d: %s: expected %lld, got %lld\n", file, line, (int)MYTHREAD, (int)THREADS, what, want,
        got);
}

static __attribute__((unused)) void check_double(const char *file, int line, const char *what, double got,
    double want) {
  double off = got > want ? got - want : want - got, size = want < 0 ? -want : want;
  if (off <= 1e-12 * (size > 1 ? size : 1)) return;
  if (check_failures++ < 10)
    printf("%s:%d: thread %d of %d: %s: expected %.17g, got %.17g\n", file, line, (int)MYTHREAD, (int)THREADS, what,
        want, got);
}

#define CHECK(expression) check_eq(__FILE__, __LINE__, #expression, !!(expression), 1)
#define CHECK_EQ(got, want) check_eq(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))
#define CHECK_D(got, want) check_double(__FILE__, __LINE__, #got, (double)(got), (double)(want))

/* The model of UPC's layouts that expected values come from: where element `index` of `shared [block]` lies.
 * `local` counts elements from the start of the owner's part. Block 0 is indefinite. */
typedef struct {
  long thread, phase, local;
} place_t;

static __attribute__((unused)) place_t place_of(long index, long block) {
  place_t at = {0, 0, index};
  if (block == 0) return at;
  long number = 0;
  while (index >= block) index -= block, number++;
  at.phase = block == 1 ? 0 : index;
  at.thread = number % THREADS;
  at.local = number / THREADS * block + index;
  return at;
}

/* Does p, a pointer to element `index`, lie where the model has it? `first` points to the first element of the
 * owner's part, for the address. */
static __attribute__((unused)) void check_place(const char *file, int line, const char *what, shared void *p,
                                                shared void *first, long index, long block, long elemsize) {
  place_t at = place_of(index, block);
  char text[200];
  snprintf(text, sizeof text, "upc_threadof(%s) of element %ld", what, index);
  check_eq(file, line, text, (long long)upc_threadof(p), at.thread);
  snprintf(text, sizeof text, "upc_phaseof(%s) of element %ld", what, index);
  check_eq(file, line, text, (long long)upc_phaseof(p), at.phase);
  snprintf(text, sizeof text, "upc_addrfield(%s) of element %ld", what, index);
  check_eq(file, line, text, (long long)(upc_addrfield(p) - upc_addrfield(first)), at.local * elemsize);
}

/* p must point to element `index` of the array A, declared with `block`. */
#define CHECK_PLACE(p, A, index, block)                                                                   \
  check_place(__FILE__, __LINE__, #p, (p), &(A)[(block) * place_of((index), (block)).thread], (index), (block), \
              (long)sizeof((A)[0]))

static __attribute__((unused)) int done(void) {
  int total = 0;
  check_all_failures[MYTHREAD] = check_failures;
  fflush(stdout);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) total += check_all_failures[t];
  if (MYTHREAD == 0) puts(total ? "FAIL" : "PASS");
  return total != 0;
}
#endif
