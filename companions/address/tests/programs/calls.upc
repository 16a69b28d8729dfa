// SPDX-License-Identifier: BSD-3-Clause
// A fault by each kind of call that reads or writes shared memory; `none` has none. Those of CASE the last thread,
// THREAD, makes alone, in memory of thread 0, which may be far; those of ALL, collectives,
// all threads make. The comment below is a part of the report, or of the line with which the library refuses a call,
// with the option or without (companions/address/tests/faults.sh).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <bupc_extensions.h>
#include <upc_stride_coll.h>
#if __has_include(<upc_stride_file.h>)
#include <upc_stride_file.h>
#else
#define upc_stride_write(...)
#define upc_stride_read(...)
#endif

enum { FEW = 10, MANY = 20, BYTES = MANY * sizeof(double) };
shared [FEW] double small[FEW * THREADS];
shared [MANY] double large[MANY * THREADS], other[MANY * THREADS];
shared [] double *shared P, *shared Q;          // on thread 0: FEW elements, and MANY
shared int permutation[THREADS];
static double b[4 * MANY];

#define CASE(name) if (!strcmp(what, #name) && MYTHREAD == THREADS - 1)
#define ALL(name) if (!strcmp(what, #name))
#define WHOLE(array) UPC_SECTION(array, UPC_STRIDE_ALL)

static int compare(shared void *x, shared void *y) {
  double a = *(shared double *)x, c = *(shared double *)y;
  return a < c ? -1 : a > c;
}

static upc_stride_array_t view(shared void *base) {
  size_t shape[] = {MANY * THREADS}, block[] = {MANY};
  return upc_stride_view(base, 1, shape, block, sizeof(double), 0, NULL);
}

