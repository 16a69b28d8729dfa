/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride.h: collectives on parts of distributed arrays, for programs in C and C++.
 *
 * A collective names blocks of an array, for example "block row 2 of this array". The library finds the threads that
 * own these blocks and moves the data between them. There is no communicator to create and no buffer to pack.
 *
 * A *thread* is a process: one that upcrun starts (libupc_stride), or a rank of an MPI program
 * (libupc_stride-mpi-mpich, libupc_stride-mpi-openmpi; upc_stride_mpi.h). Threads have numbers from 0.
 * An *array* is cut into blocks of equal size. Each block has an *owner*, a thread; it is contiguous, row by row. A
 * *grid* says who owns which block: block (c0, c1) belongs to the thread at (c0 mod P0, c1 mod P1) of the grid,
 * counted row by row. Without a grid the blocks go round the threads. Blocks at the edge are padded to full size. A
 * *section* picks some blocks: an interval for each dimension, as text "1, 0:2:7, :" or as macros. Both bounds belong
 * to an interval; `:` is everything; what is left out at the end is everything. A *pointer* names a place in the
 * memory of some thread, as `shared void *` does in UPC.
 *
 *   upc_stride_init(NULL);
 *   size_t shape[] = {1024, 1024}, scratch[] = {128, 128}, block[] = {64, 64}, index[] = {64 * row, 64 * k};
 *   int grid[] = {2, 2};
 *   upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
 *   upc_stride_array_t copies = upc_stride_all_alloc(2, scratch, block, sizeof(double), 2, grid);
 *   upc_stride_section_t mine = UPC_SECTION(copies, UPC_STRIDE_AT(row), UPC_STRIDE_ALL);
 *   upc_stride_broadcast(&mine, upc_stride_at(A, index), 64 * 64 * sizeof(double), 0);
 *
 * Each call does what the UPC call of the same name does, which docs/manual.md describes: who must call (all owners
 * of the blocks, with the same arguments; others may), what must agree, synchronisation, cost. Here sections are
 * passed by address, places are pointers of this header, and calls return 0, or -1 for an error.
 *
 * Errors. A wrong argument ends the program with a line that names the call, the argument, what it got and what it must
 * be. With the option UPC_STRIDE_ERRORS_RETURN, on all threads, the call returns -1 instead, or a null handle, array or
 * address; upc_stride_last_error has the line. Nothing was moved then.
 *
 * Where errors return, a call that one member refuses returns an error on all members, with the line of that member:
 * collectives, calls on values, upc_stride_all_alloc and its kin, calls on files, views made of memory, and
 * upc_stride_fetch. A split-phase call returns it from the wait or the test. For that a collective begins with an
 * agreement of its members, which is a barrier, so that UPC_IN_ALLSYNC costs no second one. Who refuses returns when
 * the others have made the call. It finds them by those sections and places of its call that are right. If no section
 * is right, as of a barrier, it takes the owners of the array, or all threads if the call has none: then a call of
 * other members may wait, until UPC_STRIDE_TIMEOUT ends that. These members cannot be told before: their team follows
 * from their section alone, which the one that refuses does not have. A member that waits for it cannot tell either
 * whether the refused call is its own, or an earlier one of another team. Forms with _init agree too, and send nothing
 * else. The errors of all other calls are the caller's alone.
 *
 * A package for another language checks arguments of its own: see upc_stride_refuse_call.
 *
 * What only several threads can see (a member that has ended, arguments that differ in checked mode) ends
 * the program in either case; so do wrong lists of upc_stride_exchange_own, and a null dst of upc_stride_halo on an
 * owner.
 *
 * One thread of the operating system calls the library at a time.
 */
#ifndef UPC_STRIDE_H
#define UPC_STRIDE_H

#ifdef __UPC__
#error "upc_stride.h is for C and C++; UPC programs include upc_stride_coll.h"
#endif

#include <stddef.h>
#include "upc_stride_layout.h"
#include "upc_stride_version.h" /* UPC_STRIDE_VERSION, of this header */
#include "upc_types.h" /* UPC_ADD, UPC_DOUBLE, UPC_IN_MYSYNC, ... */
#include "upc_collective.h" /* UPC_FUNC, UPC_NONCOMM_FUNC */
#include "upc_stride_values.h" /* UPC_STRIDE_MINLOC, UPC_STRIDE_COMPLEX_DOUBLE, ... */

