/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode: calls that are in flight together share no memory that one of them writes. Each caller looks at its own
 * memory. */
#include "engine/call.h"
#include "base/environment.h"

/* Runs that begin at lower addresses come first. */
static upc_stride_seen_range_t upwards(const upc_stride_seen_range_t *of) {
  upc_stride_seen_range_t r = *of;
  if (r.stride < 0 && r.count > 0) r.start += (long long)(r.count - 1) * r.stride, r.stride = -r.stride;
  return r;
}

static int share(const upc_stride_seen_range_t *one, const upc_stride_seen_range_t *other) {
  const upc_stride_seen_range_t a = upwards(one), b = upwards(other);
  const char *from = a.start, *begin = b.start;
  size_t i = 0, j = 0;
  if (a.bytes == 0 || b.bytes == 0) return 0;
  while (i < a.count && j < b.count) {
    if (from + a.bytes <= begin) i++, from += a.stride;
    else if (begin + b.bytes <= from) j++, begin += b.stride;
    else return 1;
  }
  return 0;
}

/* The first range of the new call that meets one of the call in flight, where one of the two writes. */
static const upc_stride_seen_range_t *meets(const upc_stride_seen_memory_t *new, const upc_stride_seen_memory_t *old) {
  size_t i, j;
  for (i = 0; i < new->ranges; i++)
    for (j = 0; j < old->ranges; j++)
      if ((new->range[i].written || old->range[j].written) && share(&new->range[i], &old->range[j]))
        return &new->range[i];
  return NULL;
}

void upc_stride_check_together(const upc_stride_prepared_t *P) {
  const upc_stride_flight_t *f;
  if (P->meeting == NULL || !upc_stride_environment()->check) return;
  for (f = upc_stride_flights(); f != NULL; f = f->newer) {
    const upc_stride_seen_range_t *range = f->idle || f->meeting == NULL ? NULL : meets(P->meeting, f->meeting);
    upc_stride_site_t call, other;
    char place[240];
    if (range == NULL) continue;
    call = P->site, call.called = upc_stride_called();
    other = f->kind->site(f);
    upc_stride_place_of_call(&other, place, sizeof place);
    upc_stride_fail_all(&call, range->written ? "dst" : "src", "shares memory with %s%s%s, which is in flight: it must "
                        "be waited for first", other.name, place[0] != '\0' ? " at " : "", place);
  }
}
