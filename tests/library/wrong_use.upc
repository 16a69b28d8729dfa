/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments, one a run. The program must end with one line that says what is wrong, and status 1. All threads
 * check their arguments, members or not. With `one` only the last thread's arguments are wrong, otherwise those of all
 * threads.
 * Without a CASE all arguments are right.
 * usage: wrong_use [CASE [one]] */
#include "world.h"
#include "base/port.h"

static upc_stride_array_t A, B, C, E; /* 20 x 12 in blocks of 4 x 4; 20 in blocks of 4, of 4 and of 8 bytes */
static size_t shape[2] = {20, 12}, block[2] = {4, 4}, zero[2] = {4, 0}, outside[2] = {20, 0};

static upc_stride_section_t row(int i) { return UPC_SECTION(A, UPC_STRIDE_AT(i), UPC_STRIDE_ALL); }

static shared void *corner(void) {
  size_t at[2] = {0, 0};
  return upc_stride_at(B, at);
}

static void nothing(const void *in, void *inout, size_t count, void *context) {
  (void)in, (void)inout, (void)count, (void)context;
}

static void geometry(const char *wrong) {
  int grid[2];
  grid[0] = THREADS, grid[1] = 2;
  if (strcmp(wrong, "ndims") == 0) upc_stride_all_alloc(9, shape, block, 4, 0, NULL);
  if (strcmp(wrong, "block") == 0) upc_stride_all_alloc(2, shape, zero, 4, 0, NULL);
  if (strcmp(wrong, "shape") == 0) upc_stride_all_alloc(2, zero, block, 4, 0, NULL);
  if (strcmp(wrong, "elemsize") == 0) upc_stride_all_alloc(2, shape, block, 0, 0, NULL);
  if (strcmp(wrong, "ngrid") == 0) upc_stride_all_alloc(2, shape, block, 4, 3, grid);
  if (strcmp(wrong, "grid") == 0) upc_stride_all_alloc(2, shape, block, 4, 2, grid);
  if (strcmp(wrong, "unmapped") == 0) upc_stride_all_alloc(2, shape, block, 4, 1, grid);
  if (strcmp(wrong, "huge") == 0) shape[0] = (size_t)-1 / 2, upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
  if (strcmp(wrong, "listed") == 0) {
    int list[15] = {0};
    list[7] = THREADS;
    upc_stride_all_alloc_listed(2, shape, block, 4, list);
  }
  if (strcmp(wrong, "no_list") == 0) upc_stride_all_alloc_listed(2, shape, block, 4, NULL);
  if (strcmp(wrong, "no_function") == 0) upc_stride_all_alloc_owned(2, shape, block, 4, NULL, NULL);
  if (strcmp(wrong, "replicated") == 0)
    upc_stride_broadcast(UPC_SECTION(upc_stride_all_alloc_replicated(2, shape, 4), UPC_STRIDE_ALL), corner(), 4, 0);
  if (strcmp(wrong, "base") == 0) upc_stride_view(NULL, 2, shape, block, 4, 0, NULL);
}

static void queries(const char *wrong) {
  if (strcmp(wrong, "index") == 0) upc_stride_at(A, outside);
  if (strcmp(wrong, "dim") == 0) upc_stride_nblocks(A, 2);
  if (strcmp(wrong, "owner") == 0) upc_stride_owner(A, outside);
  if (strcmp(wrong, "null") == 0) upc_stride_mapped(NULL);
}

/* Freed arrays: a new one of the same shape; a call whose plan is kept; freed twice; a handle that is none. */
static void freed(const char *wrong) {
  upc_stride_array_t before, after;
  if (strncmp(wrong, "freed", 5) != 0) return;
  before = upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
  upc_stride_broadcast(UPC_SECTION(before, UPC_STRIDE_AT(0)), corner(), 4, 0);
  upc_stride_broadcast(UPC_SECTION(before, UPC_STRIDE_AT(0)), corner(), 4, 0);
  upc_stride_all_free(before);
  if (strcmp(wrong, "freed_plan") == 0) upc_stride_broadcast(UPC_SECTION(before, UPC_STRIDE_AT(0)), corner(), 4, 0);
  after = upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
  if (strcmp(wrong, "freed") == 0) upc_stride_nblocks(before, 0);
  if (strcmp(wrong, "freed_twice") == 0) upc_stride_all_free(before);
  if (strcmp(wrong, "freed_none") == 0) upc_stride_nblocks((upc_stride_array_t)&after, 0);
}

