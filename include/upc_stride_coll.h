/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_coll.h: collectives on arrays, not on lists of threads.
 *
 * A call names blocks of a shared array, "scratch row 2, every block of it", and the library works out who owns
 * them: the *team*. There is no communicator to build. Teams come from the arguments by arithmetic, cost nothing
 * to make, and different teams work at the same time without noticing each other.
 *
 * Words. *thread*: a UPC thread. *Block*: one tile of a blocked array. *Owner*: the thread a block has affinity to.
 * *Section*: an array with one interval per dimension, in block indices, inclusive, in Matlab's style. *Team*: the
 * owners of all blocks of a call's sections and, where there is one, the *root*, the thread a plain pointer
 * argument points to. *Rank*: a position in a team.
 *
 * Arrays. `shared [b0][b1] (grid) T A[d0][d1]` is cut into ceil(d0/b0) x ceil(d1/b1) blocks. A block is contiguous
 * and row-major, b0 x b1 elements, edge blocks padded to that size, so its first element goes straight to BLAS,
 * LAPACK or FFTW with leading dimension b1. With a grid (P0,P1) block (c0,c1) belongs to the thread with
 * coordinates (c0 mod P0, c1 mod P1), row-major; without one, blocks go round the threads in row-major order.
 *
 *   4 threads, `#pragma processors grid(2,2)`, shared [4][4] (grid) double A[16][12]: 4 x 3 blocks
 *
 *       owner of each block      A<1, :>     is blocks (1,0) (1,1) (1,2)      team: threads 2 3
 *          0 1 0                 A<:, 0>     is blocks (0,0) .. (3,0)         team: threads 0 2
 *          2 3 2                 A<0:2:3, :> is block rows 0 and 2            team: threads 0 1
 *          0 1 0                 A<3:-1:2, 1> is blocks (3,1) (2,1)           team: threads 3 1
 *          2 3 2
 *
 * Our compiler takes such declarations and sections in the language. Any UPC 1.3 compiler takes the same through
 * the descriptors below. Example, both ways: the owner of block (myrow, k) of A gives it to its row of threads.
 *
 *   #pragma processors grid(2, 2)
 *   shared [64][64] (grid) double A[1024][1024], rowblock[2*64][2*64];
 *   upc_stride_broadcast(rowblock<myrow, :>, &A[64*myrow][64*k], 64*64*sizeof(double), 0);
 *
 *   size_t shape[] = {1024, 1024}, scratch[] = {2*64, 2*64}, block[] = {64, 64}, at[] = {64*myrow, 64*k};
 *   int grid[] = {2, 2};
 *   upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
 *   upc_stride_array_t rowblock = upc_stride_all_alloc(2, scratch, block, sizeof(double), 2, grid);
 *   upc_stride_broadcast(UPC_SECTION(rowblock, UPC_STRIDE_AT(myrow), UPC_STRIDE_ALL), upc_stride_at(A, at),
 *                        64*64*sizeof(double), 0);
 *
 * Ordinary arrays `shared [B] T A[d0]..[dn-1]` have sections too. Where B is b_j * d_(j+1) * .. * d_(n-1) with b_j
 * dividing d_j, blocks are pieces of rows, rows or groups of rows; otherwise only a one-dimensional section of the
 * flattened array is legal. `shared []` is one block. They have no padding: an edge block has its real size.
 *
 * Who calls. Every member of the team calls, with the same arguments. Any two threads that are both in two calls
 * start those two in the same order; the order in which calls complete is free. A call does nothing, waits for
 * nobody and returns at once on a thread outside the team, and everywhere where a section is empty or len is 0: so
 * all threads may call without asking. Calls are allowed inside upc_forall and between upc_notify and upc_wait.
 *
 * Synchronisation. sync_flags are those of UPC 1.3 (7.3.4), "thread" read as "member of the team":
 *   UPC_IN_ALLSYNC   nothing is read or written before all members have entered
 *   UPC_IN_MYSYNC    nothing of a member is read or written before that member has entered
 *   UPC_IN_NOSYNC    reading and writing may start when the first member enters
 *   UPC_OUT_ALLSYNC  a member returns when everything has been read and written
 *   UPC_OUT_MYSYNC   a member returns when everything of its own has been read and written
 *   UPC_OUT_NOSYNC   a member may return before; all is done when all members have returned
 * One of each is or-ed; 0 is ALLSYNC for both, and one half alone implies ALLSYNC for the other.
 *
 * Aliasing. A piece whose source and destination are the same bytes stays as it is, so broadcasting a block along
 * its own row is legal. Any other overlap of what a call reads with what it writes is undefined.
 *
 * Errors. What one thread can see to be wrong in its own arguments ends the program: one line on standard error
 * names the call, the argument, what it got and what it must be, and the status is 1. Arguments are checked on
 * every caller, member or not. Members that disagree are undefined.
 *
 * Cost. Working a call out takes time bounded by the team's schedule (the caller's neighbours) and the caller's own
 * blocks; under the default mapping sections that are not one run of block numbers take time bounded by their team.
 * For signals each thread keeps, from its first call on, about 100 bytes for every thread of the job up to 512
 * threads (a signal word has a cache line of its own) and about 50 above. A team adds nothing.
 * Threads of one node copy straight from the source's memory, once; others get one message each.
 */
