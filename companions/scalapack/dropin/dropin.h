/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of the drop-in share. A call of ScaLAPACK's goes through them so:
 *
 *   entries.c      the routine that the program calls; its arguments are addresses, as Fortran passes them
 *   arguments.c    reads the arguments, and says why the library cannot compute the call
 *   agreement.c    all processes learn whether all can, and which thread of the library each process is
 *   operands.c     copies parts of matrices to arrays of the library, and results back
 *   routines.c     calls numerics on these arrays
 *   original.c     ScaLAPACK's own routine, for all other calls
 *
 * Nothing of the program's changes before numerics has succeeded. So a call can go to ScaLAPACK until then. */
#ifndef UPC_STRIDE_SCALAPACK_DROPIN_H
#define UPC_STRIDE_SCALAPACK_DROPIN_H

#define UPC_STRIDE_NO_PLACES 1
#include "upc_stride_numerics.h"

#include <stddef.h>

enum { MOST_ARGUMENTS = 24, OPERANDS = 3 }; /* 19 arguments, and the lengths of letters behind them */

/* One dimension of a part of a matrix. The array for it begins with the block in which the part begins:
 *
 *   matrix     |  4  |  4  |  4  |  4  |         blocks of 4
 *   part                ======                   `start` is 6, `count` 5
 *   array            |  4  |  4  |               `offset` is 2: the first two elements are not used  */
typedef struct dropin_axis {
  long start;                         /* the first element in the matrix, from 0                     */
  size_t count;                       /* elements of the part                                        */
  size_t offset, block;               /* of the array                                                */
  long first_size, size;              /* of the matrix's first block, and of the others              */
  int source, processes, mine;        /* the process of the matrix's first block; how many; the caller's */
} dropin_axis_t;

/* A part of a matrix: A, B or C of a call. */
typedef struct dropin_operand {
  int used, written, turned;          /* turned: the array has rows as rows; else as columns, as ScaLAPACK */
  char *memory;                       /* the caller's local matrix */
  long i, j;                          /* the first row and column, from 1, as the program gives them */
  const int *desc;
  size_t rows, columns, lld;
  dropin_axis_t row, column;
  upc_stride_array_t array;
  upc_stride_section_t section;
} dropin_operand_t;

typedef struct dropin_grid {
  int context, rows, columns, row, column; /* of the processes; the caller's */
} dropin_grid_t;

typedef struct dropin_call dropin_call_t;

/* A routine for all types. `arguments` has a letter for each argument, in order:
 *   s u t T d     side, uplo, trans (of A), trans of B, diag
 *   m n k r       sizes; r: of right-hand sides
 *   a b           alpha, beta
 *   A B C         a matrix: four arguments, which are the local matrix, row, column, descriptor
 *   p i           pivots, info                                                                        */
typedef struct dropin_routine {
  const char *name;                   /* without the letter of the type */
  const char *arguments;
  void (*shape)(dropin_call_t *c);    /* sets rows and columns of the operands, and which are written */
  int (*compute)(dropin_call_t *c);   /* 0, or -1: the library reported an error */
  int solves;                         /* 1: of LAPACK's kind, with stricter rules for blocks */
} dropin_routine_t;

struct dropin_call {
  const dropin_routine_t *routine;
  char letter;                        /* s d c z */
  upc_type_t type;
  size_t size;                        /* bytes of an element */
  void *const *argument;
  int arguments;
  char side, uplo, transa, transb, diag;
  int m, n, k, right;
  const void *alpha, *beta;
  int *pivots, *info;
  dropin_operand_t operand[OPERANDS]; /* A, B, C */
  dropin_grid_t grid;
  const char *reason;                 /* why ScaLAPACK computes it; null: the library can */
};

/* routines.c: the routine called `name`, after p and the letter. */
const dropin_routine_t *dropin_routine(const char *name);

/* arguments.c */
int dropin_count_arguments(const dropin_routine_t *routine);
void dropin_read(dropin_call_t *c);
size_t dropin_blocks_of(const dropin_axis_t *axis); /* the blocks of the array in this dimension */

/* agreement.c: 1 on all processes, or 0 on all. Then: the thread of each place of the grid. */
int dropin_agree(dropin_call_t *c);
int dropin_thread_at(int row, int column);

/* operands.c */
int dropin_begin_operands(dropin_call_t *c); /* 0: there is no memory */
void dropin_end_operands(dropin_call_t *c, int take_results);
long dropin_local(const dropin_axis_t *axis, long index, int *process);

/* original.c */
int dropin_stays_inside(const char *symbol, const void *caller); /* 1: ScaLAPACK calls its own routine */
void dropin_original(const char *symbol, void *const *arguments);

/* ---- functions of other libraries, which are looked up by name ---- */

/* The library's, whose names here are those of upc_stride.h without their beginning. */
#define DROPIN_LIBRARY_CALLS(X)                                                                           \
  X(init_with) X(initialized) X(threads) X(mythread) X(last_error) X(all_alloc_listed) X(all_free)        \
  X(own_blocks) X(own_block) X(section_here) X(all_reduce_value) X(gemm) X(symm) X(hemm) X(syrk) X(herk)  \
  X(trmm) X(trsm) X(geadd) X(potrf) X(getrf) X(getrs) X(gesv)
#define DROPIN_MEMBER(name) __typeof__(upc_stride_##name) *name;
typedef struct dropin_library {
  DROPIN_LIBRARY_CALLS(DROPIN_MEMBER)
} dropin_library_t;
extern dropin_library_t dropin_library;

/* libraries.c: looks the functions up. 0: they are not there. */
int dropin_load(void);

/* Those of BLACS, as Fortran calls them. */
typedef struct dropin_blacs {
  void (*pinfo)(int *mine, int *processes);
  void (*get)(const int *context, const int *what, int *value);
  void (*gridinfo)(const int *context, int *rows, int *columns, int *row, int *column);
  void (*igamn2d)(const int *context, const char *scope, const char *topology, const int *m, const int *n, int *values,
                  const int *lda, int *ra, int *ca, const int *ldia, const int *rdest, const int *cdest);
  void (*igsum2d)(const int *context, const char *scope, const char *topology, const int *m, const int *n, int *values,
                  const int *lda, const int *rdest, const int *cdest);
} dropin_blacs_t;
extern dropin_blacs_t dropin_blacs;
void dropin_find_blacs(void);

/* report.c */
void dropin_count(const dropin_call_t *c);
void dropin_say(const char *line); /* one process writes it, at most once */

#endif
