// SPDX-License-Identifier: BSD-3-Clause
// Passes of upcc in LLVM's pipeline, for code that was compiled with URT_OPTIMISED: there the address of a shared
// element is a call without effects, which LLVM moves and merges like arithmetic (URT_ADDRESS in urt.h). They run
// behind LLVM's own simplifications and inlining, before the vectorizer.
#ifndef UPCC_OPTIMISE_H
#define UPCC_OPTIMISE_H

#include "optimise/loop_options.h"

namespace llvm {
class PassBuilder;
}

void addPasses(llvm::PassBuilder &builder, LoopOptions options);

#endif
