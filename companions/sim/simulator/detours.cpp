// SPDX-License-Identifier: BSD-3-Clause
#include "detours.h"
#include "conduits/sim/shared.h"

int Detours::draw(int from, int to) {
  unsigned long here = groupOf(from), there = groupOf(to), groups = shape.groups.size;
  if (here == there || groups < 3) return 0;
  unsigned long group = sim_draw(&drawn) % (groups - 2);
  if (group >= (here < there ? here : there)) group++;
  if (group >= (here < there ? there : here)) group++;
  return (int)group + 1;
}

// SimGrid's link from group g to group h joins router h of g and router g of h.
int Detours::nodeBetween(int from, int detour) const {
  return (int)(((unsigned long)(detour - 1) * shape.routersOfGroup() + groupOf(from)) * shape.nodes);
}
