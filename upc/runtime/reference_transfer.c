/* SPDX-License-Identifier: BSD-3-Clause
 * Reference versions of the optional transfers: a non-blocking one that is complete when it returns, and a put whose
 * signal is an atomic after it. */
#include "core.h"

#ifndef URTC_HAS_NONBLOCKING
urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes) { return urtc_put(dst, src, bytes), 0; }
urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes) { return urtc_get(dst, src, bytes), 0; }
int urtc_test(urtc_handle_t *handle) { return *handle = 0, 1; }
void urtc_wait(urtc_handle_t *handle) { *handle = 0; }
#endif

#ifndef URTC_HAS_PUT_SIGNAL
void urtc_put_signal(urt_ptr_t dst, const void *src, size_t bytes, urt_ptr_t signal, uint64_t value, urtc_signal_t how) {
  if (bytes) urtc_put(dst, src, bytes);
  urtk_signal(signal, value, how);
}
#endif
