/* SPDX-License-Identifier: BSD-3-Clause
 * ScaLAPACK by name. A program that links one keeps it; the others load the one that was built for their MPI. */
#define _GNU_SOURCE 1 /* RTLD_DEFAULT */
#include "numerics/numerics_scalapack.h"
#include "base/allocate.h"
#include "base/of_thread.h"
#include "numerics/numerics_blas.h"

#include <dlfcn.h>
#include <stdlib.h>

/* ---- the library ---- */

upc_stride_routine_t *upc_stride_scalapack_routine(const char *name) {
  static const char *const files[2][3] = {
    {"libscalapack-mpich.so.2.2", "libscalapack-mpich.so.2.1", "libscalapack.so"},
    {"libscalapack-openmpi.so.2.2", "libscalapack-openmpi.so.2.1", "libscalapack.so"}};
  static UPC_STRIDE_OF_THREAD upc_stride_library_t library;
  const int openmpi = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") != NULL;
  if (!library.looked) library = upc_stride_library_with("pdgesvd_", files[openmpi], 3);
  return upc_stride_routine_in(&library, name);
}

int upc_stride_is_process_of_mpi(void) {
  upc_stride_routine_t *initialized = upc_stride_routine_of(RTLD_DEFAULT, "MPI_Initialized");
  int begun = 0;
  return initialized != NULL && ((int (*)(int *))initialized)(&begun) == 0 && begun;
}

/* ---- the grid ---- */

void upc_stride_scalapack_place(int *process, int *processes) {
  ((void (*)(int *, int *))upc_stride_scalapack_routine("blacs_pinfo_"))(process, processes);
}

typedef void gridmap_t(int *context, const int *processes, const int *step, const int *rows, const int *columns);
typedef void gridinfo_t(const int *context, int *rows, int *columns, int *row, int *column);

upc_stride_scalapack_grid_t upc_stride_scalapack_grid(const int *processes, int rows, int columns) {
  const int none = -1, of_default = 0;
  int *by_columns = upc_stride_alloc((size_t)(rows * columns), sizeof *by_columns, "a grid of processes"), i, j;
  upc_stride_scalapack_grid_t g;
  for (i = 0; i < rows; i++)
    for (j = 0; j < columns; j++) by_columns[j * rows + i] = processes[i * columns + j];
  ((void (*)(const int *, const int *, int *))upc_stride_scalapack_routine("blacs_get_"))(&none, &of_default,
                                                                                        &g.context);
  ((gridmap_t *)upc_stride_scalapack_routine("blacs_gridmap_"))(&g.context, by_columns, &rows, &rows, &columns);
  free(by_columns);
  g.row = g.column = -1;
  if (g.context >= 0)
    ((gridinfo_t *)upc_stride_scalapack_routine("blacs_gridinfo_"))(&g.context, &g.rows, &g.columns, &g.row, &g.column);
  g.rows = rows, g.columns = columns;
  return g;
}

void upc_stride_scalapack_grid_free(const upc_stride_scalapack_grid_t *g) {
  if (g->row >= 0) ((void (*)(const int *))upc_stride_scalapack_routine("blacs_gridexit_"))(&g->context);
}

/* ---- a matrix ---- */

/* Of so many elements in blocks, those that process `place` of `places` has. */
static int share(int elements, int block, int place, int places) {
  int share = 0, first;
  for (first = place * block; first < elements; first += places * block)
    share += elements - first < block ? elements - first : block;
  return share;
}

upc_stride_scalapack_part_t upc_stride_scalapack_part(const upc_stride_scalapack_grid_t *g, size_t m, size_t n,
                                                      size_t block, size_t size) {
  upc_stride_scalapack_part_t p;
  p.m = (int)m, p.n = (int)n, p.block = (int)block;
  p.size = size;
  p.rows = g->row < 0 ? 0 : share(p.m, p.block, g->row, g->rows);
  p.columns = g->row < 0 ? 0 : share(p.n, p.block, g->column, g->columns);
  p.descriptor[0] = 1;
  p.descriptor[1] = g->context;
  p.descriptor[2] = p.m, p.descriptor[3] = p.n;
  p.descriptor[4] = p.descriptor[5] = p.block;
  p.descriptor[6] = p.descriptor[7] = 0;
  p.descriptor[8] = p.rows > 0 ? p.rows : 1;
  p.memory = upc_stride_alloc((size_t)p.rows * (size_t)p.columns + 1, size, "a part of a matrix");
  return p;
}

void upc_stride_scalapack_part_free(upc_stride_scalapack_part_t *p) { free(p->memory); }

/* ---- a call ---- */

void upc_stride_scalapack_argument(upc_stride_scalapack_arguments_t *a, const void *address) {
  a->of[a->count++] = address;
}

void upc_stride_scalapack_letter(upc_stride_scalapack_arguments_t *a, char letter) {
  a->letter[a->letters] = letter;
  upc_stride_scalapack_argument(a, &a->letter[a->letters++]);
}

void upc_stride_scalapack_matrix(upc_stride_scalapack_arguments_t *a, const upc_stride_scalapack_part_t *p) {
  static const int one = 1;
  upc_stride_scalapack_argument(a, p->memory);
  upc_stride_scalapack_argument(a, &one);
  upc_stride_scalapack_argument(a, &one);
  upc_stride_scalapack_argument(a, p->descriptor);
}

typedef const void *any_t;
typedef void routine_t(any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t,
                       any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t, any_t);

int upc_stride_scalapack_call(upc_stride_routine_t *routine, const upc_stride_scalapack_arguments_t *given) {
  upc_stride_scalapack_arguments_t all = *given;
  const void **a = all.of;
  int info = 0, i;
  upc_stride_scalapack_argument(&all, &info);
  for (i = 0; i < given->letters; i++) upc_stride_scalapack_argument(&all, (const void *)(size_t)1);
  ((routine_t *)routine)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13],
                         a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
  return info;
}
