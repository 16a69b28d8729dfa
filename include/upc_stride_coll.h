/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_coll.h: collectives on parts of shared arrays.
 *
 * A collective names blocks of a shared array, for example "block row 2 of this array". The library finds the threads
 * that own these blocks and moves the data between them. There is no communicator to create and no buffer to pack.
 *
 * Use. A program includes upc.h and upc_stride_coll.h. `upcc -O2 prog.upc -o prog` links the library without an option;
 * `upcrun -n 4 ./prog` starts four threads.
 *
 * Words.
 *   thread    a UPC thread; its number is MYTHREAD.
 *   block     one tile of an array. An array is cut into blocks of equal size.
 *   owner     the thread a block has affinity to: the block lies in its part of the shared memory.
 *   grid      the threads as a Cartesian grid, row by row. It says who owns which block.
 *   layout    how an array is cut into blocks, and who owns them.
 *   section   an array with one interval per dimension, counted in blocks. It picks some of the blocks. In copies,
 *             patches and files the intervals count elements.
 *   root      in a call with a plain pointer, as src of a broadcast: the thread whose memory it points to.
 *   team      all threads that take part in a call: the owners of all blocks of its sections, and its root.
 *   member    a thread of the team.
 *   rank      the position of a member in its team. A rank is not a thread number.
 *   near      two threads are near if they share memory: each reads and writes the other's memory by address.
 *   far       two threads that are not near. Data between them crosses a network.
 *   k         the number of blocks of a section.
 *   piece     what a call moves of one block.
 *   phase     of a pointer-to-shared in UPC: its place within a block.
 *
 * Arrays. `shared [b0][b1] (grid) T A[d0][d1]` is cut into ceil(d0/b0) x ceil(d1/b1) blocks. A block is b0 x b1
 * elements, contiguous, in row-major order. Blocks at the edge are padded to this size. A block goes straight to BLAS,
 * LAPACK or FFTW, with leading dimension b1. The grid (P0, P1) says who owns a block: block (c0, c1) belongs to the
 * thread with coordinates (c0 mod P0, c1 mod P1), counted in row-major order. Without a grid the blocks are dealt out
 * to the threads in turn, in row-major order. An array of one dimension has such blocks if it names a grid, as in
 * `#pragma processors line(THREADS)`, `shared [64] (line) double u[1000]`. Its size needs no factor THREADS.
 *
 *   4 threads, `#pragma processors grid(2,2)`, shared [4][4] (grid) double A[16][12]: 4 x 3 blocks
 *
 *       owner of each block      A<1, :>     is blocks (1,0) (1,1) (1,2)      team: threads 2 3
 *          0 1 0                 A<:, 0>     is blocks (0,0) .. (3,0)         team: threads 0 2
 *          2 3 2                 A<0:2:3, :> is block rows 0 and 2            team: threads 0 1
 *          0 1 0                 A<3:-1:2, 1> is blocks (3,1) (2,1)           team: threads 3 1
 *          2 3 2
 *
 * Two ways to write it. The compiler `upcc` takes such declarations and sections as part of the language. Every other
 * UPC 1.3 compiler takes the same through array handles. The example shows both. The owner of block (myrow, k) of A
 * sends this block to its row of threads. With `upcc` the name of a declared array is also its handle: a program may
 * call upc_stride_nblocks(A, 0).
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
 * Without UPC. A program in C or C++ includes upc_stride.h alone, begins with upc_stride_init, and passes
 * sections by address: upc_stride_barrier(&row). docs/c.md has an example, and the calls that exist in C alone.
 *
 * Ordinary arrays. `shared [B] T A[d0]..[dn-1]` has sections too. If B is b_j * d_(j+1) * .. * d_(n-1) and b_j divides
 * d_j, the blocks are pieces of rows, rows, or groups of rows. Otherwise only a one-dimensional section of the
 * flattened array is legal. `shared []` is one block. Ordinary arrays have no padding: an edge block has its real size.
 *
 * Who must call. Every member of the team calls, with the same arguments. If two threads are both members of two calls,
 * they start these two calls in the same order. The order in which calls complete is free. On a thread outside the
 * team a call returns at once and does nothing. The same holds on all threads if a section is empty or len is 0. So all
 * threads may call, members or not. Calls are allowed inside upc_forall and between upc_notify and upc_wait.
 *
 * Synchronisation. sync_flags are those of UPC 1.3 (7.3.4). Read "thread" as "member of the team":
 *   UPC_IN_ALLSYNC   nothing is read or written before all members have entered the call.
 *   UPC_IN_MYSYNC    nothing of a member is read or written before this member has entered.
 *   UPC_IN_NOSYNC    reading and writing may start when the first member enters.
 *   UPC_OUT_ALLSYNC  a member returns when everything has been read and written.
 *   UPC_OUT_MYSYNC   a member returns when everything of its own has been read and written.
 *   UPC_OUT_NOSYNC   a member may return earlier. Everything is done when all members have returned.
 *
 * Combine one flag of each half with `|`. 0 means ALLSYNC for both halves. If one half is left out, it is ALLSYNC.
 * MYSYNC for both halves is what MPI's collectives guarantee.
 *
 * Aliasing. A piece may have the same bytes as source and destination. Then it stays as it is, so a block may be
 * broadcast along its own row. gather_all, exchange, permute and all reductions work in place, also with sizes of one's
 * own: src may be the section of dst, with the same array and intervals. dst of reduce may be a block of src. Any other
 * overlap of what a call reads with what it writes is undefined.
 *
 * Errors. A wrong argument that one thread can see ends the program. One line on standard error names the call, the
 * argument, what it got and what it must be; the exit status is 1. Arguments are checked on every caller, member or
 * not. A member that ends without making the call ends the program too: a line names the member that waits, the call,
 * and what the other one called last. A member that has done its part may end. A wait of more than 10 s is reported
 * once on standard error, and goes on (UPC_PATIENCE=<seconds>; 0: never).
 *
 * No single thread can see some errors: arguments that differ, pieces that overlap, a member that makes another
 * call. Then the result is undefined. With UPC_STRIDE_CHECK=1 the program ends within a second after a thread makes its
 * call with another argument, makes another call, goes to a barrier, or ends. A line names the threads, and either the
 * argument or both calls. Calls that make views, files and graphs are compared too. If a thread never waits for a
 * split-phase call, a line says so when the thread ends. If a thread computes for ever, the job goes on, and the
 * line of UPC_PATIENCE names the thread. UPC_STRIDE_TIMEOUT=<seconds> ends a call that waits longer. Its line names the
 * missing threads, and what each thread called last.
 *
 * Cost. The first call with new arguments computes its team and its steps. The time for this grows with the number of
 * the caller's partners in the schedule, and with that of the caller's own blocks. (Without a grid, and for a section
 * whose blocks are not consecutive, it grows with the whole team.) The result is kept: a later call with the same
 * arguments only compares them. A later broadcast, scatter, gather (also of pieces of any size) or reduce uses the same
 * result if only its plain pointer differs, and leads to the same thread. Then data moves. The table shows the usual
 * ways:
 *
 *   call                     few bytes                     many bytes, near            many bytes, far
 *   broadcast                down a tree                   read from the root          down a tree, in segments
 *   scatter                  one message to each owner     each owner copies its own   one message to each owner
 *   gather                   one message from each owner   each owner copies its own   one message from each owner
 *   gather_all, exchange     log2 p rounds, if p is large  read from the source        one message for each pair
 *   permute, copy            one message for each pair     read from the source        one message for each pair
 *   reduce                   along a tree, or all to all   each combines a slice       along a chain, in segments
 *   reduce_all               all to all, or log2 p rounds  each combines a slice       2 log2 p rounds
 *   prefix_reduce            all to all, or log2 p rounds  each combines a slice       from block to block, in segments
 *   reduce_scatter           one message for each pair     read from the source        one message for each pair
 *
 * p is the number of members. A message holds everything that goes from one thread to the other, whatever the layout.
 *
 * Memory. For each thread that is in a team with it, a thread keeps shared memory for messages, and 150 bytes of
 * private memory. In jobs of up to 32 threads this memory is there from the start. Teams need no memory. The steps of
 * earlier calls take at most 32 MB of private memory. The shared memory for each pair of threads:
 *
 *   threads of the job    all near, a core each    all near, fewer cores    some far
 *   up to 8               4 KB                     16 KB                    266 KB
 *   9 to 32               4 KB                     16 KB                    67 KB
 *   33 to 4096            4 KB                     4 KB                     9 KB
 *   more than 4096        2 KB                     2 KB                     2 KB
 */
#ifndef UPC_STRIDE_COLL_H
#define UPC_STRIDE_COLL_H

#include <upc.h>
#include <upc_types.h>
#ifdef __BERKELEY_UPC_PTHREADS__
#error "please leave out -pthreads, with which static variables of the same name in two files are one variable"
#endif
#include <upc_collective.h> /* UPC_FUNC, UPC_NONCOMM_FUNC */

#include "upc_stride_layout.h"
#include "upc_stride_values.h" /* UPC_STRIDE_MINLOC, UPC_STRIDE_COMPLEX_DOUBLE, ... */

/* ---- Arrays ------------------------------------------------------------------------------------------------- */

/* The handle of a blocked shared array. Each thread has its own handle. A handle has no meaning on another thread. */
typedef struct upc_stride_array *upc_stride_array_t;

/* Allocates a blocked array. All bytes are zero.
 *   who       all threads, with equal arguments; a barrier is implied.
 *   shapes    shape[ndims] and block[ndims], each at least 1; ndims is 1 to 8. With ngrid 0 the blocks go round the
 *             threads. Otherwise grid[ngrid] maps the first ngrid dimensions. Its product is THREADS, ngrid is at
 *             most ndims, and each other dimension is one block.
 *   units     shape and block in elements, elemsize in bytes.
 *   affinity  block (c0, c1, ..) is on the thread with coordinates (c0 mod grid[0], c1 mod grid[1], ..), or block n on
 *             thread n mod THREADS. The blocks of a thread lie one after another, from the same place on every thread.
 *   errors    a size of 0; a grid that does not fit.
 *   cost      on every thread, memory for the largest number of blocks that any thread has.
 *
 *     size_t shape[] = {1024, 1024}, block[] = {64, 64};
 *     int grid[] = {2, 2};
 *     upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
 */
