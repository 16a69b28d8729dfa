/* SPDX-License-Identifier: BSD-3-Clause
 * sim: where the memory file is, and what an address in it means. Final before the program's first line. */
#include "base/identity.h"
#include "conduits/sim/control.h"

struct sim_control *urtc_control;
struct sim_seat *urtc_seat;
int *urtc_have_ended, *urtc_gone;
char *urtc_segments = 0;
unsigned long urtc_stride = 0;
size_t urtc_heap_end;
static const int alone = 0;
const int *urtc_node_of = &alone, *urtc_leaders = &alone;
int urtc_node = 0;

URTK_CONSTANT(urt_segments, 8, urtc_segments);
URTK_CONSTANT(urt_stride, 8, urtc_stride);
URTK_CONSTANT(urt_node_of, 8, urtc_node_of);
URTK_CONSTANT(urt_node, 4, urtc_node);

/* A process protects the first bytes, to which null pointers-to-shared lead, in the segments of its own node only
 * (segment.c). So a null pointer to a thread of another node touches those of its own: this ends the thread. */
uint64_t urtc_place_of(urt_ptr_t p) {
  if (p.offset < urtk_first) *(volatile char *)(urtc_segments + (size_t)urt_mythread * urtc_stride + p.offset);
  return p.thread * urtc_stride + p.offset;
}

int urtc_place(const void *address, uint64_t *place) {
  *place = (uint64_t)((const char *)address - urtc_segments);
  return *place < (uint64_t)urt_threads * urtc_stride && *place % urtc_stride < urtc_control->extent;
}

int urtc_may_have_data(const void *address) {
  uint64_t place;
  if (urtc_place(address, &place)) return place % urtc_stride < urtc_heap_end;
  return !urtc_control || !sim_is_behind(urtc_control, place);
}

/* ---- memory of the thread's own that has no data for some time ---- */

static struct lost { const char *memory; size_t bytes; } *lost;
static int losses, room;

void urt_lose_data(const void *memory, urt_size_t bytes) {
  if (losses == room)
    lost = urtk_larger(lost, (size_t)(room = room ? 2 * room : 1), sizeof *lost, "buffers without data");
  lost[losses++] = (struct lost){memory, bytes};
}

void urt_have_data(const void *memory) {
  int i = 0;
  while (i < losses && lost[i].memory != memory) i++;
  if (i < losses) lost[i] = lost[--losses];
}

int urtc_has_data(const void *address) {
  for (int i = 0; i < losses; i++)
    if ((size_t)((const char *)address - lost[i].memory) < lost[i].bytes) return 0;
  return urtc_may_have_data(address);
}

int urt_has_data(const void *address) { return urtc_has_data(address); }
