/* SPDX-License-Identifier: BSD-3-Clause
 * Layouts of ScaLAPACK's matrices: explained in places.h. */
#include "layout/places.h"
#include "base/allocate.h"
#include "base/of_thread.h"

#include <stdlib.h>

typedef struct places {
  int used;
  int threads;
  int *thread, *place;                  /* by place of the grid; by thread, -1: none                           */
  size_t *pitch;                        /* by thread: elements from one row to the next                        */
} places_t;

/* L->placed - 1 is a number in this list. */
static UPC_STRIDE_OF_THREAD places_t *list;
static UPC_STRIDE_OF_THREAD int count, capacity;

static const places_t *places(const upc_stride_layout_t *L) { return &list[L->placed - 1]; }

static int unused_number(void) {
  int i = 0;
  while (i < count && list[i].used) i++;
  if (i == count) list = upc_stride_grown(list, count++, &capacity, sizeof *list, "views of matrices");
  return i;
}

void upc_stride_places_begin(upc_stride_layout_t *L, int threads, const int *thread, const size_t *pitch) {
  int number = unused_number(), n = (int)(L->grid[0] * L->grid[1]), i;
  places_t *p = &list[number];
  p->used = 1;
  p->threads = threads;
  p->thread = upc_stride_alloc((size_t)n, sizeof *p->thread, "a view of a matrix");
  p->place = upc_stride_alloc((size_t)threads, sizeof *p->place, "a view of a matrix");
  p->pitch = upc_stride_alloc((size_t)threads, sizeof *p->pitch, "a view of a matrix");
  for (i = 0; i < threads; i++) p->place[i] = -1, p->pitch[i] = pitch[i];
  for (i = 0; i < n; i++) p->thread[i] = thread[i], p->place[thread[i]] = i;
  L->placed = number + 1;
}

void upc_stride_places_end(upc_stride_layout_t *L) {
  places_t *p = &list[L->placed - 1];
  free(p->thread);
  free(p->place);
  free(p->pitch);
  p->used = 0;
}

int upc_stride_places_of(const upc_stride_layout_t *L, size_t *thread) {
  int place = places(L)->place[*thread];
  *thread = (size_t)place;
  return place >= 0;
}

int upc_stride_places_thread(const upc_stride_layout_t *L, size_t place) { return places(L)->thread[place]; }

/* The blocks along dimension k that the thread at a place has; its coordinate there. */
static size_t along(const upc_stride_layout_t *L, size_t place, int k, size_t *coordinate) {
  *coordinate = k == 0 ? place / L->grid[1] : place % L->grid[1];
  return L->full[k] + (*coordinate < L->rest[k]);
}

size_t upc_stride_places_bytes(const upc_stride_layout_t *L) {
  const places_t *p = places(L);
  size_t most = 0;
  int t;
  for (t = 0; t < p->threads; t++) {
    size_t coordinate, rows = p->place[t] < 0 ? 0 : along(L, (size_t)p->place[t], 0, &coordinate) * L->block[0];
    if (rows * p->pitch[t] > most) most = rows * p->pitch[t];
  }
  return most * L->elemsize;
}

/* A byte of a block, by its nominal offset in the memory of a thread. */
typedef struct location {
  size_t block[2];                      /* among the thread's blocks in each dimension                         */
  size_t row, column;                   /* in the block; the column in bytes                                   */
  size_t rows, columns;                 /* of the block that exist; columns in bytes                           */
} location_t;

static size_t existing(const upc_stride_layout_t *L, int k, size_t block, size_t coordinate) {
  size_t rest = L->shape[k] - (block * L->grid[k] + coordinate) * L->block[k];
  return rest < L->block[k] ? rest : L->block[k];
}

static location_t locate(const upc_stride_layout_t *L, int thread, size_t nominal) {
  size_t place = (size_t)places(L)->place[thread], slot = nominal / L->blockbytes, within = nominal % L->blockbytes;
  size_t coordinate[2], row_bytes = L->block[1] * L->elemsize, blocks;
  location_t at;
  along(L, place, 0, &coordinate[0]);
  blocks = along(L, place, 1, &coordinate[1]);
  at.block[0] = slot / blocks;
  at.block[1] = slot % blocks;
  at.row = within / row_bytes;
  at.column = within % row_bytes;
  at.rows = existing(L, 0, at.block[0], coordinate[0]);
  at.columns = existing(L, 1, at.block[1], coordinate[1]) * L->elemsize;
  return at;
}

static size_t real(const upc_stride_layout_t *L, int thread, const location_t *at) {
  size_t row = at->block[0] * L->block[0] + at->row;
  return (row * places(L)->pitch[thread] + at->block[1] * L->block[1]) * L->elemsize + at->column;
}

size_t upc_stride_places_real(const upc_stride_layout_t *L, int thread, size_t nominal) {
  location_t at = locate(L, thread, nominal);
  return real(L, thread, &at);
}

int upc_stride_places_nominal(const upc_stride_layout_t *L, int *thread, size_t *offset) {
  const places_t *p = places(L);
  size_t element = *offset / L->elemsize, row, column, slot, blocks, coordinate;
  int place = p->place[*thread];
  if (place < 0) return 0;
  row = element / p->pitch[*thread];
  column = element % p->pitch[*thread];
  blocks = along(L, (size_t)place, 1, &coordinate);
  if (column / L->block[1] >= blocks) return 0;
  slot = row / L->block[0] * blocks + column / L->block[1];
  *offset = (slot * L->blockelems + row % L->block[0] * L->block[1] + column % L->block[1]) * L->elemsize +
            *offset % L->elemsize;
  *thread = place;
  return 1;
}

size_t upc_stride_places_run(const upc_stride_layout_t *L, int thread, size_t nominal, size_t bytes, size_t *real_at,
                             size_t *there) {
  location_t at = locate(L, thread, nominal);
  size_t run = L->block[1] * L->elemsize - at.column, exists = at.column < at.columns ? at.columns - at.column : 0;
  if (run > bytes) run = bytes;
  if (at.row >= at.rows) exists = 0;
  *there = exists < run ? exists : run;
  *real_at = real(L, thread, &at);
  return run;
}
