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
 * every caller, member or not. What only the team can see, members that disagree, pieces that overlap, a member that
 * does not call, is undefined, but found where UPC_STRIDE_CHECK=1: within a second a line names thread and argument.
 * UPC_STRIDE_TIMEOUT=<seconds> ends a call that waits longer, and says for whom and what each thread called last.
 *
 * Cost. Working a call out takes time bounded by the team's schedule (the caller's neighbours) and the caller's own
 * blocks; under the default mapping sections that are not one run of block numbers take time bounded by their team.
 * What has been worked out is kept for the latest calls, so that one with the same arguments costs a comparison.
 * For messages each thread keeps shared memory for each thread that it has ever shared a call and messages with: 4 to
 * 16 KB where all threads are near, 67 KB where some are far (266 KB up to 8 threads, 9 KB above 32), 2 KB in jobs of more than
 * 4,096 threads; and 150 bytes of its own; for up to 32 threads from the start. A team adds nothing, nor do more threads in the job.
 * Threads of one node copy straight from the source's memory, once; others get one message each.
 */
#ifndef UPC_STRIDE_COLL_H
#define UPC_STRIDE_COLL_H

#include <upc.h>
#include <upc_types.h>
#include <upc_collective.h> /* UPC_FUNC, UPC_NONCOMM_FUNC */

#include "upc_stride_layout.h"

/* ---- Arrays ------------------------------------------------------------------------------------------------- */

/* A blocked shared array as this thread knows it. Each thread has its own handle; handles are not sent around. */
typedef struct upc_stride_array *upc_stride_array_t;

/* Allocates a blocked array, zeroed.
 *   who       all threads, with equal arguments; a barrier is implied
 *   shapes    shape[ndims] and block[ndims] in elements, each at least 1, ndims 1..8, elemsize in bytes;
 *             ngrid 0: blocks go round the threads; else grid[ngrid] with product THREADS maps the leading ngrid
 *             dimensions, ngrid <= ndims, and each other dimension is one block
 *   affinity  as layouts say at the head of this file; each thread's blocks lie one after another, at the same place on every thread
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

/* Frees an allocated array, or forgets a view.
 *   who       an allocated array: all threads, when none of them uses it any more; a barrier is not implied. A view: the
 *             thread that made it, alone. Null is nothing to do
 *   errors    an array that was freed, or is declared */
void upc_stride_all_free(upc_stride_array_t array);

/* Where element index[ndims] is. Phase 0; arithmetic on the result stays inside the block: cast it to `shared [] T *`,
 * or, on its owner, to `T *`.
 *   who       any thread, alone; no communication
 *   shapes    index in elements
 *   errors    an index outside the array; a null or freed array */
shared void *upc_stride_at(upc_stride_array_t array, const size_t *index);

/* Blocks along dimension dim. The owner of the block with coordinates blockindex[ndims].
 *   who       any thread, alone; no communication
 *   shapes    dim from 0; blockindex in blocks
 *   errors    a dimension or a block that is not there; a null or freed array */
size_t upc_stride_nblocks(upc_stride_array_t array, int dim);
size_t upc_stride_owner(upc_stride_array_t array, const size_t *blockindex);

/* 1 where a grid decides who owns what, 0 where blocks go round the threads (also because a named grid was ignored
 * for not having THREADS processors): programs that rely on their grid ask, and stop. */
int upc_stride_mapped(upc_stride_array_t array);

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

/* The section with intervals iv[ndims]; the same with count of them, and the line of the program for messages. */
upc_stride_section_t upc_stride_section(upc_stride_array_t array, const upc_stride_interval_t *iv);
upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t array, int count,
                                             const upc_stride_interval_t *iv);

/* The same in one expression: UPC_SECTION(A, UPC_STRIDE_AT(r), UPC_STRIDE_ALL). The intervals are counted and passed
 * without an array: Berkeley's upcc takes neither the address nor the size of an array that is a compound literal. */
typedef struct upc_stride_intervals {
  upc_stride_interval_t first, second, third, fourth, fifth, sixth, seventh, eighth;
} upc_stride_intervals_t;
upc_stride_section_t upc_stride_section_of(const char *file, int line, upc_stride_array_t array, int count,
                                           upc_stride_intervals_t iv);
