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
  loop_t l = {.lo = random_between(-20, 5), .by = random_between(1, 4), .a = random_between(-2, 3), .b = random_between(-9, 9)};
  l.hi = l.lo + random_between(0, 30);
  array_t *array = addresses ? &arrays[random_below(narrays)] : NULL;
  unsigned kind = random_below(8);
  if (kind == 0) {
    l.none = 1;
    strcpy(l.text, random_below(2) ? "continue" : "");
  } else if (kind < 4 || !array || array->ndims != 1) {
    if (kind == 1) l.a = 1, l.b = 0;
    if (l.a == 1 && l.b == 0) strcpy(l.text, variable);
    else snprintf(l.text, sizeof l.text, random_below(2) ? "%ld * %s + %ld" : "%ld * (long long)%s + (%ld)", l.a, variable, l.b);
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
  printf("    upc_forall (i = %ld; i < %s; i += %ld; %s) {\n", l.lo, text(random_below(2) ? "%ld" : "%ld + zero", l.hi), l.by, l.text);
  if (skip) printf("      if (i %% 3 == 0) { skipped++; continue; }\n");
  printf("      n++; ran%d[(i - (%ld)) / %ld] = 1 + MYTHREAD;\n    }\n    upc_barrier;\n", serial, l.lo, l.by);
  printf("    if (MYTHREAD == %u) {\n      static const signed char want[] = {", random_below(threads));
  for (long i = l.lo; i < l.hi; i += l.by) {
    int who = 0;
    for (int t = 0; t < threads; t++) if (runs(&l, i, t)) who = 1 + t;
    printf("%d,", skip && i % 3 == 0 ? 0 : l.none ? -1 : who);
  }
  printf("0};\n      for (int k = 0; k < %ld; k++) if (want[k] >= 0) CHECK_EQ(ran%d[k], want[k]);\n    }\n", count, serial);
  printf("    static const short counts[] = {");
  for (int t = 0; t < threads; t++) {
    int n = 0;
    for (long i = l.lo; i < l.hi; i += l.by) n += runs(&l, i, t);
    printf("%d,", n);
  }
  printf("}; CHECK_EQ(n + skipped, counts[MYTHREAD]);\n    CHECK_EQ(i, %ld);\n  }\n  upc_barrier;\n", l.lo + count * l.by);
}

// Inside a loop that distributes, the inner one does not; inside one that does not, it does.
static void nested(void) {
  loop_t outer = some_loop("i", 1), inner = some_loop("j", 1);
  int plain = random_below(4) == 0; // an ordinary for around it
  printf("  { int n = 0;\n    %s (int i = %ld; i < %ld; i += %ld%s%s)\n", plain ? "for" : "upc_forall", outer.lo, outer.hi, outer.by, plain ? "" : "; ",
         plain ? "" : outer.text);
  printf("      upc_forall (int j = %ld; j < %ld; j += %ld; %s) n += 1 + (j & 1);\n", inner.lo, inner.hi, inner.by, inner.text);
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
  printf("  { int n = 0; long sum = 0, round = 0;\n    upc_forall (%s *p = %s; round < %ld; p += %ld, round++; p) { n++; sum += *p; CHECK_EQ(upc_threadof(p), MYTHREAD); }\n",
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

void loop(void) {
  static int serial;
  switch (random_below(5)) {
  case 0: case 1: single(serial++); break;
  case 2: nested(); break;
  case 3: pointer_loop(); break;
  default: change_own(); break;
  }
}
