/* SPDX-License-Identifier: BSD-3-Clause
 * The program's calls that copy, allocate and free (calls.inc): each is looked at, and made. */
#include "address/address.h"
#include "core/calls.h"

typedef struct urt_transfer *handle_t;

handle_t upc_memcpy_nb(urt_ptr_t dst, urt_ptr_t src, size_t n);
handle_t upc_memget_nb(void *dst, urt_ptr_t src, size_t n);
handle_t upc_memput_nb(urt_ptr_t dst, const void *src, size_t n);
handle_t upc_memset_nb(urt_ptr_t dst, int c, size_t n);
void upc_memcpy_nbi(urt_ptr_t dst, urt_ptr_t src, size_t n);
void upc_memget_nbi(void *dst, urt_ptr_t src, size_t n);
void upc_memput_nbi(urt_ptr_t dst, const void *src, size_t n);
void upc_memset_nbi(urt_ptr_t dst, int c, size_t n);
void bupc_memput_signal(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts);
void bupc_memput_signal_async(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts);

/* ---- Copies ---- */
static void copies(urt_ptr_t dst, urt_ptr_t src, size_t n) {
  urtk_address_look(src, n, ADDRESS_READ);
  urtk_address_look(dst, n, ADDRESS_WRITE);
}

static void gets(void *dst, urt_ptr_t src, size_t n) {
  urtk_address_look(src, n, ADDRESS_READ);
  urtk_address_look_at(dst, n, ADDRESS_WRITE);
}

static void puts_(urt_ptr_t dst, const void *src, size_t n) {
  urtk_address_look_at(src, n, ADDRESS_READ);
  urtk_address_look(dst, n, ADDRESS_WRITE);
}

static void sets(urt_ptr_t dst, size_t n) { urtk_address_look(dst, n, ADDRESS_WRITE); }

#define COPY(name, type) \
  type urt_address_##name(urt_ptr_t dst, urt_ptr_t src, size_t n) { return copies(dst, src, n), name(dst, src, n); }
#define GET(name, type) \
  type urt_address_##name(void *dst, urt_ptr_t src, size_t n) { return gets(dst, src, n), name(dst, src, n); }
#define PUT(name, type) \
  type urt_address_##name(urt_ptr_t dst, const void *src, size_t n) { return puts_(dst, src, n), name(dst, src, n); }
#define SET(name, type) \
  type urt_address_##name(urt_ptr_t dst, int c, size_t n) { return sets(dst, n), name(dst, c, n); }
COPY(upc_memcpy, void)
COPY(upc_memcpy_nb, handle_t)
COPY(upc_memcpy_nbi, void)
GET(upc_memget, void)
GET(upc_memget_nb, handle_t)
GET(upc_memget_nbi, void)
PUT(upc_memput, void)
PUT(upc_memput_nb, handle_t)
PUT(upc_memput_nbi, void)
SET(upc_memset, void)
SET(upc_memset_nb, handle_t)
SET(upc_memset_nbi, void)

void urt_address_bupc_memput_signal(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts) {
  puts_(dst, src, n);
  bupc_memput_signal(dst, src, n, s, posts);
}

void urt_address_bupc_memput_signal_async(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts) {
  puts_(dst, src, n);
  bupc_memput_signal_async(dst, src, n, s, posts);
}

/* ---- Memory that nobody has written ---- */
static urt_ptr_t unwritten(urt_ptr_t p, size_t bytes, int first, int end) {
  for (int t = first; urtk_address_settings.unwritten && urt_nonnull(p) && t < end; t++)
    urtk_address_make_new(t, p.offset, bytes);
  return p;
}

static urt_ptr_t own(urt_ptr_t p, size_t bytes) { return unwritten(p, bytes, urt_mythread, urt_mythread + 1); }

/* ---- Allocation ---- */
urt_ptr_t urt_address_upc_alloc(size_t bytes) { return own(upc_alloc(bytes), bytes); }

urt_ptr_t urt_address_upc_local_alloc(size_t nblocks, size_t nbytes) {
  return own(upc_local_alloc(nblocks, nbytes), nblocks * nbytes);
}

urt_ptr_t urt_address_upc_global_alloc(size_t nblocks, size_t nbytes) {
  urt_ptr_t p = upc_global_alloc(nblocks, nbytes);
  for (int t = 0; urt_nonnull(p) && t < urt_threads; t++) urtk_address_dealt_out(p, nblocks, nbytes, t);
  return unwritten(p, urtk_most_of(nblocks, nbytes), 0, urt_threads);
}

urt_ptr_t urt_address_upc_all_alloc(size_t nblocks, size_t nbytes) {
  urt_ptr_t p = upc_all_alloc(nblocks, nbytes);
  if (urt_nonnull(p)) urtk_address_dealt_out(p, nblocks, nbytes, urt_mythread);
  own(p, urtk_most_of(nblocks, nbytes));
  if (urtk_address_settings.unwritten) urtk_meet(); /* before another thread writes there */
  return p;
}

/* ---- Freeing ---- */
/* 1: nothing is left to do: it is kept back, or the fault was told. 0: it is no block, of which the runtime tells. */
static int keeps_back(urt_ptr_t p) {
  struct urtk_block block;
  if (urtk_address_shadow(p) == ADDRESS_FREED) {
    urtk_address_report_free(urtk_address_called(*urt_called), p);
    return 1;
  }
  return urtk_heap_block(p, &block) && block.used && urtk_address_keep_back(p, &block);
}

void urt_address_upc_free(urt_ptr_t p) {
  if (!urt_nonnull(p)) return;
  urtk_frees("upc_free", p);
  if (keeps_back(p)) return;
  urtk_heap_free("upc_free", p);
  urtk_gave_back();
}

/* All threads have come here before the memory is freed. */
void urt_address_upc_all_free(urt_ptr_t p) {
  if (!urt_nonnull(p)) return;
  urtk_frees("upc_all_free", p);
  urtk_agree_on_place("upc_all_free", p);
  if (urt_mythread == 0 && !keeps_back(p)) urtk_heap_free("upc_all_free", p);
}
