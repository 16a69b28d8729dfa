// SPDX-License-Identifier: BSD-3-Clause
// What calls for far accesses get: pointers-to-shared as two words, buffers, lines of the program.
#ifndef UPCC_OPTIMISE_FAR_ARGUMENTS_H
#define UPCC_OPTIMISE_FAR_ARGUMENTS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

// The words of a pointer by urt_shared, which may have come together on several ways.
struct SharedWords {
  llvm::Value *offset, *where;
};
SharedWords sharedWords(llvm::Value *pointer);
// Memory of the function for one object, which is used at once.
llvm::AllocaInst *bufferOf(llvm::Function &f, unsigned bytes);
// "file.upc:12: WHAT", of the access's line; null if that is not known.
llvm::Value *lineOf(const llvm::Instruction &access, const char *what, llvm::IRBuilder<> &b);
// What a conduit that counts the far accesses of each line is to note: "file.upc:12: far access". Null for other
// conduits.
llvm::Value *noteOf(const llvm::Instruction &access, llvm::IRBuilder<> &b);

#endif
