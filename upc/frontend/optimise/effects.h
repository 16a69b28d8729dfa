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

// May an instruction of the loop, in any iteration, change what this load reads in any other one? This is LLVM's answer
// for all instructions, calls included. A private pointer may lead to near elements, as far as mayMeet knows.
bool mayChange(const llvm::Loop &loop, const llvm::LoadInst &load, llvm::AAResults &aliases);
// The same where what is read is far. No private pointer leads there: a cast of a pointer-to-shared and upc_cast, which
// the program has them from, give near places alone (urt_local in urt_pointers.h). So of the instructions those count
// that make accesses to shared memory, or may do so (calls.h). A near element has no such question: it is read by its
// address when its turn comes (urt_far.h).
bool mayChangeFar(const llvm::Loop &loop, const llvm::LoadInst &load, llvm::AAResults &aliases);

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
