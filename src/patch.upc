/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_get_patch, upc_stride_put_patch, upc_stride_acc_patch, and their split-phase forms. A patch is cut into
 * the parts of blocks (layout/block_part.h). Each part is nested loops over runs of bytes. A run is moved by address,
 * by a transfer, or as an item of a request (accumulate.h). */
#include "accumulate.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/number.h"
#include "base/port.h"
#include "layout/block_part.h"
#include "engine/handles.h"
#include "operations.h"

#include <stdlib.h>

/* The transfers of a patch that are under way; a split-phase patch has a handle besides. */
typedef struct transfers {
  upc_stride_flight_t flight;            /* first: the handle */
  void **transfer;
  int count, capacity;
  upc_stride_site_t site;                /* of the call */
  unsigned long apart;                   /* its number of upc_stride_tell_apart; 0: none */
} transfers_t;

typedef struct patch {
  upc_stride_array_t array;
  upc_stride_picks_t picks;
  char *buffer;
  long long pitch[UPC_STRIDE_MAX_DIMS];  /* of the buffer, in bytes                      */
  upc_stride_items_t items;
  upc_stride_site_t site;                /* of the call                                  */
  transfers_t *under_way;                /* null: none yet                               */
  unsigned long apart;                   /* as above                                     */
} patch_t;

/* ---- split phase ---- */

static void add_transfer(patch_t *P, void *transfer) {
  transfers_t *T = P->under_way;
  if (transfer == NULL) return;
  if (T == NULL) T = P->under_way = upc_stride_alloc(1, sizeof *T, "patches");
  T->transfer = upc_stride_grown(T->transfer, T->count, &T->capacity, sizeof *T->transfer, "patches");
  T->transfer[T->count++] = transfer;
}

static int test_patch(upc_stride_flight_t *flight) {
  transfers_t *T = (transfers_t *)flight;
  while (T->count > 0 && upc_stride_nb_test(T->transfer[T->count - 1])) T->count--;
  return T->count == 0;
}

static void wait_for_patch(upc_stride_flight_t *flight) {
  transfers_t *T = (transfers_t *)flight;
  while (T->count > 0) upc_stride_nb_wait(T->transfer[--T->count]);
}

static void end_patch(upc_stride_flight_t *flight) {
  upc_stride_tell_apart_ended(((transfers_t *)flight)->apart);
  free(((transfers_t *)flight)->transfer);
  free(flight);
}

static upc_stride_site_t site_of(const upc_stride_flight_t *flight) { return ((const transfers_t *)flight)->site; }

static const upc_stride_flight_kind_t patches = {test_patch, wait_for_patch, end_patch, site_of, 0, test_patch,
                                                  upc_stride_flight_turn, 0, NULL, NULL};

/* ---- one part of a block ---- */

/* The innermost loop, by address. */
static void row_near(patch_t *P, int owner, char *there, long long there_pitch, char *here, long long here_pitch,
                     size_t bytes, size_t count) {
  size_t i;
  upc_stride_near_items(&P->items, owner, there, there_pitch, bytes, count);
  if (P->items.what == UPC_STRIDE_ITEM_ACC) {
    upc_stride_acc_near(&P->items, owner, there, there_pitch, here, here_pitch, bytes, count);
    return;
  }
  for (i = 0; i < count; i++, there += there_pitch, here += here_pitch) {
    char *to = P->items.what == UPC_STRIDE_ITEM_GET ? here : there, *from = to == here ? there : here;
    upc_stride_copy_item(to, from, bytes);
  }
}

static void loop_near(patch_t *P, const upc_stride_runs_t *R, int owner, int level, char *there, char *here) {
  size_t i;
  if (R->levels == 0) row_near(P, owner, there, 0, here, 0, R->bytes, 1);
  else if (level == 0) row_near(P, owner, there, R->there[0], here, R->here[0], R->bytes, R->count[0]);
  for (i = 0; level > 0 && i < R->count[level]; i++)
    loop_near(P, R, owner, level - 1, there + (long long)i * R->there[level], here + (long long)i * R->here[level]);
}

/* Short runs of which at least so many fit into a request go together, since each transfer takes some microseconds. A
 * patch of one run needs no request, so it does not wait for an owner that computes. */
enum { RUNS_OF_REQUEST = 3, SHORT_RUN = 4096 };

static int by_requests(const patch_t *P, const upc_stride_runs_t *R, int owner) {
  if (P->items.what == UPC_STRIDE_ITEM_ACC) return 1;
  return R->levels > 0 && R->bytes <= SHORT_RUN && R->bytes <= P->items.most_of_item / RUNS_OF_REQUEST &&
         !upc_stride_castable(owner);
}

static void transfer(patch_t *P, int owner, shared [] char *there, char *here, size_t bytes) {
  upc_stride_look_at_item(&P->items, owner, upc_addrfield((shared void *)there), bytes);
  if (P->items.what == UPC_STRIDE_ITEM_GET) add_transfer(P, upc_stride_get_nb(here, (shared const void *)there, bytes));
  else add_transfer(P, upc_stride_put_nb((shared void *)there, here, bytes));
}

