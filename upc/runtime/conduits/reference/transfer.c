/* SPDX-License-Identifier: BSD-3-Clause
 * Reference versions of the optional transfers. A non-blocking transfer is complete when it returns. The signal of a
 * put with signal is an atomic operation after the put. There are no streams and no requests. */
#include "conduits/conduit.h"

#ifndef URTC_HAS_NONBLOCKING
urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes) { return urtc_put(dst, src, bytes), 0; }
urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes) { return urtc_get(dst, src, bytes), 0; }
int urtc_test(urtc_handle_t *handle) { return *handle = 0, 1; }
void urtc_wait(urtc_handle_t *handle) { *handle = 0; }
#endif

#ifndef URTC_HAS_PUT_SIGNAL
void urtc_put_signal(urt_ptr_t dst, const void *src, size_t bytes, urt_ptr_t signal, uint64_t value,
                     urtc_signal_t how) {
  if (bytes) urtc_put(dst, src, bytes);
  urtk_signal(signal, value, how);
}
#endif

#ifndef URTC_HAS_STREAMS
int urtc_streams(int thread, size_t bytes) { return (void)thread, (void)bytes, 0; }
urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes) {
  urt_fatal("thread %d: no stream %u.%u of %zu bytes from %p to thread %d", urt_mythread, tag, number, bytes, src,
            thread);
}
urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes) {
  urt_fatal("thread %d: no stream %u.%u of %zu bytes to %p from thread %d", urt_mythread, tag, number, bytes, dst,
            thread);
}
int urtc_streamed(urtc_handle_t *handle) { return *handle = 0, 1; }
#endif

size_t (*urtk_serve)(int owner, const void *request, size_t bytes, void *reply);
#ifndef URTC_HAS_REQUESTS
size_t urtc_request_most(void) { return 0; }
size_t urtc_request_longest(void) { return 0; }
size_t urtc_reply_longest(void) { return 0; }
void urtc_start_request(const struct urtc_request *request) { (void)request; }
void urtc_end_requests(void) {}
#endif
