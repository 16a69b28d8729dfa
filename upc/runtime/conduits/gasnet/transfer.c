/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: put and get. Near transfers are copies. Far ones are GASNet's puts and gets, and a handle is GASNet's event.
 * GASNet itself waits for them: meanwhile it serves others, and with more threads than cores it sleeps on udp until a
 * message comes. */
#include <gasnet_vis.h>
#include "conduits/gasnet/message.h"

/* A far object in its owner's addresses. What would be a null pointer's there is one here as well: touching it ends
 * this thread, and not the owner. */
static void *place(urt_ptr_t p) {
  if (p.offset < urtk_first) *(volatile char *)urt_near(urtk_at(urt_mythread, p.offset));
  return urtc_owner[p.thread] + p.offset;
}

static gex_Event_t put(urt_ptr_t dst, const void *src, size_t bytes) {
  return gex_RMA_PutNB(urtc_team, dst.thread, place(dst), (void *)src, bytes, GEX_EVENT_DEFER, 0);
}

static gex_Event_t get(void *dst, urt_ptr_t src, size_t bytes) {
  return gex_RMA_GetNB(urtc_team, dst, src.thread, place(src), bytes, 0);
}

/* A put or get comes after the signals sent before, which may be about the same memory. */
static void follow_signals(urt_ptr_t p) { urtc_settle_before((int)p.thread); }

void urtc_put(urt_ptr_t dst, const void *src, size_t bytes) {
  if (urt_is_near(dst)) {
    memcpy(urt_near(dst), src, bytes);
  } else {
    follow_signals(dst);
    gex_Event_Wait(put(dst, src, bytes));
  }
}

void urtc_get(void *dst, urt_ptr_t src, size_t bytes) {
  if (urt_is_near(src)) {
    memcpy(dst, urt_near(src), bytes);
  } else {
    follow_signals(src);
    gex_Event_Wait(get(dst, src, bytes));
  }
}

#ifdef URTC_HAS_NONBLOCKING
urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes) {
  if (urt_is_near(dst)) return memcpy(urt_near(dst), src, bytes), 0;
  follow_signals(dst);
  return (urtc_handle_t)put(dst, src, bytes);
}

urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes) {
  if (urt_is_near(src)) return memcpy(dst, urt_near(src), bytes), 0;
  follow_signals(src);
  return (urtc_handle_t)get(dst, src, bytes);
}

urtc_handle_t urtc_look(void *dst, urt_ptr_t src, size_t bytes) {
  if (urt_is_near(src)) return memcpy(dst, urt_near(src), bytes), 0;
  return (urtc_handle_t)get(dst, src, bytes);
}

int urtc_test(urtc_handle_t *handle) {
  if (*handle && gex_Event_Test((gex_Event_t)*handle) == GASNET_OK) *handle = 0;
  if (*handle) urtc_progress();
  return *handle == 0;
}

void urtc_wait(urtc_handle_t *handle) {
  gex_Event_Wait((gex_Event_t)*handle);
  *handle = 0;
}
#endif

/* GASNet packs the pieces into messages where that is faster. The strides are UPC's and GASNet's ptrdiff_t alike. */
#ifdef URTC_HAS_STRIDED
urtc_handle_t urtc_put_strided(urt_ptr_t dst, const size_t *dst_stride, const void *src, const size_t *src_stride,
                               const size_t *count, size_t levels) {
  follow_signals(dst);
  return (urtc_handle_t)gex_VIS_StridedPutNB(urtc_team, dst.thread, place(dst), (const ptrdiff_t *)dst_stride,
                                             (void *)src, (const ptrdiff_t *)src_stride, count[0],
                                             count + 1, levels, 0);
}

urtc_handle_t urtc_get_strided(void *dst, const size_t *dst_stride, urt_ptr_t src, const size_t *src_stride,
                               const size_t *count, size_t levels) {
  follow_signals(src);
  return (urtc_handle_t)gex_VIS_StridedGetNB(urtc_team, dst, (const ptrdiff_t *)dst_stride, src.thread, place(src),
                                             (const ptrdiff_t *)src_stride, count[0], count + 1, levels, 0);
}
#endif

/* As much as a message carries travels with the signal. */
#ifdef URTC_HAS_PUT_SIGNAL
void urtc_put_signal(urt_ptr_t dst, const void *src, size_t bytes, urt_ptr_t signal, uint64_t value,
                     urtc_signal_t how) {
  int carried = bytes && dst.thread == signal.thread && bytes <= urtc_carries((int)signal.thread);
  if (urt_is_near(signal) || (bytes && !carried)) {
    if (bytes) urtc_put(dst, src, bytes);
    bytes = 0;
  }
  if (urt_is_near(signal)) urtk_signal(signal, value, how);
  else urtc_send_signal((int)signal.thread, bytes ? dst.offset : signal.offset, src, bytes, signal.offset, value, how);
}
#endif
