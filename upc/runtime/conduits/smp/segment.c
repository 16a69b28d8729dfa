/* SPDX-License-Identifier: BSD-3-Clause
 * smp: the shared memory. One anonymous shared mapping holds the control words and all segments; then each thread is
 * forked. The threads inherit the mapping. So it has the same address in all of them, has no name that could be left
 * behind, and is gone with the last process. A page takes memory when it is first touched, a large one when it is made
 * (base/memory.h). */
#include <sys/mman.h>
#include <sys/prctl.h>
#include "base/memory.h"
#include "conduits/smp/control.h"

struct control *urtc_control;

/* Segments whose first bytes are inaccessible. Each is a mapping of its own, which every fork copies: with one for each
 * thread the start would take time that grows with the square of the threads. A null pointer-to-shared points to the
 * first segment, and null plus a few blocks to those after it. What lies behind a segment is the beginning of the next
 * one; behind the last one there are as many inaccessible bytes. */
enum { GUARDED = 64 };

static size_t up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

/* Maps `threads` segments; 1 if the system gave them. Large ones start on large pages. */
static int map(size_t bytes, int threads) {
  size_t unit = urtk_segment_unit(bytes - urtk_first), stride = up(bytes, unit);
  size_t head = up(sizeof(struct control) + (size_t)threads * sizeof(int), unit), all;
  if (__builtin_mul_overflow(stride, (size_t)threads, &all) || all > (size_t)1 << 46) return 0;
  char *base = urtk_map_aligned(head + all + urtk_first, unit, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (!base) return 0;
  urtk_large_pages = unit == URTK_LARGE_PAGE;
  madvise(base + head, all, MADV_HUGEPAGE);
  urtk_dump_used(base + head, all + urtk_first, stride);
  urtc_control = (struct control *)base;
  urtc_set_segments(base + head, stride, threads);
  /* null pointers-to-shared: where the system cannot, they just are not caught */
  for (int t = 0; t <= threads && t < GUARDED; t++)
    if (mprotect(base + head + (size_t)t * stride, urtk_first, PROT_NONE) < 0) break;
  return 1;
}

/* Only thread 0 reads the job's input. */
static void become_thread(int mythread) {
  prctl(PR_SET_TIMERSLACK, 1000);     /* short sleeps of a waiting thread should be short */
  urtc_bind(mythread);
  if (mythread > 0) urtk_empty_input();
}

size_t urtc_attach(size_t least, size_t want, int *mythread) {
  size_t bytes = want;
  while (!map(bytes, urt_threads))
    if (!(bytes = urtc_next_size(bytes, least))) return 0;
  *mythread = urtc_start_threads(&urtc_control->ending, urtc_control->ended, urt_threads, 0, NULL);
  become_thread(*mythread);
  return bytes;
}
