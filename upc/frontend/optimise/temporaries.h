// SPDX-License-Identifier: BSD-3-Clause
// The pointers-to-shared that C computes on the way to an access, as variables of two words.
#ifndef UPCC_OPTIMISE_TEMPORARIES_H
#define UPCC_OPTIMISE_TEMPORARIES_H

#include "llvm/IR/Function.h"

// Before LLVM's passes: reads of such variables become the words that were written to them. LLVM's own pass for
// variables takes a time that grows with the square of their number.
void removeTemporaries(llvm::Function &f);

#endif