/* What a variable may hold that the program did not set. */
static void unset_section(void) {
  upc_stride_section_t unset;
  memset(&unset, 0x5a, sizeof unset);
  upc_stride_broadcast(unset, corner(), 4, 0);
}

static void sections(const char *wrong) {
  if (strcmp(wrong, "section_unset") == 0) unset_section();
  if (strcmp(wrong, "range") == 0) upc_stride_broadcast(row(5), corner(), 4, 0);
  if (strcmp(wrong, "negative") == 0) upc_stride_broadcast(row(-1), corner(), 4, 0);
  if (strcmp(wrong, "step") == 0)
    upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_STEP(0, 0, 2)), corner(), 4, 0);
  if (strcmp(wrong, "many") == 0)
    upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_AT(0), UPC_STRIDE_AT(0)), corner(), 4, 0);
  if (strcmp(wrong, "empty_step") == 0) upc_haveaffinity(UPC_SECTION(A, UPC_STRIDE_STEP(3, 0, 1)));
}

static void nothing_at_all(const void *in, void *inout, size_t count) { (void)in, (void)inout, (void)count; }

/* Another call while this one is in flight: to the block row i. Then one after it. */
static void together(upc_stride_handle_t h, int i) {
  upc_stride_broadcast(row(i), corner(), 4, 0);
  upc_stride_wait(&h);
  upc_stride_broadcast(row(0), corner(), 4, 0);
}

static void calls(const char *wrong) {
  if (strcmp(wrong, "len") == 0) upc_stride_broadcast(row(0), corner(), 65, 0);
  if (strcmp(wrong, "lent") == 0) upc_stride_lend(row(0), corner(), 4, NULL, 0);
  if (strcmp(wrong, "len_max") == 0) upc_stride_broadcast(row(0), corner(), (size_t)-1, 0);
  if (strcmp(wrong, "src") == 0) upc_stride_broadcast(row(0), NULL, 4, 0);
  if (strcmp(wrong, "flags") == 0) upc_stride_broadcast(row(0), corner(), 4, UPC_IN_MYSYNC | UPC_IN_NOSYNC);
  if (strcmp(wrong, "flag") == 0) upc_stride_broadcast(row(0), corner(), 4, 1 << 20);
  if (strcmp(wrong, "slots") == 0) upc_stride_exchange(row(0), row(1), 22, 0);
  if (strcmp(wrong, "slots_max") == 0) upc_stride_exchange(row(0), row(1), (size_t)-1 / 2, 0);
  if (strcmp(wrong, "counts") == 0)
    upc_stride_exchange(row(0), UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_AT(0)), 4, 0);
}

