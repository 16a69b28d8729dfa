// SPDX-License-Identifier: BSD-3-Clause
// Calls that reach no shared memory, and so nothing that a loop keeps for itself ("Who may touch it" in urt_far.h).
// Attributes of C and LLVM do not tell: a function that is `pure`, or that only reads, may read shared elements ahead.
#ifndef UPCC_OPTIMISE_CALLS_H
#define UPCC_OPTIMISE_CALLS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

// Says of the module's functions which of them reach no shared memory: none whose body may be another one when the
// program is linked, and none that may come to a function that is not known. Before the passes change accesses.
void markPrivateFunctions(llvm::Module &m);

// A function whose calls the passes put into loops, while they still ask which loops order accesses: one of the
// runtime's headers, null if they do not have it; or one of the runtime, by its type. It must reach no shared memory: a
// loop around would count as one that orders from then on, and updates that it keeps back would be forgotten.
llvm::Function *functionOfPasses(llvm::Module &m, llvm::StringRef name);
llvm::FunctionCallee functionOfPasses(llvm::Module &m, llvm::StringRef name, llvm::FunctionType *type);

// Does it order accesses with those of other threads, or may it do so: a fence, an atomic or volatile access, a call
// that is not known to reach no shared memory?
bool ordersAccesses(const llvm::Instruction &i);

// Does it call a function of C's library that writes nothing of the program's but errno?
bool changesOnlyErrno(const llvm::CallBase &call);

#endif
