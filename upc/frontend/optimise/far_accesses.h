// SPDX-License-Identifier: BSD-3-Clause
// Accesses to elements that may be far, as calls of the runtime (urt_far.h).
#ifndef UPCC_OPTIMISE_FAR_ACCESSES_H
#define UPCC_OPTIMISE_FAR_ACCESSES_H

#include "optimise/far_arguments.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

// A member of a site in the runtime (urt_site_t).
enum class SiteMember { Count, Taken, Names, At, Values };
llvm::Value *memberOf(unsigned site, SiteMember member, llvm::IRBuilder<> &b);
// How many objects of a site a loop has taken, or an inspector asked for or seen: a variable of the function.
llvm::AllocaInst *counterOf(llvm::Function &f, llvm::StringRef what, unsigned site);
// Lets the load read where the runtime says: what is next at its site, as `counter` counts, or the object itself.
void makeRead(llvm::LoadInst &load, llvm::StringRef counter);
// The same for a read by the number of the round, of those that were asked for together. `piece`: of a read in pieces,
// where round 0 would read in this strip (urt_piece).
void makeRead(llvm::LoadInst &load, llvm::Value *round, llvm::Value *piece);
// Asks for what the load reads in this round.
void ask(llvm::LoadInst &load, llvm::Value *round);
// Whether the inspector is to end that asks here for what the load reads.
llvm::Value *ask(llvm::LoadInst &load);

// Makes calls of all accesses of a function that may be far.
void makeFarAccesses(llvm::Function &f);

#endif
