/* SPDX-License-Identifier: BSD-3-Clause
 * The calls on arrays and sections of one thread: to view and declare an array, and to ask where elements and blocks
 * are. All threads allocate and free arrays: src/allocation.upc. */
#include "arrays/view.h"
#include "arrays/check.h"
#include "base/near.h"
#include "base/port.h"
#include "layout/places.h"

#include <string.h>


/* A view of the memory of another view, which is open: its parts begin where the other one's do. */
static void shift_as(upc_stride_array_t A, const upc_stride_memory_view_t *V) {
  if (V == NULL || V->shift == NULL) return;
  A->shift = V->shift;
  A->base = (shared void *)((shared [] char *)A->base - V->shift[upc_threadof(A->base)]);
}

upc_stride_array_t upc_stride_view(shared void *base, int ndims, const size_t *shape, const size_t *block,
                                   size_t elemsize, int ngrid, const int *grid) {
  upc_stride_site_t call = upc_stride_site("upc_stride_view", NULL);
  upc_stride_array_t A;
  upc_stride_check_geometry(&call, ndims, shape, block, elemsize, ngrid, grid);
  if (base == NULL) upc_stride_fail(&call, "base", "null, must point at the first element of block 0");
  if (ngrid > 0 && upc_threadof(base) != 0)
    upc_stride_fail(&call, "base", "on thread %zu, must be on thread 0, whose block 0 is in a grid",
                    upc_threadof(base));
  upc_stride_check_open_at(&call, "base", base);
  A = upc_stride_array_new(UPC_STRIDE_VIEWED);
  upc_stride_layout_init(&A->layout, ndims, shape, block, elemsize, ngrid, grid, THREADS, (int)upc_threadof(base));
  A->base = base;
  shift_as(A, upc_stride_view_at(base));
  return A;
}

upc_stride_array_t upc_stride_declared(struct upc_stride_declared *D, shared void *base) {
  upc_stride_array_t A = D->array;
  if (A != NULL) return A;
  upc_stride_site("upc_stride_declared", NULL);
  A = upc_stride_array_new(UPC_STRIDE_DECLARED);
  if (D->multiblocked)
    A->layout = D->layout;
  else
    A->flattened = !upc_stride_layout_init_ordinary(&A->layout, D->ndims, D->shape, D->ublock, D->elemsize, THREADS);
  A->name = D->name;
  A->declared = D;
  A->base = base;
  D->array = A;
  return A;
}

shared void *upc_stride_array_free(const upc_stride_site_t *call, upc_stride_array_t A) {
  shared void *memory = NULL;
  upc_stride_check_array(call, "A", A);
  if (A->kind == UPC_STRIDE_DECLARED)
    upc_stride_fail(call, "A", "the declared array %s, must be an array that was allocated or viewed", A->name);
  if (A->view != NULL) upc_stride_view_end(call, A); /* an error may return, and the array stays as it is */
  else if (A->kind == UPC_STRIDE_ALLOCATED) memory = A->base;
  if (A->packed != NULL) upc_stride_array_free(call, A->packed);
  upc_stride_array_drop(A);
  return memory;
}

void upc_stride_check_index(const char *name, const char *argument, upc_stride_array_t A, const size_t *index,
                            int blocks) {
  upc_stride_site_t call = upc_stride_site(name, NULL);
  const size_t *extent;
  int k;
  upc_stride_check_array(&call, "A", A);
  extent = blocks ? A->layout.nblocks : A->layout.shape;
  if (index == NULL) upc_stride_fail(&call, argument, "null, must be %d indices", A->layout.ndims);
  for (k = 0; k < A->layout.ndims; k++)
    if (index[k] >= extent[k])
      upc_stride_fail(&call, argument, "%lld in dimension %d, must be in 0..%zu", (long long)index[k], k,
                      extent[k] - 1);
}

/* Programs call upc_stride_at with every collective. So what is wrong is looked for only if something is. */
static int is_within(upc_stride_array_t A, const size_t *index, int blocks) {
  const size_t *extent;
  int k;
  if (!upc_stride_array_is_live(A) || index == NULL) return 0;
  extent = blocks ? A->layout.nblocks : A->layout.shape;
  for (k = 0; k < A->layout.ndims; k++)
    if (index[k] >= extent[k]) return 0;
  return 1;
}

