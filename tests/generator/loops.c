// SPDX-License-Identifier: BSD-3-Clause
// upc_forall with each kind of affinity, alone and nested. Who ran an iteration is written down, and compared.
#include "generate.h"
#include <stdio.h>
#include <string.h>

// Which thread has an integer's affinity: counted, not divided.
static int owner_of(long n) {
  int t = 0;
  for (; n > 0; n--) t = t + 1 == threads ? 0 : t + 1;
  for (; n < 0; n++) t = t == 0 ? threads - 1 : t - 1;
  return t;
}

typedef struct {
  long lo, hi, by;  /* of the loop */
  char text[400];   /* the affinity */
  array_t *array;   /* an address: that of element a·i + b, else the integer a·i + b */
  long a, b;
  int none;
} loop_t;

static loop_t some_loop(const char *variable, int addresses) {
  loop_t l = {.lo = random_between(-20, 5), .by = random_between(1, 4), .a = random_between(-2, 3),
              .b = random_between(-9, 9)};
  l.hi = l.lo + random_between(0, 30);
  array_t *array = addresses ? &arrays[random_below(narrays)] : NULL;
  unsigned kind = random_below(8);
  if (kind == 0) {
    l.none = 1;
    strcpy(l.text, random_below(2) ? "continue" : "");
  } else if (kind < 4 || !array || array->ndims != 1) {
    if (kind == 1) l.a = 1, l.b = 0;
    if (l.a == 1 && l.b == 0) strcpy(l.text, variable);
    else snprintf(l.text, sizeof l.text, random_below(2) ? "%ld * %s + %ld" : "%ld * (long long)%s + (%ld)", l.a,
                  variable, l.b);
  } else {
    l.array = array, l.a = 1, l.b = random_below(4);
    if (l.b >= array->n) l.b = 0;
    l.lo = random_below((unsigned)(array->n - l.b));
    l.hi = l.lo + random_between(0, array->n - l.b - l.lo);
    const char *index = l.b ? text("%s + %s", variable, number(l.b)) : variable;
    switch (kind) {
    case 4: snprintf(l.text, sizeof l.text, "(shared void *)(%s + (%s))", array->name, index); break;
    case 5: snprintf(l.text, sizeof l.text, "%s + (%s)", array->name, index); break;
    default: snprintf(l.text, sizeof l.text, "&%s[%s]", array->name, index); break;
    }
  }
  return l;
}

static int runs(const loop_t *l, long i, int thread) {
  if (l->none) return 1;
  long n = l->a * i + l->b;
  return (l->array ? place_of(l->array, n).thread : owner_of(n)) == thread;
}

// for all iterations: does the thread that should, and no other, run each of them?
static void single(int serial) {
  loop_t l = some_loop("i", 1);
  long count = 0;
  for (long i = l.lo; i < l.hi; i += l.by) count++;
  int skip = random_below(3) == 0;
  printf("  { int i, n = 0, skipped = 0; static shared [] int ran%d[%ld];\n", serial, count + 1);
  printf("    upc_forall (i = %ld; i < %s; i += %ld; %s) {\n", l.lo,
         text(random_below(2) ? "%ld" : "%ld + zero", l.hi), l.by, l.text);
  if (skip) printf("      if (i %% 3 == 0) { skipped++; continue; }\n");
  printf("      n++; ran%d[(i - (%ld)) / %ld] = 1 + MYTHREAD;\n    }\n    upc_barrier;\n", serial, l.lo, l.by);
  printf("    if (MYTHREAD == %u) {\n      static const signed char want[] = {", random_below(threads));
  for (long i = l.lo; i < l.hi; i += l.by) {
    int who = 0;
    for (int t = 0; t < threads; t++) if (runs(&l, i, t)) who = 1 + t;
    printf("%d,", skip && i % 3 == 0 ? 0 : l.none ? -1 : who);
  }
  printf("0};\n      for (int k = 0; k < %ld; k++) if (want[k] >= 0) CHECK_EQ(ran%d[k], want[k]);\n    }\n", count,
         serial);
  printf("    static const short counts[] = {");
  for (int t = 0; t < threads; t++) {
    int n = 0;
    for (long i = l.lo; i < l.hi; i += l.by) n += runs(&l, i, t);
    printf("%d,", n);
  }
  printf("}; CHECK_EQ(n + skipped, counts[MYTHREAD]);\n    CHECK_EQ(i, %ld);\n  }\n  upc_barrier;\n",
         l.lo + count * l.by);
}