upc_stride_array_t upc_stride_all_alloc(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                        int ngrid, const int *grid);

/* Allocate a blocked array whose blocks lie where the program says. upc_stride_all_alloc_listed takes the thread of
 * each block, in row-major order; upc_stride_all_alloc_owned takes a function that returns it. All bytes are zero.
 *   who       all threads, with equal arguments; a barrier is implied. The function returns the same on all threads.
 *   shapes    as upc_stride_all_alloc. The list has a thread for each block; it is copied. The function is called once
 *             for each block, with the block's coordinates and `argument`.
 *   affinity  the blocks of a thread lie one after another, in row-major order. A thread may have none.
 *   errors    a size of 0; a thread that does not exist; a null owner.
 *   cost      on every thread, memory for the largest number of blocks that any thread has, and 16 bytes for each block
 *             of the array. The first call with a section looks at each of its blocks.
 *
 *     int owner[] = {0, 0, 0, 1}; // thread 0 has three of four blocks
 *     size_t shape[] = {400}, block[] = {100};
 *     upc_stride_array_t A = upc_stride_all_alloc_listed(1, shape, block, sizeof(double), owner);
 */
upc_stride_array_t upc_stride_all_alloc_listed(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                               const int *owner);
upc_stride_array_t upc_stride_all_alloc_owned(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                              int (*owner)(const size_t *blockindex, void *argument), void *argument);

/* Allocates a replicated array: each thread has a copy of the whole, as one block. All bytes are zero.
 *   who       all threads, with equal arguments; a barrier is implied.
 *   shapes    shape[ndims], each at least 1; ndims is 1 to 8.
 *   affinity  upc_stride_at, upc_stride_owner, patches and lists of elements refer to the caller's copy. If the array
 *             is the destination of upc_stride_copy or upc_stride_transform, every copy gets the elements, and all
 *             threads are members. If it is the source, each owner of dst reads its own copy. Others do not see what a
 *             thread writes to its copy.
 *   errors    a size of 0. Other collectives refuse a replicated array.
 *   cost      memory for the whole array on every thread.
 *
 *     upc_stride_array_t R = upc_stride_all_alloc_replicated(2, (size_t[]){64, 64}, sizeof(double));
 *     upc_stride_copy(UPC_SECTION(R, UPC_STRIDE_ALL), UPC_SECTION(A, UPC_STRIDE_ALL), 0);
 */
upc_stride_array_t upc_stride_all_alloc_replicated(int ndims, const size_t *shape, size_t elemsize);

/* Describes memory that exists already as a blocked array.
 *   who       any thread, alone. Threads that pass the view to one collective make it with equal arguments.
 *   shapes    as upc_stride_all_alloc.
 *   affinity  base points at the first element of block 0. Without a grid, block n belongs to thread
 *             (upc_threadof(base) + n) mod THREADS, as in an array from upc_all_alloc. With a grid, base is on thread
 *             0, and the part of every thread starts at the same place as base.
 *   errors    as upc_stride_all_alloc; a null base; with a grid, a base on another thread than 0.
 *   cost      no communication.
 *
 *     shared void *base = upc_all_alloc(10, 100 * sizeof(int));
 *     size_t shape[] = {1000}, block[] = {100};
 *     upc_stride_array_t V = upc_stride_view(base, 1, shape, block, sizeof(int), 0, NULL);
 */
upc_stride_array_t upc_stride_view(shared void *base, int ndims, const size_t *shape, const size_t *block,
                                   size_t elemsize, int ngrid, const int *grid);

/* Describes private memory that each thread has already, such as memory from malloc, as a blocked array: a view.
 * Collectives, files, upc_stride_fetch and upc_stride_near_block take it as any other array.
 *   who       all threads, with equal arguments but for memory and bytes; a barrier is implied. Freeing it implies one.
 *   shapes    as upc_stride_all_alloc; upc_stride_array_of_listed as upc_stride_all_alloc_listed.
 *   affinity  memory: the caller's blocks, one after another, in the order in which upc_stride_all_alloc would have
 *             them. Blocks at the edge have their full size there, but the padding after the last element may be
 *             missing. bytes: the size of the memory. A thread without blocks may pass null.
 *   memory    belongs to the program. Until the view is freed, the memory must last, and must not be moved or given to
 *             realloc. Freeing the view leaves memory and values to the program. Near threads share the whole pages of
 *             it, and so do processes that fork makes. So it must not be registered with a device or another library,
 *             as a window of MPI is.
 *   sync      the memory has what a call writes when the call, or upc_stride_wait, has returned. NOSYNC is taken as
 *             MYSYNC. Calls of one thread (patches, lists of elements, updates) and pointers of upc_stride_at need an
 *             open view. All threads call upc_stride_open_view and upc_stride_close_view, which imply a barrier. In
 *             between the program reads and writes its elements by these calls, or where upc_stride_near_block says,
 *             and not in its memory.
 *   errors    as upc_stride_all_alloc; too few bytes; null memory where there are blocks; a call of one thread on a
 *             view that is not open; upc_stride_halo with UPC_STRIDE_FAR_ONLY.
 *   cost      a buffer in the shared heap as large as the array. If the system can, the memory's whole pages become the
 *             buffer's, which takes one copy, and are not copied again. Other memory is copied by each call that reads
 *             or writes it: less than 16 pages, or all memory of a thread that is near to no other one.
 *
 *     double *mine = malloc(1000 * sizeof *mine);
 *     size_t shape[] = {1000 * THREADS}, block[] = {1000};
 *     upc_stride_array_t V = upc_stride_array_of(mine, 1000 * sizeof *mine, 1, shape, block, sizeof *mine, 0, NULL);
 */
upc_stride_array_t upc_stride_array_of(void *memory, size_t bytes, int ndims, const size_t *shape, const size_t *block,
                                       size_t elemsize, int ngrid, const int *grid);
upc_stride_array_t upc_stride_array_of_listed(void *memory, size_t bytes, int ndims, const size_t *shape,
                                              const size_t *block, size_t elemsize, const int *owner);
void upc_stride_open_view(upc_stride_array_t view);
void upc_stride_close_view(upc_stride_array_t view);

/* Frees an allocated array, or drops a view.
 *   who       an allocated array: all threads, when no thread uses it any more. No barrier is implied. A view: the
 *             thread that made it, alone. A null handle does nothing.
 *   errors    an array that was freed already; an array that is declared; memory of a call of this thread in flight,
 *             which upc_free and upc_all_free refuse too; updates without upc_stride_update_fence.
 *   cost      no communication. */
void upc_stride_all_free(upc_stride_array_t array);

/* The address of element index[ndims]. Its phase is 0. Arithmetic on the result stays inside the block: cast it to
 * `shared [] T *`, or, on its owner, to `T *`.
 *   who       any thread, alone.
 *   units     index in elements.
 *   errors    an index outside the array; a null or freed array.
 *   cost      no communication.
 *
 *     size_t index[] = {64, 128};
 *     shared [] double *p = (shared [] double *)upc_stride_at(A, index);
 */
shared void *upc_stride_at(upc_stride_array_t array, const size_t *index);

/* upc_stride_nblocks: the number of blocks along dimension dim. upc_stride_owner: the thread that owns the block with
 * coordinates blockindex[ndims].
 *   who       any thread, alone.
 *   units     dim counts from 0; blockindex in blocks.
 *   errors    a dimension or a block that does not exist; a null or freed array.
 *   cost      no communication.
 *
 *     size_t own = 0, b[1]; // the caller's blocks of an array with one dimension
 *     for (b[0] = 0; b[0] < upc_stride_nblocks(V, 0); b[0]++) own += upc_stride_owner(V, b) == MYTHREAD;
 */
size_t upc_stride_nblocks(upc_stride_array_t array, int dim);
size_t upc_stride_owner(upc_stride_array_t array, const size_t *blockindex);

/* The caller's blocks, one after another, in row-major order of the array's blocks:
 *
 *   upc_stride_forall(block, A) statement
 *
 * declares `block`, of type upc_stride_block_t, and carries out the statement for each block that the caller owns.
 * `break` and `continue` are as in `for`. upc_stride_own_blocks is the number of these blocks. upc_stride_own_block is
 * the address of one of them, by its number from 0; its coordinates go to blockindex[], unless that is null.
 *   who       any thread, alone.
 *   units     index[] in blocks. lo[] and hi[] are the first and the last element in each dimension, hi[] included, as
 *             in a section. A short block at the edge ends with the array. stride[] is in elements: element (i, j) of
 *             the array is at data, plus (i - lo[0]) * stride[0] + (j - lo[1]) * stride[1] elements.
 *   errors    a null or freed array; a number of no block.
 *   cost      no communication; no work for blocks of other threads.
 *
 *     upc_stride_forall(block, A) {
 *       double *x = block.data;
 *       for (size_t i = block.lo[0]; i <= block.hi[0]; i++)
 *         for (size_t j = block.lo[1]; j <= block.hi[1]; j++)
 *           x[(i - block.lo[0]) * block.stride[0] + (j - block.lo[1])] = i == j;
 *     }
 */
typedef struct upc_stride_block {
  void *data;
  size_t number;                      /* among the caller's blocks, from 0 */
  size_t index[8], lo[8], hi[8], stride[8];
  upc_stride_array_t array;
  int of_section;                     /* the library's, and the next two: the section's first and last element */
  size_t from[8], to[8];
} upc_stride_block_t;
upc_stride_block_t upc_stride_before_own_block(upc_stride_array_t array); /* the macro calls it, and the next one */
int upc_stride_next_own_block(upc_stride_block_t *block);
#define upc_stride_forall(block, A) \
  for (upc_stride_block_t block = upc_stride_before_own_block(A); upc_stride_next_own_block(&block);)
size_t upc_stride_own_blocks(upc_stride_array_t array);
void *upc_stride_own_block(upc_stride_array_t array, size_t number, size_t *blockindex);

