/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_layout.h: where the elements of a blocked array lie, as plain arithmetic.
 *
 * Nothing here communicates. The header is C99 and UPC alike, so a test can call it without starting a thread. The
 * UPC compiler writes one upc_stride_declared_t for each array that needs one. Generated code calls
 * upc_stride_layout_place() to find A[i][j]. The library builds the same upc_stride_layout_t at run time.
 *
 * Example: 4 threads, grid (2,2), shared [4][3] (grid) double A[10][8]
 *
 *   blocks N = 3 x 3 (10/4 and 8/3 rounded up), each of 4*3 elements; the edge blocks are padded to that size.
 *   owner (c0 mod 2, c1 mod 2), row-major:      place among the owner's blocks:
 *        0 1 0                                       0 0 1
 *        2 3 2                                       0 0 1
 *        0 1 0                                       2 1 3
 *   A[9][7] is element (1,1) of block (2,2): thread 0, block 3 of that thread, element 1*3+1 of the block, so it
 *   lies (3*12 + 4) * 8 = 320 bytes after the start of the array in thread 0's part of the shared space.
 *   Without a grid, block n (row-major: n = 3*c0 + c1) belongs to thread n mod 4 and is its block n / 4.
 */
#ifndef UPC_STRIDE_LAYOUT_H
#define UPC_STRIDE_LAYOUT_H

#ifdef URT_H /* C that our compiler generated: no system header may follow the program's preprocessed text */
typedef __SIZE_TYPE__ size_t;
#else
#include <stddef.h>
#endif

enum { UPC_STRIDE_MAX_DIMS = 8 };

/* Blocking factors of a declaration that are not a number. */
#define UPC_STRIDE_WHOLE ((size_t)0)    /* [ ]: the whole dimension in one block                                 */
#define UPC_STRIDE_STAR ((size_t)-1)    /* [*]: ceil(d_k / P_k), P_k of the named grid; one bracket: of THREADS  */

/* Who owns which block, where a list of the program says so. Block n has place number[n] in a round of the threads. */
typedef struct upc_stride_owners {
  const size_t *number;                     /* by block: its place among the thread's blocks * threads + thread  */
  const size_t *start, *block;              /* thread t owns block[start[t]] to block[start[t + 1] - 1]          */
  size_t most;                              /* blocks of a thread                                                */
} upc_stride_owners_t;

/* A layout for a known number of threads. upc_stride_layout_init() or upc_stride_layout_init_ordinary() fills it;
 * after that it is only read. */
typedef struct upc_stride_layout {
  int ndims;
  int gridded;                              /* 1: owner by grid coordinates; 0: round-robin by block number      */
  int padded;                               /* 1: edge blocks are padded to full size; 0: they end with the array */
  int placed;                               /* 0; for a view of ScaLAPACK's matrix a number, and then the functions
                                               of this header do not say where elements are: upc_stride_at does    */
  size_t threads;                           /* THREADS                                                           */
  size_t first;                             /* thread of block 0, round-robin only                               */
  size_t elemsize;                          /* bytes of an element                                               */
  size_t shape[UPC_STRIDE_MAX_DIMS];        /* elements per dimension                                            */
  size_t block[UPC_STRIDE_MAX_DIMS];        /* elements of a block per dimension                                 */
  size_t nblocks[UPC_STRIDE_MAX_DIMS];      /* blocks per dimension                                              */
  size_t grid[UPC_STRIDE_MAX_DIMS];         /* P_k; 1 in dimensions the grid does not map, and if not gridded    */
  size_t full[UPC_STRIDE_MAX_DIMS];         /* nblocks / P_k: blocks of a thread along k; one more for a thread  */
  size_t rest[UPC_STRIDE_MAX_DIMS];         /* whose coordinate is below rest, nblocks mod P_k                   */
  size_t elements;                          /* of the array, without padding                                     */
  size_t blocks;                            /* of the array                                                      */
  size_t blockelems, blockbytes;            /* of a full block                                                   */
  size_t copies;                            /* 0; of a replicated array THREADS: each thread has all blocks, as
                                               the layout for one thread says                                    */
  const upc_stride_owners_t *owners;        /* null: round-robin, or by the grid                                 */
} upc_stride_layout_t;

/* Fills *layout for a multi-blocked array. Every size is at least 1, ndims is 1 to 8, 0 <= ngrid <= ndims. With ngrid 0
 * the blocks go round the threads, block 0 on thread `first`. Otherwise the product of grid[] is `threads`, and `first`
 * is 0. */
void upc_stride_layout_init(upc_stride_layout_t *layout, int ndims, const size_t *shape, const size_t *block,
                            size_t elemsize, int ngrid, const int *grid, int threads, int first);

/* Fills *layout for an ordinary UPC array `shared [ublock] T A[..]`; ublock is 0 for `shared []`. Returns 1 if the
 * blocks are rows, groups of rows or pieces of rows: then the layout keeps the array's dimensions. Otherwise returns 0,
 * and the layout is that of the flattened array, with one dimension. */
int upc_stride_layout_init_ordinary(upc_stride_layout_t *layout, int ndims, const size_t *shape, size_t ublock,
                                    size_t elemsize, int threads);

/* The bytes each thread allocates: enough for the thread with the most blocks. */
size_t upc_stride_layout_bytes(const upc_stride_layout_t *layout);

/* The reverse of upc_stride_layout_place, below: which element is `offset` bytes from the array's base in a thread's
 * part. Returns 0 if there is none: the place is padding, or behind the array. */
