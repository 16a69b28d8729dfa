// SPDX-License-Identifier: BSD-3-Clause
// What each `shared`, `strict`, `relaxed` and qualifier of an extension says in the source. The annotating pass gives
// each a number, which Clang keeps in its types as the string of a type tag ("upc.7"). The table of layouts tells
// what the number means.
#ifndef UPC_FRONTEND_LAYOUT_H
#define UPC_FRONTEND_LAYOUT_H

#include "clang/Basic/SourceLocation.h"
#include <deque>
#include <string>
#include <vector>

struct Bracket {
  enum Kind { Empty, Star, Value } kind = Empty;
  clang::SourceLocation location;
  std::string text; // of a Value, as written
  long value = 0;   // known once the whole file is parsed
};

struct Qualifier; // of an extension: tokens/extension.h

struct Layout {
  clang::SourceLocation location;
  bool shared = false, strict = false, relaxed = false;
  const Qualifier *qualifier = nullptr; // one of an extension: shared and strict are true as well
  std::vector<Bracket> brackets; // none: the default block size, 1
  std::string grid;              // the named processor grid, or ""
  clang::SourceLocation gridLocation;
  bool resolved = false;         // made by Types::share: `block` is final, and inner tags no longer count
  long block = 1;                // if resolved

  bool multiBlocked() const { return brackets.size() > 1 || !grid.empty(); }
};

class LayoutTable {
public:
  int add(const Layout &layout) { table.push_back(layout); return (int)table.size() - 1; }
  Layout &operator[](int id) { return table[id]; }
  const Layout &operator[](int id) const { return table[id]; }
  int size() const { return (int)table.size(); }
  const Layout *at(clang::SourceLocation location) const { // the layout written there, or null
    for (const Layout &l : table)
      if (l.location == location) return &l;
    return nullptr;
  }

private:
  std::deque<Layout> table; // references stay valid while it grows
};

// A `#pragma processors name(P0, P1, ..)`.
struct Grid {
  std::string name;
  std::string text; // "name(P0, P1)", as written
  clang::SourceLocation location, nameLocation;
  int dimensions = 0;
};

#endif
