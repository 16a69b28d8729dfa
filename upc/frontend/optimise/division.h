// SPDX-License-Identifier: BSD-3-Clause
// upc_forall: a thread goes through its own iterations, and not through those of others.
//
//   for (i = lo; i < hi; i++) if (urt_mine_at(deals, (&A[i]).where)) { .. A[i] .. }
//
//   for (done = 0; own = urt_own_rounds(done, ..), own.count; done = own.first + own.count)
//     for (k = 0, i = lo + own.first; k < own.count; k++, i++) .. A[i] ..
//
// The number of the element, or of the block, moves by the same number in each iteration. With blocks of one, a
// thread's iterations are all at the same distance from each other. An iteration of another thread must do nothing but
// step. Where it does more, or the number moves otherwise, each iteration is tested. Where the number stays the same,
// the loop is tested once.
#ifndef UPCC_OPTIMISE_DIVISION_H
#define UPCC_OPTIMISE_DIVISION_H

#include "optimise/remarks.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

// Returns whether a loop has changed.
bool divideRounds(llvm::Function &f, llvm::FunctionAnalysisManager &analyses, LoopOptions options,
                  const Remarks &remarks);

#endif