#ifdef __cplusplus
extern "C" {
#endif

/* The linker's name of a call is upc_stride_c_<call>: the UPC call has the other one. */
#define UPC_STRIDE_NAMED(name) __asm__("upc_stride_c_" name)

/* ---- Start and end ------------------------------------------------------------------------------------------- */

/* UPC_STRIDE_ERRORS_END: the line on standard error, and the end. UPC_STRIDE_ERRORS_RETURN: -1. */
enum { UPC_STRIDE_ERRORS_END, UPC_STRIDE_ERRORS_RETURN };

/* Zeroed members have their defaults. */
typedef struct upc_stride_options {
  int errors;                 /* of the above                                                                  */
  int check;                  /* 1: checked mode, as UPC_STRIDE_CHECK=1                                        */
  int threads;                /* where upcrun -n does not say how many; 0: one. Not for MPI                    */
  size_t heap;                /* bytes of shared memory of each thread, for arrays; 0: as upcrun -shared-heap,
                                 or half of the machine's memory divided by the threads. Only what is used counts */
} upc_stride_options_t;

/* Starts the threads of a program that upcrun has started: `upcrun -n 4 ./program`. Before this call there is one
 * process. It becomes the first of 4 copies; each copy returns from here as a thread. So call it at the beginning of
 * main, before the program starts threads of its own or opens files that are not to be shared. `options` may be null.
 * The second init, after a finalize, only begins anew; its options for threads and heap have no effect. */
int upc_stride_init(const upc_stride_options_t *options) UPC_STRIDE_NAMED("init");

/* What upc_stride_init and upc_stride_init_mpi (upc_stride_mpi.h) call. */
int upc_stride_init_with(const void *communicator, const char *mpi, const upc_stride_options_t *options)
  UPC_STRIDE_NAMED("init_with");

/* Ends the use of the library: frees all arrays and memory. All threads call; none has a call in flight, or updates
 * without a fence. The threads go on. */
int upc_stride_finalize(void) UPC_STRIDE_NAMED("finalize");
int upc_stride_initialized(void) UPC_STRIDE_NAMED("initialized");

/* The number of the calling thread, from 0; the number of threads. Before the start they are 0 and 1. */
int upc_stride_mythread(void) UPC_STRIDE_NAMED("mythread");
int upc_stride_threads(void) UPC_STRIDE_NAMED("threads");

/* A barrier of all threads; not between upc_stride_update and upc_stride_update_fence. */
int upc_stride_barrier_all(void) UPC_STRIDE_NAMED("barrier_all");

/* Ends all threads at once. */
void upc_stride_exit(int status) UPC_STRIDE_NAMED("exit");

/* The version of the library, such as "0.1.0". Any time. */
const char *upc_stride_version(void) UPC_STRIDE_NAMED("version");

/* The line of the latest error of this thread, "" if there was none. */
const char *upc_stride_last_error(void) UPC_STRIDE_NAMED("last_error");

/* ---- Memory and pointers ------------------------------------------------------------------------------------- */

/* A place in the memory of a thread. Its members are private; zeroed, it is the null pointer. */
typedef struct upc_stride_pointer {
  size_t offset;
  unsigned long where;
} upc_stride_pointer_t;

/* `bytes` bytes on every thread, at the same place of each. All threads call. The pointer is to thread 0's part; null
 * if there is no room. upc_stride_all_free_memory: all threads call; a barrier is not implied. */
upc_stride_pointer_t upc_stride_all_memory(size_t bytes) UPC_STRIDE_NAMED("all_memory");
int upc_stride_all_free_memory(upc_stride_pointer_t memory) UPC_STRIDE_NAMED("all_free_memory");

/* upc_stride_on_thread: the same place in the part of another thread, 0 to upc_stride_threads() - 1. upc_stride_plus:
 * the place `bytes` bytes further on. upc_stride_thread_of: the thread whose memory it is. upc_stride_is_null: 1 for
 * the null pointer, else 0. */
upc_stride_pointer_t upc_stride_on_thread(upc_stride_pointer_t place, int thread) UPC_STRIDE_NAMED("on_thread");
upc_stride_pointer_t upc_stride_plus(upc_stride_pointer_t place, size_t bytes) UPC_STRIDE_NAMED("plus");
int upc_stride_thread_of(upc_stride_pointer_t place) UPC_STRIDE_NAMED("thread_of");
int upc_stride_is_null(upc_stride_pointer_t place) UPC_STRIDE_NAMED("is_null");

/* The address of a place on the caller or on a thread that shares memory with it, else null. */
void *upc_stride_address_of(upc_stride_pointer_t place) UPC_STRIDE_NAMED("address_of");

/* upc_stride_get reads bytes of any thread, upc_stride_put writes them. Any thread calls, alone; the bytes have moved
 * when the call returns. That they lie in one array or one upc_stride_all_memory is looked at in checked mode only. */
int upc_stride_get(void *to, upc_stride_pointer_t from, size_t bytes) UPC_STRIDE_NAMED("get");
int upc_stride_put(upc_stride_pointer_t to, const void *from, size_t bytes) UPC_STRIDE_NAMED("put");

/* ---- Arrays -------------------------------------------------------------------------------------------------- */

/* The handle of an array, and the value of a section (upc_stride_layout.h). */
typedef struct upc_stride_array *upc_stride_array_t;
typedef struct upc_stride_section upc_stride_section_t;

/* As in UPC. All threads call upc_stride_all_alloc, or another of its forms, and, for an allocated array,
 * upc_stride_all_free. A view describes memory of upc_stride_all_memory, or any other, as an array: base is the first
 * element of block 0. */
upc_stride_array_t upc_stride_all_alloc(int ndims, const size_t *shape, const size_t *block, size_t elemsize, int ngrid,
                                        const int *grid) UPC_STRIDE_NAMED("all_alloc");
upc_stride_array_t upc_stride_all_alloc_listed(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                               const int *owner) UPC_STRIDE_NAMED("all_alloc_listed");
upc_stride_array_t upc_stride_all_alloc_owned(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                              int (*owner)(const size_t *blockindex, void *argument), void *argument)
    UPC_STRIDE_NAMED("all_alloc_owned");
upc_stride_array_t upc_stride_all_alloc_replicated(int ndims, const size_t *shape, size_t elemsize)
    UPC_STRIDE_NAMED("all_alloc_replicated");
upc_stride_array_t upc_stride_view(upc_stride_pointer_t base, int ndims, const size_t *shape, const size_t *block,
                                   size_t elemsize, int ngrid, const int *grid) UPC_STRIDE_NAMED("view");
int upc_stride_all_free(upc_stride_array_t array) UPC_STRIDE_NAMED("all_free");

/* Memory that the program has (malloc, std::vector::data) as an array, a view, as the manual says. Each thread passes
 * the memory with its own blocks; the view leaves it to the program when it is freed. Calls of one thread, also
 * upc_stride_get and upc_stride_put, need a view that is open. */
upc_stride_array_t upc_stride_array_of(void *memory, size_t bytes, int ndims, const size_t *shape, const size_t *block,
                                       size_t elemsize, int ngrid, const int *grid) UPC_STRIDE_NAMED("array_of");
upc_stride_array_t upc_stride_array_of_listed(void *memory, size_t bytes, int ndims, const size_t *shape,
                                              const size_t *block, size_t elemsize, const int *owner)
    UPC_STRIDE_NAMED("array_of_listed");
int upc_stride_open_view(upc_stride_array_t view) UPC_STRIDE_NAMED("open_view");
int upc_stride_close_view(upc_stride_array_t view) UPC_STRIDE_NAMED("close_view");

/* Frees an array, but not the memory of its elements. The memory of an array that was allocated becomes memory as of
 * upc_stride_all_memory, and is returned; a view gives the null pointer. All threads call. They wait for each other
 * if it is a view of upc_stride_array_of. */
upc_stride_pointer_t upc_stride_all_free_handle(upc_stride_array_t array) UPC_STRIDE_NAMED("all_free_handle");

/* The layout of an array: shape, block, nblocks, grid, elemsize, blockbytes (upc_stride_layout.h). Null: no array. */
const upc_stride_layout_t *upc_stride_layout(upc_stride_array_t array) UPC_STRIDE_NAMED("layout");

/* upc_stride_at: the place of element index[]. upc_stride_owner: the thread that owns block blockindex[];
 * upc_stride_owner_of_element: that owns element index[]; -1 for an error. */
upc_stride_pointer_t upc_stride_at(upc_stride_array_t array, const size_t *index) UPC_STRIDE_NAMED("at");
int upc_stride_owner(upc_stride_array_t array, const size_t *blockindex) UPC_STRIDE_NAMED("owner");
int upc_stride_owner_of_element(upc_stride_array_t array, const size_t *index) UPC_STRIDE_NAMED("owner_of_element");

/* The address of a block that the caller or a thread that shares memory with it owns, else null. */
void *upc_stride_near_block(upc_stride_array_t array, const size_t *blockindex) UPC_STRIDE_NAMED("near_block");

/* upc_stride_own_blocks: how many blocks the caller owns. upc_stride_own_block: the address of one of them, by its
 * number from 0; its coordinates go to blockindex[], unless that is null. */
size_t upc_stride_own_blocks(upc_stride_array_t array) UPC_STRIDE_NAMED("own_blocks");
void *upc_stride_own_block(upc_stride_array_t array, size_t number, size_t *blockindex) UPC_STRIDE_NAMED("own_block");

/* upc_stride_forall(block, array) statement: for each of the caller's blocks.
 * upc_stride_forall_elements(block, section) statement: for the caller's elements that the section picks, such as the
 * inner ones of an array; its intervals count elements, and `section` is a pointer. As in the manual: the first element
 * is at data, and lo[] to hi[] are elements, hi[] included. If errors return, there is no block for a wrong call. */
typedef struct upc_stride_block {
  void *data;
  size_t number;                      /* among the caller's blocks, from 0 */
  size_t index[8], lo[8], hi[8], stride[8];
  upc_stride_array_t array;
  int of_section;                     /* these are the library's */
  size_t from[8], to[8];
} upc_stride_block_t;
upc_stride_block_t upc_stride_before_own_block(upc_stride_array_t array) UPC_STRIDE_NAMED("before_own_block");
upc_stride_block_t upc_stride_before_own_elements(const upc_stride_section_t *section)
  UPC_STRIDE_NAMED("before_own_elements");
int upc_stride_next_own_block(upc_stride_block_t *block) UPC_STRIDE_NAMED("next_own_block");
#define upc_stride_forall(block, array) \
  for (upc_stride_block_t block = upc_stride_before_own_block(array); upc_stride_next_own_block(&block) == 1;)
#define upc_stride_forall_elements(block, section) \
  for (upc_stride_block_t block = upc_stride_before_own_elements(section); upc_stride_next_own_block(&block) == 1;)

/* Copies whole blocks, of any threads, to private memory, one after another. numbers[count] are the numbers of the
 * blocks, counted row by row. Up to 64 blocks of far threads are under way at once. Any thread calls, alone; the blocks
 * are there when the call returns. */
int upc_stride_get_blocks(void *to, upc_stride_array_t array, const size_t *numbers, size_t count)
  UPC_STRIDE_NAMED("get_blocks");

/* ---- Sections ------------------------------------------------------------------------------------------------ */

/* A section from a text, such as "1, 0:2:7, :". */
int upc_stride_select(upc_stride_section_t *section, upc_stride_array_t array, const char *text)
  UPC_STRIDE_NAMED("select");

/* A section from intervals, with the line of the program for messages:
 * UPC_SECTION(A, UPC_STRIDE_AT(1), UPC_STRIDE_STEP(0, 2, 7), UPC_STRIDE_ALL) */
upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t array, int count,
                                             const upc_stride_interval_t *intervals) UPC_STRIDE_NAMED("section_here");