static void more_calls(const char *wrong) {
  upc_stride_handle_t none = (upc_stride_handle_t)&none;
  static const int beyond[3] = {0, 1, 3}, twice[3] = {0, 1, 1}, swapped[2] = {1, 0};
  static const size_t counts[3] = {4, 65, 4}, slots[9] = {4}, starts[9] = {61};
  upc_stride_section_t flat = UPC_SECTION(C, UPC_STRIDE_RANGE(0, 11));
  if (strcmp(wrong, "perm") == 0) upc_stride_permute(row(0), row(1), beyond, 4, 0);
  if (strcmp(wrong, "perm_twice") == 0) upc_stride_permute(row(0), row(1), twice, 4, 0);
  if (strcmp(wrong, "wait_null") == 0) upc_stride_wait(NULL);
  if (strcmp(wrong, "test_null") == 0) upc_stride_test(NULL);
  if (strcmp(wrong, "wait_none") == 0) upc_stride_wait(&none);
  if (strncmp(wrong, "prepared_", 9) == 0) {
    upc_stride_array_t array = upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
    upc_stride_handle_t h = upc_stride_broadcast_init(UPC_SECTION(array, UPC_STRIDE_ALL), corner(), 4, 0);
    if (strncmp(wrong, "prepared_freed", 14) == 0) {
      upc_stride_array_t other = upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
      upc_stride_section_t all = UPC_SECTION(array, UPC_STRIDE_ALL), all_others = UPC_SECTION(other, UPC_STRIDE_ALL);
      if (strcmp(wrong, "prepared_freed_src") == 0) h = upc_stride_exchange_init(all_others, all, 4, 0);
      if (strcmp(wrong, "prepared_freed_gather") == 0) h = upc_stride_gather_init(corner(), all, 4, 0);
      upc_barrier;
      upc_stride_all_free(array);
      upc_stride_start_call(h);
    }
    if (strcmp(wrong, "prepared_not") == 0) {
      h = upc_stride_broadcast_nb(UPC_SECTION(array, UPC_STRIDE_ALL), corner(), 4, 0);
      upc_stride_start_call(h);
    }
    upc_stride_start_call(h);
    if (strcmp(wrong, "prepared_twice") == 0) upc_stride_start_call(h);
    if (strcmp(wrong, "prepared_free") == 0) upc_stride_free_call(&h);
  }
  if (strcmp(wrong, "any_none") == 0) upc_stride_wait_any(&none, 1);
  if (strcmp(wrong, "any_null") == 0) upc_stride_wait_any(NULL, 1);
  if (strcmp(wrong, "test_none") == 0) upc_stride_test(&none);
  if (strcmp(wrong, "perm_null") == 0) upc_stride_permute(row(0), row(1), NULL, 4, 0);
  if (strcmp(wrong, "lists") == 0) upc_stride_scatterv(row(0), corner(), NULL, NULL, 0);
  if (strcmp(wrong, "piece") == 0) upc_stride_gatherv(corner(), row(0), counts, NULL, 0);
  if (strcmp(wrong, "pieces") == 0) upc_stride_gather_allv(row(0), row(1), counts, counts, 0);
  if (strcmp(wrong, "slot") == 0) upc_stride_exchangev(row(0), row(1), slots, starts, NULL, 0);
  if (strcmp(wrong, "together") == 0) together(upc_stride_broadcast_nb(row(1), corner(), 4, 0), 1);
  if (strcmp(wrong, "together_reads") == 0) together(upc_stride_gather_all_nb(row(1), row(0), 4, 0), 0);
  if (strcmp(wrong, "together_apart") == 0) together(upc_stride_gather_all_nb(row(1), row(0), 4, 0), 2);
  if (strcmp(wrong, "gather") == 0) upc_stride_gather_nb(NULL, row(0), 4, 0);
  if (strcmp(wrong, "all") == 0) upc_stride_gather_all(row(0), row(1), 22, 0);
  if (strcmp(wrong, "minloc") == 0)
    upc_stride_reduce(corner(), row(0), 1, UPC_STRIDE_MINLOC, UPC_STRIDE_INT128, NULL, 0);
  if (strcmp(wrong, "maxloc") == 0)
    upc_stride_reduce(corner(), row(0), 1, UPC_STRIDE_MAXLOC, UPC_STRIDE_COMPLEX_FLOAT, NULL, 0);
  if (strcmp(wrong, "op") == 0) upc_stride_reduce(corner(), row(0), 4, UPC_XOR, UPC_FLOAT, NULL, 0);
  if (strcmp(wrong, "type") == 0) upc_stride_reduce(corner(), row(0), 4, UPC_ADD, UPC_PTS, NULL, 0);
  if (strcmp(wrong, "complex_op") == 0)
    upc_stride_reduce(corner(), row(0), 1, UPC_MAX, UPC_STRIDE_COMPLEX_DOUBLE, NULL, 0);
  if (strcmp(wrong, "with_size") == 0) upc_stride_reduce_with(corner(), row(0), 1, 0, UPC_FUNC, nothing, NULL, 0);
  if (strcmp(wrong, "with_op") == 0) upc_stride_reduce_with(corner(), row(0), 1, 8, UPC_ADD, nothing, NULL, 0);
  if (strcmp(wrong, "with_func") == 0) upc_stride_reduce_with(corner(), row(0), 1, 8, UPC_FUNC, NULL, NULL, 0);
  if (strcmp(wrong, "with_fit") == 0) upc_stride_reduce_with(corner(), row(0), 3, 24, UPC_FUNC, nothing, NULL, 0);
  if (strcmp(wrong, "func") == 0) upc_stride_reduce_all(row(0), row(1), 4, UPC_FUNC, UPC_INT, NULL, 0);
  if (strcmp(wrong, "needless_func") == 0)
    upc_stride_reduce_all(row(0), row(1), 4, UPC_ADD, UPC_INT, nothing_at_all, 0);
  if (strcmp(wrong, "parts") == 0) upc_stride_reduce_scatter(row(0), row(1), 5, UPC_ADD, UPC_DOUBLE, NULL, 0);
  if (strcmp(wrong, "exclusive") == 0)
    upc_stride_prefix_reduce_exclusive(row(0), row(1), 9, UPC_ADD, UPC_DOUBLE, NULL, 0);
  if (strcmp(wrong, "barrier") == 0) upc_stride_barrier(row(99));
  if (strcmp(wrong, "valuetype") == 0) upc_stride_reduce_all(row(0), row(1), 8, UPC_ADD, UPC_DOUBLE, NULL, 0);
  if (strcmp(wrong, "nelems") == 0) upc_stride_prefix_reduce(row(0), row(1), 9, UPC_ADD, UPC_DOUBLE, NULL, 0);
  if (strcmp(wrong, "element") == 0) upc_stride_copy(row(0), UPC_SECTION(B, UPC_STRIDE_AT(20), UPC_STRIDE_ALL), 0);
  if (strcmp(wrong, "elements") == 0)
    upc_stride_copy(row(0), UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_RANGE(1, 10)), 0);
  if (strcmp(wrong, "dims") == 0) upc_stride_copy(row(0), flat, 0);
  if (strcmp(wrong, "order") == 0) upc_stride_transform(row(0), row(1), beyond + 1, NULL, NULL, UPC_INT, 0);
  if (strcmp(wrong, "order_twice") == 0) upc_stride_transform(row(0), row(1), twice + 1, NULL, NULL, UPC_INT, 0);
  if (strcmp(wrong, "transposed") == 0) upc_stride_transform(row(0), row(1), swapped, NULL, NULL, UPC_INT, 0);
  if (strcmp(wrong, "value") == 0) upc_stride_transform(row(0), row(1), NULL, NULL, NULL, UPC_PTS, 0);
  if (strcmp(wrong, "value_size") == 0) upc_stride_transform_nb(row(0), row(1), NULL, NULL, NULL, UPC_DOUBLE, 0);
  if (strcmp(wrong, "sizes") == 0) upc_stride_copy(flat, UPC_SECTION(E, UPC_STRIDE_RANGE(0, 11)), 0);
}

