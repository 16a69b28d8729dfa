/* SPDX-License-Identifier: BSD-3-Clause
 * Shared memory for the library's own purposes. */
#ifndef UPC_STRIDE_MEMORY_H
#define UPC_STRIDE_MEMORY_H

#include <stddef.h>

/* So many bytes of the caller's shared memory, at a multiple of 64 where the runtime has it so; where there is none, the
 * program ends with one line that says what for and how much. */
shared [] char *upc_stride_shared_alloc(size_t bytes, const char *what);

#endif
