/* SPDX-License-Identifier: BSD-3-Clause
 * The ScaLAPACK that a program has, found by name when it is first needed, and a thread's part of a matrix as
 * ScaLAPACK keeps it: its blocks in one matrix of its own, column by column. */
#ifndef UPC_STRIDE_NUMERICS_SCALAPACK_H
#define UPC_STRIDE_NUMERICS_SCALAPACK_H

#include "upc_stride_numerics.h"

/* A routine, as "pdsyevd_"; null if there is no ScaLAPACK that has it. */
upc_stride_routine_t *upc_stride_scalapack_routine(const char *name);

/* 1: the process is one of a job of MPI that has begun. */
int upc_stride_is_process_of_mpi(void);
/* Its number in the job, and how many the job has. */
void upc_stride_scalapack_place(int *process, int *processes);

/* A grid of processes. Those beyond it have row -1. */
typedef struct upc_stride_scalapack_grid {
  int context, rows, columns, row, column;
} upc_stride_scalapack_grid_t;

/* All processes of the job call. Process `processes[i * columns + j]` gets place (i, j). */
upc_stride_scalapack_grid_t upc_stride_scalapack_grid(const int *processes, int rows, int columns);
void upc_stride_scalapack_grid_free(const upc_stride_scalapack_grid_t *g);

/* A matrix of m x n elements of `size` bytes in square blocks, of which block (0, 0) is on process (0, 0). */
typedef struct upc_stride_scalapack_part {
  int m, n, block;
  size_t size;
  int descriptor[9];
  int rows, columns;                  /* that the caller has */
  char *memory;                       /* these elements */
} upc_stride_scalapack_part_t;
upc_stride_scalapack_part_t upc_stride_scalapack_part(const upc_stride_scalapack_grid_t *g, size_t m, size_t n,
                                                      size_t block, size_t size);
void upc_stride_scalapack_part_free(upc_stride_scalapack_part_t *p);

/* Arguments of a routine, as Fortran passes them: addresses, and behind them the lengths of the letters. */
typedef struct upc_stride_scalapack_arguments {
  const void *of[24];
  int count, letters;
  char letter[4];
} upc_stride_scalapack_arguments_t;
void upc_stride_scalapack_letter(upc_stride_scalapack_arguments_t *a, char letter);
void upc_stride_scalapack_argument(upc_stride_scalapack_arguments_t *a, const void *address);
/* The part of a matrix, from its first element on. */
void upc_stride_scalapack_matrix(upc_stride_scalapack_arguments_t *a, const upc_stride_scalapack_part_t *p);
/* Calls the routine, with `info` behind the arguments, and returns info. */
int upc_stride_scalapack_call(upc_stride_routine_t *routine, const upc_stride_scalapack_arguments_t *a);

#endif
