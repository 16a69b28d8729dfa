/* SPDX-License-Identifier: BSD-3-Clause
 * Flags, operations and types by name: explained in spelling.h. */
#include "arrays/spelling.h"
#include "arrays/array.h"

#include <stdio.h>

typedef struct name {
  unsigned long value;
  char name[32];
} name_t;

#define NAME(value) {value, #value}

static const name_t flag_names[] = {
  NAME(UPC_IN_NOSYNC), NAME(UPC_IN_MYSYNC), NAME(UPC_IN_ALLSYNC), NAME(UPC_OUT_NOSYNC), NAME(UPC_OUT_MYSYNC),
  NAME(UPC_OUT_ALLSYNC)};

static const name_t op_names[] = {
  NAME(UPC_ADD), NAME(UPC_MULT), NAME(UPC_AND), NAME(UPC_OR), NAME(UPC_XOR), NAME(UPC_LOGAND), NAME(UPC_LOGOR),
  NAME(UPC_MIN), NAME(UPC_MAX), NAME(UPC_FUNC), NAME(UPC_NONCOMM_FUNC), NAME(UPC_STRIDE_PUT),
  NAME(UPC_STRIDE_MINLOC), NAME(UPC_STRIDE_MAXLOC)};

static const name_t type_names[] = {
  NAME(UPC_CHAR), NAME(UPC_UCHAR), NAME(UPC_SHORT), NAME(UPC_USHORT), NAME(UPC_INT), NAME(UPC_UINT), NAME(UPC_LONG),
  NAME(UPC_ULONG), NAME(UPC_LLONG), NAME(UPC_ULLONG), NAME(UPC_INT8), NAME(UPC_UINT8), NAME(UPC_INT16),
  NAME(UPC_UINT16), NAME(UPC_INT32), NAME(UPC_UINT32), NAME(UPC_INT64), NAME(UPC_UINT64), NAME(UPC_FLOAT),
  NAME(UPC_DOUBLE), NAME(UPC_LDOUBLE), NAME(UPC_PTS), NAME(UPC_STRIDE_COMPLEX_FLOAT), NAME(UPC_STRIDE_COMPLEX_DOUBLE),
  NAME(UPC_STRIDE_COMPLEX_LDOUBLE), NAME(UPC_STRIDE_INT128), NAME(UPC_STRIDE_UINT128), NAME(UPC_STRIDE_FLOAT16)};

/* The names of all bits of a value, with | between. */
static const char *spell_bits(upc_stride_spelling_t *s, unsigned long value, const name_t *names, int n) {
  size_t used = 0;
  int i;
  for (i = 0; i < n; i++) {
    if (names[i].value == 0 || (value & names[i].value) != names[i].value) continue;
    used += (size_t)snprintf(s->text + used, sizeof s->text - used, "%s%s", used == 0 ? "" : "|", names[i].name);
    if (used >= sizeof s->text) used = sizeof s->text - 1; /* the text is cut off */
    value &= ~names[i].value;
  }
  if (value != 0 || used == 0) snprintf(s->text + used, sizeof s->text - used, "%s0x%lx", used == 0 ? "" : "|", value);
  return s->text;
}

const char *upc_stride_spell_flags(upc_stride_spelling_t *s, upc_flag_t flags) {
  return spell_bits(s, (unsigned long)flags, flag_names, (int)(sizeof flag_names / sizeof flag_names[0]));
}

const char *upc_stride_spell_op(upc_stride_spelling_t *s, upc_op_t op) {
  return spell_bits(s, (unsigned long)op, op_names, (int)(sizeof op_names / sizeof op_names[0]));
}

const char *upc_stride_spell_type(upc_stride_spelling_t *s, upc_type_t type) {
  int i;
  for (i = 0; i < (int)(sizeof type_names / sizeof type_names[0]); i++)
    if (type_names[i].value == (unsigned long)type) {
      snprintf(s->text, sizeof s->text, "%s", type_names[i].name);
      return s->text;
    }
  snprintf(s->text, sizeof s->text, "%ld", (long)type);
  return s->text;
}

/* Numbers, the first by one format, the others by another. */
static size_t put_numbers(char *text, size_t size, const size_t *number, int n, const char *first, const char *other) {
  size_t used = 0;
  int k;
  for (k = 0; k < n && used < size; k++)
    used += (size_t)snprintf(text + used, size - used, k == 0 ? first : other, number[k]);
  return used < size ? used : size - 1;
}

const char *upc_stride_spell_place(upc_stride_spelling_t *s, shared const void *place) {
  size_t index[UPC_STRIDE_MAX_DIMS], offset, used, size = sizeof s->text;
  int thread = (int)upc_threadof((shared void *)place);
  upc_stride_array_t A = upc_stride_array_at(place, &offset);
  const upc_stride_layout_t *L = A != NULL ? &A->layout : NULL;
  if (A == NULL || !upc_stride_layout_element(L, thread, offset, index)) {
    snprintf(s->text, size, "address %zu on thread %d", upc_addrfield((shared void *)place), thread);
    return s->text;
  }
  used = (size_t)snprintf(s->text, size, "%.30s", A->name != NULL ? A->name : "element ");
  used += put_numbers(s->text + used, size - used, index, L->ndims, "[%zu]", "[%zu]");
  if (offset % L->elemsize != 0)
    used += (size_t)snprintf(s->text + used, size - used, " + %zu bytes", offset % L->elemsize);
  if (used < size) used += (size_t)snprintf(s->text + used, size - used, " on thread %d", thread);
  if (A->name != NULL || used >= size) return s->text;
  used += (size_t)snprintf(s->text + used, size - used, " of the ");
  if (used < size) used += put_numbers(s->text + used, size - used, L->shape, L->ndims, "%zu", "x%zu");
  if (used < size) snprintf(s->text + used, size - used, " array at %zu", upc_addrfield(A->base));
  return s->text;
}