/* The handle of a declared array, for functions of the program. In calls of the library the array's name is its
 * handle. A function of the program with a parameter of type upc_stride_array_t gets upc_stride_array(A).
 *   who       any thread, alone.
 *   cost      no communication.
 *
 *     upc_stride_array_t handle = upc_stride_array(A);
 */
upc_stride_array_t upc_stride_array(upc_stride_array_t array);

/* 1 if a grid decides who owns a block, 0 if the blocks go round the threads. It is also 0 if a named grid was ignored
 * because its product is not THREADS. A program that relies on its grid asks, and stops if the answer is 0.
 *   who       any thread, alone.
 *   errors    a null or freed array.
 *   cost      no communication.
 *
 *     if (!upc_stride_mapped(A)) upc_global_exit(2);
 */
int upc_stride_mapped(upc_stride_array_t array);

/* ---- Sections ----------------------------------------------------------------------------------------------- */

/* Intervals, in block indices: i; lo:hi; lo:step:hi; everything. Both bounds belong to the interval. A negative step
 * reverses the order. If lo > hi and the step is positive, or lo < hi and the step is negative, the interval is empty.
 * Only the indices that are picked must exist. */
#define UPC_STRIDE_AT(i) ((upc_stride_interval_t){UPC_STRIDE_INTERVAL_AT, (i), 1, 0})
#define UPC_STRIDE_RANGE(lo, hi) ((upc_stride_interval_t){UPC_STRIDE_INTERVAL_RANGE, (lo), 1, (hi)})
#define UPC_STRIDE_STEP(lo, step, hi) ((upc_stride_interval_t){UPC_STRIDE_INTERVAL_STEP, (lo), (step), (hi)})
#define UPC_STRIDE_ALL ((upc_stride_interval_t){UPC_STRIDE_INTERVAL_ALL, 0, 1, 0})

/* Blocks of an array, picked by one interval per dimension. They are ordered row-major, as the intervals run. A section
 * is a value, like an int. The call that gets a section checks it, and reports its errors. */
typedef struct upc_stride_section upc_stride_section_t;

/* The section with intervals iv[ndims], as UPC_STRIDE_AT and the other macros make them. upc_stride_section_here takes
 * `count` of them, and the file and line that messages name.
 *   who       any thread, alone.
 *   errors    a null or freed array; the call that gets the section finds the others.
 *   cost      no communication. */
upc_stride_section_t upc_stride_section(upc_stride_array_t array, const upc_stride_interval_t *iv);
upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t array, int count,
                                             const upc_stride_interval_t *iv);

/* Private to UPC_SECTION: it counts its intervals and passes them in a struct. An array would not do: Berkeley's upcc
 * takes neither the address nor the size of an array that is a compound literal. */
typedef struct upc_stride_intervals {
  upc_stride_interval_t first, second, third, fourth, fifth, sixth, seventh, eighth;
} upc_stride_intervals_t;
upc_stride_section_t upc_stride_section_of(const char *file, int line, upc_stride_array_t array, int count,
                                           upc_stride_intervals_t iv);
#define UPC_STRIDE_TENTH(a, b, c, d, e, f, g, h, i, tenth, ...) tenth
#ifdef __BERKELEY_UPC__ /* its translator takes no literal that follows a variable */
#define UPC_STRIDE_LIST(...) (upc_stride_intervals_t){__VA_ARGS__}
#else /* the types of a function's arguments are checked; what is not an interval would pass in a literal's braces */
static inline upc_stride_intervals_t upc_stride_intervals(
    upc_stride_interval_t first, upc_stride_interval_t second, upc_stride_interval_t third,
    upc_stride_interval_t fourth, upc_stride_interval_t fifth, upc_stride_interval_t sixth,
    upc_stride_interval_t seventh, upc_stride_interval_t eighth) {
  upc_stride_intervals_t all = {first, second, third, fourth, fifth, sixth, seventh, eighth};
  return all;
}
#define UPC_STRIDE_NONE ((upc_stride_interval_t){0, 0, 0, 0})
#define UPC_STRIDE_EIGHT(a, b, c, d, e, f, g, h, ...) upc_stride_intervals(a, b, c, d, e, f, g, h)
#define UPC_STRIDE_LIST(...)                                                                        \
  UPC_STRIDE_EIGHT(__VA_ARGS__, UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE, \
                   UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE, UPC_STRIDE_NONE)
#endif

/* A section in one expression, with one to eight intervals.
 *   who       any thread, alone.
 *   cost      no communication.
 *
 *     upc_stride_section_t row = UPC_SECTION(A, UPC_STRIDE_AT(2), UPC_STRIDE_ALL);
 */
#define UPC_SECTION(A, ...)                                                                                    \
  upc_stride_section_of(__FILE__, __LINE__, (A), UPC_STRIDE_TENTH(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), \
                        UPC_STRIDE_LIST(__VA_ARGS__))

/* 1 if the calling thread owns a block of the section, else 0.
 *   who       any thread, alone.
 *   errors    a wrong section: a null or freed array, too many intervals, a step of 0, blocks that do not exist.
 *   cost      no communication.
 *
 *     if (upc_haveaffinity(A<0, :>)) puts("a block of the first row is here");
 */
int upc_haveaffinity(upc_stride_section_t section);

/* The numbers of the elements that a section picks, row by row: the indices that upc_stride_fetch, its prepared form,
 * upc_stride_get_elements and, in C, upc_stride_updates take. The intervals count elements. So the numbers of several
 * sections, one after another, are a list of neighbours. Returns how many elements there are.
 *   who       any thread, alone.
 *   shapes    index has space for these numbers; if it is null, they are only counted.
 *   errors    as upc_haveaffinity, for elements.
 *   cost      no communication.
 *
 *     size_t index[1024], n = upc_stride_element_numbers(A<myrow, :>, index); // a row of A, for upc_stride_fetch
 */
size_t upc_stride_element_numbers(upc_stride_section_t section, size_t *index);

/* As upc_stride_forall, for those of the caller's elements that a section picks, such as the inner ones of an array:
 *
 *   upc_stride_forall_elements(block, section) statement
 *
 * The section counts elements. The statement is carried out for each of the caller's blocks with some of them. lo[],
 * hi[] and data are those of these elements.
 *   who       any thread, alone.
 *   errors    as upc_haveaffinity, for elements; a step other than 1.
 *   cost      no communication. A block without such elements takes some comparisons.
 *
 *     upc_stride_forall_elements(block, A<1:1022, 1:1022>) {
 *       double *x = block.data;
 *       for (size_t i = block.lo[0]; i <= block.hi[0]; i++, x += block.stride[0])
 *         for (size_t j = 0; j <= block.hi[1] - block.lo[1]; j++) x[j] *= 2;
 *     }
 */
upc_stride_block_t upc_stride_before_own_elements(upc_stride_section_t section); /* the macro calls it */
#define upc_stride_forall_elements(block, ...) \
  for (upc_stride_block_t block = upc_stride_before_own_elements(__VA_ARGS__); upc_stride_next_own_block(&block);)

/* ---- Collectives -------------------------------------------------------------------------------------------- */
/* Pieces have numbers from 0, in the order of the section's blocks. Unless a call says otherwise, this holds for all
 * collectives:
 *   who       all members of the team: the owners of all blocks of the sections, and the root. Other threads may call;
 *             then nothing happens.
 *   agree     all arguments are the same on all callers. For lists such as perm this means their contents; for an
 *             array handle, the caller's own handle of the same array.
 *   sync      as sync_flags say, among the members. A call that has nothing to move waits for nobody.
 *   errors    a null or freed array; too many intervals; a step of 0; picked blocks that do not exist; null pointers;
 *             pieces that do not fit their blocks, or go beyond the shared object that the pointer leads to; two
 *             sync_flags of the same half, or flags that are not UPC's.
 *
 * A *schedule* is the algorithm of a call: which members send to which, and in what order. Each is in a file of
 * src/schedules or src/trees, whose head gives its cost and its use. p is the number of members:
 *
 *   schedule                what the members do                                             source
 *   flat                    the root serves each member itself                              well known
 *   binomial, knomial:<k>   a tree: each round has k times as many members, binomial twice  Thakur 2005
 *   kary:<k>                a tree with at most k children for each member                  well known
 *   chain[:<bytes>]         from member to member, in segments of <bytes> bytes             Thakur 2005, Sanders 2009
 *   fork                    a tree of lines along the dimensions of the grid or torus       Nishtala 2008
 *   torus[:<bytes>]         broadcast: trees without common links, each with a part         Almasi 2005
 *   torus                   exchange: rounds that load all links of the torus alike         this library
 *   dimensions              exchange along the dimensions of torus or grid, one by one      Scott 1991
 *   scatter-allgather       parts go down a tree, and then round a ring                     van de Geijn 1994
 *   shared                  all members of a node copy, each a share                        this library
 *   pairwise                each two members meet once; reductions: each combines a slice   Thakur 2005
 *   bruck                   log2 p rounds, in which pieces travel together                  Bruck 1997
 *   sparse                  exchange_own: sizes that are not 0 travel as bruck's pieces     this library
 *   doubling                log2 p rounds; each doubles what a member has                   Thakur 2005, Hillis 1986
 *   recursive               prefix_reduce: pairs exchange sums of groups that double         Kruskal 1985
 *   neighbour               gather_all between pairs of neighbours, with each side in turn  Chen 2005
 *   ring[:<bytes>]          pieces go round all members                                     Patarasuk 2009
 *   halving[:<bytes>]       reduce_all: each round halves the values a member combines      Thakur 2005
 *   halving[:<bytes>]       reduce_scatter: the same by Bruck's rounds, in reverse order    Traeff 2024
 *   dissemination           barrier: each round doubles the members that one knows of       Hensgen 1988
 *   hierarchical[:<bytes>]  by nodes: few messages between them, copies within them         Karonis 2000
 *   hierarchical(<a>,<b>)   the same, by schedule <a> among nodes, <b> within them          Karonis 2000
 *   hierarchical(<a>@<n>,..,<b>)  trees on up to four levels; <a> among units of <n> threads  Karonis 2000
 *   leader                  the member that comes last does the work of all                 this library
 *
 * The library chooses a schedule by its rules, default.rules. UPC_STRIDE_SCHEDULE=<operation>=<schedule>,.. forces
 * schedules. UPC_STRIDE_RULE=<file> adds rules before those of the library; `upc-stride-tune` measures the machine and
 * writes this file. UPC_STRIDE_VERBOSE=1 prints the choice and its reason, once for each operation and shape. A name
 * that is unknown, or does not suit the operation, ends the program at its start, with a list of those that suit.
 *
 * Sources. Almasi and others, Optimization of MPI collective communication on BlueGene/L systems, 2005. Bruck, Ho,
 * Kipnis, Upfal and Weathersby, Efficient algorithms for all-to-all communications in multiport message-passing
 * systems, 1997. Chen, Zhang, Zhang and Yuan, Performance evaluation of allgather algorithms on terascale Linux cluster
 * with fast Ethernet, 2005. Hensgen, Finkel and Manber, Two algorithms for barrier synchronization, 1988. Hillis and
 * Steele, Data parallel algorithms, 1986. Karonis and others, Exploiting hierarchy in parallel computer networks to
 * optimize collective operation performance, 2000. Nishtala, Almasi and Cascaval, Performance without pain =
 * productivity, 2008. Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009.
 * Sanders, Speck and Traeff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, 2009. Scott,
 * Efficient all-to-all communication patterns in hypercube and mesh topologies, 1991. Thakur, Rabenseifner and Gropp,
 * Optimization of collective communication operations in MPICH, 2005. Traeff, Optimal, non-pipelined reduce-scatter and
 * allreduce algorithms, 2024. Van de Geijn and others, Building a high-performance collective communication library,
 * 1994. */