shared void *upc_stride_at(upc_stride_array_t A, const size_t *index) {
  size_t offset;
  int thread;
  if (!is_within(A, index, 0)) upc_stride_check_index("upc_stride_at", "index", A, index, 0);
  thread = upc_stride_places_element(&A->layout, index, &offset);
  if (A->layout.copies > 0) thread = MYTHREAD;
  return (shared void *)(upc_stride_part(A, thread) + offset);
}

size_t upc_stride_nblocks(upc_stride_array_t A, int dim) {
  upc_stride_site_t call = upc_stride_site("upc_stride_nblocks", NULL);
  upc_stride_check_array(&call, "A", A);
  if (dim < 0 || dim >= A->layout.ndims)
    upc_stride_fail(&call, "dim", "%d, must be in 0..%d", dim, A->layout.ndims - 1);
  return A->layout.nblocks[dim];
}

/* Of a replicated array each thread has its own. */
static size_t owner_of(upc_stride_array_t A, const size_t *blockindex, size_t *slot) {
  size_t owner = upc_stride_places_owner(&A->layout, blockindex, slot);
  return A->layout.copies > 0 ? (size_t)MYTHREAD : owner;
}

size_t upc_stride_owner(upc_stride_array_t A, const size_t *blockindex) {
  size_t slot;
  upc_stride_check_index("upc_stride_owner", "blockindex", A, blockindex, 1);
  return owner_of(A, blockindex, &slot);
}

void *upc_stride_near_block(upc_stride_array_t A, const size_t *blockindex) {
  size_t owner, slot;
  shared [] char *part;
  if (!is_within(A, blockindex, 1)) upc_stride_check_index("upc_stride_near_block", "blockindex", A, blockindex, 1);
  owner = owner_of(A, blockindex, &slot);
  if (A->view != NULL && !A->view->open)
    return owner == (size_t)MYTHREAD ? A->view->memory + upc_stride_places_block(&A->layout, MYTHREAD, slot) : NULL;
  if (!upc_stride_near((int)owner)) return NULL;
  part = upc_stride_part(A, (int)owner);
  return upc_stride_address((shared const void *)part) + upc_stride_places_block(&A->layout, (int)owner, slot);
}

/* ---- the caller's blocks ---- */

upc_stride_array_t upc_stride_array(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_array", NULL);
  upc_stride_check_array(&call, "array", A);
  return A;
}

size_t upc_stride_own_blocks(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_own_blocks", NULL);
  upc_stride_check_array(&call, "array", A);
  return upc_stride_layout_owned(&A->layout, (size_t)MYTHREAD);
}

void *upc_stride_own_block(upc_stride_array_t A, size_t number, size_t *blockindex) {
  size_t owned = upc_stride_own_blocks(A), slot, unwanted[UPC_STRIDE_MAX_DIMS];
  upc_stride_site_t call;
  if (number >= owned) {
    call = upc_stride_site("upc_stride_own_block", NULL);
    upc_stride_fail(&call, "number", "%zu, must be below %zu", number, owned);
  }
  if (blockindex == NULL) blockindex = unwanted;
  slot = upc_stride_layout_owned_block(&A->layout, (size_t)MYTHREAD, number, blockindex);
  return upc_stride_own_memory(A) + upc_stride_places_block(&A->layout, MYTHREAD, slot);
}

upc_stride_block_t upc_stride_before_own_block(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_forall", NULL);
  upc_stride_block_t b = {0};
  upc_stride_check_array(&call, "array", A);
  b.array = A;
  b.number = (size_t)-1;
  return b;
}

/* Elements from one of dimension k to the next, within a block that has the element `first`. */
static size_t stride_of(const upc_stride_layout_t *L, int k, const size_t *first, size_t last) {
  size_t index[UPC_STRIDE_MAX_DIMS], here, next;
  if (first[k] == last) return 1;
  memcpy(index, first, sizeof index);
  upc_stride_places_element(L, index, &here);
  index[k]++;
  upc_stride_places_element(L, index, &next);
  return (next - here) / L->elemsize;
}