#ifndef UPC_STRIDE_COLL_H
#define UPC_STRIDE_COLL_H

#include <upc.h>
#include <upc_types.h>

#include "upc_stride_layout.h"

/* ---- Arrays ------------------------------------------------------------------------------------------------- */

/* A blocked shared array as this thread knows it. Each thread has its own handle; handles are not sent around. */
typedef struct upc_stride_array *upc_stride_array_t;

/* Allocates a blocked array, zeroed.
 *   who       all threads, with equal arguments; a barrier is implied
 *   shapes    shape[ndims] and block[ndims] in elements, each at least 1, ndims 1..8, elemsize in bytes;
 *             ngrid 0: blocks go round the threads; else grid[ngrid] with product THREADS maps the leading ngrid
 *             dimensions, ngrid <= ndims, and each other dimension is one block
 *   affinity  as above; each thread's blocks lie one after another, at the same place on every thread
 *   errors    sizes of 0, blocks that are not, a grid that does not fit
 *   cost      memory of the most blocks any thread has, on every thread */
upc_stride_array_t upc_stride_all_alloc(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                        int ngrid, const int *grid);

/* The same geometry over memory that exists already.
 *   who       any thread, alone; threads that pass the view to one collective make it with equal arguments
 *   shapes    as upc_stride_all_alloc
 *   affinity  base points at the first element of block 0. Without a grid block n belongs to thread
 *             (upc_threadof(base) + n) mod THREADS, as in an array from upc_all_alloc; with a grid every thread's
 *             portion starts at base's place on that thread, and base is on thread 0
 *   errors    as upc_stride_all_alloc; a null base; with a grid, a base on another thread than 0 */
upc_stride_array_t upc_stride_view(shared void *base, int ndims, const size_t *shape, const size_t *block,
                                   size_t elemsize, int ngrid, const int *grid);

/* Frees an allocated array: all threads call, when none of them uses it any more. A view is only forgotten, by the
 * thread that calls. Null is nothing to do. */
void upc_stride_all_free(upc_stride_array_t A);

/* Where element index[ndims] is. Phase 0; arithmetic on the result stays inside the block: cast it to `shared [] T *`,
 * or, on its owner, to `T *`. An index outside the array is an error. No communication. */
shared void *upc_stride_at(upc_stride_array_t A, const size_t *index);

/* Blocks along dimension dim. The owner of the block with coordinates blockindex[ndims]. No communication. */
size_t upc_stride_nblocks(upc_stride_array_t A, int dim);
size_t upc_stride_owner(upc_stride_array_t A, const size_t *blockindex);

/* 1 where a grid decides who owns what, 0 where blocks go round the threads (also because a named grid was ignored
 * for not having THREADS processors): programs that rely on their grid ask, and stop. */
int upc_stride_mapped(upc_stride_array_t A);

/* ---- Sections ----------------------------------------------------------------------------------------------- */