// Inside a loop that distributes, the inner one does not; inside one that does not, it does.
static void nested(void) {
  loop_t outer = some_loop("i", 1), inner = some_loop("j", 1);
  int plain = random_below(4) == 0; // an ordinary for around it
  printf("  { int n = 0;\n    %s (int i = %ld; i < %ld; i += %ld%s%s)\n", plain ? "for" : "upc_forall", outer.lo,
         outer.hi, outer.by, plain ? "" : "; ",
         plain ? "" : outer.text);
  printf("      upc_forall (int j = %ld; j < %ld; j += %ld; %s) n += 1 + (j & 1);\n", inner.lo, inner.hi, inner.by,
         inner.text);
  printf("    static const int counts[] = {");
  for (int t = 0; t < threads; t++) {
    int n = 0, alone = plain || outer.none;
    for (long i = outer.lo; i < outer.hi; i += outer.by)
      if (alone || runs(&outer, i, t))
        for (long j = inner.lo; j < inner.hi; j += inner.by)
          if (!alone || runs(&inner, j, t)) n += 1 + (int)(j & 1);
    printf("%d,", n);
  }
  puts("}; CHECK_EQ(n, counts[MYTHREAD]); }");
}

// A pointer-to-shared as the loop's variable.
static void pointer_loop(void) {
  array_t *a = &arrays[random_below(narrays)];
  if (!a->type || a->n > 300) return;
  long by = random_between(1, 3), rounds = 0;
  const char *first = text("&%s", a->name);
  for (int d = 0; d < a->ndims; d++) first = text("%s[0]", first);
  for (long k = 0; k < a->n; k += by) rounds++;
  printf("  { int n = 0; long sum = 0, round = 0;\n"
         "    upc_forall (%s *p = %s; round < %ld; p += %ld, round++; p) {\n"
         "      n++; sum += *p; CHECK_EQ(upc_threadof(p), MYTHREAD);\n    }\n",
         qualified(a->block, a->element), first, rounds, by);
  printf("    static const long counts[][2] = {");
  for (int t = 0; t < threads; t++) {
    long n = 0, sum = 0;
    for (long k = 0; k < a->n; k += by)
      if (place_of(a, k).thread == t) n++, sum += load(a, place_of(a, k), a->type);
    printf("{%ld, %ld},", n, sum);
  }
  puts("}; CHECK_EQ(n, counts[MYTHREAD][0]); CHECK_EQ(sum, counts[MYTHREAD][1]); }\n  upc_barrier;");
}

// Each thread changes its own elements, at times through private pointers.
static void change_own(void) {
  array_t *a = &arrays[random_below(narrays)];
  if (!a->type || a->ndims != 1) return;
  long add = random_between(1, 20);
  unsigned way = random_below(3);
  printf("  upc_forall (int i = 0; i < %ld; i++; &%s[i]) ", a->n, a->name);
  if (way == 0) printf("%s[i] += %ld;\n", a->name, add);
  else if (way == 1) printf("*(%s *)&%s[i] += %ld;\n", a->element, a->name, add);
  else printf("{ %s *q = (%s *)(%s + i); *q = *q + %ld; }\n", a->element, a->element, a->name, add);
  puts("  upc_barrier;");
  for (long k = 0; k < a->n; k++) {
    place_t at = place_of(a, k);
    store(a, at, a->type, wrap(a->type, load(a, at, a->type) + add));
  }
}

