// SPDX-License-Identifier: BSD-3-Clause
// Loops that gather, such as `for (k ..) s += v[k] * x[col[k]];`. If x is an array of the file, or a pointer-to-shared
// that the loop does not change, and the loop is short, without a loop or a call inside, the address of an element is
// taken from a table (urt_gathers.h):
//
//   { urt_gather_t t = x's table;
//     if (t.places) for (k ..) s += v[k] * *(double *)urt_gather_place(t.first + col[k], .., t.places);
//     else for (k ..) s += v[k] * the element by products; }
//
// There is none if the cache has no room for it. Then the address takes three multiplications and some more
// instructions. The table is declared before the outermost loop that does not change x, so that in a sparse matrix a
// row of few elements need not ask for it.
//
// Clang unrolls short loops by itself, but not these, and processors of AMD then take up to twice as long as for the
// same loop unrolled. So upcc asks for it.
#ifndef UPC_FRONTEND_GATHERS_H
#define UPC_FRONTEND_GATHERS_H

#include "lower/loops/effects.h"
#include "lower/context.h"

// The tables that are declared before a loop. Loops inside of it use them too.
class LoopTables {
public:
  LoopTables(const clang::Stmt *loop, const LoopBody &body, const Context &around);
  // The name of the table of an array, or of what a pointer leads to that this loop does not change; and how many loops
  // are around the one before which it is declared.
  std::pair<std::string, int> tableOf(const Subscripted &s, clang::QualType element);
  // A window of a loop inside (loop_pointers.cpp), through which it finds elements of this array or pointer: declared
  // before the outermost loop that leaves the pointer as it is. False if no loop is around the one inside. `bases`: how
  // many arrays it is of.
  bool declareWindow(const std::string &id, size_t bases, const Subscripted &s);
  c::Statement before(const c::Statement &loop) const; // the loop, behind their declarations
  const int depth;                                     // loops around it
  const bool rows;                                     // the loop around it changes where it ends: sparse rows

private:
  const LoopBody &body;
  const Context &around;
  const bool apart;                         // no table may be declared before this loop for those inside
  const bool pragmas;                       // inside: threads of OpenMP may come
  std::map<std::string, std::string> names; // of tables, by what they are of
  c::Block setup;
  bool keeps(const Subscripted &s) const;
  bool keepsWindow(const Subscripted &s) const;
  void declareTable(const std::string &id, const Subscripted &s, clang::QualType element);
};

// A version of a nest of loops.
struct GatherVersion {
  enum {
    WithTables, // every gather takes its places from a table
    Choosing,   // each loop has two versions, with tables and without
    Without
  } tables;
  int depth = 0;                          // loops around the nest
  std::optional<c::Expression> fits = {}; // whether there are these tables, and each pointer leads to the first element
  bool mayCount = false;                  // some pointer may lead to an element behind the first
};

// The loop of C that `loop` makes, in one version or in two. `loop` is called with the context in which it finds its
// accesses.
c::Statement gatheringLoop(const clang::Stmt *body, const Context &in,
                           llvm::function_ref<c::Statement(const Context &)> loop);

// A loop with the loops inside: a version with tables, and another one. In a long nest each loop has two of its own.
c::Statement gatheringNest(const clang::Stmt *nest, const LoopBody &body, const Context &in,
                           llvm::function_ref<c::Statement(const Context &)> loop);

#endif