upc_stride_block_t upc_stride_before_own_elements(upc_stride_section_t section) {
  upc_stride_site_t call = upc_stride_site("upc_stride_forall_elements", &section);
  upc_stride_picks_t picks;
  upc_stride_block_t b;
  int k;
  upc_stride_check_array_of(&call, "section", &section);
  upc_stride_check_elements(&call, "section", &section, &picks);
  b = upc_stride_before_own_block(section.array);
  b.of_section = 1;
  for (k = 0; k < section.array->layout.ndims && picks.blocks > 0; k++) {
    if (picks.count[k] > 1 && picks.step[k] != 1)
      upc_stride_fail(&call, "section", "a step of %lld in dimension %d, must be 1", picks.step[k], k);
    b.from[k] = (size_t)picks.first[k], b.to[k] = b.from[k] + picks.count[k] - 1;
  }
  if (picks.blocks == 0) b.from[0] = 1; /* behind b.to[0]: no block has such elements */
  return b;
}

/* 1: the block has elements of the section, which lo, hi and data now lead to. */
static int cut_to_section(upc_stride_block_t *b) {
  const upc_stride_layout_t *L = &b->array->layout;
  int k;
  for (k = 0; k < L->ndims; k++) {
    const size_t lo = b->lo[k];
    if (b->from[k] > b->to[k] || b->from[k] > b->hi[k] || b->to[k] < lo) return 0;
    if (b->from[k] > lo) b->lo[k] = b->from[k];
    if (b->to[k] < b->hi[k]) b->hi[k] = b->to[k];
    b->data = (char *)b->data + (b->lo[k] - lo) * b->stride[k] * L->elemsize;
  }
  return 1;
}

static int next_block(upc_stride_block_t *b) {
  const upc_stride_layout_t *L = &b->array->layout;
  int k;
  if (++b->number >= upc_stride_layout_owned(L, (size_t)MYTHREAD)) return 0;
  b->data = upc_stride_own_block(b->array, b->number, b->index);
  for (k = 0; k < L->ndims; k++) {
    b->lo[k] = b->index[k] * L->block[k];
    b->hi[k] = b->lo[k] + L->block[k] < L->shape[k] ? b->lo[k] + L->block[k] - 1 : L->shape[k] - 1;
  }
  for (k = 0; k < L->ndims; k++) b->stride[k] = stride_of(L, k, b->lo, b->hi[k]);
  return 1;
}

int upc_stride_next_own_block(upc_stride_block_t *b) {
  while (next_block(b))
    if (!b->of_section || cut_to_section(b)) return 1;
  return 0;
}

int upc_stride_mapped(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_mapped", NULL);
  upc_stride_check_array(&call, "A", A);
  return A->layout.gridded;
}

upc_stride_section_t upc_stride_section(upc_stride_array_t A, const upc_stride_interval_t *iv) {
  upc_stride_site_t call = upc_stride_site("upc_stride_section", NULL);
  upc_stride_check_array(&call, "A", A);
  if (iv == NULL) upc_stride_fail(&call, "iv", "null, must be %d intervals", A->layout.ndims);
  return upc_stride_section_here(NULL, 0, A, A->layout.ndims, iv);
}

/* Row by row, in an array of this shape. */
static void number_elements(const upc_stride_picks_t *E, const size_t *shape, size_t *index) {
  size_t i, rest, stride;
  int k;
  for (i = 0; i < E->blocks; i++) {
    index[i] = 0;
    for (k = E->ndims - 1, rest = i, stride = 1; k >= 0; rest /= E->count[k], stride *= shape[k--])
      index[i] += (size_t)(E->first[k] + E->step[k] * (long long)(rest % E->count[k])) * stride;
  }
}

size_t upc_stride_element_numbers(upc_stride_section_t section, size_t *index) {
  upc_stride_site_t call = upc_stride_site("upc_stride_element_numbers", &section);
  upc_stride_picks_t picks;
  upc_stride_check_elements(&call, "section", &section, &picks);
  if (index != NULL) number_elements(&picks, section.array->layout.shape, index);
  return picks.blocks;
}

int upc_haveaffinity(upc_stride_section_t section) {
  upc_stride_site_t call = upc_stride_site("upc_haveaffinity", &section);
  upc_stride_picks_t picks;
  upc_stride_own_t own;
  upc_stride_check_section(&call, "section", &section, &picks);
  return upc_stride_own_first(&own, &picks, MYTHREAD);
}
