/* SPDX-License-Identifier: BSD-3-Clause
 * upc_memcpy and its kin, and single accesses to objects that are not near. Near ones are plain copies. */
#include <string.h>
#include "base/large.h"
#include "core/calls.h"
#include "core/copy_bounds.h"
#include "urt_signals.h"

/* A copy between two far threads passes through here in pieces. It is no local array: work runs on small stacks. */
enum { BOUNCE = 64 << 10 };
URTK_LARGE char urtk_piece[BOUNCE];

static inline urt_ptr_t further(urt_ptr_t p, size_t bytes) { return p.offset += bytes, p; }

void urt_put_signal(urt_ptr_t dst, const void *src, urt_size_t bytes, urt_ptr_t signal, unsigned long value) {
  URT_FENCE();
  urtc_put_signal(dst, src, bytes, signal, value, URTC_SET);
}

void urt_add_signal(urt_ptr_t signal, unsigned long value) {
  URT_FENCE();
  urtc_put_signal(signal, NULL, 0, signal, value, URTC_ADD);
}

int urt_hands_over(void) { return urtc_hands_over(); }

void urt_hand_over(urt_ptr_t dst, const void *message, urt_size_t bytes, urt_ptr_t signal) {
  URT_FENCE();
  urtc_hand_over(dst, message, bytes, signal);
}

void urt_give_back(const void *message) { urtc_give_back(message); }

void *urt_keep_common(const void *list, urt_size_t bytes) { return urtc_keep_common(list, bytes); }

void urt_drop_common(void *list) { urtc_drop_common(list); }

int urt_streams(int thread, urt_size_t bytes) { return urtc_streams(thread, bytes); }

void urt_cut_streams(urt_size_t bytes, int parts) { urtc_cut_streams(bytes, parts); }

unsigned long urt_send(int thread, unsigned tag, unsigned number, const void *src, urt_size_t bytes) {
  URT_FENCE();
  return urtc_send(thread, tag, number, src, bytes);
}

unsigned long urt_receive(void *dst, int thread, unsigned tag, unsigned number, urt_size_t bytes) {
  return urtc_receive(dst, thread, tag, number, bytes);
}

int urt_streamed(unsigned long *handle) { return urtc_streamed(handle); }

static inline void copy(void *dst, const void *src, size_t bytes) {
  if (urt_copies(dst, src, bytes)) memcpy(dst, src, bytes);
  urt_turn_of_call();
}

static void get(void *dst, urt_ptr_t src, size_t bytes) {
  if (urtk_plain(src)) copy(dst, urt_near(src), bytes);
  else if (bytes) urtc_get(dst, src, bytes);
}

static void put(urt_ptr_t dst, const void *src, size_t bytes) {
  if (urtk_plain(dst)) copy(urt_near(dst), src, bytes);
  else if (bytes) urtc_put(dst, src, bytes);
}

void upc_memget(void *dst, urt_ptr_t src, size_t bytes) {
  urtk_copy_stays_within("upc_memget", src, bytes);
  get(dst, src, bytes);
}

void upc_memput(urt_ptr_t dst, const void *src, size_t bytes) {
  urtk_copy_stays_within("upc_memput", dst, bytes);
  put(dst, src, bytes);
}

void upc_memcpy(urt_ptr_t dst, urt_ptr_t src, size_t bytes) {
  urtk_copy_stays_within("upc_memcpy", src, bytes);
  urtk_copy_stays_within("upc_memcpy", dst, bytes);
  if (urtk_plain(src)) {
    put(dst, urt_near(src), bytes);
  } else if (urtk_plain(dst)) {
    get(urt_near(dst), src, bytes);
  } else {
    for (size_t at = 0, n; at < bytes; at += n) {
      n = bytes - at < BOUNCE ? bytes - at : BOUNCE;
      urtc_get(urtk_piece, further(src, at), n);
      urtc_put(further(dst, at), urtk_piece, n);
    }
  }
}

void upc_memset(urt_ptr_t dst, int c, size_t bytes) {
  urtk_copy_stays_within("upc_memset", dst, bytes);
  if (urtk_plain(dst)) {
    if (urt_copies(urt_near(dst), urt_near(dst), bytes)) memset(urt_near(dst), c, bytes);
    urt_turn_of_call();
  } else {
    memset(urtk_piece, c, bytes < BOUNCE ? bytes : BOUNCE);
    for (size_t at = 0, n; at < bytes; at += n) {
      n = bytes - at < BOUNCE ? bytes - at : BOUNCE;
      urtc_put(further(dst, at), urtk_piece, n);
    }
  }
}
