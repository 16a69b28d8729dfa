/* SPDX-License-Identifier: BSD-3-Clause
 * Packing for an exchange: explained in pack.h. */
#include "pack.h"

#include <string.h>

static size_t owned(const upc_stride_side_t *X, int thread) {
  upc_stride_own_t it;
  size_t n = 0;
  int more;
  for (more = upc_stride_own_first(&it, &X->picks, (size_t)thread); more; more = upc_stride_own_next(&it)) n++;
  return n;
}

size_t upc_stride_message(const upc_stride_side_t *D, int d, const upc_stride_side_t *S, int s, size_t len) {
  return owned(D, d) * owned(S, s) * len;
}

/* The pieces for one destination block, from every block of thread s. */
static void pull_block(char *to, size_t i, const upc_stride_side_t *S, int s, size_t len) {
  shared [] char *part = upc_stride_part(S->array, s);
  upc_stride_own_t from;
  int more;
  for (more = upc_stride_own_first(&from, &S->picks, (size_t)s); more; more = upc_stride_own_next(&from))
    upc_memget(to + from.position * len, (shared const void *)(part + from.offset + i * len), len);
}

/* The same where thread s is the caller; a slot that stays in its place is left alone. */
static void pull_own_block(char *to, size_t i, const upc_stride_side_t *S, size_t len) {
  const char *part = upc_stride_my_part(S->array);
  upc_stride_own_t from;
  int more;
  for (more = upc_stride_own_first(&from, &S->picks, MYTHREAD); more; more = upc_stride_own_next(&from)) {
    const char *piece = part + from.offset + i * len;
    if (piece != to + from.position * len) memcpy(to + from.position * len, piece, len);
  }
}

void upc_stride_pull(const upc_stride_side_t *D, const upc_stride_side_t *S, int s, size_t len) {
  char *part = upc_stride_my_part(D->array);
  upc_stride_own_t into;
  int more;
  for (more = upc_stride_own_first(&into, &D->picks, MYTHREAD); more; more = upc_stride_own_next(&into)) {
    if (s == MYTHREAD)
      pull_own_block(part + into.offset, into.position, S, len);
    else
      pull_block(part + into.offset, into.position, S, s, len);
  }
}

void upc_stride_pack(char *message, const upc_stride_side_t *D, int d, const upc_stride_side_t *S, size_t len) {
  const char *part = upc_stride_my_part(S->array);
  upc_stride_own_t into, from;
  int more, each;
  for (more = upc_stride_own_first(&into, &D->picks, (size_t)d); more; more = upc_stride_own_next(&into))
    for (each = upc_stride_own_first(&from, &S->picks, MYTHREAD); each; each = upc_stride_own_next(&from)) {
      memcpy(message, part + from.offset + into.position * len, len);
      message += len;
    }
}

void upc_stride_unpack(const char *message, const upc_stride_side_t *D, const upc_stride_side_t *S, int s, size_t len) {
  char *part = upc_stride_my_part(D->array);
  upc_stride_own_t into, from;
  int more, each;
  for (more = upc_stride_own_first(&into, &D->picks, MYTHREAD); more; more = upc_stride_own_next(&into))
    for (each = upc_stride_own_first(&from, &S->picks, (size_t)s); each; each = upc_stride_own_next(&from)) {
      memcpy(part + into.offset + from.position * len, message, len);
      message += len;
    }
}
