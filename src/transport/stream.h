/* SPDX-License-Identifier: BSD-3-Clause
 * Streams: bytes between two far threads of which both know, moved by the runtime as its network likes it best; where
 * the compiler's runtime has none, upc_stride_streams says so. Both give a stream the same tag and number; those of a tag
 * are numbered from 0 and begun in that order at both ends. */
#ifndef UPC_STRIDE_STREAM_H
#define UPC_STRIDE_STREAM_H

#include <stddef.h>

typedef unsigned long upc_stride_stream_t;      /* 0: complete */

int upc_stride_streams(int thread, size_t bytes); /* 1 where so many bytes are to go as a stream; the same at both ends */
upc_stride_stream_t upc_stride_stream_send(int thread, unsigned tag, unsigned number, const char *from, size_t bytes);
upc_stride_stream_t upc_stride_stream_receive(int thread, unsigned tag, unsigned number, char *to, size_t bytes);

/* 1 when the bytes are there, or at the sender may be changed. */
int upc_stride_streamed(upc_stride_stream_t *stream);

#endif