/* Copies the len bytes at src to the start of every block of dst.
 *   units     len in bytes, at most a block of dst.
 *   affinity  src: len contiguous bytes of one thread's memory, in dst's array or not. This thread is the root.
 *   aliasing  src may be the start of a block of dst, which then stays as it is.
 *   errors    len larger than a block; a null src, unless len is 0.
 *   cost      few bytes go down a tree, one message an edge. Near members read longer data from the root's memory, all
 *             at once. Far members get it down a tree, in segments.
 *
 *     upc_stride_broadcast(A<1, :>, &source[0], 64 * sizeof(double), 0);
 */
void upc_stride_broadcast(upc_stride_section_t dst, shared const void *src, size_t len, upc_flag_t sync_flags);

/* Lends the len bytes at src to the owners of dst, who only read them: a broadcast without copies, where that can be.
 * *lent is set to the private address at which the caller reads them: in the root's memory, if the root is near, else
 * at the start of one of the caller's blocks of dst.
 *   units     len in bytes, at most a block of dst.
 *   affinity  as upc_stride_broadcast. On the root *lent is src, set when its call ends, which may be late.
 *   sync      the caller may read when the call has returned, or upc_stride_wait has. No UPC_OUT_ flag says that others
 *             have read. So the root changes the bytes only after all members have met again, in a barrier or a call.
 *   aliasing  as upc_stride_broadcast. Nobody writes where *lent points. What the blocks of dst hold is undefined.
 *   errors    those of upc_stride_broadcast; a null lent; a view of private memory (upc_stride_array_of) as dst or src.
 *   schedule  as upc_stride_broadcast; one without a tree is flat or binomial instead, if members are near to the root.
 *   cost      a signal for each near member, and for far ones that of upc_stride_broadcast. A block that nobody has
 *             written takes no memory. Few bytes are broadcast in the time of a signal.
 *
 *     const void *tile;
 *     upc_stride_lend(A<1, :>, &source[0], 64 * sizeof(double), &tile, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
 */
void upc_stride_lend(upc_stride_section_t dst, shared const void *src, size_t len, const void **lent,
                     upc_flag_t sync_flags);

/* Piece i, the len bytes at src + i*len, goes to the start of block i of dst.
 *   units     len in bytes, at most a block of dst.
 *   affinity  src: k*len contiguous bytes of one thread's memory. This thread is the root.
 *   aliasing  a block may be its own piece.
 *   errors    len larger than a block; a null src, unless len is 0.
 *   cost      one message to each owner. Near owners copy their pieces themselves.
 *
 *     upc_stride_scatter(A<1, :>, &source[0], 64 * sizeof(double), 0);
 */
void upc_stride_scatter(upc_stride_section_t dst, shared const void *src, size_t len, upc_flag_t sync_flags);

/* The reverse of scatter: the first len bytes of block i of src go to dst + i*len.
 *   units     len in bytes, at most a block of src.
 *   affinity  dst: k*len contiguous bytes of one thread's memory. This thread is the root.
 *   aliasing  a piece may be its own block.
 *   errors    len larger than a block; a null dst, unless len is 0.
 *   cost      one message from each owner. Near owners copy their pieces themselves.
 *
 *     upc_stride_gather(&result[0], A<1, :>, 64 * sizeof(double), 0);
 */
