/* SPDX-License-Identifier: BSD-3-Clause
 * Memory without data: a simulated machine may give a program memory that keeps no bytes. The library neither reads nor
 * writes it, since its pages would then take memory of the host. */
#ifndef UPC_STRIDE_HAS_DATA_H
#define UPC_STRIDE_HAS_DATA_H

#include <stddef.h>

/* Asked whether the memory at an address has data; null: all memory has. */
void upc_stride_tell_has_data(int (*asked)(const void *at));

/* 0: one of them has no data. */
int upc_stride_both_have_data(const void *to, const void *from);

/* memcpy, if both have data. */
void *upc_stride_copy_bytes(void *to, const void *from, size_t bytes);

#endif