/* Intervals, in block indices, both bounds inclusive: i; lo:hi; lo:step:hi; everything. lo > hi with a positive step
 * and lo < hi with a negative one are empty; a negative step reverses the order. Only what is picked must exist. */
#define UPC_STRIDE_AT(i) ((upc_stride_interval_t){0, (i), 1, 0})
#define UPC_STRIDE_RANGE(lo, hi) ((upc_stride_interval_t){1, (lo), 1, (hi)})
#define UPC_STRIDE_STEP(lo, step, hi) ((upc_stride_interval_t){2, (lo), (step), (hi)})
#define UPC_STRIDE_ALL ((upc_stride_interval_t){3, 0, 1, 0})

/* Blocks of an array, picked by one interval per dimension, in row-major order as the intervals run. A value: made,
 * passed and dropped like an int. It is looked at only by the call that gets it, on which errors are reported. */
typedef struct upc_stride_section {
  upc_stride_array_t array;
  const char *file;                  /* where the program makes it, or null */
  int line;
  int intervals;                     /* given; omitted trailing ones mean everything */
  upc_stride_interval_t interval[UPC_STRIDE_MAX_DIMS];
} upc_stride_section_t;

/* The section with intervals iv[ndims]; the same with n of them, and the line of the program to name in messages. */
upc_stride_section_t upc_stride_section(upc_stride_array_t A, const upc_stride_interval_t *iv);
upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t A, int n,
                                             const upc_stride_interval_t *iv);

/* The same in one expression: UPC_SECTION(A, UPC_STRIDE_AT(r), UPC_STRIDE_ALL) */
#define UPC_SECTION(A, ...)                                                                         \
  upc_stride_section_here(__FILE__, __LINE__, (A),                                                  \
                          (int)(sizeof((upc_stride_interval_t[]){__VA_ARGS__}) / sizeof(upc_stride_interval_t)), \
                          (const upc_stride_interval_t[]){__VA_ARGS__})

/* 1 where the calling thread owns a block of the section, else 0. Any thread, alone; no communication. */
int upc_haveaffinity(upc_stride_section_t section);

/* ---- Collectives -------------------------------------------------------------------------------------------- */

/* Copies the len bytes at src to the start of every block of dst.
 *   who       the owners of dst's blocks and the thread src points to
 *   shapes    len in bytes, at most a block of dst
 *   affinity  src: len contiguous bytes of one thread's memory, in or outside dst's array
 *   aliasing  src may be the start of a block of dst, which then stays as it is
 *   errors    dst's intervals, a null src, len larger than the smallest block picked, sync_flags
 *   cost      on one node the root's bytes are read by each member at once; between nodes they go down a tree.
 *             Signals to each neighbour in the tree: none for NOSYNC, one a half for MYSYNC, two for ALLSYNC.
 *             UPC_STRIDE_BROADCAST forces a tree: flat, binomial or fork */
void upc_stride_broadcast(upc_stride_section_t dst, shared const void *src, size_t len, upc_flag_t sync_flags);

/* Slot i of src block j goes to slot j of dst block i; a slot is len bytes, blocks are numbered in their section.
 *   who       the owners of all blocks of both sections
 *   shapes    both sections have k blocks; len in bytes, k*len at most a block of either
 *   affinity  any; the arrays need not have the same layout, nor the sections the same owners
 *   aliasing  dst and src may share a slot only where it would be copied to itself
 *   errors    the intervals of either, different numbers of blocks, k*len larger than a block picked, sync_flags
 *   cost      on one node each destination owner reads its slots where they are; between nodes each pair of
 *             owners exchanges one packed message, one pair a round. UPC_STRIDE_EXCHANGE forces a schedule:
 *             pairwise */
void upc_stride_exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* ---- What our compiler turns `A<i, lo:hi>` and the names of declared arrays into; never called by hand -------- */
#ifdef __UPC_STRIDE_SECTIONS__
upc_stride_section_t __upc_section(const volatile void *array, int n, ...);
upc_stride_array_t __upc_array(const volatile void *array);
upc_stride_array_t upc_stride_declared(struct upc_stride_declared *declaration, shared void *base);
#endif

#endif