void upc_stride_gather(shared void *dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* The first len bytes of block i of src become piece i of every block of dst. It starts i*len bytes into the block.
 *   shapes    k is the number of blocks of src. dst may have more or fewer blocks than src.
 *   units     len in bytes, at most a block of src; k*len is at most a block of dst.
 *   affinity  any.
 *   aliasing  a piece may come from its own place. src may be dst, in place.
 *   errors    len or k*len larger than a block.
 *   cost      one message for each pair of owners, or log2 p rounds for few bytes in large teams. Data crosses to a
 *             thread once, even if it owns several blocks of dst.
 *
 *     upc_stride_gather_all(all<:>, V<:>, 8 * sizeof(double), 0);
 */
void upc_stride_gather_all(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* Piece i of src block j becomes piece j of dst block i. MPI calls this an all-to-all.
 *   shapes    both sections have k blocks; each block has k pieces.
 *   units     a piece is len bytes; k*len is at most a block of either.
 *   affinity  any. The arrays may have different layouts and different owners.
 *   aliasing  src may be dst, in place. Else they share a piece only if it would be copied to itself.
 *   errors    sections with different numbers of blocks; k*len larger than a block.
 *   cost      near owners read their pieces from the source. Far owners exchange one packed message for each pair, one
 *             pair a round, or log2 p rounds for few bytes.
 *
 *     upc_stride_exchange(W<:>, V<:>, 16 * sizeof(double), 0);
 */
void upc_stride_exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags);

/* The first len bytes of src block i go to dst block perm[i].
 *   shapes    both sections have k blocks. perm[k] holds each of 0..k-1 once. It may be changed when the call, or its
 *             _nb form, returns.
 *   units     len in bytes, at most a block of either.
 *   affinity  any, as upc_stride_exchange.
 *   aliasing  a block may be its own destination. src may be dst, in place.
 *   errors    sections with different numbers of blocks; len larger than a block; perm null, or not a permutation.
 *   cost      one message, or one copy between near threads, for each pair of threads between which something moves.
 *
 *     int perm[] = {1, 2, 3, 0};
 *     upc_stride_permute(W<:>, V<:>, perm, 64 * sizeof(double), 0);
 */
void upc_stride_permute(upc_stride_section_t dst, upc_stride_section_t src, const int *perm, size_t len,
                        upc_flag_t sync_flags);

/* Scatter, gather, gather_all and exchange with pieces of different sizes. Counts and displacements are in bytes. A
 * count may be 0. If the displacements are null, the pieces lie one after another. The lists may be changed when the
 * call, or its _nb form, returns.
 *   scatterv     counts[i] bytes at src + displs[i] go to the start of block i of dst.
 *   gatherv      counts[i] bytes at the start of block i of src go to dst + displs[i].
 *   gather_allv  counts[i] bytes at the start of block i of src go to every block of dst, displs[i] bytes into it.
 *   exchangev    the lists have k*k entries. counts[j*k + i] bytes of src block j, from src_displs[j*k + i] on, go to
 *                dst block i, dst_displs[j*k + i] bytes into it.
 *   who          as the even forms. If all counts are 0, nobody waits.
 *   affinity     src of scatterv and dst of gatherv: all pieces in one thread's memory.
 *   aliasing     a piece may be its own destination. Pieces do not overlap at their destination. src of gather_allv and
 *                exchangev may be dst, in place.
 *   errors       null counts; a piece that does not lie within its block.
 *   schedule     as the even forms.
 *   cost         as the even forms, and reading the lists: k entries, or k*k for exchangev.
 *
 *     size_t counts[] = {8, 0, 24, 16};
 *     upc_stride_gatherv(&result[0], V<:>, counts, NULL, 0);
 */
void upc_stride_scatterv(upc_stride_section_t dst, shared const void *src, const size_t *counts, const size_t *displs,
                         upc_flag_t sync_flags);
void upc_stride_gatherv(shared void *dst, upc_stride_section_t src, const size_t *counts, const size_t *displs,
                        upc_flag_t sync_flags);
void upc_stride_gather_allv(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                            const size_t *displs, upc_flag_t sync_flags);
void upc_stride_exchangev(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                          const size_t *dst_displs, const size_t *src_displs, upc_flag_t sync_flags);

/* Exchange, gather_all, gather and scatter of pieces of any size, in which each member knows only its own numbers:
 * MPI's collectives with counts. What others send it, the library finds out.
 *   exchange_own    own_counts have k entries for each of the caller's blocks of src: entry i is the piece that goes to
 *                   block i of dst. It begins own_src_displs[..] bytes into the block.
 *   gather_all_own  own_counts have an entry for each of the caller's blocks of src: its first bytes go to every block
 *                   of dst.
 *   gather_own      the same, but the pieces go to dst, on the root.
 *   scatter_own     own_counts and own_src_displs are the root's alone. They have k entries: own_counts[i] bytes at
 *                   src + own_src_displs[i] go to the start of block i of dst.
 * The arguments are these.
 *   shapes    k blocks: of both sections of an exchange, of src of a gather, of dst of a scatter. own_displs and
 *             received are the receiver's. They have k entries for each of the caller's blocks of dst, or for dst of
 *             gather_own: entry j is the piece that comes from block j of src. received of scatter_own has an entry for
 *             each of the caller's blocks of dst. Lists of several blocks have these in the section's order.
 *   units     bytes. A piece goes to own_displs[..] in the block of dst. A null list of displacements: the pieces of a
 *             block, or at the place, lie one after another. received[..] is set to the bytes that come, unless the
 *             list is null.
 *   agree     the sections, the place and the flags. The lists are each member's own. They stay as they are until the
 *             call is complete, and may differ from start to start of a prepared call.
 *   affinity  any. The lists are private memory.
 *   aliasing  src of exchange_own and gather_all_own may be dst, in place. Else dst shares no memory with src.
 *   errors    an exchange of different numbers of blocks; null own_counts, where they have entries; a piece that does
 *             not lie within its block, or within the object that the place leads to: on the thread that has it.
 *   cost      first the counts, then the data. Up to 8 members, and on one node, each two that may have pieces for each
 *             other meet twice; from near members the receiver reads the data where it lies. More members learn the
 *             counts in log2 p rounds, of exchange_own only those that are not 0. Then its receivers get each piece,
 *             and gather_all_own has log2 p rounds, or a ring for long pieces. Memory for k numbers for each of the
 *             caller's blocks, in gather_all_own for k numbers. Other counts are no new arguments. In place the
 *             caller's blocks are copied first.
 *
 *     size_t counts[THREADS], received[THREADS]; // one block of each array on each thread
 *     for (i = 0; i < THREADS; i++) counts[i] = 8 * (i + MYTHREAD);
 *     upc_stride_exchange_own(W<:>, V<:>, counts, NULL, NULL, received, 0);
 */
void upc_stride_exchange_own(upc_stride_section_t dst, upc_stride_section_t src, const size_t *own_counts,
                             const size_t *own_displs, const size_t *own_src_displs, size_t *received,
                             upc_flag_t sync_flags);
void upc_stride_gather_all_own(upc_stride_section_t dst, upc_stride_section_t src, const size_t *own_counts,
                               const size_t *own_displs, size_t *received, upc_flag_t sync_flags);

/* Gathers pieces to one thread, and scatters pieces from one, as upc_stride_exchange_own says: each member knows only
 * the sizes of its own.
 *   schedule  as upc_stride_exchange_own */
void upc_stride_gather_own(shared void *dst, upc_stride_section_t src, const size_t *own_counts,
                           const size_t *own_displs, size_t *received, upc_flag_t sync_flags);
void upc_stride_scatter_own(upc_stride_section_t dst, shared const void *src, const size_t *own_counts,
                            const size_t *own_src_displs, size_t *received, upc_flag_t sync_flags);

/* Combines the first nelems values of every block of src, value by value.
 *   reduce         nelems values go to dst, on one thread.
 *   reduce_all     nelems values go to the start of every block of dst.
 *   prefix_reduce  both sections have k blocks. Block i of dst gets the combination of blocks 0..i of src.
 *   prefix_reduce_exclusive  the same of blocks 0..i-1. Block 0 of dst stays as it is.
 *   shapes    type is one of upc_types.h, UPC_CHAR to UPC_LDOUBLE, or UPC_STRIDE_COMPLEX_FLOAT, _COMPLEX_DOUBLE,
 *             _COMPLEX_LDOUBLE, _FLOAT16, _INT128 or _UINT128, the last three if the compiler has them. op is one of
 *             UPC_ADD to UPC_MAX, UPC_STRIDE_MINLOC, UPC_STRIDE_MAXLOC, UPC_FUNC or UPC_NONCOMM_FUNC. For the last two,
 *             func(in, inout, count) computes inout[i] = in[i] op inout[i] for count values; `in` comes before `inout`
 *             in the section. If nelems values are whole elements of src, func gets no part of an element: a type
 *             that divides a struct can reduce an array of structs. For the other operations func is NULL. Complex
 *             numbers have UPC_ADD and UPC_MULT.
 *   logical   the results of UPC_LOGAND and UPC_LOGOR are 0 or 1, of a single block too.
 *   places    UPC_STRIDE_MINLOC and UPC_STRIDE_MAXLOC find the smallest or largest value and its index. Of equal values
 *             the one with the lower index is taken. An element is struct { T value; long long index; }, where T is the
 *             type of upc_types.h that `type` names. nelems counts such elements. The program sets the indices.
 *   units     nelems in values of that type, at most a block.
 *   order     UPC_NONCOMM_FUNC combines in the section's order, whatever the layout. The other operations may combine
 *             in any order. All are taken to be associative. All members get the same bits. The same team and schedule
 *             give the same results, to the last bit, in every run. Another schedule may round otherwise.
 *             UPC_MIN and UPC_MAX of floating types are minimum and maximum of IEEE 754-2019: if a value is a NaN, the
 *             result is a NaN, and -0 is less than +0. Several NaNs give one that does not depend on their order. So
 *             every schedule gives the same bits.
 *   affinity  dst of reduce: contiguous memory of one thread. This thread is the root.
 *   aliasing  all work in place: dst of reduce may be a block of src, dst of the others the section of src. Else dst
 *             shares nothing with src.
 *   errors    values that do not fit a block; a type that is not a number; an unknown op; a bitwise op for a floating
 *             type; a null func with UPC_FUNC or UPC_NONCOMM_FUNC, or a func with another op; prefixes: different
 *             numbers of blocks; without a function, a type of another size than elements of 2 to 8 bytes, or that
 *             does not divide larger ones.
 *   cost      few values go to all members at once, or along a tree. With many values each member combines a slice;
 *             between nodes they go along a chain, or are shared out by halves.
 *
 *     upc_stride_reduce(&sum[0], A<:, 0>, 64, UPC_ADD, UPC_DOUBLE, NULL, 0);
 */
void upc_stride_reduce(shared void *dst, upc_stride_section_t src, size_t nelems, upc_op_t op, upc_type_t type,
                       void (*func)(const void *in, void *inout, size_t count), upc_flag_t sync_flags);
void upc_stride_reduce_all(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                           upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                           upc_flag_t sync_flags);
void upc_stride_prefix_reduce(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                              upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                              upc_flag_t sync_flags);
void upc_stride_prefix_reduce_exclusive(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                        upc_op_t op, upc_type_t type,
                                        void (*func)(const void *in, void *inout, size_t count),
                                        upc_flag_t sync_flags);

/* Combines piece i of every block of src, value by value, into block i of dst. MPI calls this a reduce-scatter. Piece i
 * is the values i*nelems .. (i+1)*nelems - 1 of a block.
 *   shapes    dst has k blocks; each block of src has k pieces. src may have more or fewer blocks than dst.
 *   units     nelems in values of the type; nelems values fit a block of dst, k*nelems a block of src.
 *   order     as upc_stride_reduce.
 *   affinity  any.
 *   aliasing  src may be dst, in place: a block's result comes where its first piece was. Else they share nothing.
 *   errors    values that do not fit a block; those of type, op and func as upc_stride_reduce.
 *   cost      near: the owner of a block of dst reads its pieces where they are. Far: one message for each pair.
 *
 *     upc_stride_reduce_scatter(sums<:>, parts<:>, 16, UPC_ADD, UPC_DOUBLE, NULL, 0);
 */
void upc_stride_reduce_scatter(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                               upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                               upc_flag_t sync_flags);

/* Reductions of elements of any size, such as structs, combined by a function of the program.
 *   shapes    as the reductions above. op is UPC_FUNC or UPC_NONCOMM_FUNC. func(in, inout, count, context) computes
 *             inout[i] = in[i] op inout[i] for count whole elements; `in` comes before `inout` in the section.
 *   units     size is the bytes of an element, at most 16 MB. nelems counts elements.
 *   agree     context is the caller's own pointer, which func gets. What it leads to lasts until the call is complete.
 *   affinity  func gets elements where they lie in the arrays, or one after another in memory of the library. This
 *             memory begins at a multiple of 64 bytes.
 *   errors    a size of 0; another op; a null func; else as above.
 *   schedule  as the typed forms
 *   cost      as above.
 *
 *     struct best { double value; int row, column; };
 *     upc_stride_reduce_all_with(W<:>, V<:>, 1, sizeof(struct best), UPC_FUNC, better, NULL, 0);
 */
void upc_stride_reduce_with(shared void *dst, upc_stride_section_t src, size_t nelems, size_t size, upc_op_t op,
                            void (*func)(const void *in, void *inout, size_t count, void *context), void *context,
                            upc_flag_t sync_flags);
void upc_stride_reduce_all_with(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, size_t size,
                                upc_op_t op, void (*func)(const void *in, void *inout, size_t count, void *context),
                                void *context, upc_flag_t sync_flags);
void upc_stride_prefix_reduce_with(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, size_t size,
                                   upc_op_t op, void (*func)(const void *in, void *inout, size_t count, void *context),
                                   void *context, upc_flag_t sync_flags);
void upc_stride_prefix_reduce_exclusive_with(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                             size_t size, upc_op_t op,
                                             void (*func)(const void *in, void *inout, size_t count, void *context),
                                             void *context, upc_flag_t sync_flags);
void upc_stride_reduce_scatter_with(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, size_t size,
                                    upc_op_t op, void (*func)(const void *in, void *inout, size_t count, void *context),
                                    void *context, upc_flag_t sync_flags);

/* A barrier of the owners of a section's blocks. Nobody returns before all of them have entered. What they wrote to
 * shared memory before, all of them see afterwards.
 *   who       the owners of the section's blocks. Other threads may call; then nothing happens.
 *   agree     the section is the same on all callers.
 *   errors    those of a section.
 *   cost      a signal to each other member in a team of up to 8, else log2 p rounds.
 *
 *     upc_stride_barrier(A<1, :>);
 */
void upc_stride_barrier(upc_stride_section_t section);

/* Assigns a section element by element: dst<..> = src<..>. Here the intervals count elements, not blocks.
 *   who       the owners of the picked elements.
 *   shapes    both arrays have elements of one size and the same number of dimensions, up to 8. Both sections pick the
 *             same number of elements in each dimension. The layouts may differ.
 *   units     intervals in elements.
 *   affinity  any.
 *   aliasing  an element may be its own destination.
 *   errors    elements of different sizes; different numbers of dimensions; different numbers of elements in a
 *             dimension; elements that do not exist.
 *   cost      one packed message for each pair of threads between which something moves; near threads copy straight.
 *             The library finds these elements by arithmetic.
 *
 *     upc_stride_copy(B<0:99, :>, A<100:199, :>, 0);
 */
void upc_stride_copy(upc_stride_section_t dst, upc_stride_section_t src, upc_flag_t sync_flags);

/* A copy with a transposition, scaling and adding: dst<..> = alpha * op(src<..>) + beta * dst<..>. Dimension k of dst
 * is dimension order[k] of src, so op(src) is a transposition of src, or src itself.
 *   who       as upc_stride_copy.
 *   shapes    order[ndims] holds each of 0..ndims-1 once; null leaves the dimensions as they are. dst picks in
 *             dimension k as many elements as src in dimension order[k]. type is one of upc_types.h, UPC_CHAR to
 *             UPC_LDOUBLE, or UPC_STRIDE_COMPLEX_FLOAT, _COMPLEX_DOUBLE or _COMPLEX_LDOUBLE. alpha and beta point
 *             to private values of this type; null stands for alpha 1 and beta 0.
 *             order, alpha and beta may be changed when the call, or its _nb form, returns.
 *   units     intervals in elements.
 *   order     as in BLAS, src is not looked at if alpha is 0, and dst not if beta is 0: they may hold NaNs. Integers
 *             wrap.
 *   affinity  any.
 *   aliasing  an element may be its own destination. A section is not transposed in place.
 *   errors    as upc_stride_copy; a type that is not a number, or has another size than the elements; an order that is
 *             not a permutation.
 *   cost      as upc_stride_copy. The owner of an element of dst computes it when the element of src arrives. Other
 *             values of alpha or beta are new arguments.
 *   schedule  as upc_stride_copy.
 *
 *     const int transposed[] = {1, 0};
 *     const double half = 0.5, one = 1;
 *     upc_stride_transform(B<:, :>, A<:, :>, transposed, &half, &one, UPC_DOUBLE, 0);
 */
void upc_stride_transform(upc_stride_section_t dst, upc_stride_section_t src, const int *order, const void *alpha,
                          const void *beta, upc_type_t type, upc_flag_t sync_flags);

/* Gets each of the caller's blocks of src, with a halo of `width` elements on every side, into private memory. The
 * blocks of src are consecutive in every dimension. Together they are the domain: beyond its ends there is nothing, or,
 * with UPC_STRIDE_PERIODIC, what lies at its other end.
 *
 *   an array of nine blocks of 2 x 2            what is got for block 5 with width 1, and with UPC_STRIDE_CORNERS
 *
 *       1 1 2 2 3 3                                     . 2 2 .        1 2 2 3
 *       1 1 2 2 3 3                                     4 5 5 6        4 5 5 6
 *       4 4 5 5 6 6                                     4 5 5 6        4 5 5 6
 *       4 4 5 5 6 6                                     . 8 8 .        7 8 8 9
 *       7 7 8 8 9 9
 *       7 7 8 8 9 9
 *
 * The arguments are these.
 *   shapes    src has 1 to 3 dimensions.
 *   parts     0, or one or several of the following five, joined by `|`
 *   UPC_STRIDE_CORNERS    elements beyond the block in several dimensions too
 *   UPC_STRIDE_PERIODIC   the domain's ends meet
 *   UPC_STRIDE_HALO_ONLY  only the halo, not the block itself: the program keeps the block in dst
 *   UPC_STRIDE_FAR_ONLY   nothing of near owners: the program reads their blocks in place, by upc_stride_near_block.
 *             The flags must be ALLSYNC or NOSYNC
 *   UPC_STRIDE_PADDED     for loops with vector instructions: in each row of dst the block begins at a multiple of 64
 *             bytes from the start of dst. Let P(n) be UPC_STRIDE_PADDED_LENGTH(n, size of an element): n elements,
 *             rounded up to a multiple of 64 bytes. Then a row has P(width) elements before the block, and
 *             P(P(width) + b + width) elements in all, where b is the block's size in the last dimension. The size of
 *             an element divides 64, or is a multiple of it. malloc gives no such start, aligned_alloc does
 *   units     width in elements; it may be larger than a block.
 *   affinity  dst: private memory of the caller. For each of its blocks, in the section's order, it has
 *             (b0 + 2 width) x (b1 + 2 width) x .. elements, row by row. b0, b1, .. are the sizes of a full block. The
 *             halo of a shorter block at the end of the array follows its last element. Elements of dst that get
 *             nothing stay as they were. UPC_STRIDE_PADDED makes rows longer. upc_stride_owner tells which blocks are
 *             the caller's.
 *   aliasing  dst shares nothing with src.
 *   errors    a null dst, on an owner; steps other than 1; more than 3 dimensions; other parts; an element's
 *             size with UPC_STRIDE_PADDED.
 *   cost      one packed message for each pair of threads between which something moves; near threads copy straight.
 *   schedule  as upc_stride_copy.
 *
 *     double *tiles = malloc(64 * sizeof(double[66][66]));   // 64 blocks a thread
 *     upc_stride_halo(tiles, A<:, :>, 1, UPC_STRIDE_PERIODIC, 0);
 */
#define UPC_STRIDE_CORNERS 1
#define UPC_STRIDE_PERIODIC 2
#define UPC_STRIDE_HALO_ONLY 4
#define UPC_STRIDE_FAR_ONLY 8
#define UPC_STRIDE_PADDED 16
#define UPC_STRIDE_PADDED_LENGTH(count, size) (((count) * (size) + 63) / 64 * 64 / (size))
void upc_stride_halo(void *dst, upc_stride_section_t src, size_t width, int parts, upc_flag_t sync_flags);

/* How what upc_stride_halo writes lies in dst, in elements: from one block with its halo to the next, from the start of
 * one to the block's first element, and from an element to the next one in each dimension. So element (i, j) of the
 * caller's block k is at dst[k * elements + first + i * stride[0] + j * stride[1]]; i and j begin at -width.
 *   who       any thread, alone.
 *   units     width in elements; parts as for upc_stride_halo.
 *   errors    a null or freed array; a width that is no halo's in memory.
 *   cost      no communication.
 *
 *     const upc_stride_halo_tile_t t = upc_stride_halo_tile(A, 1, UPC_STRIDE_PADDED);
 *     double *tiles = aligned_alloc(64, upc_stride_own_blocks(A) * t.elements * sizeof(double));
 */
typedef struct upc_stride_halo_tile {
  size_t elements, first, stride[8];
} upc_stride_halo_tile_t;
upc_stride_halo_tile_t upc_stride_halo_tile(upc_stride_array_t array, size_t width, int parts);

/* The private address of a block whose owner is the caller or near to it; else null.
 *   who       any thread, alone.
 *   units     blockindex in blocks.
 *   errors    a block that does not exist; a null or freed array.
 *   cost      no communication.
 *
 *     size_t first[] = {0};
 *     const double *block = upc_stride_near_block(x, first);
 */
void *upc_stride_near_block(upc_stride_array_t array, const size_t *blockindex);

/* ---- Single elements, collected into messages ---------------------------------------------------------------- */
/* A program that reads or changes single elements all over an array would send a message for each. These calls collect
 * them: one message takes some hundreds of elements to their owner. All threads take part, not only a team. */

/* Changes one element: *dst = *dst op *value, or with UPC_STRIDE_PUT, *dst = *value. Updates have no order. None is
 * lost, so several threads may update the same element: updates of near threads are atomic, and those of far threads
 * are applied by the owner. The element has its new value when upc_stride_update_fence has returned; until then it is
 * undefined to every thread.
 *   who       upc_stride_update: any thread, as often as it likes. upc_stride_update_fence: all threads; a barrier is
 *             implied. Between an update and the fence a thread starts no other call of the library and waits for no
 *             other thread.
 *   shapes    type is one of upc_types.h, UPC_CHAR to UPC_DOUBLE. op is one of UPC_ADD to UPC_MAX, or UPC_STRIDE_PUT.
 *   order     none; UPC_MIN and UPC_MAX as in upc_stride_reduce.
 *   affinity  dst: an element on any thread, in any array.
 *   aliasing  value is read at once. Until the fence the element is not read or written in any other way, but for
 *             upc_atomic.h: its operations and updates are atomic to each other. acc_patch and acc_elements, below, are
 *             not. If an element gets several updates, all have the same op, not UPC_STRIDE_PUT unless their values are
 *             equal.
 *   errors    a null dst or value; a type that is not a number; an op that is none, or bitwise for a floating type.
 *             With UPC_STRIDE_CHECK=1 also another call of the library before the fence, and a patch or list of any
 *             thread that has the element before the fence.
 *   cost      on a near thread an atomic instruction. On a far one 12 bytes, in messages of up to 4 KB: a thread keeps
 *             a message for every far thread that it updates, and what it cannot send while the owner is busy. The
 *             fence is two small reductions over all threads.
 *
 *     unsigned long one = 1;
 *     upc_stride_update(&histogram[key], UPC_ADD, UPC_ULONG, &one);
 *     upc_stride_update_fence();
 */
void upc_stride_update(shared void *dst, upc_op_t op, upc_type_t type, const void *value);
void upc_stride_update_fence(void);

/* Gathers elements: element index[i] of src goes to element i of dst, for i from 0 to count - 1. Elements of src are
 * counted row by row, whatever its layout.
 *   who       all threads, with the same src and flags; each has its own dst, index and count, which may be 0.
 *   shapes    index[count], each less than the number of elements of src. An index may come several times.
 *   units     count in elements.
 *   affinity  src: any layout. dst and index: private memory of the caller.
 *   aliasing  dst and index share nothing with src.
 *   errors    an index outside src; null lists; a null or freed array.
 *   cost      elements of near threads are read where they are. For each far element 8 bytes go to its owner and the
 *             element comes back, in messages of up to 4 KB. The call takes 8 bytes of private memory for each.
 *
 *     upc_stride_fetch(values, x, columns, 3, 0);
 */
void upc_stride_fetch(void *dst, upc_stride_array_t src, const size_t *index, size_t count, upc_flag_t sync_flags);

/* ---- Patches and lists of elements, by one thread -------------------------------------------------------------- */
/* Any thread reads and changes elements of any threads, without them. Intervals count elements. For all calls of this
 * part:
 *   who       any thread, alone. The handle is the caller's own.
 *   sync      what a call reads has been read, and what it writes is in its place, when it returns, or when
 *             upc_stride_wait has returned. Another thread sees it after both have been in a barrier, or after anything
 *             else that UPC orders by. A call waits for no thread, but see cost.
 *   aliasing  the private memory shares nothing with the array. An element that one thread puts is meanwhile not read
 *             or changed by another one. Several threads may accumulate to an element at the same time.
 *   errors    a null or freed array; elements that do not exist; null memory; extents below what is picked; a type that
 *             is not a number of at most 8 bytes, or does not divide an element; an op that is none, or bitwise for a
 *             floating type.
 *   cost      of near threads: copies by address. Of far ones: a transfer for each row of more than 4 KB, or on GASNet
 *             2 KB that are got, and requests for shorter rows, for lists, and for what is accumulated. Several
 *             requests are under way at a time; each has up to 8 KB, or on MPI 64 KB. While the program has an atomic
 *             domain, each value that is accumulated takes an atomic instruction. A thread serves requests whenever it
 *             waits in UPC or in the library. So a thread that computes for long delays them, and one that waits inside
 *             MPI serves none: a program on MPI waits by upc_stride_barrier_all. */

/* Reads and changes a box of elements, or every k-th of its elements in a dimension.
 *   get_patch  the elements of src go to the buffer `to`.
 *   put_patch  the elements of the buffer `from` go to dst.
 *   acc_patch  dst = dst op from, element by element. Each value is changed atomically beside other acc_patch and
 *              acc_elements, and beside upc_atomic.h; not beside puts and plain accesses, nor between an update of the
 *              same element and its fence, which UPC_STRIDE_CHECK=1 refuses. `upcc -fsanitize=race` finds all of
 *              these.
 *   shapes    extents[ndims] are those of the whole buffer, row by row, whose first element is that of the section;
 *             extents[0] is not read. Null: the buffer has what is picked alone. type is one of upc_types.h,
 *             UPC_CHAR to UPC_DOUBLE. It may be smaller than an element, which then is several values: UPC_DOUBLE for
 *             complex numbers of 16 bytes, which UPC_ADD adds. op is one of UPC_ADD to UPC_MAX, UPC_MIN and UPC_MAX as
 *             in upc_stride_reduce.
 *
 *     double tile[10][16];                       // ten elements of a column in each row
 *     const size_t extents[] = {10, 16};
 *     upc_stride_get_patch(tile, extents, A<100:109, 30:39>);
 *     upc_stride_acc_patch(A<100:109, 30:39>, UPC_ADD, UPC_DOUBLE, tile, extents);
 */
void upc_stride_get_patch(void *to, const size_t *extents, upc_stride_section_t src);
void upc_stride_put_patch(upc_stride_section_t dst, const void *from, const size_t *extents);
void upc_stride_acc_patch(upc_stride_section_t dst, upc_op_t op, upc_type_t type, const void *from,
                          const size_t *extents);

/* Gets and puts of patches, split-phase: they are complete when upc_stride_wait, below, has returned. Until then the
 * program does not touch the buffer of a get, and does not change that of a put. Transfers of far blocks go on
 * together. */
typedef struct upc_stride_call *upc_stride_handle_t;
upc_stride_handle_t upc_stride_get_patch_nb(void *to, const size_t *extents, upc_stride_section_t src);
upc_stride_handle_t upc_stride_put_patch_nb(upc_stride_section_t dst, const void *from, const size_t *extents);

/* Read and change single elements: element index[i] of the array, and element i of the buffer. Elements are counted row
 * by row, whatever the layout. An index may come several times; of several puts to one element any may be the last.
 *
 *     const size_t index[] = {17, 4, 4000};
 *     double one[] = {1, 1, 1};
 *     upc_stride_acc_elements(x, index, 3, UPC_ADD, UPC_DOUBLE, one);
 */
void upc_stride_get_elements(void *to, upc_stride_array_t src, const size_t *index, size_t count);
void upc_stride_put_elements(upc_stride_array_t dst, const size_t *index, size_t count, const void *from);
void upc_stride_acc_elements(upc_stride_array_t dst, const size_t *index, size_t count, upc_op_t op, upc_type_t type,
                             const void *from);

/* ---- Teams without an array, and one value of each thread ------------------------------------------------------- */

/* Teams that need no array: sections of memory of the library, with one block on each member. They are values, as all
 * sections are, and are never freed. upc_stride_barrier takes them, and the calls below.
 *   all_threads        all threads, in the order of their numbers.
 *   threads_listed     the threads of a list, in its order. `count` may be 0.
 *   all_threads_split  all threads call. Those with the same colour are a team, ordered by key, and then by number. The
 *                      result is the caller's own team. With a negative colour it is empty.
 *   team_split         the same within a team, in which members with equal keys keep their order. For others the result
 *                      is empty.
 *   who       any thread, alone; upc_stride_all_threads_split: all threads; upc_stride_team_split: the members.
 *   agree     members of a team give the same list.
 *   errors    a thread that does not exist, or comes twice; a null list.
 *   cost      of a list, the first time: memory for 8 bytes for each thread of the job and 24 for each member, which
 *             stays. Splitting combines values of all members: one for every 128 of them, of 1024 bytes.
 *
 *     const int pair[] = {0, 3};
 *     upc_stride_barrier(upc_stride_threads_listed(pair, 2)); // threads 0 and 3 wait for each other
 */
upc_stride_section_t upc_stride_all_threads(void);
upc_stride_section_t upc_stride_threads_listed(const int *threads, size_t count);
upc_stride_section_t upc_stride_all_threads_split(int colour, int key);
upc_stride_section_t upc_stride_team_split(upc_stride_section_t members, int colour, int key);

/* Collectives on private variables: each member gives a value, and each gets its result. The members are the owners of
 * a section's blocks, each of them once. Their order is that in which the section first meets them.
 *   all_reduce_value            the values of all members, combined.
 *   all_prefix_value            those of the caller and of the members before it.
 *   all_prefix_exclusive_value  those of the members before the caller. On the first member result stays as it is.
 *   all_broadcast_value         the root's value goes to the variable `value` of every member.
 *   who       the members. Other threads may call; then nothing happens.
 *   shapes    nelems, op, type and func are as in upc_stride_reduce, size, func and context of the forms `_with` as in
 *             upc_stride_reduce_with, for one element. A value has at most 1024 bytes; larger ones are in arrays.
 *   units     nelems in values of the type; size and bytes in bytes. root is the number of a thread, a member.
 *   agree     all arguments but result, value and context.
 *   sync      MYSYNC at both ends: a member returns when it has its result.
 *   order     as upc_stride_reduce.
 *   aliasing  result may be value, else they do not overlap.
 *   errors    those of the reductions; null addresses; more than 1024 bytes; a root that is no member.
 *   schedule  as upc_stride_reduce_all, upc_stride_prefix_reduce, upc_stride_prefix_reduce_exclusive and
 *             upc_stride_broadcast.
 *   cost      as these calls. The members of the latest eight sections are remembered.
 *
 *     double s = 0.5, sum;
 *     upc_stride_all_reduce_value(&sum, &s, 1, UPC_ADD, UPC_DOUBLE, NULL, A<:, 0>);
 */
void upc_stride_all_reduce_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                 void (*func)(const void *in, void *inout, size_t count),
                                 upc_stride_section_t members);
