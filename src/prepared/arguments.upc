/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of lists and values, and comparing them. */
#include "prepared/arguments.h"
#include "plan/values.h"

#include <string.h>

const void *upc_stride_argument_address(const upc_stride_args_t *a, const upc_stride_argument_t *row) {
  const void *address;
  memcpy(&address, (const char *)a + row->at, sizeof address);
  return address;
}

/* ---- copies ---- */

void *upc_stride_argument_copy(void *memory, const void *from, size_t bytes) {
  char *copy = (char *)memory + UPC_STRIDE_BEFORE_COPY;
  memcpy(memory, &bytes, sizeof bytes);
  return memcpy(copy, from, bytes);
}

size_t upc_stride_argument_bytes(const void *copy) {
  const char *memory = (const char *)copy - UPC_STRIDE_BEFORE_COPY;
  size_t bytes;
  memcpy(&bytes, memory, sizeof bytes);
  return bytes;
}

/* ---- comparing ---- */

/* A call with a plan's own copies, as a prepared one, has the same address. */
int upc_stride_contents_same(const void *copy, const void *contents) {
  if (copy == contents) return 1;
  return copy != NULL && contents != NULL && memcmp(copy, contents, upc_stride_argument_bytes(copy)) == 0;
}

size_t upc_stride_hash_value(upc_type_t type, const void *value) {
  const size_t n = upc_stride_type_bytes(type);
  const char *bytes = value;
  size_t hash = 1, i, word;
  for (i = 0; i < n && value != NULL; i += sizeof word) {
    word = 0;
    memcpy(&word, bytes + i, n - i < sizeof word ? n - i : sizeof word);
    hash = upc_stride_hash_mix(hash, word);
  }
  return hash;
}

/* ---- a rule for operations ---- */

const char *upc_stride_arguments_not_kept(const upc_stride_args_t *kept, const upc_stride_args_t *a) {
  const upc_stride_argument_t *row = upc_stride_arguments_of(a->call), *end = upc_stride_arguments_of(a->call + 1);
  for (; row < end; row++)
    if (row->kind == UPC_STRIDE_ARGUMENT_LIST && upc_stride_argument_address(kept, row) == NULL &&
        upc_stride_argument_address(a, row) != NULL) return row->name;
  return NULL;
}