#define UPC_STRIDE_TENTH(a, b, c, d, e, f, g, h, i, tenth, ...) tenth
#ifdef __BERKELEY_UPC__ /* whose translator takes no literal behind a variable */
#define UPC_STRIDE_LIST(...) (upc_stride_intervals_t){__VA_ARGS__}
#else /* without a warning about what is left out */
#define UPC_STRIDE_NONE {0, 0, 0, 0}
#define UPC_STRIDE_EIGHT(a, b, c, d, e, f, g, h, ...) (upc_stride_intervals_t){a, b, c, d, e, f, g, h}
#define UPC_STRIDE_LIST(...)                                                                        \
  UPC_STRIDE_EIGHT(__VA_ARGS__, UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE, \
                   UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE)
#endif
#define UPC_SECTION(A, ...)                                                                                    \
  upc_stride_section_of(__FILE__, __LINE__, (A), UPC_STRIDE_TENTH(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), \
                        UPC_STRIDE_LIST(__VA_ARGS__))

/* 1 where the calling thread owns a block of the section, else 0.
 *   who       any thread, alone; no communication
 *   errors    of the section: a null or freed array, too many intervals, a step of 0, blocks that are not there */
int upc_haveaffinity(upc_stride_section_t section);

/* ---- Collectives -------------------------------------------------------------------------------------------- */
/* Pieces are numbered by the blocks of a section, in its order, from 0; k is the number of its blocks. What holds for all
 * of them:
 *   who       the owners of all blocks of the sections and the thread of a plain pointer call; others may, to no effect
 *   agree     all arguments, on all who call; of lists such as perm the contents
 *   sync      by sync_flags, among those who must call; nobody waits in a call that has nothing to move
 *   errors    a null or freed array, too many intervals, a step of 0, blocks picked that are not there, null pointers,
 *             pieces that do not fit their blocks, sync_flags with two flags of one half or others than UPC's
 *
 * How the members go about it is a *schedule*: flat, binomial, knomial:<k>, kary:<k>, chain[:<bytes>], fork, pairwise,
 * bruck, hierarchical, leader. UPC_STRIDE_<OPERATION>=<schedule> forces one, UPC_STRIDE_RULE=<file> chooses by operation,
 * conduit, team size, bytes and whether ALLSYNC is asked for (upc-stride-tune measures the machine and writes the file),
 * and else a rule built in does.
 * UPC_STRIDE_VERBOSE=1 tells, once for each operation and shape, the choice and who made it. A name that is unknown, or
 * not of that operation, ends the program at its start. */

/* Copies the len bytes at src to the start of every block of dst.
 *   shapes    len in bytes, at most a block of dst
 *   affinity  src: len contiguous bytes of one thread's memory, in or outside dst's array
 *   aliasing  src may be the start of a block of dst, which then stays as it is
 *   errors    len larger than a block; src null, unless len is 0
 *   cost      few bytes: down a tree, in one message an edge. On one node else: the root's bytes are read by each
 *             member at once, and long ones are copied by all members together. Between nodes: down a tree,
 *             in segments */
void upc_stride_broadcast(upc_stride_section_t dst, shared const void *src, size_t len, upc_flag_t sync_flags);

/* Piece i, the len bytes at src + i*len, goes to the start of block i of dst.
 *   shapes    len in bytes, at most a block of dst
 *   affinity  src: k*len contiguous bytes of one thread's memory
 *   aliasing  a block may be its piece
 *   errors    len larger than a block; src null, unless len is 0
 *   cost      one message to each owner; on one node each owner copies its pieces itself */
void upc_stride_scatter(upc_stride_section_t dst, shared const void *src, size_t len, upc_flag_t sync_flags);

/* The reverse of scatter: the first len bytes of block i of src go to dst + i*len.
 *   shapes    len in bytes, at most a block of src
 *   affinity  dst: k*len contiguous bytes of one thread's memory
 *   aliasing  a piece may be its block
 *   errors    len larger than a block; dst null, unless len is 0
 *   cost      one message from each owner; on one node each owner copies its pieces itself */
