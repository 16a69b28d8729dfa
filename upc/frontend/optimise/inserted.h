// SPDX-License-Identifier: BSD-3-Clause
// The functions of the runtime's headers that stand for addresses, and those that the passes may put in their place.
#ifndef UPCC_OPTIMISE_INSERTED_H
#define UPCC_OPTIMISE_INSERTED_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <vector>

bool isOurs(const llvm::Function &f);
std::vector<llvm::CallInst *> callsOfOurs(llvm::Function &f);

// Removes those that no pass can come to: of a file without accesses all of them, of one without loops those for loops.
// To compile all of them takes LLVM longer than a short file does.
void removeUnneeded(llvm::Module &m);

#endif