void upc_stride_all_prefix_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                 void (*func)(const void *in, void *inout, size_t count),
                                 upc_stride_section_t members);
void upc_stride_all_prefix_exclusive_value(void *result, const void *value, size_t nelems, upc_op_t op,
                                           upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                                           upc_stride_section_t members);
void upc_stride_all_reduce_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                      void (*func)(const void *in, void *inout, size_t count, void *context),
                                      void *context, upc_stride_section_t members);
void upc_stride_all_prefix_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                      void (*func)(const void *in, void *inout, size_t count, void *context),
                                      void *context, upc_stride_section_t members);
void upc_stride_all_broadcast_value(void *value, size_t bytes, int root, upc_stride_section_t members);

/* The sum, the least and the greatest of a number of each thread. The result has the number's type: int, long, long
 * long, the unsigned ones of these, float or double. They need _Generic, of C11.
 * upc_stride_sum_over(i, count, x), _min_over and _max_over take an expression in i, which goes from 0 to count - 1 on
 * each thread; no value if count is 0. They need GCC's expressions of statements, as Clang has them.
 *   who       all threads.
 *   errors    another type: the compiler refuses it.
 *   cost      as upc_stride_all_reduce_value.
 *
 *     double residual = 0.5, x[8] = {0}, y[8] = {0};
 *     if (upc_stride_max(residual) < 1e-6) puts("converged");
 *     double change = upc_stride_max_over(k, 8, x[k] < y[k] ? y[k] - x[k] : x[k] - y[k]);
 */
