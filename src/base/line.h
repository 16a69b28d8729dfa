/* SPDX-License-Identifier: BSD-3-Clause
 * Cache lines: threads that write to different ones do not slow each other down. */
#ifndef UPC_STRIDE_LINE_H
#define UPC_STRIDE_LINE_H

#include <stddef.h>
#include <stdint.h>

#if defined __aarch64__
enum { UPC_STRIDE_LINE = 256 };            /* bytes; of A64FX, the longest of these processors */
#else
enum { UPC_STRIDE_LINE = 64 };
#endif

/* The bytes of as many whole lines as `bytes` need. */
static inline size_t upc_stride_whole_lines(size_t bytes) {
  return (bytes + UPC_STRIDE_LINE - 1) / UPC_STRIDE_LINE * UPC_STRIDE_LINE;
}

/* The bytes from a place to the next line; 0 if a line begins there. */
static inline size_t upc_stride_to_line(const void *place) {
  return (UPC_STRIDE_LINE - (uintptr_t)place % UPC_STRIDE_LINE) % UPC_STRIDE_LINE;
}

#endif
