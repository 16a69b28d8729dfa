/* SPDX-License-Identifier: BSD-3-Clause
 * Sizes that programs were compiled with: they change only with SOVERSION. */
#include "tests/c/check.h"

#include <string.h>

_Static_assert(sizeof(upc_stride_pointer_t) == 16, "upc_stride_pointer_t");
_Static_assert(sizeof(upc_stride_interval_t) == 32, "upc_stride_interval_t");
_Static_assert(sizeof(upc_stride_section_t) == 24 + UPC_STRIDE_MAX_DIMS * 32, "upc_stride_section_t");
_Static_assert(sizeof(upc_stride_options_t) == 24, "upc_stride_options_t");
_Static_assert(offsetof(upc_stride_options_t, heap) == 16, "upc_stride_options_t");
_Static_assert(sizeof(upc_stride_layout_t) == 88 + 6 * 8 * UPC_STRIDE_MAX_DIMS, "upc_stride_layout_t");
_Static_assert(UPC_STRIDE_MAX_DIMS == 8, "dimensions");

int main(void) {
  CHECK(strcmp(upc_stride_version(), UPC_STRIDE_VERSION) == 0); /* before the start as well */
  START(NULL);
  CHECK(strcmp(upc_stride_version(), UPC_STRIDE_VERSION) == 0);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