int upc_stride_combine_int(int value, upc_op_t op);
unsigned upc_stride_combine_unsigned(unsigned value, upc_op_t op);
long upc_stride_combine_long(long value, upc_op_t op);
unsigned long upc_stride_combine_ulong(unsigned long value, upc_op_t op);
long long upc_stride_combine_llong(long long value, upc_op_t op);
unsigned long long upc_stride_combine_ullong(unsigned long long value, upc_op_t op);
float upc_stride_combine_float(float value, upc_op_t op);
double upc_stride_combine_double(double value, upc_op_t op);
#define upc_stride_sum(x) upc_stride_combined(x, UPC_ADD)
#define upc_stride_min(x) upc_stride_combined(x, UPC_MIN)
#define upc_stride_max(x) upc_stride_combined(x, UPC_MAX)

/* ---- One partner ------------------------------------------------------------------------------------------------ */

/* Changes one element at once, and tells what it was: a shared counter, a flag, a list that several threads build.
 *   fetch_op      *before = *element; *element = *element op *value. With UPC_STRIDE_PUT *element = *value.
 *   compare_swap  *before = *element; if this was *expected, *element = *value. Numbers are compared, so 0.0 is -0.0.
 *   who       any thread, alone. The element's owner takes no part, but see the cost.
 *   shapes    type is an integer of 4 or 8 bytes, UPC_FLOAT or UPC_DOUBLE. op is one of UPC_ADD, UPC_MULT, UPC_AND,
 *             UPC_OR, UPC_XOR, UPC_MIN, UPC_MAX, or UPC_STRIDE_PUT. before may be null.
 *   affinity  element: of any thread, in any array, at a multiple of its size.
 *   sync      who sees the new value in one of these calls sees also what the caller has written before.
 *   aliasing  The change is atomic to other calls of this part, to upc_atomic.h and to upc_stride_update. It is not
 *             atomic to plain accesses, puts, acc_patch and acc_elements.
 *   errors    a null element or value; an element that is not aligned; another type; another op, or a bitwise one for a
 *             floating type; a runtime without atomic operations: those of our upcc and of Berkeley UPC have them.
 *   cost      near: the processor's instruction. Far: one message and its answer by the conduit's atomics. UPC_MULT,
 *             UPC_MIN, UPC_MAX, bitwise ones, and all of floating types, take at least two of them, and more if others
 *             change the element meanwhile. So do elements of 4 bytes.
 *
 *     shared long counter;
 *     long next, one = 1;
 *     upc_stride_fetch_op(&next, &counter, UPC_ADD, UPC_LONG, &one); // next is mine: no other thread gets it
 */
