// SPDX-License-Identifier: BSD-3-Clause
// Which reads of shared memory a loop can make ahead (read_ahead.h): those whose addresses do not depend on what the
// loop writes, in all strips, or in those where a test tells that the loop writes other objects. An iteration need not
// come to a read in all cases: the conditions on its way there are asked first. Nor must an index stand in brackets:
// the variables that the iteration sets on its way are set first.
//
//   for (k = lo; k < hi; k++) {
//     int j = col[k];                  read x[j], before which: j is set to col[k]; j >= 0 is true
//     if (j < 0) continue;
//     s += v[k] * x[j];
//   }
//
// A loop may be on the way too, if all of its iterations are known ahead. So the rows of a sparse matrix are read
// together: in `for (i ..) for (k = start[i]; k < start[i + 1]; k++) s += v[k] * x[col[k]];` the outer loop reads ahead
// start[i], start[i + 1], and then x[col[k]], before which: k begins with start[i], and each iteration follows.
#ifndef UPC_FRONTEND_AHEAD_READS_H
#define UPC_FRONTEND_AHEAD_READS_H

#include "lower/loops/loops.h"

// What an iteration does on its way to a read.
struct StepBefore {
  const clang::VarDecl *variable; // it sets this variable; null: it goes on if `value` is true, or false
  const clang::Expr *value;
  bool isTrue;
  int round;                      // as of a read
  const clang::ForStmt *loop = nullptr; // its index has been set; what follows is for each of its iterations
};

struct AheadRead {
  const clang::Expr *access;      // A[..]
  int round;                      // 0 where nothing that is read ahead must be known for it
  std::vector<StepBefore> before; // in the program's order; up to an inner loop, alike for all that it reads
  std::vector<const clang::Expr *> writes; // perhaps of the same object: a test of each strip tells (strip_tests.h)
  bool late = false; // perhaps written through a private pointer: elements that such a pointer reaches, the near ones,
                     // are read in their turn
  const clang::ForStmt *loop = nullptr; // on the way, if any: there is one at most
};

std::vector<AheadRead> readsAhead(const Loop &loop, const CountedLoop &counted, const LoopBody &body,
                                  const Context &in);

#endif