#ifdef __cplusplus
#define UPC_STRIDE_INTERVAL(kind, lo, step, hi)                                                  \
  (upc_stride_interval_t{kind, static_cast<long long>(lo), static_cast<long long>(step), \
                         static_cast<long long>(hi)})
#else
#define UPC_STRIDE_INTERVAL(kind, lo, step, hi) ((upc_stride_interval_t){kind, (lo), (step), (hi)})
#endif
#define UPC_STRIDE_AT(i) UPC_STRIDE_INTERVAL(UPC_STRIDE_INTERVAL_AT, i, 1, 0)
#define UPC_STRIDE_RANGE(lo, hi) UPC_STRIDE_INTERVAL(UPC_STRIDE_INTERVAL_RANGE, lo, 1, hi)
#define UPC_STRIDE_STEP(lo, step, hi) UPC_STRIDE_INTERVAL(UPC_STRIDE_INTERVAL_STEP, lo, step, hi)
#define UPC_STRIDE_ALL UPC_STRIDE_INTERVAL(UPC_STRIDE_INTERVAL_ALL, 0, 1, 0)
#ifdef __cplusplus
} /* extern "C" */
/* UPC_SECTION is a value whose address can be taken, as in C: &UPC_SECTION(A, UPC_STRIDE_ALL) lasts until the call. */
struct upc_stride_section_made : upc_stride_section {
  upc_stride_section_made(const upc_stride_section &section) : upc_stride_section(section) {}
  const upc_stride_section *operator&() const { return this; }
};
template <typename... Intervals>
inline upc_stride_section_made upc_stride_section_of(const char *file, int line, upc_stride_array_t array,
                                                     Intervals... intervals) {
  const upc_stride_interval_t list[] = {intervals...};
  return upc_stride_section_here(file, line, array, static_cast<int>(sizeof...(intervals)), list);
}
#define UPC_SECTION(array, ...) upc_stride_section_of(__FILE__, __LINE__, (array), __VA_ARGS__)
extern "C" {
#else
#define UPC_SECTION(array, ...)                                                                            \
  upc_stride_section_here(__FILE__, __LINE__, (array),                                                     \
                          (int)(sizeof((upc_stride_interval_t[]){__VA_ARGS__}) / sizeof(upc_stride_interval_t)), \
                          (upc_stride_interval_t[]){__VA_ARGS__})
#endif

/* 1 if the caller owns a block of the section, 0 if not, -1 for an error. */
int upc_stride_have_affinity(const upc_stride_section_t *section) UPC_STRIDE_NAMED("have_affinity");

/* The number of blocks that the section picks; with upc_stride_picked_elements its intervals count elements, as those
 * of upc_stride_copy do. count[], if it is not null, gets the number in each dimension. -1 for an error. */
long long upc_stride_picked(const upc_stride_section_t *section, size_t *count) UPC_STRIDE_NAMED("picked");
long long upc_stride_picked_elements(const upc_stride_section_t *section, size_t *count)
  UPC_STRIDE_NAMED("picked_elements");

/* The numbers of the elements that the section picks, whose intervals count elements, row by row: as upc_stride_fetch
 * and upc_stride_fetch_init take them. A null index: they are only counted. Returns how many they are, or -1 for an
 * error. */
long long upc_stride_element_numbers(const upc_stride_section_t *section, size_t *index)
  UPC_STRIDE_NAMED("element_numbers");

/* ---- Collectives --------------------------------------------------------------------------------------------- */

/* `in` comes first in the section; inout[i] = in[i] op inout[i]. For UPC_FUNC and UPC_NONCOMM_FUNC. The second is for
 * elements of any size, upc_stride_reduce_with and the like; it gets the call's context. */
typedef void upc_stride_func_c(const void *in, void *inout, size_t count);
typedef void upc_stride_func_with_c(const void *in, void *inout, size_t count, void *context);

/* The caller's blocks with a border of `width` elements, into private memory; parts as in the manual. */
enum {
  UPC_STRIDE_CORNERS = 1,
  UPC_STRIDE_PERIODIC = 2,
  UPC_STRIDE_HALO_ONLY = 4,
  UPC_STRIDE_FAR_ONLY = 8,
  UPC_STRIDE_PADDED = 16
};
/* `count` elements of `size` bytes, rounded up to a multiple of 64 bytes: lengths in a buffer with UPC_STRIDE_PADDED */
#define UPC_STRIDE_PADDED_LENGTH(count, size) (((count) * (size) + 63) / 64 * 64 / (size))

/* How what upc_stride_halo writes lies in dst, in elements: element (i, j) of the caller's block k is at
 * dst[k * elements + first + i * stride[0] + j * stride[1]]; i and j begin at -width. For an error all are 0. */
typedef struct upc_stride_halo_tile {
  size_t elements, first, stride[8];
} upc_stride_halo_tile_t;
upc_stride_halo_tile_t upc_stride_halo_tile(upc_stride_array_t array, size_t width, int parts)
  UPC_STRIDE_NAMED("halo_tile");

/* Elements of private memory, each combined with all that come before it in its line: to[i] = from[0] op .. op
 * from[i]. `lines` lines of `count` elements lie one after another. `to` may be `from`. Any thread calls, alone;
 * nothing is sent. With upc_stride_prefix_reduce_exclusive of the lines' last elements this is a prefix over several
 * threads. */
int upc_stride_running(void *to, const void *from, size_t lines, size_t count, upc_op_t op, upc_type_t type)
  UPC_STRIDE_NAMED("running");

/* Sums of private memory along one dimension: to[i][k] = from[i][0][k] + .. + from[i][count - 1][k]. `from` has
 * lines x count x columns elements, row by row, and `to` has lines x columns. They do not overlap. `type` is an
 * integer or real type of 4 or 8 bytes. The rounding error grows with the logarithm of count if columns is 1, since
 * parts of a line are added in pairs. Otherwise it grows with count / 8. Any thread calls, alone; nothing is sent. */
int upc_stride_sums(void *to, const void *from, size_t lines, size_t count, size_t columns, upc_type_t type)
  UPC_STRIDE_NAMED("sums");

/* Single elements, collected into messages. upc_stride_update and upc_stride_updates: any thread, alone.
 * upc_stride_update_fence and upc_stride_fetch: all threads. upc_stride_updates makes `count` updates: element index[i]
 * of dst is combined with value i. `type` has the size of dst's elements. Elements are counted row by row, as in
 * upc_stride_fetch. They have their new values when upc_stride_update_fence has returned. */
int upc_stride_update(upc_stride_pointer_t dst, upc_op_t op, upc_type_t type, const void *value)
  UPC_STRIDE_NAMED("update");
int upc_stride_updates(upc_stride_array_t dst, const size_t *index, size_t count, upc_op_t op, upc_type_t type,
                       const void *values) UPC_STRIDE_NAMED("updates");
int upc_stride_update_fence(void) UPC_STRIDE_NAMED("update_fence");
int upc_stride_fetch(void *dst, upc_stride_array_t src, const size_t *index, size_t count, upc_flag_t sync_flags)
  UPC_STRIDE_NAMED("fetch");

/* ---- Patches and lists of elements, by one thread --------------------------------------------------------------- */
/* Any thread calls, alone, as in the manual: boxes of elements (the intervals of these sections count elements), and
 * lists of elements, counted row by row. extents[] are those of the buffer, null: no more than what is picked. */
typedef struct upc_stride_call *upc_stride_handle_t;
int upc_stride_get_patch(void *to, const size_t *extents, const upc_stride_section_t *src)
  UPC_STRIDE_NAMED("get_patch");
int upc_stride_put_patch(const upc_stride_section_t *dst, const void *from, const size_t *extents)
  UPC_STRIDE_NAMED("put_patch");
int upc_stride_acc_patch(const upc_stride_section_t *dst, upc_op_t op, upc_type_t type, const void *from,
                         const size_t *extents) UPC_STRIDE_NAMED("acc_patch");
int upc_stride_get_patch_nb(upc_stride_handle_t *handle, void *to, const size_t *extents,
                            const upc_stride_section_t *src) UPC_STRIDE_NAMED("get_patch_nb");
int upc_stride_put_patch_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, const void *from,
                            const size_t *extents) UPC_STRIDE_NAMED("put_patch_nb");
