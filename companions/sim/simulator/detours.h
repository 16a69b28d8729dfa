// SPDX-License-Identifier: BSD-3-Clause
// Routes in a dragonfly that are not the shortest: over a third group, so that what one group sends to another does not
// all go over the link between the two. Valiant's draws the third group at random (Valiant and Brebner, 1981). UGAL
// takes such a detour only if it is less busy (Singh, 2005; Kim, Dally, Scott and Abts, 2008). SST's dragonfly has
// both.
#pragma once
#include "shapes.h"

class Detours {
public:
  explicit Detours(const std::string &text) : shape(text) {}

  // A third group, for a message between nodes of two groups: its number + 1. Otherwise 0: no detour. A run draws the
  // same numbers each time.
  int draw(int from, int to);
  // A node of the router where a message from `from` comes into the group of this detour.
  int nodeBetween(int from, int detour) const;

private:
  DragonflyShape shape;
  uint64_t drawn = 0;                           // see sim_draw
  unsigned long groupOf(int node) const { return (unsigned long)node / (shape.routersOfGroup() * shape.nodes); }
};
