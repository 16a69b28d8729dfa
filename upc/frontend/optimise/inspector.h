// SPDX-License-Identifier: BSD-3-Clause
// An inspector goes through the iterations of a strip and asks for the far elements that they will read (urt_far.h):
//
//   for (k = 0; k < count; k++) s += x[col[k]];
//
//   for (k = 0; k < count; k++) if (urt_look(&x[col[k]])) break;        what a round computes, without its effects
//   urt_asked();
//
// For elements whose addresses are read from others that are far, it does so again, in another round of messages.
#ifndef UPCC_OPTIMISE_INSPECTOR_H
#define UPCC_OPTIMISE_INSPECTOR_H

#include "optimise/predictions.h"
#include "optimise/strip_loop.h"

// A read of element first + k of p in round k.
struct Pieces {
  llvm::Value *offset, *where, *first; // offset and where: p
  llvm::Value *elem, *block;
};

// A read, and its number in the runtime.
struct Site {
  llvm::LoadInst *load;
  unsigned number;
  std::optional<Pieces> pieces = std::nullopt;
};

// In front of a strip that has `count` rounds at most, from the end of block `from` on. The reads of a loop in a strip
// go on at the end of the block that is returned; *rounds are those that were gone through.
llvm::BasicBlock *inspect(const llvm::Loop &loop, const StripLoop &strips, const Predictions &predictions,
                          const std::vector<Site> &sites, llvm::BasicBlock *from, llvm::Value *count,
                          llvm::Value **rounds);

#endif