static void single_elements(const char *wrong) {
  static const size_t outside_of_c[2] = {3, 20};
  size_t at = 0;
  shared void *element = upc_stride_at(E, &at);
  long value = 1;
  char values[16];
  if (strcmp(wrong, "update_dst") == 0) upc_stride_update(NULL, UPC_ADD, UPC_LONG, &value);
  if (strcmp(wrong, "update_value") == 0) upc_stride_update(element, UPC_ADD, UPC_LONG, NULL);
  if (strcmp(wrong, "update_op") == 0) upc_stride_update(element, UPC_XOR, UPC_DOUBLE, &value);
  if (strcmp(wrong, "update_func") == 0) upc_stride_update(element, UPC_FUNC, UPC_LONG, &value);
  if (strcmp(wrong, "update_none") == 0) {
    upc_stride_update(element, UPC_ADD, UPC_LONG, &value);
    upc_stride_update_fence();
    upc_stride_update(element, 0, UPC_LONG, &value);
  }
  if (strcmp(wrong, "update_type") == 0) upc_stride_update(element, UPC_ADD, UPC_LDOUBLE, &value);
  if (strcmp(wrong, "update_order") == 0) {
    at = (size_t)4 * ((MYTHREAD + 1) % THREADS);
    upc_stride_update(upc_stride_at(E, &at), UPC_ADD, UPC_LONG, &value);
    upc_stride_broadcast(row(0), corner(), 4, 0);
  }
  if (strncmp(wrong, "ended", 5) == 0 && MYTHREAD == THREADS - 1) exit(0);
  if (strcmp(wrong, "ended_fence") == 0) upc_stride_update_fence();
  if (strcmp(wrong, "ended_fetch") == 0) { /* of an element of the thread that has ended */
    at = (size_t)4 * (THREADS - 1);
    upc_stride_fetch(values, C, &at, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  }
  if (strcmp(wrong, "fetch_src") == 0) upc_stride_fetch(values, NULL, outside_of_c, 1, 0);
  if (strcmp(wrong, "fetch_dst") == 0) upc_stride_fetch(NULL, C, outside_of_c, 1, 0);
  if (strcmp(wrong, "fetch_list") == 0) upc_stride_fetch(values, C, NULL, 1, 0);
  if (strcmp(wrong, "fetch_index") == 0) upc_stride_fetch(values, C, outside_of_c, 2, 0);
  if (strcmp(wrong, "accumulate") == 0) {
    unsigned one = 1;
    size_t first = 0;
    upc_stride_update(corner(), UPC_ADD, UPC_UINT, &one);
    upc_stride_acc_elements(C, &first, 1, UPC_ADD, UPC_UINT, &one);
  }
  if (strcmp(wrong, "neighbours") == 0) upc_stride_fetch_init(values, C, outside_of_c, 2, 0);
  if (strcmp(wrong, "fetch_flags") == 0) upc_stride_fetch(values, C, outside_of_c, 1, 1 << 20);
  if (strcmp(wrong, "fetch_flags_differ") == 0)
    upc_stride_fetch(values, C, NULL, 0, MYTHREAD == 1 ? UPC_IN_NOSYNC | UPC_OUT_MYSYNC : 0);
}

/* The last thread updates an element, and perhaps many more. Another one comes to it before the fence. */
static strict shared int updated;

static void update_many(void) {
  const size_t many_elements = (size_t)1000 * THREADS, one = 1;
  upc_stride_array_t many = upc_stride_all_alloc(1, &many_elements, &one, 8, 0, NULL);
  const long value = 1;
  size_t i;
  for (i = 0; i < many_elements && MYTHREAD == THREADS - 1; i++)
    upc_stride_update(upc_stride_at(many, &i), UPC_ADD, UPC_LONG, &value);
}

static void before_fence(const char *wrong) {
  size_t at = (size_t)4 * (THREADS / 2);
  long value = 1;
  upc_stride_section_t element = UPC_SECTION(E, UPC_STRIDE_AT((long long)at));
  if (strncmp(wrong, "before_fence", 12) != 0) return;
  if (MYTHREAD == THREADS - 1) upc_stride_update(upc_stride_at(E, &at), UPC_ADD, UPC_LONG, &value);
  if (strcmp(wrong, "before_fence_many") == 0) update_many();
  if (MYTHREAD == THREADS - 1) {
    updated = 1;
  } else {
    while (!updated) upc_stride_poll();
    if (strcmp(wrong, "before_fence_acc") == 0 || strcmp(wrong, "before_fence_many") == 0)
      upc_stride_acc_elements(E, &at, 1, UPC_ADD, UPC_LONG, &value);
    if (strcmp(wrong, "before_fence_acc_patch") == 0) upc_stride_acc_patch(element, UPC_ADD, UPC_LONG, &value, NULL);
    if (strcmp(wrong, "before_fence_get") == 0) upc_stride_get_patch(&value, NULL, element);
    if (strcmp(wrong, "before_fence_put") == 0) upc_stride_put_elements(E, &at, 1, &value);
    at++; /* its neighbour has no update */
    if (strcmp(wrong, "before_fence_beside") == 0) upc_stride_acc_elements(E, &at, 1, UPC_ADD, UPC_LONG, &value);
  }
  upc_stride_update_fence();
  upc_stride_acc_patch(element, UPC_ADD, UPC_LONG, &value, NULL);
}

/* Calls with lists of one's own: a block of C has 16 bytes. */
static void own_lists(const char *wrong) {
  upc_stride_section_t all = UPC_SECTION(C, UPC_STRIDE_ALL);
  size_t counts[5] = {17, 4, 4, 4, 4}, few[5] = {4, 4, 4, 4, 4}, displs[5] = {0, 4, 8, 12, (size_t)1 << 40};
  if (strcmp(wrong, "own_null") == 0) upc_stride_gather_own(corner(), all, NULL, NULL, NULL, 0);
  if (strcmp(wrong, "own_count") == 0) upc_stride_gather_own(corner(), all, counts, NULL, NULL, 0);
  if (strcmp(wrong, "own_sum") == 0) upc_stride_gather_all_own(all, all, few, NULL, NULL, 0);
  if (strcmp(wrong, "own_displs") == 0) upc_stride_gather_own(corner(), all, few, displs, NULL, 0);
  if (strcmp(wrong, "own_place") == 0) upc_stride_scatter_own(all, corner(), few, displs, NULL, 0);
}

static void halos(const char *wrong) {
  static const size_t four[4] = {2, 2, 2, 2};
  static const upc_stride_interval_t every_other[2] = {{UPC_STRIDE_INTERVAL_STEP, 0, 2, 4},
                                                       {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0}};
  char tiles[5000];
  upc_stride_section_t whole = UPC_SECTION(A, UPC_STRIDE_ALL);
  if (strcmp(wrong, "halo_dst") == 0) upc_stride_halo(NULL, whole, 1, 0, 0);
  if (strcmp(wrong, "halo_step") == 0) upc_stride_halo(tiles, upc_stride_section(A, every_other), 1, 0, 0);
  if (strcmp(wrong, "halo_parts") == 0) upc_stride_halo(tiles, whole, 1, 99, 0);
  if (strcmp(wrong, "halo_width") == 0) upc_stride_halo(tiles, whole, (size_t)-1, 0, 0);
  if (strcmp(wrong, "halo_flags") == 0) upc_stride_halo(tiles, whole, 1, UPC_STRIDE_FAR_ONLY, UPC_IN_MYSYNC);
  if (strcmp(wrong, "halo_dims") == 0)
    upc_stride_halo(tiles, UPC_SECTION(upc_stride_all_alloc(4, four, four, 4, 0, NULL), UPC_STRIDE_ALL), 1, 0, 0);
  if (strcmp(wrong, "halo_padded") == 0)
    upc_stride_halo(tiles, UPC_SECTION(upc_stride_all_alloc(2, four, four, 24, 0, NULL), UPC_STRIDE_ALL), 1,
                    UPC_STRIDE_PADDED, 0);
  if (strcmp(wrong, "halo_differ") == 0) upc_stride_halo(tiles, whole, MYTHREAD == 0 ? 1 : 2, 0, 0);
  if (strcmp(wrong, "near_block") == 0) upc_stride_near_block(A, outside);
}

/* Another compiler does not tell where a shared object ends, nor that a thread has ended. */
static int is_found_here(const char *wrong) {
  static const char *const by_our_runtime[] = {"own_displs", "own_place", "ended_fetch", "ended_fence"};
  size_t i;
  for (i = 0; i < sizeof by_our_runtime / sizeof *by_our_runtime; i++)
    if (strcmp(wrong, by_our_runtime[i]) == 0 && strcmp(upc_stride_conduit(), "other") == 0) return 0;
  return 1;
}

int main(int argc, char **argv) {
  if (argc > 1 && !is_found_here(argv[1])) {
    puts("with our runtime alone");
    return 77;
  }
  C = upc_stride_all_alloc(1, shape, block, 4, 0, NULL);
  E = upc_stride_all_alloc(1, shape, block, 8, 0, NULL);
  A = upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
  B = upc_stride_all_alloc(2, shape, block, 4, 0, NULL);
  upc_barrier;
  if (argc == 2 || (argc > 2 && MYTHREAD == THREADS - 1)) {
    geometry(argv[1]);
    queries(argv[1]);
    sections(argv[1]);
    calls(argv[1]);
    more_calls(argv[1]);
    single_elements(argv[1]);
    before_fence(argv[1]);
    own_lists(argv[1]);
    halos(argv[1]);
    freed(argv[1]);
  }
  upc_barrier;
  if (MYTHREAD == 0) puts(argc < 2 ? "PASS" : "nothing was found wrong");
  return 0;
}
