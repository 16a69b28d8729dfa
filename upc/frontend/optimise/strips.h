// SPDX-License-Identifier: BSD-3-Clause
// Loops in strips: as many iterations as all addresses that move evenly stay in their blocks for.
#ifndef UPCC_OPTIMISE_STRIPS_H
#define UPCC_OPTIMISE_STRIPS_H

#include "optimise/remarks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

// True if the loop was changed. Analyses of its function are no longer valid then.
bool makeStrips(llvm::Loop &loop, llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution, LoopOptions options,
                const Remarks &remarks);

#endif