/* The innermost loop. */
static void row_far(patch_t *P, int owner, shared [] char *there, char *here, const upc_stride_item_form_t *row,
                    int requests) {
  size_t i;
  if (requests) upc_stride_items_add(&P->items, owner, upc_addrfield((shared void *)there), here, row);
  for (i = 0; i < row->runs && !requests; i++)
    transfer(P, owner, there + (long long)i * row->there, here + (long long)i * row->here, row->bytes);
}

static void loop_far(patch_t *P, const upc_stride_runs_t *R, int owner, int level, shared [] char *there, char *here,
                     const upc_stride_item_form_t *row) {
  size_t i;
  if (level <= 0) row_far(P, owner, there, here, row, by_requests(P, R, owner));
  for (i = 0; level > 0 && i < R->count[level]; i++)
    loop_far(P, R, owner, level - 1, there + (long long)i * R->there[level], here + (long long)i * R->here[level], row);
}

/* Where the buffer has the part. */
static char *place_in_buffer(const patch_t *P, const upc_stride_block_part_t *part) {
  char *here = P->buffer;
  int k;
  for (k = 0; k < P->array->layout.ndims; k++) here += (long long)part->from[k] * P->pitch[k];
  return here;
}

static void move_part(patch_t *P, const upc_stride_block_part_t *part) {
  const upc_stride_layout_t *L = &P->array->layout;
  shared [] char *there = upc_stride_part(P->array, part->thread) + part->offset;
  char *here = place_in_buffer(P, part);
  upc_stride_item_form_t row = {0, 1, 0, 0};
  upc_stride_runs_t R;
  upc_stride_runs_of(&R, part, L->ndims, L->elemsize, P->pitch);
  row.bytes = R.bytes;
  if (R.levels > 0) row.runs = R.count[0], row.there = R.there[0], row.here = R.here[0];
  if (upc_stride_items_by_address(&P->items, part->thread))
    loop_near(P, &R, part->thread, R.levels - 1, upc_stride_address((shared const void *)there), here);
  else loop_far(P, &R, part->thread, R.levels - 1, there, here, &row);
}

/* ---- checked mode: no element of the patch has an update before its fence ---- */

static void check_runs(const patch_t *P, const upc_stride_runs_t *R, int owner, int level, size_t place) {
  size_t i;
  if (level < 0) upc_stride_check_updated(&P->site, owner, place, R->bytes);
  for (i = 0; level >= 0 && i < R->count[level]; i++)
    check_runs(P, R, owner, level - 1, place + (size_t)((long long)i * R->there[level]));
}

static void check_part(patch_t *P, const upc_stride_block_part_t *part) {
  const upc_stride_layout_t *L = &P->array->layout;
  upc_stride_runs_t R;
  upc_stride_runs_of(&R, part, L->ndims, L->elemsize, P->pitch);
  check_runs(P, &R, part->thread, R.levels - 1,
             upc_addrfield((shared void *)(upc_stride_part(P->array, part->thread) + part->offset)));
}

/* ---- for who watches accesses: the buffer may be shared memory, by a private pointer ---- */

static void tell_runs(const patch_t *P, const upc_stride_runs_t *R, int level, const char *here) {
  const int kind = P->items.what == UPC_STRIDE_ITEM_GET ? UPC_STRIDE_TELL_WRITES : UPC_STRIDE_TELL_READS;
  size_t i;
  if (level < 0) upc_stride_tell_access(here, R->bytes, kind);
  for (i = 0; level >= 0 && i < R->count[level]; i++)
    tell_runs(P, R, level - 1, here + (long long)i * R->here[level]);
}

static void tell_part(patch_t *P, const upc_stride_block_part_t *part) {
  const upc_stride_layout_t *L = &P->array->layout;
  upc_stride_runs_t R;
  upc_stride_runs_of(&R, part, L->ndims, L->elemsize, P->pitch);
  tell_runs(P, &R, R.levels - 1, place_in_buffer(P, part));
}

/* ---- the whole patch ---- */

/* The parts of all blocks of which something is picked. */
static void each_part(patch_t *P, void (*does)(patch_t *, const upc_stride_block_part_t *)) {
  size_t at[UPC_STRIDE_MAX_DIMS], least[UPC_STRIDE_MAX_DIMS], greatest[UPC_STRIDE_MAX_DIMS];
  upc_stride_block_part_t part;
  int k, ndims = P->array->layout.ndims;
  for (k = 0; k < ndims; k++) {
    upc_stride_picked_blocks(&P->picks, k, &least[k], &greatest[k]);
    at[k] = least[k];
  }
  do {
    if (upc_stride_block_part(&part, &P->picks, at)) {
      if (P->array->layout.copies > 0) part.thread = MYTHREAD; /* the caller's copy */
      does(P, &part);
    }
    for (k = ndims - 1; k >= 0 && at[k] == greatest[k]; k--) at[k] = least[k];
    if (k >= 0) at[k]++;
  } while (k >= 0);
}

