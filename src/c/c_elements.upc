/* SPDX-License-Identifier: BSD-3-Clause
 * Single elements and single blocks of arrays, for C programs: updates, fetches, and copies of blocks. */
#include "c/c_calls.h"
#include "accumulate.h"
#include "arrays/view.h"
#include "arrays/check.h"
#include "base/number.h"
#include "base/port.h"
#include "layout/places.h"
#include "arrays/spelling.h"
#include "plan/values.h"
#include "transport/transfer.h"

#include <string.h>

int upc_stride_c_update(shared void *dst, upc_op_t op, upc_type_t type, const void *value) {
  upc_stride_site_t call;
  upc_stride_c_enter("upc_stride_update");
  if (upc_stride_c_fails("upc_stride_update")) return -1;
  call = upc_stride_site("upc_stride_update", NULL);
  upc_stride_check_open_at(&call, "dst", dst);
  upc_stride_update(dst, op, type, value);
  return upc_stride_c_done();
}

int upc_stride_c_updates(upc_stride_array_t dst, const size_t *index, size_t count, upc_op_t op, upc_type_t type,
                         const void *values) {
  const upc_stride_layout_t *L;
  upc_stride_site_t call;
  upc_stride_update_op_t a;
  upc_stride_spelling_t spelling;
  size_t at[UPC_STRIDE_MAX_DIMS], i, rest;
  int k, known_type;
  upc_stride_c_enter("upc_stride_updates");
  if (upc_stride_c_fails("upc_stride_updates")) return -1;
  call = upc_stride_site("upc_stride_updates", NULL);
  upc_stride_check_array(&call, "dst", dst);
  upc_stride_check_open(&call, "dst", dst);
  if (count > 0 && (index == NULL || values == NULL))
    upc_stride_fail(&call, index == NULL ? "index" : "values", "null, must be %zu numbers", count);
  if (!upc_stride_update_op_of(&a, op, type, &known_type)) upc_stride_fail_action(&call, op, type, known_type);
  L = &dst->layout;
  if (upc_stride_product(count, L->elemsize) > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(&call, "count", "%zu numbers, must be a number that memory has room for", count);
  if (a.values.size != L->elemsize)
    upc_stride_fail(&call, "type", "%s of %zu byte%s, must be as large as the elements of dst (%zu byte%s)",
                    upc_stride_spell_type(&spelling, type), a.values.size, UPC_STRIDE_S(a.values.size), L->elemsize,
                    UPC_STRIDE_S(L->elemsize));
  for (i = 0; i < count; i++)
    if (index[i] >= L->elements)
      upc_stride_fail(&call, "index", "%zu at position %zu, must be an element of dst, 0..%zu", index[i], i,
                      L->elements - 1);
  for (i = 0; i < count; i++) {
    for (k = L->ndims - 1, rest = index[i]; k >= 0; k--) at[k] = rest % L->shape[k], rest /= L->shape[k];
    upc_stride_update(upc_stride_at(dst, at), op, type, (const char *)values + i * L->elemsize);
  }
  return upc_stride_c_done();
}

int upc_stride_c_running(void *to, const void *from, size_t lines, size_t count, upc_op_t op, upc_type_t type) {
  upc_stride_site_t call;
  upc_stride_update_op_t a;
  size_t i, bytes;
  upc_stride_c_enter("upc_stride_running");
  if (upc_stride_c_fails("upc_stride_running")) return -1;
  call = upc_stride_site("upc_stride_running", NULL);
  upc_stride_check_number_op(&call, &a, op, type);
  bytes = upc_stride_product(count, a.values.size);
  if (upc_stride_product(lines, bytes) > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(&call, "lines", "%zu of %zu elements, must be those of lines in memory", lines, count);
  if (lines > 0 && count > 0 && (to == NULL || from == NULL))
    upc_stride_fail(&call, to == NULL ? "to" : "from", "null, must be %zu elements", lines * count);
  for (i = 0; i < lines && bytes > 0; i++)
    upc_stride_running(&a.values, (char *)to + i * bytes, (const char *)from + i * bytes, count);
  return upc_stride_c_done();
}

int upc_stride_c_sums(void *to, const void *from, size_t lines, size_t count, size_t columns, upc_type_t type) {
  upc_stride_site_t call;
  upc_stride_spelling_t spelling;
  size_t sums, values;
  upc_stride_c_enter("upc_stride_sums");
  if (upc_stride_c_fails("upc_stride_sums")) return -1;
  call = upc_stride_site("upc_stride_sums", NULL);
  if (!upc_stride_has_sums(type))
    upc_stride_fail(&call, "type", "%s, must be a type of numbers of 4 or 8 bytes",
                    upc_stride_spell_type(&spelling, type));
  sums = upc_stride_product(lines, columns);
  values = upc_stride_product(sums, count);
  if (upc_stride_product(sums > values ? sums : values, upc_stride_type_bytes(type)) > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(&call, "lines", "%zu of %zu x %zu elements, must be those of lines in memory", lines, count,
                    columns);
  if ((sums > 0 && to == NULL) || (values > 0 && from == NULL))
    upc_stride_fail(&call, to == NULL ? "to" : "from", "null, must be %zu elements", to == NULL ? sums : values);
  if (sums > 0) upc_stride_sums(type, to, from, lines, count, columns);
  return upc_stride_c_done();
}

int upc_stride_c_update_fence(void) {
  upc_stride_c_enter("upc_stride_update_fence");
  if (upc_stride_c_fails("upc_stride_update_fence")) return -1;
  upc_stride_update_fence();
  return upc_stride_c_done();
}

int upc_stride_c_fetch(void *dst, upc_stride_array_t src, const size_t *index, size_t count, upc_flag_t sync_flags) {
  upc_stride_c_enter("upc_stride_fetch");
  if (upc_stride_c_fails("upc_stride_fetch")) return upc_stride_c_refused_by_all();
  upc_stride_fetch(dst, src, index, count, sync_flags);
  return upc_stride_c_done();
}

int upc_stride_c_fetch_init(upc_stride_handle_t *handle, void *dst, upc_stride_array_t src, const size_t *index,
                            size_t count, upc_flag_t sync_flags) {
  upc_stride_c_enter("upc_stride_fetch_init");
  if (handle != NULL) *handle = NULL;
  if (upc_stride_c_fails("upc_stride_fetch_init")) return upc_stride_c_refused_by_all();
  upc_stride_c_check_handle("upc_stride_fetch_init", handle);
  *handle = upc_stride_fetch_init(dst, src, index, count, sync_flags);
  return upc_stride_c_done();
}

/* ---- blocks ---- */

/* The owner of block `number`, counted row by row, and the block's nominal offset. */
static int owner_of(const upc_stride_layout_t *L, size_t number, size_t *offset) {
  size_t at[UPC_STRIDE_MAX_DIMS], slot, owner;
  int k;
  for (k = L->ndims - 1; k >= 0; k--) at[k] = number % L->nblocks[k], number /= L->nblocks[k];
  owner = upc_stride_places_owner(L, at, &slot);
  *offset = slot * L->blockbytes;
  return L->copies > 0 ? MYTHREAD : (int)owner;
}

static shared const void *block_at(upc_stride_array_t A, size_t number) {
  size_t offset;
  int owner = owner_of(&A->layout, number, &offset);
  return (shared const void *)(upc_stride_part(A, owner) + offset);
}

/* A block of ScaLAPACK's matrix, row by row. */
static void get_rows(char *to, upc_stride_array_t A, size_t number) {
  const upc_stride_layout_t *L = &A->layout;
  size_t from = 0, nominal, real, there, bytes;
  int owner = owner_of(L, number, &nominal);
  for (; from < L->blockbytes; from += bytes) {
    bytes = upc_stride_places_run(L, owner, nominal + from, L->blockbytes - from, &real, &there);
    if (there == 0) continue;
    upc_stride_tell_access_of((size_t)owner, upc_addrfield((shared void *)(upc_stride_part(A, owner) + real)), there,
                              UPC_STRIDE_TELL_READS);
    upc_memget(to + from, (shared const void *)(upc_stride_part(A, owner) + real), there);
  }
}

static void get_block(upc_stride_transfer_t *transfer, char *to, shared const void *block, size_t bytes) {
  upc_stride_tell_access_of(upc_threadof((shared void *)block), upc_addrfield((shared void *)block), bytes,
                            UPC_STRIDE_TELL_READS);
  upc_stride_transfer_get(transfer, to, block, bytes);
}

/* The most blocks of far threads that are on their way together. */
enum { TOGETHER = 64 };

int upc_stride_c_get_blocks(void *to, upc_stride_array_t A, const size_t *numbers, size_t count) {
  upc_stride_transfer_t window[TOGETHER];
  upc_stride_site_t call;
  size_t bytes, i;
  unsigned turn;
  upc_stride_c_enter("upc_stride_get_blocks");
  if (upc_stride_c_fails("upc_stride_get_blocks")) return -1;
  call = upc_stride_site("upc_stride_get_blocks", NULL);
  upc_stride_check_array(&call, "array", A);
  upc_stride_check_open(&call, "array", A);
  if (upc_stride_product(count, A->layout.blockbytes) > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(&call, "count", "%zu blocks, must be a number that memory has room for", count);
  if (count > 0 && (to == NULL || numbers == NULL))
    upc_stride_fail(&call, to == NULL ? "to" : "numbers", "null, must be for %zu blocks", count);
  for (i = 0; i < count; i++)
    if (numbers[i] >= A->layout.blocks)
      upc_stride_fail(&call, "numbers", "%zu at position %zu, must be in 0..%zu", numbers[i], i, A->layout.blocks - 1);
  upc_stride_c_done();
  bytes = A->layout.blockbytes;
  upc_stride_tell_access(to, count * bytes, UPC_STRIDE_TELL_WRITES);
  for (i = 0; i < count && A->layout.placed; i++) get_rows((char *)to + i * bytes, A, numbers[i]);
  if (A->layout.placed) return 0;
  memset(window, 0, sizeof window);
  for (i = 0; i < count + TOGETHER; i++) {
    upc_stride_transfer_t *transfer = &window[i % TOGETHER];
    for (turn = 0; !upc_stride_transfer_test(transfer); turn++) upc_stride_relax(turn);
    if (i < count) get_block(transfer, (char *)to + i * bytes, block_at(A, numbers[i]), bytes);
  }
  return 0;
}
