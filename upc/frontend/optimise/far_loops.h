// SPDX-License-Identifier: BSD-3-Clause
// Loops with accesses to elements that may be far.
#ifndef UPCC_OPTIMISE_FAR_LOOPS_H
#define UPCC_OPTIMISE_FAR_LOOPS_H

#include "optimise/remarks.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

void changeFarLoops(llvm::Function &f, llvm::FunctionAnalysisManager &analyses, LoopOptions options,
                    const Remarks &remarks);

#endif
