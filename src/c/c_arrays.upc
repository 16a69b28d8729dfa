/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays and sections of C programs. */
#include "c/c_calls.h"
#include "arrays/view.h"
#include "arrays/check.h"
#include "base/allocate.h"
#include "engine/handles.h"
#include "layout/places.h"
#include "layout/section.h"

/* The arrays and views of the program. (The library has some of its own.) */
static upc_stride_array_t *list;
static int count, capacity;

upc_stride_array_t upc_stride_c_noted(upc_stride_array_t A) {
  list = upc_stride_grown(list, count, &capacity, sizeof *list, "the list of arrays");
  return list[count++] = A;
}

static void forget(upc_stride_array_t A) {
  int i = count;
  while (i > 0 && list[i - 1] != A) i--;
  if (i == 0) return;
  for (count--; i <= count; i++) list[i - 1] = list[i]; /* the others keep their order, which is that of all threads */
}

void upc_stride_c_free_arrays(void) {
  while (count > 0) upc_stride_all_free(list[--count]);
}

static upc_stride_array_t none(void) {
  upc_stride_c_refused_by_all();
  return NULL;
}

upc_stride_array_t upc_stride_c_all_alloc(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                          int ngrid, const int *grid) {
  upc_stride_array_t A;
  upc_stride_c_enter("upc_stride_all_alloc");
  if (upc_stride_c_fails("upc_stride_all_alloc")) return none();
  A = upc_stride_c_noted(upc_stride_all_alloc(ndims, shape, block, elemsize, ngrid, grid));
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_all_alloc_listed(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                                 const int *owner) {
  upc_stride_array_t A;
  upc_stride_c_enter("upc_stride_all_alloc_listed");
  if (upc_stride_c_fails("upc_stride_all_alloc_listed")) return none();
  A = upc_stride_c_noted(upc_stride_all_alloc_listed(ndims, shape, block, elemsize, owner));
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_all_alloc_owned(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                                int (*owner)(const size_t *blockindex, void *argument),
                                                void *argument) {
  upc_stride_array_t A;
  upc_stride_c_enter("upc_stride_all_alloc_owned");
  if (upc_stride_c_fails("upc_stride_all_alloc_owned")) return none();
  A = upc_stride_c_noted(upc_stride_all_alloc_owned(ndims, shape, block, elemsize, owner, argument));
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_all_alloc_replicated(int ndims, const size_t *shape, size_t elemsize) {
  upc_stride_array_t A;
  upc_stride_c_enter("upc_stride_all_alloc_replicated");
  if (upc_stride_c_fails("upc_stride_all_alloc_replicated")) return none();
  A = upc_stride_c_noted(upc_stride_all_alloc_replicated(ndims, shape, elemsize));
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_view(shared void *base, int ndims, const size_t *shape, const size_t *block,
                                     size_t elemsize, int ngrid, const int *grid) {
  upc_stride_array_t A;
  if (upc_stride_c_fails("upc_stride_view")) return NULL;
  A = upc_stride_c_noted(upc_stride_view(base, ndims, shape, block, elemsize, ngrid, grid));
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_array_of(void *memory, size_t bytes, int ndims, const size_t *shape,
                                         const size_t *block, size_t elemsize, int ngrid, const int *grid) {
  upc_stride_array_t A;
  upc_stride_c_enter("upc_stride_array_of");
  if (upc_stride_c_fails("upc_stride_array_of")) return none();
  A = upc_stride_c_noted(upc_stride_array_of(memory, bytes, ndims, shape, block, elemsize, ngrid, grid));
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_array_of_listed(void *memory, size_t bytes, int ndims, const size_t *shape,
                                                const size_t *block, size_t elemsize, const int *owner) {
  upc_stride_array_t A;
  upc_stride_c_enter("upc_stride_array_of_listed");
  if (upc_stride_c_fails("upc_stride_array_of_listed")) return none();
  A = upc_stride_c_noted(upc_stride_array_of_listed(memory, bytes, ndims, shape, block, elemsize, owner));
  upc_stride_c_done();
  return A;
}

int upc_stride_c_open_view(upc_stride_array_t A) {
  upc_stride_c_enter("upc_stride_open_view");
  if (upc_stride_c_fails("upc_stride_open_view")) return -1;
  upc_stride_open_view(A);
  return upc_stride_c_done();
}

int upc_stride_c_close_view(upc_stride_array_t A) {
  upc_stride_c_enter("upc_stride_close_view");
  if (upc_stride_c_fails("upc_stride_close_view")) return -1;
  upc_stride_c_check_fenced("upc_stride_close_view");
  upc_stride_close_view(A);
  return upc_stride_c_done();
}

int upc_stride_c_all_free(upc_stride_array_t A) {
  upc_stride_c_enter("upc_stride_all_free");
  if (upc_stride_c_fails("upc_stride_all_free")) return -1;
  upc_stride_all_free(A);
  forget(A);
  return upc_stride_c_done();
}

shared void *upc_stride_c_all_free_handle(upc_stride_array_t A) {
  upc_stride_site_t call;
  shared void *memory;
  size_t bytes;
  if (upc_stride_c_fails("upc_stride_all_free_handle")) return NULL;
  call = upc_stride_site("upc_stride_all_free_handle", NULL);
  upc_stride_check_array(&call, "A", A);
  upc_stride_check_idle(&call, "A", A);
  bytes = upc_stride_layout_bytes(&A->layout);
  memory = upc_stride_array_free(&call, A);
  if (memory != NULL) upc_stride_c_noted_memory(memory, bytes);
  forget(A);
  upc_stride_c_done();
  return memory;
}

const upc_stride_layout_t *upc_stride_c_layout(upc_stride_array_t A) {
  upc_stride_site_t call;
  if (upc_stride_c_fails("upc_stride_layout")) return NULL;
  call = upc_stride_site("upc_stride_layout", NULL);
  upc_stride_check_array(&call, "array", A);
  upc_stride_c_done();
  return &A->layout;
}

shared void *upc_stride_c_at(upc_stride_array_t A, const size_t *index) {
  shared void *place;
  if (upc_stride_c_fails("upc_stride_at")) return NULL;
  place = upc_stride_at(A, index);
  upc_stride_c_done();
  return place;
}

int upc_stride_c_owner(upc_stride_array_t A, const size_t *blockindex) {
  int owner;
  if (upc_stride_c_fails("upc_stride_owner")) return -1;
  owner = (int)upc_stride_owner(A, blockindex);
  upc_stride_c_done();
  return owner;
}

int upc_stride_c_owner_of_element(upc_stride_array_t A, const size_t *index) {
  int owner;
  if (upc_stride_c_fails("upc_stride_owner_of_element")) return -1;
  upc_stride_check_index("upc_stride_owner_of_element", "index", A, index, 0);
  owner = (int)upc_threadof(upc_stride_at(A, index));
  upc_stride_c_done();
  return owner;
}

void *upc_stride_c_near_block(upc_stride_array_t A, const size_t *blockindex) {
  void *block;
  if (upc_stride_c_fails("upc_stride_near_block")) return NULL;
  block = upc_stride_near_block(A, blockindex);
  upc_stride_c_done();
  return block;
}

size_t upc_stride_c_own_blocks(upc_stride_array_t A) {
  size_t blocks;
  if (upc_stride_c_fails("upc_stride_own_blocks")) return 0;
  blocks = upc_stride_own_blocks(A);
  upc_stride_c_done();
  return blocks;
}

void *upc_stride_c_own_block(upc_stride_array_t A, size_t number, size_t *blockindex) {
  void *block;
  if (upc_stride_c_fails("upc_stride_own_block")) return NULL;
  block = upc_stride_own_block(A, number, blockindex);
  upc_stride_c_done();
  return block;
}

upc_stride_halo_tile_t upc_stride_c_halo_tile(upc_stride_array_t A, size_t width, int parts) {
  upc_stride_halo_tile_t tile = {0};
  if (upc_stride_c_fails("upc_stride_halo_tile")) return tile;
  tile = upc_stride_halo_tile(A, width, parts);
  upc_stride_c_done();
  return tile;
}

/* The array is null if there is no block. */
upc_stride_block_t upc_stride_c_before_own_block(upc_stride_array_t A) {
  upc_stride_block_t block = {0};
  if (upc_stride_c_fails("upc_stride_forall")) return block;
  block = upc_stride_before_own_block(A);
  upc_stride_c_done();
  return block;
}

upc_stride_block_t upc_stride_c_before_own_elements(const upc_stride_section_t *section) {
  upc_stride_block_t block = {0};
  if (upc_stride_c_fails("upc_stride_forall_elements")) return block;
  upc_stride_c_check_given("upc_stride_forall_elements", "section", section);
  block = upc_stride_before_own_elements(*section);
  upc_stride_c_done();
  return block;
}

int upc_stride_c_next_own_block(upc_stride_block_t *block) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_next_own_block", NULL);
  int is_there;
  if (upc_stride_c_fails(call.name)) return -1;
  if (block == NULL) upc_stride_fail(&call, "block", "null, must be the address of a block");
  is_there = block->array != NULL && upc_stride_next_own_block(block);
  upc_stride_c_done();
  return is_there;
}

/* ---- sections ---- */

upc_stride_section_t upc_stride_c_section_here(const char *file, int line, upc_stride_array_t array, int count,
                                               const upc_stride_interval_t *intervals) {
  return upc_stride_section_here(file, line, array, count, intervals);
}

int upc_stride_c_select(upc_stride_section_t *section, upc_stride_array_t A, const char *text) {
  upc_stride_site_t call;
  upc_stride_interval_t iv[UPC_STRIDE_MAX_DIMS];
  const char *wrong;
  int intervals;
  upc_stride_c_enter("upc_stride_select");
  if (upc_stride_c_fails("upc_stride_select")) return -1;
  upc_stride_c_check_given("upc_stride_select", "section", section);
  call = upc_stride_site("upc_stride_select", NULL);
  upc_stride_check_array(&call, "array", A);
  if (text == NULL) upc_stride_fail(&call, "text", "null, must be intervals such as \"1, 0:2:7, :\"");
  intervals = upc_stride_section_parse(text, iv, &wrong);
  if (intervals < 0)
    upc_stride_fail(&call, "text", "\"%.60s\" at \"%.20s\", must be up to %d intervals i, lo:hi, lo:step:hi or :, with "
                    "commas between", text, wrong, UPC_STRIDE_MAX_DIMS);
  if (intervals > A->layout.ndims)
    upc_stride_fail(&call, "text", "\"%.60s\" has %d intervals, must have at most %d", text, intervals,
                    A->layout.ndims);
  *section = upc_stride_section_here(NULL, 0, A, intervals, iv);
  return upc_stride_c_done();
}

int upc_stride_c_have_affinity(const upc_stride_section_t *section) {
  upc_stride_site_t call;
  upc_stride_picks_t picks;
  int have;
  if (upc_stride_c_fails("upc_stride_have_affinity")) return -1;
  upc_stride_c_check_given("upc_stride_have_affinity", "section", section);
  call = upc_stride_site("upc_stride_have_affinity", section);
  upc_stride_check_section(&call, "section", section, &picks);
  have = upc_haveaffinity(*section);
  upc_stride_c_done();
  return have;
}

/* The numbers of blocks or elements that the intervals pick; how many that are. */
static long long picked(const char *name, const upc_stride_section_t *S, size_t *count, int elements) {
  upc_stride_site_t call;
  upc_stride_picks_t picks;
  const size_t *extent;
  int k;
  if (upc_stride_c_fails(name)) return -1;
  upc_stride_c_check_given(name, "section", S);
  call = upc_stride_site(name, S);
  if (elements) upc_stride_check_elements(&call, "section", S, &picks);
  else upc_stride_check_section(&call, "section", S, &picks);
  upc_stride_c_done();
  extent = elements ? S->array->layout.shape : S->array->layout.nblocks;
  for (k = 0; k < S->array->layout.ndims; k++) {
    upc_stride_interval_t everything = UPC_STRIDE_ALL;
    size_t n = upc_stride_interval_count(k < S->intervals ? &S->interval[k] : &everything, extent[k]);
    if (count != NULL) count[k] = n;
  }
  return (long long)picks.blocks;
}

long long upc_stride_c_element_numbers(const upc_stride_section_t *section, size_t *index) {
  size_t n;
  if (upc_stride_c_fails("upc_stride_element_numbers")) return -1;
  upc_stride_c_check_given("upc_stride_element_numbers", "section", section);
  n = upc_stride_element_numbers(*section, index);
  upc_stride_c_done();
  return (long long)n;
}

long long upc_stride_c_picked(const upc_stride_section_t *section, size_t *count) {
  return picked("upc_stride_picked", section, count, 0);
}

long long upc_stride_c_picked_elements(const upc_stride_section_t *section, size_t *count) {
  return picked("upc_stride_picked_elements", section, count, 1);
}
