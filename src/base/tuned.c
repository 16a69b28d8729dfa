/* SPDX-License-Identifier: BSD-3-Clause
 * Tuned values: explained in tuned.h. */
#include "base/tuned.h"
#include "base/allocate.h"
#include "base/of_thread.h"

#include <stdio.h>
#include <string.h>

#define ROW(number, name, normal, least, most, where, operations, bytes, meaning) \
  {name, normal, least, most, where, operations, bytes, meaning},
static const upc_stride_tuned_row_t row[] = {UPC_STRIDE_TUNED_VALUES(ROW)};
#undef ROW

static UPC_STRIDE_OF_THREAD size_t given[UPC_STRIDE_TUNED]; /* 0: none */

const upc_stride_tuned_row_t *upc_stride_tuned_row(int number) { return &row[number]; }

size_t upc_stride_tuned(int number) { return given[number] > 0 ? given[number] : row[number].normal; }

void upc_stride_tuned_get_all(size_t *values) { memcpy(values, given, sizeof given); }

void upc_stride_tuned_set_all(const size_t *values) { memcpy(given, values, sizeof given); }

const char *upc_stride_tuned_set(const char *name, unsigned long long value) {
  enum { MUST = 400 };
  static UPC_STRIDE_OF_THREAD char *must;
  size_t used = 0;
  int i;
  if (must == NULL) must = upc_stride_alloc(MUST, 1, "a line");
  for (i = 0; i < UPC_STRIDE_TUNED; i++) {
    const upc_stride_tuned_row_t *r = &row[i];
    if (strcmp(name, r->name) != 0) continue;
    snprintf(must, MUST, "%s from %zu to %zu%s", name, r->least, r->most,
             strncmp(name, "slot_", 5) == 0 ? ", a multiple of 64" : "");
    if (value < r->least || value > r->most || (strncmp(name, "slot_", 5) == 0 && value % 64 != 0)) return must;
    if (given[i] == 0) given[i] = (size_t)value;
    return NULL;
  }
  for (i = 0; i < UPC_STRIDE_TUNED && used < MUST; i++)
    used += (size_t)snprintf(must + used, MUST - used, "%s%s", i == 0 ? "one of " : ", ", row[i].name);
  return must;
}
