/* SPDX-License-Identifier: BSD-3-Clause
 * lists.upc: the halo as a list of neighbours (--lists). Each thread names the strips around its block as sections of
 * A. A prepared fetch gets their points, one strip behind the other; then they go to their places around the block.
 *
 *     0 0 0 0        with corners, which several steps per halo need
 *     2 . . 3
 *     2 . . 3        the block, and the strips around it; what lies outside the domain is in none
 *     1 1 1 1 */
#include <stdlib.h>
#include <string.h>
#include "stencil.h"
#include "../common/memory.h"

enum { STRIPS = 4 };

/* How many strips there are: none around the block of a thread that has no points. */
static int strips_around(const problem_t *q, region_t *strip) {
  const region_t b = q->block, all = region_common(region_grown(b, (long)q->halo), q->domain);
  const int corners = q->steps_per_halo > 1;
  int s;
  for (s = 0; s < 2; s++) {
    strip[s] = strip[2 + s] = b;
    strip[s].j0 = corners ? all.j0 : b.j0, strip[s].j1 = corners ? all.j1 : b.j1;
  }
  strip[0].i0 = all.i0, strip[0].i1 = b.i0, strip[1].i0 = b.i1, strip[1].i1 = all.i1;
  strip[2].j0 = all.j0, strip[2].j1 = b.j0, strip[3].j0 = b.j1, strip[3].j1 = all.j1;
  return b.i0 < b.i1 && b.j0 < b.j1 ? STRIPS : 0;
}

/* An array's intervals include both their ends. */
static upc_stride_section_t section_of(const problem_t *q, region_t r) {
  const long i = (long)q->first_row, j = (long)q->first_col;
  return UPC_SECTION(q->A, UPC_STRIDE_RANGE(i + r.i0, i + r.i1 - 1), UPC_STRIDE_RANGE(j + r.j0, j + r.j1 - 1));
}

upc_stride_handle_t prepare_lists(problem_t *q) {
  upc_stride_handle_t neighbours;
  region_t strip[STRIPS];
  size_t *number, n = 0;
  const int strips = strips_around(q, strip);
  int s;
  for (s = 0; s < strips; s++) n += upc_stride_element_numbers(section_of(q, strip[s]), NULL);
  number = app_allocate(n, sizeof *number, "a list of neighbours");
  q->around = app_allocate(n, sizeof *q->around, "the points of neighbours");
  for (s = 0, n = 0; s < strips; s++) n += upc_stride_element_numbers(section_of(q, strip[s]), number + n);
  neighbours = upc_stride_fetch_init(q->around, q->A, number, n, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  free(number);
  return neighbours;
}

void place_lists(const problem_t *q, double *u) {
  const double *from = q->around;
  region_t strip[STRIPS];
  const int strips = strips_around(q, strip);
  long i;
  int s;
  for (s = 0; s < strips; s++)
    for (i = strip[s].i0; i < strip[s].i1 && strip[s].j0 < strip[s].j1; i++, from += strip[s].j1 - strip[s].j0)
      memcpy(point(q, u, i, strip[s].j0), from, (size_t)(strip[s].j1 - strip[s].j0) * sizeof *from);
}
