// SPDX-License-Identifier: BSD-3-Clause
// One thread's loops over elements any distance apart, forwards or backwards: by a factor in the subscript, by the
// step, or by a second variable; with bound, pointer and factor in memory or not, left by `break`, or with the bound
// moved meanwhile; and each as a `while` that ends in its steps.
#include "generate.h"
#include <stdio.h>
#include <stdlib.h>

// The distance as the program writes it.
static const char *distance(long by) {
  switch (random_below(5)) {
  case 0: return "g->by";
  case 1: return "by";
  case 2: return by % threads == 0 ? text("(%ld * THREADS)", by / threads) : text("(%ld)", by);
  default: return text("(%ld)", by);
  }
}

// a, b  as statements: a; b
static const char *separate(const char *list) {
  char *copy = (char *)text("%s", list);
  for (char *c = copy; *c; c++) if (*c == ',') *c = ';';
  return copy;
}

void moving(void) {
  array_t *a = &arrays[random_below(narrays)];
  if (!a->type) return;
  long block = a->block ? a->block : 1, last = random_below((unsigned)a->n), from = random_below((unsigned)a->n);
  long steps[] = {1, 2, 3, threads, 2 * threads, block, block * threads, random_between(1, 12)};
  long by = steps[random_below(8)];
  if (random_below(3) == 0) by = -by;
  long rounds = 1 + labs(last - from) / labs(by), c = last < from == by < 0 ? from : last; // so that all lies inside
  while (c + by * (rounds - 1) < 0 || c + by * (rounds - 1) >= a->n) rounds--;
  long stop = random_below(3) ? -1 : random_between(0, rounds), cut = random_below(4) ? -1 : random_between(0, rounds);
  unsigned form = random_below(4), base = random_below(3);
  int add = random_below(2) ? 0 : (int)random_between(1, 5);
  const char *first = a->name, *type = random_below(2) ? "int" : "long", *d = distance(by);
  for (int k = 0; k < a->ndims; k++) first = text("%s[0]", first);
  printf("  if (MYTHREAD == %u) { unsigned long sum = 0; %s i, j = 0, by = %ld, round = 0; (void)j;\n",
         random_below(threads), type, by);
  printf("    struct { %s *p; %s n; int by; } s = {&%s, %ld, %ld}, *g = &s;\n"
         "    %s *p = s.p; %s *bound = &s.n; (void)bound;\n", qualified(a->block, a->element), type, first, rounds, by,
         qualified(a->block, a->element), type);
  const char *e = base == 0 ? "g->p" : base == 1 ? "p" : a->name;
  const char *n = cut >= 0 ? "g->n" : random_below(2) ? "g->n" : text("%ld", rounds);
  for (int k = 1; base == 2 && k < a->ndims; k++) e = text("%s[0]", e);
  const char *init = "i = 0", *condition = text("i < %s", n), *step = "i++, round++";
  switch (form) {
  case 0: e = text("%s[%s * i + (%ld)]", e, d, c); break;
  case 1: init = text("i = 0, j = %ld", c), step = text("i++, j += %s, round++", d), e = text("%s[j]", e); break;
  case 2:
    cut = -1, init = text("i = %ld", rounds - 1), condition = "i >= 0", step = "--i, round++";
    e = text("%s[%ld + i * %s]", e, c, d);
    break;
  default:
    cut = -1, condition = text("i %s %ld", by > 0 ? "<" : ">", by * rounds), step = text("i += %s, round++", d);
    e = text("%s[i + (%ld)]", e, c);
  }
  int wait = random_below(3) == 0;
  printf(wait ? "    %s; while (%s)" : "    for (%s; %s; %s)", init, condition, step);
  printf(" {\n      sum = sum * 31 + (unsigned long)(long)%s;\n", e);
  if (stop >= 0) printf("      if (round == %ld) break;\n", stop);
  if (add) printf("      %s += %d;\n", e, add);
  if (cut >= 0) printf("      if (round == %ld) *bound = %ld;\n", cut, cut + 1);
  if (wait) printf("      %s;\n", random_below(2) ? step : separate(step));
  puts("    }");
  unsigned long sum = 0;
  long round = 0;
  for (; round < rounds; round++) {
    place_t at = place_of(a, c + by * (form == 2 ? rounds - 1 - round : round));
    sum = sum * 31 + (unsigned long)(long)load(a, at, a->type);
    if (round == stop) break;
    if (add) store(a, at, a->type, wrap(a->type, load(a, at, a->type) + add));
    if (round == cut) { round++; break; }
  }
  printf("    CHECK_EQ(sum, %luUL); CHECK_EQ(round, %ld); }\n  upc_barrier;\n", sum, round);
}
