// SPDX-License-Identifier: BSD-3-Clause
// What the accesses of a loop to shared memory may be made together with, or before.
#ifndef UPCC_OPTIMISE_EFFECTS_H
#define UPCC_OPTIMISE_EFFECTS_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

// Does it order accesses with those of other threads, or may it do so: a fence, an atomic or volatile access, a call of
// a function that is not known to leave memory alone, or to change only what its arguments point to?
bool ordersAccesses(const llvm::Instruction &i);
const llvm::Instruction *ordersAccesses(const llvm::Loop &loop); // the first one; null if there is none

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
