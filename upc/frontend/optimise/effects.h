// SPDX-License-Identifier: BSD-3-Clause
// What the accesses of a loop to shared memory may be made together with, or before.
#ifndef UPCC_OPTIMISE_EFFECTS_H
#define UPCC_OPTIMISE_EFFECTS_H

#include "optimise/calls.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

// The first instruction of a loop that orders accesses (calls.h); null if there is none.
const llvm::Instruction *ordersAccesses(const llvm::Loop &loop);

// May two accesses, perhaps in different iterations of a loop, be of the same object? No private variable, and no
// memory that the program has allocated, is shared; different shared arrays are different objects. The rest is asked of
// LLVM: what C's types say.
bool mayMeet(const llvm::Instruction &a, const llvm::Instruction &b, llvm::AAResults &aliases);

// May an instruction of the loop change what this load reads?
bool mayChange(const llvm::Loop &loop, const llvm::LoadInst &load, llvm::AAResults &aliases);

// T[i] = T[i] OPERATION value, or T[i] = value: what the owner of a far element can do.
struct Update {
  llvm::LoadInst *load = nullptr; // of the old value, which nothing else needs; null: the old value is not needed
  llvm::Value *value = nullptr;   // null: no such update
  unsigned action;                // as urt_update_far takes it (urt_far.h)
};
Update updateOf(llvm::StoreInst &store); // of a simple store to shared memory
// Is it the read of an update?
bool isOfUpdate(llvm::LoadInst &load);

#endif
