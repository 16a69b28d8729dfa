/* SPDX-License-Identifier: BSD-3-Clause
 * The loads of links: explained in torus.h. */
#include "torus/torus.h"
#include "base/allocate.h"

#include <stdlib.h>

static int links(const upc_stride_links_t *L) {
  return L->size[0] * L->size[1] * L->size[2] * UPC_STRIDE_LINK_LETTERS * 2;
}

void upc_stride_links_start(upc_stride_links_t *L, const int *size) {
  int k;
  for (k = 0; k < UPC_STRIDE_LINK_LETTERS; k++) L->size[k] = size[k];
  L->load = upc_stride_alloc((size_t)links(L), sizeof(double), "the loads of links"); /* all 0 */
}

void upc_stride_links_end(upc_stride_links_t *L) { free(L->load); }

/* Hops along a ring of n places, negative if down. */
static int along(int n, int from, int to) {
  int up = to >= from ? to - from : to - from + n;
  if (2 * up == n) return from % 2 == 0 ? up : -up;
  return 2 * up < n ? up : up - n;
}

void upc_stride_links_each(const int *size, const int *from, const int *to, void (*each)(void *context, int link),
                           void *context) {
  int at[UPC_STRIDE_LINK_LETTERS], k;
  for (k = 0; k < UPC_STRIDE_LINK_LETTERS; k++) at[k] = from[k];
  for (k = 0; k < UPC_STRIDE_LINK_LETTERS; k++) {
    int n = size[k], hops = along(n, at[k], to[k]), down = hops < 0;
    for (; hops != 0; hops += down ? 1 : -1) {
      each(context, (((at[0] * size[1] + at[1]) * size[2] + at[2]) * UPC_STRIDE_LINK_LETTERS + k) * 2 + down);
      at[k] += down ? -1 : 1;
      if (at[k] < 0) at[k] = n - 1;
      if (at[k] == n) at[k] = 0;
    }
  }
}

typedef struct adding {
  double *load, bytes;
} adding_t;

static void add(void *context, int link) {
  const adding_t *a = context;
  a->load[link] += a->bytes;
}

void upc_stride_links_add(upc_stride_links_t *L, const int *from, const int *to, double bytes) {
  adding_t a;
  a.load = L->load, a.bytes = bytes;
  upc_stride_links_each(L->size, from, to, add, &a);
}

double upc_stride_links_busiest(const upc_stride_links_t *L) {
  double most = 0;
  int i;
  for (i = 0; i < links(L); i++)
    if (L->load[i] > most) most = L->load[i];
  return most;
}

double upc_stride_links_sum(const upc_stride_links_t *L) {
  double sum = 0;
  int i;
  for (i = 0; i < links(L); i++) sum += L->load[i];
  return sum;
}

int upc_stride_hops(const int *size, const int *from, const int *to) {
  int k, sum = 0;
  for (k = 0; k < UPC_STRIDE_LINK_LETTERS; k++) sum += abs(along(size[k], from[k], to[k]));
  return sum;
}
