/* SPDX-License-Identifier: BSD-3-Clause
 * Berkeley's copies between lists of places (bupc_memory.h): each side is a run of pieces, which are cut where the
 * other side's end. Far pieces are on their way together; all have arrived when a call returns, so the handles of the
 * calls are complete; bupc_memory.h has the calls without handles as other names of these. */
#include <string.h>
#include "base/tell.h"
#include "core/calls.h"
#include "core/core.h"

typedef struct urt_transfer *handle_t;                    /* bupc_handle_t */
typedef struct { void *addr; size_t len; } private_vec_t; /* bupc_pmemvec_t */
typedef struct { urt_ptr_t addr; size_t len; } shared_vec_t; /* bupc_smemvec_t */

/* A place in shared memory, or in private memory if that is not null. */
typedef struct { urt_ptr_t shared; char *private; } place_t;

static place_t in_shared(urt_ptr_t p) { return (place_t){p, NULL}; }
static place_t in_private(const void *p) { return (place_t){URT_NULL, (char *)p}; }

static place_t further(place_t p, size_t bytes) {
  if (p.private) p.private += bytes;
  else p.shared.offset += bytes;
  return p;
}

/* ---- transfers on their way: the oldest is waited for where there is no room ---- */
enum { MOST = 32 };
static urtc_handle_t flying[MOST];
static unsigned launched;

static void fly(urtc_handle_t handle) {
  if (!handle) return;
  urtc_handle_t *slot = &flying[launched++ % MOST];
  if (*slot) urtc_wait(slot);
  *slot = handle;
}

static void land(void) {
  for (int i = 0; i < MOST; i++)
    if (flying[i]) urtc_wait(&flying[i]);
}

static place_t reach(place_t p) {
  if (!p.private && urtk_plain(p.shared)) p.private = urt_near(p.shared);
  return p;
}

static void tell_races(place_t p, size_t bytes, int kind) {
  if (p.private) urtk_tell_access(p.private, bytes, kind);
  else urtk_tell_access_of(p.shared.thread, p.shared.offset, bytes, kind);
}

static void move(place_t dst, place_t src, size_t bytes) {
  dst = reach(dst), src = reach(src);
  tell_races(src, bytes, 0);
  tell_races(dst, bytes, 1);
  if (dst.private && src.private) memcpy(dst.private, src.private, bytes);
  else if (src.private) fly(urtc_put_nb(dst.shared, src.private, bytes));
  else if (dst.private) fly(urtc_get_nb(dst.private, src.shared, bytes));
  else upc_memcpy(dst.shared, src.shared, bytes);
}

/* ---- one side: its pieces, one after the other ---- */
typedef struct {
  enum { SHARED_VEC, PRIVATE_VEC, SHARED_PLACES, PRIVATE_PLACES, CHUNKS } kind;
  const void *list;    /* of the first four */
  place_t first;       /* of CHUNKS */
  size_t len, stride;  /* of the last three: bytes of a piece; of CHUNKS: from one to the next */
  size_t count, next;  /* pieces; those handed out */
} side_t;

static int next_piece(side_t *s, place_t *place, size_t *len) {
  if (s->next == s->count) return 0;
  size_t i = s->next++;
  *len = s->len;
  switch (s->kind) {
    case SHARED_VEC: {
      const shared_vec_t *v = s->list;
      *place = in_shared(v[i].addr), *len = v[i].len;
      break;
    }
    case PRIVATE_VEC: {
      const private_vec_t *v = s->list;
      *place = in_private(v[i].addr), *len = v[i].len;
      break;
    }
    case SHARED_PLACES: *place = in_shared(((const urt_ptr_t *)s->list)[i]); break;
    case PRIVATE_PLACES: *place = in_private(((void *const *)s->list)[i]); break;
    case CHUNKS: *place = further(s->first, i * s->stride); break;
  }
  return 1;
}

static handle_t copy(const char *call, side_t dst, side_t src) {
  place_t to = {0}, from = {0};
  size_t room = 0, left = 0;
  for (;;) {
    while (!room && next_piece(&dst, &to, &room)) {}
    while (!left && next_piece(&src, &from, &left)) {}
    if (!room || !left) break;
    size_t n = room < left ? room : left;
    move(to, from, n);
    to = further(to, n), from = further(from, n);
    room -= n, left -= n;
  }
  land();
  if (room || left)
    urtk_fatal_in(call, "thread %d: %s: the %s has more bytes", urt_mythread, call, room ? "destination" : "source");
  return NULL;
}

static side_t shared_vec(size_t n, const shared_vec_t *v) {
  return (side_t){.kind = SHARED_VEC, .list = v, .count = n};
}
static side_t private_vec(size_t n, const private_vec_t *v) {
  return (side_t){.kind = PRIVATE_VEC, .list = v, .count = n};
}
static side_t shared_places(size_t n, const urt_ptr_t *p, size_t len) {
  return (side_t){.kind = SHARED_PLACES, .list = p, .len = len, .count = n};
}
static side_t private_places(size_t n, const void *const *p, size_t len) {
  return (side_t){.kind = PRIVATE_PLACES, .list = p, .len = len, .count = n};
}
static side_t chunks(place_t first, size_t len, size_t stride, size_t count) {
  return (side_t){.kind = CHUNKS, .first = first, .len = len, .stride = stride, .count = count};
}

