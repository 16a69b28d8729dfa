/* SPDX-License-Identifier: BSD-3-Clause
 * Streams: our own runtime's, where it has them. */
#include "transport/stream.h"
#include "base/near.h"

#ifdef __URT__

extern int urt_streams(int thread, unsigned long bytes);
extern unsigned long urt_send(int thread, unsigned tag, unsigned number, const void *src, unsigned long bytes);
extern unsigned long urt_receive(void *dst, int thread, unsigned tag, unsigned number, unsigned long bytes);
extern int urt_streamed(unsigned long *handle);

int upc_stride_streams(int thread, size_t bytes) { return !upc_stride_near(thread) && urt_streams(thread, bytes); }

upc_stride_stream_t upc_stride_stream_send(int thread, unsigned tag, unsigned number, const char *from, size_t bytes) {
  return urt_send(thread, tag, number, from, bytes);
}

upc_stride_stream_t upc_stride_stream_receive(int thread, unsigned tag, unsigned number, char *to, size_t bytes) {
  return urt_receive(to, thread, tag, number, bytes);
}

int upc_stride_streamed(upc_stride_stream_t *stream) { return urt_streamed(stream); }

#else /* none */

int upc_stride_streams(int thread, size_t bytes) { return (void)thread, (void)bytes, 0; }

upc_stride_stream_t upc_stride_stream_send(int thread, unsigned tag, unsigned number, const char *from, size_t bytes) {
  return (void)thread, (void)tag, (void)number, (void)from, (void)bytes, 0;
}

upc_stride_stream_t upc_stride_stream_receive(int thread, unsigned tag, unsigned number, char *to, size_t bytes) {
  return upc_stride_stream_send(thread, tag, number, to, bytes);
}

int upc_stride_streamed(upc_stride_stream_t *stream) { return *stream == 0; }

#endif