int upc_stride_get_elements(void *to, upc_stride_array_t src, const size_t *index, size_t count)
  UPC_STRIDE_NAMED("get_elements");
int upc_stride_put_elements(upc_stride_array_t dst, const size_t *index, size_t count, const void *from)
  UPC_STRIDE_NAMED("put_elements");
int upc_stride_acc_elements(upc_stride_array_t dst, const size_t *index, size_t count, upc_op_t op, upc_type_t type,
                            const void *from) UPC_STRIDE_NAMED("acc_elements");

/* ---- Teams without an array, and one value of each thread ------------------------------------------------------- */
/* As in the manual. Where `members` is a section, null stands for all threads. A section that these calls make is a
 * team: of all threads; of a list of them; of those with the caller's colour, which all threads call, or the members of
 * a team that is split. */
upc_stride_section_t upc_stride_all_threads(void) UPC_STRIDE_NAMED("all_threads");
int upc_stride_threads_listed(upc_stride_section_t *team, const int *threads, size_t count)
  UPC_STRIDE_NAMED("threads_listed");
int upc_stride_all_threads_split(upc_stride_section_t *team, int colour, int key)
  UPC_STRIDE_NAMED("all_threads_split");
int upc_stride_team_split(upc_stride_section_t *team, const upc_stride_section_t *members, int colour, int key)
  UPC_STRIDE_NAMED("team_split");