int upc_stride_layout_element(const upc_stride_layout_t *layout, int thread, size_t offset, size_t *index);

/* The number of blocks that a thread owns. The coordinates of one of them, counted as they lie in its part of the
 * array; the result is its place there. (A thread before `first` has nothing at place 0.) */
size_t upc_stride_layout_owned(const upc_stride_layout_t *layout, size_t thread);
size_t upc_stride_layout_owned_block(const upc_stride_layout_t *layout, size_t thread, size_t number, size_t *at);

/* The thread that owns the block with coordinates at[ndims]; *slot = its place among that thread's blocks. */
static inline size_t upc_stride_layout_block(const upc_stride_layout_t *layout, const size_t *at, size_t *slot) {
  size_t thread = 0, place = 0;
  int dim;
  if (layout->gridded) {
    for (dim = 0; dim < layout->ndims; dim++) {
      size_t across = layout->grid[dim], along = at[dim] / across, owner = at[dim] - along * across;
      thread = thread * across + owner;
      place = place * (layout->full[dim] + (owner < layout->rest[dim])) + along;
    }
    *slot = place;
    return thread;
  }
  for (dim = 0; dim < layout->ndims; dim++) place = place * layout->nblocks[dim] + at[dim];
  place += layout->first;
  if (layout->owners) place = layout->owners->number[place];
  *slot = place / layout->threads;
  return place % layout->threads;
}

/* The thread that owns element index[ndims]; *offset = bytes from the array's base in that thread's part. */
static inline int upc_stride_layout_place(const upc_stride_layout_t *layout, const size_t *index, size_t *offset) {
  size_t at[UPC_STRIDE_MAX_DIMS], within = 0, slot, thread;
  int dim;
  for (dim = 0; dim < layout->ndims; dim++) {
    size_t block = layout->block[dim];
    at[dim] = index[dim] / block;
    within = within * block + (index[dim] - at[dim] * block);
  }
  thread = upc_stride_layout_block(layout, at, &slot);
  *offset = (slot * layout->blockelems + within) * layout->elemsize;
#ifdef __cplusplus
  return static_cast<int>(thread);
#else
  return (int)thread;
#endif
}

/* One interval of a section, both bounds inclusive. Generated code depends on these numbers. */
enum {
  UPC_STRIDE_INTERVAL_AT,                   /* lo                                                                */
  UPC_STRIDE_INTERVAL_RANGE,                /* lo, lo + 1, .. hi                                                 */
  UPC_STRIDE_INTERVAL_STEP,                 /* lo, lo + step, .. as far as hi                                    */
  UPC_STRIDE_INTERVAL_ALL                   /* the whole dimension                                               */
};
typedef struct upc_stride_interval {
  int kind;                                 /* of the above                                                      */
  long long lo, step, hi;                   /* those that the kind does not use are 0, step 1                    */
} upc_stride_interval_t;

/* A section: blocks of an array, picked by one interval per dimension. A value; the calls that get one check it. */
struct upc_stride_section {
  struct upc_stride_array *array;
  const char *file;                         /* where the program makes it, or null                               */
  int line;
  int intervals;                            /* given; omitted trailing ones mean everything                      */
  upc_stride_interval_t interval[UPC_STRIDE_MAX_DIMS];
};

/* What the compiler knows of a declared array: one static record for each. The array's base is on thread 0. */
typedef struct upc_stride_declared {
  const char *name, *file;                  /* "A", the source file                                              */
  int line;
  int ndims;
  const size_t *shape;                      /* [ndims]; may be filled in at start-up, before the layout is asked */
  const size_t *block;                      /* [ndims], multi-blocked only: a number, UPC_STRIDE_WHOLE or _STAR  */
  size_t elemsize;
  int multiblocked;                         /* 1: shared [b0][b1].. ; 0: ordinary shared [ublock]                */
  size_t ublock;                            /* ordinary: elements of a block, 0 = indefinite                     */
  const char *gridname;                     /* the named grid, or null                                           */
  int ngrid;
  const int *grid;                          /* [ngrid]; may be filled in at start-up                             */
  upc_stride_layout_t layout;               /* filled in by upc_stride_declared_bytes, before main               */
  int mapped;                               /* 1: the named grid is in force                                     */
  void *array;                              /* upc_stride_array_t, made at its first use                         */
  const size_t *offset;                     /* multi-blocked: where the array's base lies in every segment       */
  const char *gridfile;                     /* where the grid is named                                           */
  int gridline;
  struct upc_stride_declared *next_ignored; /* of the arrays whose grid is ignored                               */
} upc_stride_declared_t;

/* Called at start-up, in one process. Lays out the array `declared` (an upc_stride_declared_t) over `threads` threads.
 * Fills in `layout` and `mapped`, and returns the bytes each thread must allocate. A grid whose product is not
 * `threads` is ignored, with one warning on standard error; with UPC_PROCESSORS=strict it ends the program. */
size_t upc_stride_declared_bytes(void *declared, int threads);

/* The array whose grid is ignored and which lies at that place of every segment, or null. */
const upc_stride_declared_t *upc_stride_ignored_at(size_t offset);

/* The text "square (2 x 2)" of its grid, and the number of processors; -1 if there is an extent below 1. */
const char *upc_stride_spell_grid(const upc_stride_declared_t *declared, char *text, size_t size);
long long upc_stride_processors(const upc_stride_declared_t *declared);

#endif
