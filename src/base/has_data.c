/* SPDX-License-Identifier: BSD-3-Clause
 * Memory without data. */
#include "base/has_data.h"
#include "base/of_thread.h"

#include <string.h>

static UPC_STRIDE_OF_THREAD int (*has_data)(const void *at); /* or null */

void upc_stride_tell_has_data(int (*asked)(const void *at)) { has_data = asked; }

int upc_stride_both_have_data(const void *to, const void *from) {
  return has_data == NULL || (has_data(to) && has_data(from));
}

void *upc_stride_copy_bytes(void *to, const void *from, size_t bytes) {
  return upc_stride_both_have_data(to, from) ? memcpy(to, from, bytes) : to;
}