/* The values of all members, combined; those up to the caller's; those before it, where result stays as it is on the
 * first member. `_with`: one element of `size` bytes, by a function. And a value of the thread `root`, for all. */
int upc_stride_all_reduce_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                upc_stride_func_c *func, const upc_stride_section_t *members)
  UPC_STRIDE_NAMED("all_reduce_value");
int upc_stride_all_prefix_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                upc_stride_func_c *func, const upc_stride_section_t *members)
  UPC_STRIDE_NAMED("all_prefix_value");
int upc_stride_all_prefix_exclusive_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                          upc_stride_func_c *func, const upc_stride_section_t *members)
  UPC_STRIDE_NAMED("all_prefix_exclusive_value");
int upc_stride_all_reduce_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                     upc_stride_func_with_c *func, void *context, const upc_stride_section_t *members)
  UPC_STRIDE_NAMED("all_reduce_value_with");
int upc_stride_all_prefix_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                     upc_stride_func_with_c *func, void *context, const upc_stride_section_t *members)
  UPC_STRIDE_NAMED("all_prefix_value_with");
int upc_stride_all_broadcast_value(void *value, size_t bytes, int root, const upc_stride_section_t *members)
  UPC_STRIDE_NAMED("all_broadcast_value");

/* For packages in other languages, where errors return: the caller refuses a collective that its other members make,
 * for a reason that the library does not see. They get the line. dst, place and src are those of the call; null if it
 * has none, or a wrong one; if all are, it is a call of all threads. of_elements: 1 for upc_stride_copy and
 * upc_stride_transform, else 0. Returns -1 when the others have made the call. */
