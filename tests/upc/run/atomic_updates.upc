// SPDX-License-Identifier: BSD-3-Clause
// upc_stride_update, upc_stride_acc_patch, upc_stride_acc_elements and upc_atomic.h: of any two of them that may change
// the same elements at the same time, no addition is lost. Each thread makes both, in turn, on few elements.
#include "../check.h"
#include <upc_atomic.h>
#include <upc_stride_coll.h>

enum { UPDATE, PATCH, LIST, ATOMIC, WAYS };
enum { TIMES = 150, ELEMENTS = 2 };
shared [ELEMENTS] long words[ELEMENTS * THREADS];
shared [ELEMENTS] double reals[ELEMENTS * THREADS];
shared [ELEMENTS] int halves[ELEMENTS * THREADS];

typedef struct {
  upc_stride_array_t array;
  upc_type_t type;
  upc_atomicdomain_t *domain;
  const void *one;
} kind_t;

static const long one_word = 1;
static const double one_real = 1;
static const int one_half = 1;

static void add(const kind_t *k, int way, size_t at) {
  shared void *element = upc_stride_at(k->array, &at);
  if (way == UPDATE) upc_stride_update(element, UPC_ADD, k->type, k->one);
  if (way == PATCH)
    upc_stride_acc_patch(UPC_SECTION(k->array, UPC_STRIDE_AT((long long)at)), UPC_ADD, k->type, k->one, NULL);
  if (way == LIST) upc_stride_acc_elements(k->array, &at, 1, UPC_ADD, k->type, k->one);
  if (way == ATOMIC) upc_atomic_relaxed(k->domain, NULL, UPC_ADD, element, k->one, NULL);
}

/* Between an update and its fence the library has no other call. */
static int allowed(int a, int b) { return (a != UPDATE && b != UPDATE) || a == b || a + b == UPDATE + ATOMIC; }

static void pair(const kind_t *k, int a, int b) {
  for (int i = 0; i < TIMES; i++) {
    add(k, a, (size_t)(i * 7 + MYTHREAD) % (ELEMENTS * THREADS));
    add(k, b, (size_t)(i * 7 + MYTHREAD + 1) % (ELEMENTS * THREADS));
  }
  upc_stride_update_fence();
  upc_barrier;
}

int main(void) {
  kind_t kinds[] = {{upc_stride_array(words), UPC_LONG, NULL, &one_word},
                    {upc_stride_array(reals), UPC_DOUBLE, NULL, &one_real},
                    {upc_stride_array(halves), UPC_INT, NULL, &one_half}};
  long pairs = 0, sums[3] = {0};
  for (int ways = ATOMIC; ways <= WAYS; ways++) { /* without atomic domains, and with them */
    for (int k = 0; k < 3 && ways == WAYS; k++)
      kinds[k].domain = upc_all_atomicdomain_alloc(kinds[k].type, UPC_ADD, 0);
    for (int a = 0; a < ways; a++)
      for (int b = 0; b <= a; b++) {
        if (!allowed(a, b)) continue;
        for (int k = 0; k < 3; k++) pair(&kinds[k], a, b);
        pairs++;
      }
  }
  for (int i = 0; i < ELEMENTS * THREADS; i++) sums[0] += words[i], sums[1] += (long)reals[i], sums[2] += halves[i];
  CHECK_EQ(pairs, 4 + 8);
  for (int k = 0; k < 3; k++) CHECK_EQ(sums[k], 2 * TIMES * THREADS * pairs);
  upc_barrier;
  for (int k = 0; k < 3; k++) upc_all_atomicdomain_free(kinds[k].domain);
  return done();
}
