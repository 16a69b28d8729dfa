/* SPDX-License-Identifier: BSD-3-Clause
 * Staging: a buffer in each thread's shared memory in which it leaves packed messages, one at a time, for others to
 * fetch. It grows as needed and stays. */
#ifndef UPC_STRIDE_STAGE_H
#define UPC_STRIDE_STAGE_H

#include <stddef.h>

/* The caller's own, of at least `bytes`; nobody may still be fetching from it. Signal after filling it. */
char *upc_stride_stage(size_t bytes);

/* Fetches `bytes` that `thread` staged, after its signal; valid until the next fetch. */
const char *upc_stride_fetch(int thread, size_t bytes);

#endif