int upc_stride_refuse_call(const char *line, int of_elements, const upc_stride_section_t *dst,
                           upc_stride_pointer_t place, const upc_stride_section_t *src)
  UPC_STRIDE_NAMED("refuse_call");

/* upc_stride_sum(x), upc_stride_min(x), upc_stride_max(x): of a number of each thread, in its type; all threads call.
 * upc_stride_max_over(i, count, x) and the others: of an expression in i, from 0 to count - 1 on each thread.
 * In C alone, since C11; upc_stride.hpp has them for C++. If errors return, the result of a wrong call is x. */
#ifndef __cplusplus
#define UPC_STRIDE_COMBINE(name, number, TYPE)                                    \
  static inline number upc_stride_combine_##name(number x, upc_op_t op) {         \
    upc_stride_all_reduce_value(&x, &x, 1, op, TYPE, NULL, NULL);                 \
    return x;                                                                     \
  }
UPC_STRIDE_COMBINE(int, int, UPC_INT)
UPC_STRIDE_COMBINE(unsigned, unsigned, UPC_UINT)
UPC_STRIDE_COMBINE(long, long, UPC_LONG)
UPC_STRIDE_COMBINE(ulong, unsigned long, UPC_ULONG)
UPC_STRIDE_COMBINE(llong, long long, UPC_LLONG)
UPC_STRIDE_COMBINE(ullong, unsigned long long, UPC_ULLONG)
UPC_STRIDE_COMBINE(float, float, UPC_FLOAT)
UPC_STRIDE_COMBINE(double, double, UPC_DOUBLE)
#undef UPC_STRIDE_COMBINE
#define upc_stride_sum(x) upc_stride_combined(x, UPC_ADD)
#define upc_stride_min(x) upc_stride_combined(x, UPC_MIN)
#define upc_stride_max(x) upc_stride_combined(x, UPC_MAX)
#endif

