// SPDX-License-Identifier: BSD-3-Clause
// Loops that make their reads of far memory ahead:
//
//   for (k = lo; k < hi; k++) s += v[k] * x[col[k]];
//
// The loop goes in strips (URT_AHEAD iterations). Before each strip its iterations are gone through once without their
// effects, to ask for what they will read; the answers come together (urt_aggregate.h). A subscript that is itself read
// ahead, where col is far too, makes one more round. ahead_reads.h finds the reads. If some of them need a test
// (strip_tests.h), the strip has a second version, without reads ahead.
//
// If inner loops are gone through as well, a strip has parts: as many iterations as have at most URT_AHEAD iterations
// of each inner loop. An iteration with more of them is a part by itself, in which inner loops have their own strips.
#ifndef UPC_FRONTEND_READ_AHEAD_H
#define UPC_FRONTEND_READ_AHEAD_H

#include "lower/loops/ahead_reads.h"

// The strips. `counter` and `count` are C variables: the iterations done, and all of them.
struct AheadStrips {
  std::vector<AheadRead> reads;
  std::string counter, count;
  CountedLoop counted;
  const clang::Stmt *written; // the body, as the program has it
  // What stands before iteration `at`, which may set indices; none: the steps do.
  llvm::function_ref<std::optional<c::Statement>(const c::Expression &at)> prepare;
  llvm::function_ref<c::Expression(const Context &)> steps; // after each iteration; the counter is stepped here
  llvm::function_ref<c::Statement(const Context &)> body;
};
// The fast version has no pointers for some of these reads, so it is for jobs without far threads.
void needsAllNear(std::optional<c::Expression> &near);
c::Statement aheadStrips(const AheadStrips &strips, const Context &in);

#endif