void upc_stride_fetch_op(void *before, shared void *element, upc_op_t op, upc_type_t type, const void *value);
void upc_stride_compare_swap(void *before, shared void *element, upc_type_t type, const void *expected,
                             const void *value);

/* Events: elements of 8 bytes that count, from 0 on, what has been posted and not been waited for. Coarrays call them
 * events, other systems semaphores, or signals.
 *   post   adds 1 to the event, of any thread.
 *   await  waits until the event is at least `count`, and subtracts `count`.
 *   who       any thread, alone.
 *   affinity  event: of any thread; it is an unsigned long, at a multiple of 8 bytes. Who waits for one of its own
 *             sends nothing.
 *   sync      what a thread has written before it posts, the waiting thread sees when await returns.
 *   errors    a null event, or one that is not aligned; a runtime without atomic operations.
 *   cost      as upc_stride_fetch_op. A thread that waits for a far event asks for it again and again.
 *
 *     shared unsigned long arrived[THREADS];
 *     upc_stride_post(&arrived[(MYTHREAD + 1) % THREADS]);
 *     upc_stride_await(&arrived[MYTHREAD], 1); // my left neighbour has come here
 */
void upc_stride_post(shared void *event);
void upc_stride_await(shared void *event, size_t count);

/* Waits for some threads: for each of them until it makes such a call with the caller in its list. What they wrote
 * before, the caller sees afterwards. Coarrays call it sync images.
 *   who       any threads. A thread that calls with another one in its list is in this one's list, too.
 *   agree     each has a list of its own. A thread may name itself, which has no effect.
 *   errors    as upc_stride_threads_listed.
 *   cost      a signal to each thread of the list, at the same time. The first time as upc_stride_threads_listed.
 *
 *     const int neighbours[] = {(MYTHREAD + 1) % THREADS, (MYTHREAD + THREADS - 1) % THREADS};
 *     upc_stride_sync_threads(neighbours, 2); // with 3 or more threads
 */
void upc_stride_sync_threads(const int *threads, size_t count);

/* ---- Split phase -------------------------------------------------------------------------------------------- */
/* Each collective has a form that only starts it: upc_stride_<operation>_nb, with the same arguments. It returns a
 * handle. The UPC_IN_ flag holds from the start of the _nb call. The UPC_OUT_ flag holds when upc_stride_wait returns.
 * Several calls may be in flight. They complete in any order. They progress in waits, tests, barriers and all other
 * calls of the library. If there is nothing to do, for example outside the team, the handle is complete at once.
 * With another compiler than upcc, calls do not progress in upc_barrier, upc_lock, upc_all_alloc and upc_all_free.
 * There a thread waits for its calls, or tests them until they are complete, or calls upc_stride_barrier in place of
 * upc_barrier. Nobody can send to a thread before its first call of upc_stride_all_alloc, upc_stride_array_of or a
 * collective.
 *
 *     upc_stride_handle_t h = upc_stride_reduce_all_nb(sums<:>, V<:>, 64, UPC_ADD, UPC_DOUBLE, NULL, 0);
 *     compute();
 *     upc_stride_wait(&h);
 */

/* upc_stride_wait waits until the call is complete. upc_stride_test returns 1 if it is complete, else 0. The handle of
 * a complete call becomes null. A null handle is complete.
 *   who       the thread that started the call.
 *   errors    a null pointer; a handle of no call in flight, for example a copy of one that has been waited for. */
void upc_stride_wait(upc_stride_handle_t *handle);
int upc_stride_test(upc_stride_handle_t *handle);

/* Prepared calls. upc_stride_<operation>_init, with the arguments of the collective, works out the caller's part and
 * starts nothing. upc_stride_start_call starts the call, as the _nb form does. It is waited for or tested, and started
 * again, as often as the program likes. upc_stride_free_call ends its use.
 *   who       each member, as the _nb form: the starts are the calls, and come in one order. _init and free are the
 *             thread's own, and wait for nobody.
 *   agree     as the collective. Each start has the arguments of _init; what is in the arrays is new.
 *   handle    it stays when the call is complete; free makes it null. It is null if there is nothing to do, and may be
 *             started and freed then, too. While the call is not in flight, waits take the handle as complete.
 *   errors    those of the collective, in _init; a start or a free of a call in flight; an array that was freed
 *             meanwhile.
 *   cost      a start looks for no plan and compares no arguments. The plan stays as long as the handle. _init sends
 *             nothing: messages have a place at their receivers from the first call on. That data is ready, and that
 *             memory may be written, each start must tell anew.
 *
 *     upc_stride_handle_t total = upc_stride_reduce_all_init(sums<:>, V<:>, 1, UPC_ADD, UPC_DOUBLE, NULL, 0);
 *     for (i = 0; i < 100; i++) {
 *       upc_stride_start_call(total);
 *       compute();
 *       upc_stride_wait(&total);
 *     }
 *     upc_stride_free_call(&total);
 */
void upc_stride_start_call(upc_stride_handle_t handle);
void upc_stride_free_call(upc_stride_handle_t *handle);

/* Prepares upc_stride_fetch: each thread says once which elements it needs of its neighbours, in any array, and gets
 * their values again and again. MPI calls this a neighbourhood collective. Owners learn which of their elements are
 * needed where, so a start sends values alone, and only between threads that have some for each other.
 * upc_stride_element_numbers makes the list of sections.
 *   who       all threads, as upc_stride_fetch. upc_stride_fetch_init implies a barrier. A start: all threads, as the
 *             _nb form of a collective; with MYSYNC it concerns neighbours alone.
 *   shapes    as upc_stride_fetch. index may be changed when the call returns.
 *   affinity  src: any layout. dst: private memory of the caller, which each start writes.
 *   aliasing  dst shares nothing with src.
 *   handle    as of prepared calls.
 *   errors    as upc_stride_fetch.
 *   cost      of a start, a packed message for each pair of threads between which something moves; long data of near
 *             threads is read where it lies. The call keeps 48 bytes for each run of elements at equal distances, which
 *             are few if the indices come in rows or columns. While it is made, 16 bytes for each thread of the job.
 *
 *     upc_stride_handle_t neighbours = upc_stride_fetch_init(values, x, columns, 3, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
 *     upc_stride_start_call(neighbours);
 *     upc_stride_wait(&neighbours); // x[columns[i]] is in values[i]
 *     upc_stride_free_call(&neighbours);
 */
upc_stride_handle_t upc_stride_fetch_init(void *dst, upc_stride_array_t src, const size_t *index, size_t count,
                                          upc_flag_t sync_flags);

/* Several calls. Null handles are complete already. Those of calls that these functions complete become null.
 *   wait_all   waits until all are complete.
 *   wait_any   waits until one of them is, and completes this one alone. The result is its place in the list; `count`
 *              if all handles are null.
 *   wait_some  waits until one of them is, and completes all that are. Their places go to indices[count]. The result is
 *              their number; 0 if all handles are null.
 *   test_all   1 if all are complete, else 0. It does not wait, and completes those before one that is not.
 *   who        the thread that started the calls. Each thread may complete calls in its own order.
 *   errors     a null list; those of upc_stride_wait; upc_stride_wait_any and upc_stride_wait_some: handles of calls of
 *              files, which all members complete in one order.
 *   cost       of a turn of a wait, or of a test, that of one test, whatever the number of handles. They look at the
 *              list only if a call has ended, first where they stopped the last time: a list whose calls end in its
 *              order takes as many looks as it has handles.
 * A call that has begun cannot be cancelled: other members may have done their part already.
 *
 *     upc_stride_handle_t handles[2];
 *     handles[0] = upc_stride_reduce_all_nb(sums<:>, V<:>, 64, UPC_ADD, UPC_DOUBLE, NULL, 0);
 *     handles[1] = upc_stride_gather_all_nb(all<:>, V<:>, 8, 0);
 *     size_t done[2], n;
 *     while ((n = upc_stride_wait_some(handles, 2, done)) > 0)
 *       while (n > 0) printf("call %zu is complete\n", done[--n]);
 */
void upc_stride_wait_all(upc_stride_handle_t *handles, size_t count);
size_t upc_stride_wait_any(upc_stride_handle_t *handles, size_t count);
size_t upc_stride_wait_some(upc_stride_handle_t *handles, size_t count, size_t *indices);
int upc_stride_test_all(upc_stride_handle_t *handles, size_t count);

#include "upc_stride_split.h" /* upc_stride_broadcast_nb and the others */

/* ---- For the compiler only: what `A<i, lo:hi>` and the names of declared arrays become ------------------------ */
#ifdef __UPC_STRIDE_SECTIONS__
upc_stride_section_t __upc_section(const volatile void *array, int count, ...);
upc_stride_array_t __upc_array(const volatile void *array);
upc_stride_array_t upc_stride_declared(struct upc_stride_declared *declaration, shared void *base);
#endif

#include "upc_stride_calls.h"

#endif
