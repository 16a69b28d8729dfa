// SPDX-License-Identifier: BSD-3-Clause
// The addresses of shared elements, as they stand in LLVM's code, and the accesses to them.
#ifndef UPCC_OPTIMISE_ACCESSES_H
#define UPCC_OPTIMISE_ACCESSES_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

// The call of a function with this name; null for any other value.
llvm::CallInst *callOf(const llvm::Value *value, llvm::StringRef name);

// What gives an address: urt_near; urt_shared, where the object may be far; urt_placed, where it is known that it is
// not. Null for any other value.
llvm::CallInst *placeOf(const llvm::Value *value);

// The address space of accesses by urt_shared (URT_SHARED in urt.h).
enum { Space = 555 };
// The pointer of a load or store in this address space; null for any other instruction.
const llvm::Value *sharedPointer(const llvm::Instruction &i);
// A copy, or bytes of one value, that LLVM has made of such accesses.
bool isSharedCopy(const llvm::Instruction &i);

// What is known of an access, as its metadata:
//   upc.site N        the read is made ahead, at site N
//   upc.by-round      and taken by the number of the round: each round reads it, and nothing can change its address
//   upc.in-order      and taken in the order in which objects were asked for: it is certain what the loop reads
//   upc.piece         and asked for without an inspector: each round reads the next element of an array
//   upc.decides       and what else is asked for depends on its value: near or far, the loop takes the value that the
//                     inspector has read, and no instruction of the loop may change it
//   upc.where-far     and asked for only where it is far
//   upc.apart         no update that is under way changes what is read
//   upc.together      the write is an update that its owner may make later, in the loop's order
//   upc.alone N       it is made by a message of its own, for this reason (Alone in far_loops.cpp)
// and of a call that gives a place:
//   upc.computed N    each round computes it, for this reason (Computed in moving.h)
void mark(llvm::Instruction &access, llvm::StringRef what, unsigned number = 0);
std::optional<unsigned> markOf(const llvm::Instruction &access, llvm::StringRef what);

// urt_near(urt_add_in_blocks(p, index, elem, block)), where p is two words, or of a member of this element; or with
// urt_within in place of urt_add_in_blocks, for an array of which a thread has one block at most; or with another
// function in place of urt_near. With indefinite blocks an address is arithmetic of LLVM's from the beginning.
struct ElementAddress {
  llvm::CallInst *place = nullptr, *add = nullptr;
  llvm::SmallVector<llvm::Value *, 2> inside; // bytes from the start of the element on: of a member
  llvm::Value *offset() const { return add->getArgOperand(0); }
  llvm::Value *where() const { // LLVM knows that urt_within does not use it, and passes anything
    llvm::Value *word = add->getArgOperand(1);
    return within() ? llvm::ConstantInt::get(word->getType(), 0) : word;
  }
  llvm::Value *index() const { return add->getArgOperand(2); }
  llvm::Value *elem() const { return add->getArgOperand(3); }
  llvm::Value *blockSize() const { return add->getArgOperand(4); }
  bool within() const { return add->getCalledFunction()->getName() == "urt_within"; }
  // Does the loop leave p as it is?
  bool of(const llvm::Loop &loop) const { return loop.isLoopInvariant(offset()) && loop.isLoopInvariant(where()); }
};

// The call by whose pointer-to-shared this is the second word, perhaps with its phase dropped; null for other values.
llvm::CallInst *additionOf(llvm::Value *where);
// `place` is null if the instruction is no such address.
ElementAddress elementAddress(llvm::Instruction &i);

// Is what urt_shared gives used by loads and stores alone?
bool isAccessedOnly(const llvm::Value &pointer);
// Gives all uses of urt_near or urt_shared a pointer to memory, and removes the call.
void usePlace(llvm::CallInst &call, llvm::Value *place);
// Gives `address` the place of the element in all of its uses, and removes it.
void replaceAddress(const ElementAddress &address, llvm::Value *place, llvm::IRBuilderBase &builder);

// The same by products of the subscript, without a branch.
void placeByProducts(const ElementAddress &address);

// Is it an access of long code, which stays a call (long_code)? Accesses pass this on to the calls that are made of
// them.
bool staysCall(const llvm::Instruction &i);
void passOnCall(const llvm::Instruction &from, llvm::Instruction &to);

// The static array whose offset this is, as the variable that holds the offset, from the program's start to its end;
// null for any other value.
llvm::GlobalVariable *staticArray(const llvm::Value *offset);
// The static array that a pointer by urt_shared leads into, as the variable that holds its offset; null: not known.
const llvm::Value *arrayOf(const llvm::Value *pointer);

#endif