/* ---- One partner ------------------------------------------------------------------------------------------------- */
/* As in the manual. An element is a place, such as upc_stride_at(A, index). fetch_op and compare_swap change it at
 * once, and set *before to what it was, unless `before` is null. Events count what upc_stride_post has posted. */
int upc_stride_fetch_op(void *before, upc_stride_pointer_t element, upc_op_t op, upc_type_t type, const void *value)
  UPC_STRIDE_NAMED("fetch_op");
int upc_stride_compare_swap(void *before, upc_stride_pointer_t element, upc_type_t type, const void *expected,
                            const void *value) UPC_STRIDE_NAMED("compare_swap");
int upc_stride_post(upc_stride_pointer_t event) UPC_STRIDE_NAMED("post");
int upc_stride_await(upc_stride_pointer_t event, size_t count) UPC_STRIDE_NAMED("await");
int upc_stride_sync_threads(const int *threads, size_t count) UPC_STRIDE_NAMED("sync_threads");

/* UPC's locks. All threads call upc_stride_all_lock, and have the same lock, or null for an error; all call
 * upc_stride_all_free_lock, when nobody uses it. One thread at a time holds it: upc_stride_lock waits for it,
 * upc_stride_try_lock sets *taken to 1 if the caller has it now, else to 0. Who takes it sees what the thread that held
 * it before has written. */
