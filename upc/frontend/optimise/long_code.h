// SPDX-License-Identifier: BSD-3-Clause
// Accesses of long code. LLVM's time for a function grows faster than its code, above all than its branches. So where
// there are many accesses in a row, each is one call of a function that the module's accesses of the same kind share:
//   x = A[i]              x = *upc.read.8.urt_add_in_blocks.8.1.start(offset of A, i, buffer)
// Elements' sizes, blocks and types are constants in this function; what is left are few arguments.
#ifndef UPCC_OPTIMISE_LONG_CODE_H
#define UPCC_OPTIMISE_LONG_CODE_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

// Marks the accesses of long code, and the calls that give their addresses (staysCall in accesses.h).
void keepCallsOfLongCode(llvm::Function &f, const llvm::LoopInfo &loops);

// Far: a call looks where the object is. A read's result is where the value can be read; a write's call gets the value.
void readByCall(llvm::LoadInst &load);
void writeByCall(llvm::StoreInst &store);

// Near: the address of an element, for a marked urt_near or urt_placed.
void nearByCall(llvm::CallInst &near);

// The marked calls that give places and pointers.
void shareCalls(llvm::Function &f);

#endif
