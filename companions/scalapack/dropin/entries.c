/* SPDX-License-Identifier: BSD-3-Clause
 * The routines that the program calls in ScaLAPACK's place, pdgemm_ and so on. Fortran passes all arguments by address,
 * and a function with variable arguments finds them where another one would. */
#include "dropin.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

static void compute(dropin_call_t *c) {
  if (!dropin_begin_operands(c)) c->reason = "no memory for copies of the matrices";
  else if (c->routine->compute(c) != 0) c->reason = "an error of the library";
  dropin_end_operands(c, c->reason == NULL);
  if (c->reason != NULL) dropin_say(dropin_library.last_error());
}

static void enter(const char *symbol, const void *caller, const char *name, char letter, void *first, va_list rest) {
  dropin_call_t c;
  void *argument[MOST_ARGUMENTS];
  int i;
  memset(&c, 0, sizeof c);
  c.routine = dropin_routine(name);
  c.letter = letter;
  c.argument = argument;
  c.arguments = dropin_count_arguments(c.routine);
  argument[0] = first;
  for (i = 1; i < c.arguments; i++) argument[i] = va_arg(rest, void *);
  for (; i < MOST_ARGUMENTS; i++) argument[i] = (void *)(uintptr_t)1; /* a letter's length */
  if (dropin_stays_inside(symbol, caller)) {
    dropin_original(symbol, argument);
    return;
  }
  dropin_read(&c);
  if (dropin_agree(&c)) compute(&c);
  dropin_count(&c);
  if (c.reason != NULL) dropin_original(symbol, argument);
}

#define ENTRY(letter, name)                                                                        \
  void p##letter##name##_(void *first, ...);                                                       \
  void p##letter##name##_(void *first, ...) {                                                      \
    va_list rest;                                                                                  \
    va_start(rest, first);                                                                         \
    enter("p" #letter #name "_", __builtin_return_address(0), #name, #letter[0], first, rest);     \
    va_end(rest);                                                                                  \
  }
#define REAL(name) ENTRY(s, name) ENTRY(d, name)
#define COMPLEX(name) ENTRY(c, name) ENTRY(z, name)
#define ALL(name) REAL(name) COMPLEX(name)

ALL(gemm) ALL(symm) ALL(syrk) ALL(trmm) ALL(trsm) ALL(geadd)
COMPLEX(hemm) COMPLEX(herk)
REAL(tran) COMPLEX(tranu) COMPLEX(tranc)
ALL(potrf) ALL(potrs) ALL(posv) ALL(getrf) ALL(getrs) ALL(gesv)