upc_stride_pointer_t upc_stride_all_lock(void) UPC_STRIDE_NAMED("all_lock");
int upc_stride_lock(upc_stride_pointer_t lock) UPC_STRIDE_NAMED("lock");
int upc_stride_try_lock(upc_stride_pointer_t lock, int *taken) UPC_STRIDE_NAMED("try_lock");
int upc_stride_unlock(upc_stride_pointer_t lock) UPC_STRIDE_NAMED("unlock");
int upc_stride_all_free_lock(upc_stride_pointer_t lock) UPC_STRIDE_NAMED("all_free_lock");

/* ---- Split phase --------------------------------------------------------------------------------------------- */
/* Each collective has a form that only starts it: upc_stride_<call>_nb(&handle, ...). Several may be in flight. They
 * progress in calls of the library. upc_stride_test sets *done to 1 once the call is complete; the handle is null
 * then. */
int upc_stride_wait(upc_stride_handle_t *handle) UPC_STRIDE_NAMED("wait");
int upc_stride_test(upc_stride_handle_t *handle, int *done) UPC_STRIDE_NAMED("test");

/* Each collective has a form that only prepares it: upc_stride_<call>_init(&handle, ...). start_call starts it, as
 * often as the program likes, with a wait after each start. free_call frees it. */
int upc_stride_start_call(upc_stride_handle_t handle) UPC_STRIDE_NAMED("start_call");
int upc_stride_free_call(upc_stride_handle_t *handle) UPC_STRIDE_NAMED("free_call");

/* A prepared upc_stride_fetch, of all threads: each start gets the elements of the same list anew. */
int upc_stride_fetch_init(upc_stride_handle_t *handle, void *dst, upc_stride_array_t src, const size_t *index,
                          size_t count, upc_flag_t sync_flags) UPC_STRIDE_NAMED("fetch_init");

/* Several calls. wait_any sets *index to the place of the one that it completes, or to `count` if all handles are null.
 * wait_some sets indices[] to the places of those that it completes, and *done to their number. test_all sets *done to
 * 1 if all are complete. */
int upc_stride_wait_all(upc_stride_handle_t *handles, size_t count) UPC_STRIDE_NAMED("wait_all");
int upc_stride_wait_any(upc_stride_handle_t *handles, size_t count, size_t *index) UPC_STRIDE_NAMED("wait_any");
int upc_stride_wait_some(upc_stride_handle_t *handles, size_t count, size_t *indices, size_t *done)
  UPC_STRIDE_NAMED("wait_some");
int upc_stride_test_all(upc_stride_handle_t *handles, size_t count, int *done) UPC_STRIDE_NAMED("test_all");

#include "upc_stride_collectives.h"

/* ---- For other languages ------------------------------------------------------------------------------------- */

/* Where the next call is noted, "file.c:12: upc_stride_wait": a text that stays for ever. The calls above that may wait
 * do so themselves, as macros (upc_stride_places.h). */
const char **upc_stride_place(void) UPC_STRIDE_NAMED("place");

/* A line for each collective: its name, and what kinds of arguments it takes, "broadcast section pointer size int". The
 * last one is sync_flags. An address is null or of memory of the caller; sizes and ints are lists. */
const char *upc_stride_operations(void) UPC_STRIDE_NAMED("operations");
#ifdef __cplusplus
}
#endif
#include "upc_stride_places.h"

#endif