void upc_stride_gather(shared void *dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* The first len bytes of block i of src go to slot i, at i*len, of every block of dst.
 *   shapes    len in bytes, at most a block of src; k*len at most a block of dst, k the blocks of src
 *   affinity  any; dst may have more or fewer blocks than src
 *   aliasing  a slot may be the block it comes from
 *   errors    len or k*len larger than a block
 *   cost      one message between each pair of owners, or log2 p for few bytes in large teams; a thread with several
 *             blocks of dst gets everything once */
void upc_stride_gather_all(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* Slot i of src block j goes to slot j of dst block i; a slot is len bytes.
 *   shapes    both sections have k blocks; len in bytes, k*len at most a block of either
 *   affinity  any; the arrays need not have the same layout, nor the sections the same owners
 *   aliasing  dst and src may share a slot only where it would be copied to itself
 *   errors    sections of different numbers of blocks; k*len larger than a block
 *   cost      on one node each destination owner reads its slots where they are; between nodes each pair of
 *             owners exchanges one packed message, one pair a round, or in log2 p rounds for few bytes */
void upc_stride_exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* The first len bytes of src block i go to dst block perm[i].
 *   shapes    both sections have k blocks; len in bytes, at most a block of either; perm[k] has each of 0..k-1 once,
 *             the same on every member; it may be changed when the call, or its _nb form, returns
 *   affinity  any, as upc_stride_exchange
 *   aliasing  a block may be its own destination
 *   errors    sections of different numbers of blocks; len larger than a block; perm null, or not each number once
 *   cost      one message between each pair of threads between which something moves, or one copy on a node */
void upc_stride_permute(upc_stride_section_t dst, upc_stride_section_t src, const int *perm, size_t len,
                        upc_flag_t sync_flags);

/* Pieces of uneven sizes: counts and displacements in bytes, the same on every member. A count may be 0. Null for
 * displacements puts the pieces one after another in order. The lists may be changed when the call, or its _nb form,
 * returns.
 *   scatterv     counts[i] bytes at src + displs[i] go to the start of block i of dst
 *   gatherv      counts[i] bytes at the start of block i of src go to dst + displs[i]
 *   gather_allv  counts[i] bytes at the start of block i of src go to every block of dst, displs[i] into it
 *   exchangev    the lists have k*k entries; counts[j*k + i] bytes of src block j, from src_displs[j*k + i] on, go to
 *                dst block i, dst_displs[j*k + i] into it
 *   who          as the even forms; where all counts are 0 nobody waits
 *   affinity     src of scatterv, dst of gatherv: all pieces in one thread's memory
 *   aliasing     a piece may be its own destination; pieces at their destination do not overlap
 *   errors       counts null; a piece that does not lie within its block
 *   cost         as the even forms, and reading the lists: k entries, or k*k of exchangev */
void upc_stride_scatterv(upc_stride_section_t dst, shared const void *src, const size_t *counts, const size_t *displs,
                         upc_flag_t sync_flags);
void upc_stride_gatherv(shared void *dst, upc_stride_section_t src, const size_t *counts, const size_t *displs,
                        upc_flag_t sync_flags);
void upc_stride_gather_allv(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                            const size_t *displs, upc_flag_t sync_flags);
void upc_stride_exchangev(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                          const size_t *dst_displs, const size_t *src_displs, upc_flag_t sync_flags);

/* Combines the first nelems values of every block of src, value by value.
 *   reduce         nelems values at dst, on one thread
 *   reduce_all     nelems values at the start of every block of dst
 *   prefix_reduce  both sections have k blocks; block i of dst gets what blocks 0..i of src give
 *   shapes    type is one of upc_types.h, UPC_CHAR to UPC_LDOUBLE; nelems values are at most a block
 *             op is UPC_ADD .. UPC_MAX; for UPC_FUNC and UPC_NONCOMM_FUNC, func(in, inout, count) does
 *             inout[i] = in[i] op inout[i] for count values, `in` holding what comes first in the section
 *   order     any for the operations that commute, in the section's order for UPC_NONCOMM_FUNC, whatever the layout;
 *             all are taken for associative. The results of a team and schedule are the same in every run
 *   affinity  dst of reduce: contiguous memory of one thread; sections any
 *   aliasing  dst shares nothing with src
 *   errors    values that do not fit a block; a type that is not of numbers; an op that is not one of these, or bitwise
 *             for a floating type; func null for UPC_FUNC and UPC_NONCOMM_FUNC; prefix_reduce: different numbers of blocks
 *   cost      few values: to everybody at once, or along a tree; many: each member combines a slice of them */
void upc_stride_reduce(shared void *dst, upc_stride_section_t src, size_t nelems, upc_op_t op, upc_type_t type,
                       void (*func)(const void *in, void *inout, size_t count), upc_flag_t sync_flags);
void upc_stride_reduce_all(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                           upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                           upc_flag_t sync_flags);
void upc_stride_prefix_reduce(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                              upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                              upc_flag_t sync_flags);

/* Section assignment, element by element: dst<..> = src<..>. Here intervals are of elements, not blocks.
 *   who       the owners of picked elements
 *   shapes    elements of one size, as many dimensions, as many picked in each; any two layouts, up to 8 dimensions
 *   affinity  any
 *   aliasing  an element may be its own destination
 *   errors    elements of different sizes; different numbers of dimensions, or of elements in one; elements that are not
 *             there
 *   cost      each pair of threads between which something moves exchanges one packed message, or copies straight
 *             where they are near; which elements these are is found by arithmetic, a round of owners at a time */
void upc_stride_copy(upc_stride_section_t dst, upc_stride_section_t src, upc_flag_t sync_flags);

/* ---- Split phase -------------------------------------------------------------------------------------------- */
/* Each call above has a form that only starts it: upc_stride_<operation>_nb, with the same arguments. Its UPC_IN_
 * flag holds from the start of that call, its UPC_OUT_ flag when it has been waited for. Several may be in flight, and
 * they end in any order; they move on in waits, tests and all other calls of the library. Where there is nothing to
 * do, outside the team for one, the handle is complete at once. */
typedef struct upc_stride_run *upc_stride_handle_t;

/* Waits until the call is complete; 1 if it is, else 0. A handle of what is complete is null then, and null is complete.
 *   errors    a null pointer; a handle of no call in flight, as a copy of one that has been waited for is */
void upc_stride_wait(upc_stride_handle_t *handle);
int upc_stride_test(upc_stride_handle_t *handle);

upc_stride_handle_t upc_stride_broadcast_nb(upc_stride_section_t dst, shared const void *src, size_t len,
                                            upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_scatter_nb(upc_stride_section_t dst, shared const void *src, size_t len,
                                          upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_gather_nb(shared void *dst, upc_stride_section_t src, size_t len,
                                         upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_gather_all_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t len,
                                             upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_exchange_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t len,
                                           upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_permute_nb(upc_stride_section_t dst, upc_stride_section_t src, const int *perm,
                                          size_t len, upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_scatterv_nb(upc_stride_section_t dst, shared const void *src, const size_t *counts,
                                           const size_t *displs, upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_gatherv_nb(shared void *dst, upc_stride_section_t src, const size_t *counts,
                                          const size_t *displs, upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_gather_allv_nb(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                                              const size_t *displs, upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_exchangev_nb(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                                            const size_t *dst_displs, const size_t *src_displs,
                                            upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_reduce_nb(shared void *dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                                         upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                                         upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_reduce_all_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                             upc_op_t op, upc_type_t type,
                                             void (*func)(const void *in, void *inout, size_t count),
                                             upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_prefix_reduce_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                                upc_op_t op, upc_type_t type,
                                                void (*func)(const void *in, void *inout, size_t count),
                                                upc_flag_t sync_flags);
upc_stride_handle_t upc_stride_copy_nb(upc_stride_section_t dst, upc_stride_section_t src, upc_flag_t sync_flags);

/* ---- What our compiler turns `A<i, lo:hi>` and the names of declared arrays into; never called by hand -------- */
#ifdef __UPC_STRIDE_SECTIONS__
upc_stride_section_t __upc_section(const volatile void *array, int count, ...);
upc_stride_array_t __upc_array(const volatile void *array);
upc_stride_array_t upc_stride_declared(struct upc_stride_declared *declaration, shared void *base);
#endif

#include "upc_stride_calls.h"

#endif