static void move(patch_t *P) {
  if (upc_stride_environment()->check) each_part(P, check_part);
  if (upc_stride_is_watched()) each_part(P, tell_part);
  each_part(P, move_part);
  upc_stride_items_end(&P->items);
}

/* For who watches accesses a split-phase patch moves all until its wait, although near elements are moved at once. */
static void move_until_wait(patch_t *P) {
  P->apart = upc_stride_tell_apart(1);
  move(P);
  upc_stride_tell_apart(0);
}

/* Checks the arguments; 1 if there is something to move. */
static int check(patch_t *P, const upc_stride_site_t *call, const char *section_name, const upc_stride_section_t *S,
                 const char *buffer_name, void *buffer, const size_t *extents) {
  size_t bytes;
  int k;
  P->site = *call;
  upc_stride_check_elements(call, section_name, S, &P->picks);
  upc_stride_check_open(call, section_name, S->array);
  P->array = S->array;
  P->buffer = buffer;
  P->under_way = NULL;
  P->apart = 0;
  if (P->picks.blocks == 0) return 0;
  if (buffer == NULL) upc_stride_fail(call, buffer_name, "null, must be where %zu elements are", P->picks.blocks);
  bytes = S->array->layout.elemsize;
  for (k = S->array->layout.ndims - 1; k >= 0; k--) {
    const size_t extent = extents != NULL && k > 0 ? extents[k] : P->picks.count[k];
    if (extent < P->picks.count[k])
      upc_stride_fail(call, "extents", "%zu in dimension %d, must be at least the %zu elements that are picked", extent,
                      k, P->picks.count[k]);
    P->pitch[k] = (long long)bytes;
    bytes = upc_stride_product(bytes, extent);
    if (bytes > UPC_STRIDE_MOST_BYTES)
      upc_stride_fail(call, "extents", "%zu in dimension %d, must be those of a buffer in memory", extent, k);
  }
  return 1;
}

static upc_stride_handle_t started(patch_t *P) {
  if (P->apart != 0 && P->under_way == NULL) P->under_way = upc_stride_alloc(1, sizeof *P->under_way, "patches");
  if (P->under_way == NULL) return NULL;
  P->under_way->site = P->site, P->under_way->apart = P->apart;
  P->under_way->flight.array[0] = P->array;
  return upc_stride_flight_begin(&P->under_way->flight, &patches);
}

static void finish(patch_t *P) {
  if (P->under_way == NULL) return;
  wait_for_patch(&P->under_way->flight);
  end_patch(&P->under_way->flight);
}

static void get(patch_t *P, const char *name, void *to, const size_t *extents, const upc_stride_section_t *src,
                void (*moves)(patch_t *)) {
  upc_stride_site_t call = upc_stride_site(name, src);
  upc_stride_items_begin(&P->items, &call, UPC_STRIDE_ITEM_GET, 1);
  if (!check(P, &call, "src", src, "to", to, extents)) return;
  upc_stride_ordered();
  moves(P);
}

static void put(patch_t *P, const char *name, const upc_stride_section_t *dst, const void *from,
                const size_t *extents, void (*moves)(patch_t *)) {
  upc_stride_site_t call = upc_stride_site(name, dst);
  upc_stride_items_begin(&P->items, &call, UPC_STRIDE_ITEM_PUT, 1);
  if (check(P, &call, "dst", dst, "from", (void *)from, extents)) moves(P);
}

void upc_stride_get_patch(void *to, const size_t *extents, upc_stride_section_t src) {
  patch_t P;
  get(&P, "upc_stride_get_patch", to, extents, &src, move);
  finish(&P);
}

upc_stride_handle_t upc_stride_get_patch_nb(void *to, const size_t *extents, upc_stride_section_t src) {
  patch_t P;
  get(&P, "upc_stride_get_patch", to, extents, &src, move_until_wait);
  return started(&P);
}

void upc_stride_put_patch(upc_stride_section_t dst, const void *from, const size_t *extents) {
  patch_t P;
  put(&P, "upc_stride_put_patch", &dst, from, extents, move);
  finish(&P);
  upc_stride_ordered();
}

upc_stride_handle_t upc_stride_put_patch_nb(upc_stride_section_t dst, const void *from, const size_t *extents) {
  patch_t P;
  put(&P, "upc_stride_put_patch", &dst, from, extents, move_until_wait);
  upc_stride_ordered();
  return started(&P);
}

void upc_stride_acc_patch(upc_stride_section_t dst, upc_op_t op, upc_type_t type, const void *from,
                          const size_t *extents) {
  upc_stride_site_t call = upc_stride_site("upc_stride_acc_patch", &dst);
  patch_t P;
  upc_stride_check_array(&call, "dst", dst.array);
  upc_stride_check_acc(&call, &P.items.op, op, type, dst.array);
  upc_stride_items_begin(&P.items, &call, UPC_STRIDE_ITEM_ACC, 0);
  if (check(&P, &call, "dst", &dst, "from", (void *)from, extents)) move(&P);
  upc_stride_ordered();
}
