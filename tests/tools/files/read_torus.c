/* SPDX-License-Identifier: BSD-3-Clause
 * The file that UPC_STRIDE_TORUS may name, with the place of each thread. */
#include "torus/torus.h"

#include <stdio.h>
#include "each.h"

const char *const file_name = "damaged.torus";

enum { THREADS = 8 };

int read_file(void) {
  upc_stride_torus_set(file_name, NULL);
  const char *wrong = upc_stride_torus_wrong(THREADS);
  if (wrong) return fprintf(stderr, "%s\n", wrong), REFUSED;
  const upc_stride_torus_t *M = upc_stride_torus();
  if (!M) nonsense("no torus");
  for (int t = 0; t < THREADS; t++) {
    int place[UPC_STRIDE_LETTERS];
    upc_stride_torus_place(M, t, place);
    for (int k = 0; k < UPC_STRIDE_LETTERS; k++)
      if (place[k] < 0 || place[k] >= M->size[k]) nonsense("thread %d is at %d of %d", t, place[k], M->size[k]);
    if (upc_stride_torus_thread(M, place) != t) nonsense("thread %d has the place of another one", t);
  }
  return ACCEPTED;
}