// One thread's loops that count, nested in any order, up or down by any step, each subscript its variable and a shift:
// what is read, in that order, and at times changed.
static void counted(void) {
  static const char *const names[] = {"i", "j", "k"};
  array_t *a = &arrays[random_below(narrays)];
  if (!a->type) return;
  struct { long from, to, by, shift; } l[MAX_DIMS];
  int order[MAX_DIMS], add = random_below(2) ? 0 : (int)random_between(1, 5), skip = random_below(4) == 0;
  const char *e = a->name, *next = a->name;
  printf("  if (MYTHREAD == %u) { unsigned long sum = 0;", random_below(threads));
  for (int d = 0; d < a->ndims; d++) {
    long one = random_below((unsigned)a->dims[d]), other = random_below((unsigned)a->dims[d]);
    if (random_below(2)) one = 0, other = a->dims[d] - 1;
    l[d].by = random_below(2) ? 1 : random_between(1, 4), l[d].shift = random_below(2) ? 0 : random_between(-4, 4);
    l[d].from = one < other ? one : other, l[d].to = one < other ? other : one;
    if (random_below(3) == 0) { long low = l[d].from; l[d].from = l[d].to, l[d].to = low, l[d].by = -l[d].by; }
    order[d] = d;
    if (d) { int with = (int)random_below(d + 1); order[d] = order[with], order[with] = d; }
    printf(" long c%d = %ld;", d, l[d].shift);
    const char *shift = l[d].shift == 0 ? "" : random_below(2) ? text(" + c%d", d) : text(" + (%ld)", l[d].shift);
    e = text("%s[%s%s]", e, names[d], shift);
    next = text("%s[(%s%s) / 2]", next, names[d], shift);
  }
  putchar('\n');
  for (int d = 0; d < a->ndims; d++) {
    const char *v = names[order[d]];
    long from = l[order[d]].from - l[order[d]].shift, to = l[order[d]].to - l[order[d]].shift, by = l[order[d]].by;
    const char *type = random_below(2) ? "int" : "long";
    if (by > 0)
      printf("    for (%s %s = %ld; %s < %ld; %s%s)\n", type, v, from, v, to + 1, v,
             by == 1 ? "++" : text(" += %ld", by));
    else
      printf("    for (%s %s = %ld; %ld <= %s; %s%s)\n", type, v, from, to, v, v,
             by == -1 ? "--" : text(" -= %ld", -by));
  }
  const char *last = names[order[a->ndims - 1]];
  printf("    { sum = sum * 31 + (unsigned long)(long)%s;", e);
  if (skip) printf(" if (%s %% 3 == 0) continue;", last);
  if (add) printf(" %s %s %d;", e, random_below(2) ? "+=" : text("= %s +", e), add);
  printf(" sum += (unsigned long)(long)%s; }\n", next);
  long at[MAX_DIMS] = {0}, n = 0;
  unsigned long sum = 0;
  for (int d = 0; d < a->ndims; d++) at[d] = l[d].from;
  for (int more = 1; more;) {
    long index = 0, half = 0;
    for (int d = 0; d < a->ndims; d++) index = index * a->dims[d] + at[d], half = half * a->dims[d] + at[d] / 2;
    place_t place = place_of(a, index);
    sum = sum * 31 + (unsigned long)(long)load(a, place, a->type);
    int d = order[a->ndims - 1];
    if (!(skip && (at[d] - l[d].shift) % 3 == 0)) {
      if (add) store(a, place, a->type, wrap(a->type, load(a, place, a->type) + add));
      sum += (unsigned long)(long)load(a, place_of(a, half), a->type);
    }
    for (n = a->ndims; n-- > 0;) { // the next of the innermost loop that has one
      d = order[n];
      at[d] += l[d].by;
      if (l[d].by > 0 ? at[d] <= l[d].to : at[d] >= l[d].to) break;
      at[d] = l[d].from;
    }
    more = n >= 0;
  }
  printf("    CHECK_EQ(sum, %luUL); }\n  upc_barrier;\n", sum);
}

void loop(void) {
  static int serial;
  switch (random_below(11)) {
  case 8: case 9: case 10: moving(); break;
  case 0: case 1: single(serial++); break;
  case 2: nested(); break;
  case 3: pointer_loop(); break;
  case 4: change_own(); break;
  default: counted(); break;
  }
}
