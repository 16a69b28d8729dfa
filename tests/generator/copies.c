// SPDX-License-Identifier: BSD-3-Clause
// upc_memcpy, upc_memget, upc_memput and upc_memset: each on bytes of one thread, as if of `shared [] char`.
#include "generate.h"
#include <stdio.h>
#include <string.h>

// A run of elements of array `a` that lie one after the other on one thread: where it starts; its length at most.
static place_t run_of(const array_t *a, const char **start, long *bytes) {
  long index = random_below((unsigned)a->n);
  place_t at = place_of(a, index);
  *start = text("&%s", element(a, index));
  *bytes = a->valid[at.thread] - at.offset;
  return at;
}

// Any other byte than 0, repeated, would be a number that is neither whole nor small (model.c).
static int has_floats(const array_t *a) {
  if (a->type) return a->type->kind == 'f';
  for (int f = 0; f < a->nfields; f++)
    if (a->fields[f].type->kind == 'f') return 1;
  return 0;
}

void copy(void) {
  array_t *from = &arrays[random_below(narrays)], *to = &arrays[random_below(narrays)];
  if (!from->type || !to->type || (from->type->kind == 'f') != (to->type->kind == 'f') ||
      from->type->size != to->type->size) to = from;
  const char *source, *target;
  long source_bytes, target_bytes;
  place_t s = run_of(from, &source, &source_bytes), d = run_of(to, &target, &target_bytes);
  long most = source_bytes < target_bytes ? source_bytes : target_bytes;
  long length = random_below((unsigned)(most / from->size) + 1) * from->size;
  unsigned char *in = from->bytes[s.thread] + s.offset, *out = to->bytes[d.thread] + d.offset;
  int overlap = from == to && s.thread == d.thread && s.offset < d.offset + length && d.offset < s.offset + length;
  printf("  if (MYTHREAD == %u) {\n", random_below(threads));
  unsigned kind = random_below(4);
  if (kind == 0 && !overlap) {
    printf("    upc_memcpy(%s, %s, %s);\n", target, source, number(length));
    memcpy(out, in, length);
  } else if (kind == 1 || kind == 0) {
    printf("    unsigned char room[%ld]; room[%ld] = 77;\n", length + 1, length);
    printf("    upc_memget(room, %s, %s); CHECK_EQ(room[%ld], 77);", source, number(length), length);
    if (length) printf(" CHECK_EQ(room[0], %d); CHECK_EQ(room[%ld], %d);", in[0], length - 1, in[length - 1]);
    printf("\n    upc_memput(%s, room, %ld);\n", target, length);
    memmove(out, in, length);
  } else {
    int value = has_floats(to) ? 0 : (int)random_below(256);
    printf("    upc_memset(%s, %d, %s);\n", target, value, number(length / from->size * from->size));
    memset(out, value, length);
  }
  puts("  }\n  upc_barrier;");
}