// ---- calls of UPC's and Berkeley's ----
static void of_upc(const char *what, shared [] double *p) {
  const upc_flag_t flags = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  double *mine = (double *)&small[FEW * MYTHREAD], *local = b;
  long one = 1;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
  bupc_sem_t *semaphore = bupc_sem_alloc(0);
  shared void *wide = upc_all_alloc(THREADS, BYTES * THREADS);
  upc_file_t *file = upc_all_fopen("calls.data", UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  const size_t count[] = {8, 3}, stride[] = {40}, dense[] = {8};
  shared const void *from[] = {p, p + FEW};
  void *to[] = {b};
  bupc_smemvec_t pieces[] = {{p, 16}, {p + FEW - 1, 16}};
  bupc_pmemvec_t source[] = {{b, 32}};
  struct upc_local_memvec vec = {mine, BYTES};
  struct upc_shared_memvec shared_vec = {small, BYTES, BYTES * THREADS};
  struct upc_filevec place = {0, BYTES}, all_places = {0, BYTES * THREADS};
  CASE(atomic) upc_atomic_relaxed(domain, NULL, UPC_ADD, (shared void *)(p + FEW), &one, NULL);
  // says: THREAD writes 8 bytes by upc_atomic_relaxed, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(atomic_strict) upc_atomic_strict(domain, &one, UPC_GET, (shared void *)(p - 1), NULL, NULL);
  // says: THREAD reads 8 bytes by upc_atomic_strict, 8 bytes before the start of an object of 80 bytes on thread 0
  CASE(atomic_fetched) upc_atomic_relaxed(domain, mine + FEW, UPC_GET, (shared void *)p, NULL, NULL);
  // says: THREAD writes 8 bytes by upc_atomic_relaxed, 0 bytes beyond the end of small, which has 80 bytes
  CASE(atomic_operand) upc_atomic_relaxed(domain, NULL, UPC_ADD, (shared void *)p, mine + FEW, NULL);
  // says: THREAD reads 8 bytes by upc_atomic_relaxed, 0 bytes beyond the end of small, which has 80 bytes
  CASE(atomic_private) bupc_atomicL_fetchadd_private(mine + FEW, 1);
  // says: 0 bytes beyond the end of small, which has 80 bytes
  CASE(copy_async) bupc_waitsync(bupc_memcpy_async(small, p, BYTES));
  // says: THREAD reads 160 bytes by bupc_memcpy_async, 80 of them beyond the end of an object of 80 bytes on thread 0
  CASE(set_asynci) bupc_memset_asynci(p + 1, 0, 80);
  // says: THREAD writes 80 bytes by bupc_memset_asynci, 8 of them beyond the end of an object of 80 bytes on thread 0
  CASE(put_vlist) bupc_memput_vlist(2, pieces, 1, source);
  // says: THREAD writes 16 bytes by bupc_memput_vlist, 8 of them beyond the end of an object of 80 bytes on thread 0
  CASE(get_ilist) bupc_memget_ilist(1, to, 16, 2, from, 8);
  // says: THREAD reads 8 bytes by bupc_memget_ilist, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(put_fstrided) bupc_memput_fstrided(p, 8, 40, 3, b, 8, 8, 3);
  // says: THREAD writes 8 bytes by bupc_memput_fstrided, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(get_strided) bupc_memget_strided(b, dense, p, stride, count, 1);
  // says: THREAD reads 8 bytes by bupc_memget_strided, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(signal) bupc_memput_signal(p + 1, b, 80, semaphore, 1);
  // says: THREAD writes 80 bytes by bupc_memput_signal, 8 of them beyond the end of an object of 80 bytes on thread 0
  ALL(broadcast) upc_all_broadcast(small, large, BYTES, flags);
  // refused: upc_all_broadcast: dst: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(scatter) upc_all_scatter(small, wide, BYTES, flags);
  // refused: upc_all_scatter: dst: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(gather) upc_all_gather(P, small, FEW * sizeof(double), flags);
  // refused: upc_all_gather: dst: an address with 80 bytes up to the end of its shared object, must have
  ALL(gather_all) upc_all_gather_all(wide, small, BYTES, flags);
  // refused: upc_all_gather_all: src: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(exchange) upc_all_exchange(large, wide, BYTES, flags);
  // refused: upc_all_exchange: dst: an address with 160 bytes up to the end of its shared object, must have
  ALL(permute) upc_all_permute(small, large, permutation, BYTES, flags);
  // refused: upc_all_permute: dst: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(reduce) upc_all_reduceD(P, small, UPC_ADD, MANY * THREADS, MANY, NULL, flags);
  // refused: upc_all_reduceD: src: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(prefix) upc_all_prefix_reduceD(small, large, UPC_ADD, MANY * THREADS, MANY, NULL, flags);
  // refused: upc_all_prefix_reduceD: dst: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(sort) upc_all_sort(small, sizeof(double), MANY * THREADS, MANY, compare, flags);
  // refused: upc_all_sort: A: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(fwrite_local) upc_all_fwrite_local(file, mine, sizeof(double), MANY, flags);
  // says: by upc_all_fwrite_local, 80 of them beyond the end of small, which has 80 bytes
  upc_all_fwrite_local(file, local, sizeof(double), MANY, flags);
  upc_all_fseek(file, 0, UPC_SEEK_SET);
  ALL(fread_local) upc_all_fread_local(file, mine, sizeof(double), MANY, flags);
  // says: by upc_all_fread_local, 80 of them beyond the end of small, which has 80 bytes
  ALL(list_local) upc_all_fread_list_local(file, 1, &vec, 1, &place, flags);
  // says: by upc_all_fread_list_local, 80 of them beyond the end of small, which has 80 bytes
  ALL(list_shared) upc_all_fwrite_list_shared(file, 1, &shared_vec, 1, &all_places, flags);
  // says: by upc_all_fwrite_list_shared, 80 of them beyond the end of small, which has 80 bytes
  ALL(fwrite_shared) upc_all_fwrite_shared(file, small, MANY, sizeof(double), MANY * THREADS, flags);
  // says: by upc_all_fwrite_shared, 80 of them beyond the end of small, which has 80 bytes
  upc_all_fclose(file);
}

// ---- the library: views that are larger than their memory, and pointers to less than a call takes ----
static void of_library(const char *what, shared [] double *p) {
  shared [] char *own = upc_alloc(FEW * sizeof(double));
  double *mine = (double *)own, *values = b, one = 1, was;
  const uint64_t no_bits = 0;
  const size_t index[] = {1, FEW + 2};
  const void *lent;
  upc_stride_array_t V = view(upc_all_alloc(THREADS, FEW * sizeof(double))), G = view(other), L = view(large);
  const upc_stride_section_t of_zero = UPC_SECTION(V, UPC_STRIDE_RANGE(0, MANY - 1)), all = upc_stride_all_threads();
  ALL(broadcast_section) upc_stride_broadcast(WHOLE(V), Q, BYTES, 0);
  // says: by upc_stride_broadcast, 80 of them beyond the end of an object of 80 bytes
  ALL(broadcast_source) upc_stride_broadcast(WHOLE(G), p, BYTES, 0);
  // refused: upc_stride_broadcast: src: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(lend) upc_stride_lend(WHOLE(G), p, BYTES, &lent, 0);
  // refused: upc_stride_lend: src: an address with 80 bytes up to the end of its shared object, must have 160
  ALL(gather_section) upc_stride_gather(p, WHOLE(G), FEW * sizeof(double), 0);
  // refused: upc_stride_gather: dst: an address with 80 bytes up to the end of its shared object, must have
  ALL(reduce_all) upc_stride_reduce_all(WHOLE(G), WHOLE(V), MANY, UPC_ADD, UPC_DOUBLE, NULL, 0);
  // says: by upc_stride_reduce_all, 80 of them beyond the end of an object of 80 bytes
  ALL(copy_sections) upc_stride_copy(WHOLE(V), WHOLE(G), 0);
  // says: by upc_stride_copy, 80 of them beyond the end of an object of 80 bytes
  ALL(started) upc_stride_wait(&(upc_stride_handle_t){upc_stride_copy_nb(WHOLE(V), WHOLE(L), 0)});
  // says: by upc_stride_copy_nb, 80 of them beyond the end of an object of 80 bytes
  ALL(transform) upc_stride_transform(WHOLE(V), WHOLE(G), NULL, &one, NULL, UPC_DOUBLE, 0);
  // says: by upc_stride_transform, 80 of them beyond the end of an object of 80 bytes
  ALL(halo) upc_stride_halo(values, WHOLE(V), 1, 0, 0);
  // says: beyond the end of an object of 80 bytes
  ALL(halo_buffer) upc_stride_halo(mine, WHOLE(G), 1, 0, 0);
  // says: by upc_stride_halo
  ALL(fetch) upc_stride_fetch(values, V, index, 2, 0);
  // says: by upc_stride_fetch, 16 bytes beyond the end of an object of 80 bytes
  CASE(get_patch) upc_stride_get_patch(values, NULL, of_zero);
  // says: THREAD reads 160 bytes by upc_stride_get_patch, 80 of them beyond the end of an object of 80 bytes
  CASE(put_patch) upc_stride_put_patch(of_zero, values, NULL);
  // says: THREAD writes 160 bytes by upc_stride_put_patch, 80 of them beyond the end of an object of 80 bytes
  CASE(acc_patch) upc_stride_acc_patch(of_zero, UPC_ADD, UPC_DOUBLE, values, NULL);
  // says: by upc_stride_acc_patch
  CASE(patch_begun) upc_stride_wait(&(upc_stride_handle_t){upc_stride_get_patch_nb(values, NULL, of_zero)});
  // says: THREAD reads 160 bytes by upc_stride_get_patch_nb, 80 of them beyond the end of an object of 80 bytes
  CASE(patch_buffer) upc_stride_get_patch(mine, NULL, UPC_SECTION(G, UPC_STRIDE_RANGE(0, MANY - 1)));
  // says: THREAD writes 160 bytes by upc_stride_get_patch, 80 of them beyond the end of an object of 80 bytes on THREAD
  CASE(get_elements) upc_stride_get_elements(values, V, index, 2);
  // says: THREAD reads 8 bytes by upc_stride_get_elements, 16 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(put_elements) upc_stride_put_elements(V, index, 2, values);
  // says: THREAD writes 8 bytes by upc_stride_put_elements, 16 bytes beyond the end of an object of 80 bytes
  CASE(acc_elements) upc_stride_acc_elements(V, index, 2, UPC_ADD, UPC_DOUBLE, values);
  // says: THREAD writes 8 bytes by upc_stride_acc_elements, 16 bytes beyond the end of an object of 80 bytes
  CASE(update) upc_stride_update(p + FEW, UPC_ADD, UPC_DOUBLE, &one);
  // says: THREAD writes 8 bytes by upc_stride_update, 0 bytes beyond the end of an object of 80 bytes on thread 0
  upc_stride_update(p, UPC_XOR, UPC_UINT64, &no_bits);
  CASE(update_word) upc_stride_update(p + FEW, UPC_XOR, UPC_UINT64, &no_bits);
  // says: THREAD writes 8 bytes by upc_stride_update, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(update_op) upc_stride_update(p, (upc_op_t)-1, UPC_UINT64, &no_bits);
  // refused: upc_stride_update: op: UPC_ADD|UPC_MULT|UPC_AND|UPC_OR
  upc_stride_update_fence();
  CASE(fetch_op) upc_stride_fetch_op(&was, p + FEW, UPC_ADD, UPC_DOUBLE, &one);
  // says: THREAD writes 8 bytes by upc_stride_fetch_op, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(compare_swap) upc_stride_compare_swap(&was, p - 1, UPC_DOUBLE, &one, &one);
  // says: THREAD writes 8 bytes by upc_stride_compare_swap, 8 bytes before the start of an object of 80 bytes
  CASE(post) upc_stride_post(p + FEW);
  // says: THREAD writes 8 bytes by upc_stride_post, 0 bytes beyond the end of an object of 80 bytes on thread 0
  CASE(fetched_before) upc_stride_fetch_op(mine + FEW, Q, UPC_ADD, UPC_DOUBLE, &one);
  // says: THREAD writes 8 bytes by upc_stride_fetch_op, 0 bytes beyond the end of an object of 80 bytes on THREAD
  CASE(swapped_value) upc_stride_compare_swap(&was, Q, UPC_DOUBLE, &one, mine + FEW);
  // says: THREAD reads 8 bytes by upc_stride_compare_swap, 0 bytes beyond the end of an object of 80 bytes on THREAD
  ALL(reduced_value) upc_stride_all_reduce_value(values, mine, MANY, UPC_ADD, UPC_DOUBLE, NULL, all);
  // says: reads 160 bytes by upc_stride_all_reduce_value, 80 of them beyond the end of an object of 80 bytes
  ALL(prefix_value) upc_stride_all_prefix_value(mine, values, MANY, UPC_ADD, UPC_DOUBLE, NULL, all);
  // says: writes 160 bytes by upc_stride_all_prefix_value, 80 of them beyond the end of an object of 80 bytes
  ALL(broadcast_value) upc_stride_all_broadcast_value(mine, BYTES, 0, all);
  // says: by upc_stride_all_broadcast_value, 80 of them beyond the end of an object of 80 bytes
  CASE(put_buffer) upc_stride_put_patch(UPC_SECTION(G, UPC_STRIDE_RANGE(0, MANY - 1)), mine, NULL);
  // says: THREAD reads 160 bytes by upc_stride_put_patch, 80 of them beyond the end of an object of 80 bytes on THREAD
  CASE(elements_buffer) upc_stride_get_elements(mine + FEW - 1, G, index, 2);
  // says: THREAD writes 16 bytes by upc_stride_get_elements, 8 of them beyond the end of an object of 80 bytes
  ALL(fetch_buffer) upc_stride_fetch(mine + FEW - 1, G, index, 2, 0);
  // says: writes 16 bytes by upc_stride_fetch, 8 of them beyond the end of an object of 80 bytes
  ALL(file_write) upc_stride_write("calls.npy", WHOLE(V), "f8", NULL);
  // says: by upc_stride_write, 80 of them beyond the end of an object of 80 bytes
  upc_stride_write("other.npy", WHOLE(G), "f8", NULL);
  ALL(file_read) upc_stride_read(WHOLE(V), "other.npy", "f8", NULL);
  // says: by upc_stride_read, 80 of them beyond the end of an object of 80 bytes
  upc_free(own);
  upc_barrier;
  ALL(freed) upc_stride_broadcast(WHOLE(G), own, BYTES / 2, 0);
  // says: that was freed
  ALL(freed_value) upc_stride_all_reduce_value(mine, &one, 1, UPC_ADD, UPC_DOUBLE, NULL, all);
  // says: that was freed
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "none";
  permutation[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  if (MYTHREAD == 0) P = upc_alloc(FEW * sizeof(double)), Q = upc_alloc(BYTES), upc_memset(P, 0, FEW * sizeof(double));
  upc_barrier;
  of_upc(what, P);
  of_library(what, P);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
