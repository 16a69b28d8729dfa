// SPDX-License-Identifier: BSD-3-Clause
// What one `shared`, `strict` or `relaxed` of the source said. The annotating pass gives each a number, which
// travels through Clang's types in the string of a type tag ("upc.7"); this table says what the number means.
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

struct Layout {
  clang::SourceLocation location;
  bool shared = false, strict = false, relaxed = false;
  std::vector<Bracket> brackets; // none: the default block size, 1
  std::string grid;              // the named processor grid, or ""
  clang::SourceLocation gridLocation;
  bool resolved = false;         // made by the analysis: `block` is final, tags further in are settled
  long block = 1;                // of a resolved one

  bool multiBlocked() const { return brackets.size() > 1 || !grid.empty(); }
};

class LayoutTable {
public:
  int add(const Layout &layout) { table.push_back(layout); return (int)table.size() - 1; }
  Layout &operator[](int id) { return table[id]; }
  const Layout &operator[](int id) const { return table[id]; }
  int size() const { return (int)table.size(); }
  const Layout *at(clang::SourceLocation location) const { // the one written there, or null
    for (const Layout &l : table)
      if (l.location == location) return &l;
    return nullptr;
  }

private:
  std::deque<Layout> table; // references stay valid while it grows
};

// A `#pragma processors name(P0, P1, ..)`: each argument is a range of tokens of the parsed stream.
struct Grid {
  std::string name;
  clang::SourceLocation location;
  int dimensions = 0;
};

#endif
