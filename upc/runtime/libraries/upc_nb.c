/* SPDX-License-Identifier: BSD-3-Clause
 * upc_nb.h. A handle names a slot with the conduit's handle, and is 0 (complete) for what is near. A copy between two
 * far threads is made in the call. If urtk_keeps_handles is set, no handle is complete, so each must be waited for. */
#include <stdlib.h>
#include <string.h>
#include "core/calls.h"
#include "core/copy_bounds.h"
#include "libraries/handles.h"

typedef struct urt_transfer *handle_t; /* upc_handle_t */

/* Copies under way. A slot counts its uses, and a handle has this count too: so one that was waited for before, or that
 * never was a handle, is found. Freed slots are a list. */
struct slot { urtc_handle_t handle; uint32_t use, next; const char *call; }; /* the call that began it; null: free */

static struct slot *slots;
static uint32_t capacity, first_free; /* numbers count from 1 */
int urtk_keeps_handles;

static void more_slots(void) {
  uint32_t old = capacity;
  capacity = old ? 2 * old : 64;
  slots = urtk_larger(slots, capacity, sizeof *slots, "copies under way");
  for (uint32_t number = old + 1; number <= capacity; number++)
    slots[number - 1] = (struct slot){.next = number < capacity ? number + 1 : 0};
  first_free = old + 1;
}

static handle_t shown(urtc_handle_t handle) {
  if (!handle && !urtk_keeps_handles) return NULL;
  if (!first_free) more_slots();
  uint32_t number = first_free;
  struct slot *slot = &slots[number - 1];
  first_free = slot->next;
  slot->handle = handle;
  slot->call = *urt_called ? *urt_called : "";
  return (handle_t)((uintptr_t)++slot->use << 32 | number);
}

static struct slot *slot_of(const char *call, handle_t handle) {
  uint32_t number = (uint32_t)(uintptr_t)handle, use = (uint32_t)((uintptr_t)handle >> 32);
  if (number == 0 || number > capacity || !slots[number - 1].call || slots[number - 1].use != use)
    urtk_fatal_in(call, "%s: no handle of a copy that is under way; a handle is used once", call);
  return &slots[number - 1];
}

static void release(struct slot *slot) {
  slot->call = NULL;
  slot->next = first_free;
  first_free = (uint32_t)(slot - slots) + 1;
}

static handle_t put(urt_ptr_t dst, const void *src, size_t n) {
  if (!urtk_plain(dst)) return shown(n ? urtc_put_nb(dst, src, n) : 0);
  if (urt_copies(urt_near(dst), src, n)) memcpy(urt_near(dst), src, n);
  return shown(0);
}

static handle_t get(void *dst, urt_ptr_t src, size_t n) {
  if (!urtk_plain(src)) return shown(n ? urtc_get_nb(dst, src, n) : 0);
  if (urt_copies(dst, urt_near(src), n)) memcpy(dst, urt_near(src), n);
  return shown(0);
}

/* In checked mode the message has the name of the program's call. */
static inline handle_t checked_put(const char *call, urt_ptr_t dst, const void *src, size_t n) {
  urtk_copy_stays_within(call, dst, n);
  return put(dst, src, n);
}

static inline handle_t checked_get(const char *call, void *dst, urt_ptr_t src, size_t n) {
  urtk_copy_stays_within(call, src, n);
  return get(dst, src, n);
}

static inline handle_t checked_copy(const char *call, urt_ptr_t dst, urt_ptr_t src, size_t n) {
  urtk_copy_stays_within(call, src, n);
  urtk_copy_stays_within(call, dst, n);
  if (urtk_plain(src)) return put(dst, urt_near(src), n);
  if (urtk_plain(dst)) return get(urt_near(dst), src, n);
  upc_memcpy(dst, src, n);
  return shown(0);
}

static inline handle_t checked_set(const char *call, urt_ptr_t dst, int c, size_t n) {
  urtk_copy_stays_within(call, dst, n);
  upc_memset(dst, c, n);
  return shown(0);
}

handle_t upc_memput_nb(urt_ptr_t dst, const void *src, size_t n) { return checked_put("upc_memput_nb", dst, src, n); }
handle_t upc_memget_nb(void *dst, urt_ptr_t src, size_t n) { return checked_get("upc_memget_nb", dst, src, n); }
handle_t upc_memcpy_nb(urt_ptr_t dst, urt_ptr_t src, size_t n) { return checked_copy("upc_memcpy_nb", dst, src, n); }
handle_t upc_memset_nb(urt_ptr_t dst, int c, size_t n) { return checked_set("upc_memset_nb", dst, c, n); }

void upc_sync(handle_t handle) {
  if (!handle) return;
  struct slot *slot = slot_of("upc_sync", handle);
  urtc_handle_t h = slot->handle;
  release(slot);
  if (h) urtc_wait(&h);
}

int upc_sync_attempt(handle_t handle) {
  if (!handle) return 1;
  urtc_handle_t h = slot_of("upc_sync_attempt", handle)->handle;
  if (h && !urtc_test(&h)) return 0;
  release(slot_of("upc_sync_attempt", handle)); /* other work may have run, and the slots may have moved */
  return 1;
}

void urtk_see_handles(void (*see)(const char *call)) {
  for (uint32_t i = 0; i < capacity; i++)
    if (slots[i].call) see(slots[i].call);
}

/* ---- implicit handles: those that were not complete at once ---- */
static struct { handle_t *handle; size_t count, capacity; } pending;

static void keep(handle_t handle) {
  if (!handle) return;
  if (pending.count == pending.capacity) {
    pending.capacity = pending.capacity ? 2 * pending.capacity : 64;
    pending.handle = urtk_larger(pending.handle, pending.capacity, sizeof *pending.handle, "copies under way");
  }
  pending.handle[pending.count++] = handle;
}

void upc_memcpy_nbi(urt_ptr_t dst, urt_ptr_t src, size_t n) { keep(checked_copy("upc_memcpy_nbi", dst, src, n)); }
void upc_memget_nbi(void *dst, urt_ptr_t src, size_t n) { keep(checked_get("upc_memget_nbi", dst, src, n)); }
void upc_memput_nbi(urt_ptr_t dst, const void *src, size_t n) { keep(checked_put("upc_memput_nbi", dst, src, n)); }
void upc_memset_nbi(urt_ptr_t dst, int c, size_t n) { keep(checked_set("upc_memset_nbi", dst, c, n)); }

void upc_synci(void) {
  while (pending.count) upc_sync(pending.handle[--pending.count]);
}

int upc_synci_attempt(void) {
  while (pending.count && upc_sync_attempt(pending.handle[pending.count - 1])) pending.count--;
  return pending.count == 0;
}