/* ---- pieces of any length ---- */
handle_t bupc_memcpy_vlist_async(size_t nd, const shared_vec_t *d, size_t ns, const shared_vec_t *s) {
  return copy("bupc_memcpy_vlist", shared_vec(nd, d), shared_vec(ns, s));
}
handle_t bupc_memput_vlist_async(size_t nd, const shared_vec_t *d, size_t ns, const private_vec_t *s) {
  return copy("bupc_memput_vlist", shared_vec(nd, d), private_vec(ns, s));
}
handle_t bupc_memget_vlist_async(size_t nd, const private_vec_t *d, size_t ns, const shared_vec_t *s) {
  return copy("bupc_memget_vlist", private_vec(nd, d), shared_vec(ns, s));
}

/* ---- pieces of one length a side ---- */
handle_t bupc_memcpy_ilist_async(size_t nd, const urt_ptr_t *d, size_t dlen, size_t ns,
                                 const urt_ptr_t *s, size_t slen) {
  return copy("bupc_memcpy_ilist", shared_places(nd, d, dlen), shared_places(ns, s, slen));
}
handle_t bupc_memput_ilist_async(size_t nd, const urt_ptr_t *d, size_t dlen, size_t ns,
                                 const void *const *s, size_t slen) {
  return copy("bupc_memput_ilist", shared_places(nd, d, dlen), private_places(ns, s, slen));
}
handle_t bupc_memget_ilist_async(size_t nd, void *const *d, size_t dlen, size_t ns,
                                 const urt_ptr_t *s, size_t slen) {
  return copy("bupc_memget_ilist", private_places(nd, (const void *const *)d, dlen), shared_places(ns, s, slen));
}

/* ---- a section, piece by piece; the outermost dimension is the last ---- */
static void section(place_t d, const size_t *dstride, place_t s, const size_t *sstride,
                    const size_t *count, size_t level) {
  if (level == 0) {
    if (count[0]) move(d, s, count[0]);
    return;
  }
  for (size_t i = 0; i < count[level]; i++)
    section(further(d, i * dstride[level - 1]), dstride, further(s, i * sstride[level - 1]), sstride, count, level - 1);
}

static handle_t strided(place_t d, const size_t *dstride, place_t s, const size_t *sstride,
                        const size_t *count, size_t levels) {
#ifdef URTC_HAS_STRIDED
  const int whole = urtk_memory_events == NULL; /* who looks at accesses is told of each piece */
  d = reach(d), s = reach(s);
  for (size_t level = 0; level <= levels; level++)
    if (!count[level]) return NULL;
  if (whole && !d.private && s.private) fly(urtc_put_strided(d.shared, dstride, s.private, sstride, count, levels));
  else if (whole && d.private && !s.private)
    fly(urtc_get_strided(d.private, dstride, s.shared, sstride, count, levels));
  else
#endif
  section(d, dstride, s, sstride, count, levels);
  return land(), NULL;
}

/* ---- chunks at a constant distance ---- */
handle_t bupc_memcpy_fstrided_async(urt_ptr_t d, size_t dlen, size_t dstride, size_t dcount, urt_ptr_t s, size_t slen,
                                    size_t sstride, size_t scount) {
  return copy("bupc_memcpy_fstrided", chunks(in_shared(d), dlen, dstride, dcount),
              chunks(in_shared(s), slen, sstride, scount));
}
handle_t bupc_memput_fstrided_async(urt_ptr_t d, size_t dlen, size_t dstride, size_t dcount, void *s, size_t slen,
                                    size_t sstride, size_t scount) {
  if (dlen == slen && dcount == scount)
    return strided(in_shared(d), &dstride, in_private(s), &sstride, (size_t[]){dlen, dcount}, 1);
  return copy("bupc_memput_fstrided", chunks(in_shared(d), dlen, dstride, dcount),
              chunks(in_private(s), slen, sstride, scount));
}
handle_t bupc_memget_fstrided_async(void *d, size_t dlen, size_t dstride, size_t dcount, urt_ptr_t s, size_t slen,
                                    size_t sstride, size_t scount) {
  if (dlen == slen && dcount == scount)
    return strided(in_private(d), &dstride, in_shared(s), &sstride, (size_t[]){dlen, dcount}, 1);
  return copy("bupc_memget_fstrided", chunks(in_private(d), dlen, dstride, dcount),
              chunks(in_shared(s), slen, sstride, scount));
}

/* ---- sections ---- */
handle_t bupc_memcpy_strided_async(urt_ptr_t d, const size_t *ds, urt_ptr_t s, const size_t *ss,
                                   const size_t *count, size_t levels) {
  return strided(in_shared(d), ds, in_shared(s), ss, count, levels);
}
handle_t bupc_memput_strided_async(urt_ptr_t d, const size_t *ds, const void *s, const size_t *ss,
                                   const size_t *count, size_t levels) {
  return strided(in_shared(d), ds, in_private(s), ss, count, levels);
}
handle_t bupc_memget_strided_async(void *d, const size_t *ds, urt_ptr_t s, const size_t *ss,
                                   const size_t *count, size_t levels) {
  return strided(in_private(d), ds, in_shared(s), ss, count, levels);
}
