// SPDX-License-Identifier: BSD-3-Clause
// A loop, in strips:
//
//   before -> header .. latch -> header or exit     becomes     before -> strip -> header .. latch -> header or next
//                                                                next -> strip or exit
//
// `strip` finds out how many rounds a strip has. A strip may run through the loop or through a copy of it.
#ifndef UPCC_OPTIMISE_STRIP_LOOP_H
#define UPCC_OPTIMISE_STRIP_LOOP_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

// Brings all loops of a function into LLVM's simplified form, which the changes of loops start from.
void simplifyLoops(llvm::Function &f, llvm::FunctionAnalysisManager &analyses);

llvm::AllocaInst *localVariable(llvm::Function &function, llvm::Type *type, const llvm::Twine &name);

class StripLoop {
public:
  // Of a loop in simplified form. `rounds`: how many it makes, if this is known; else null.
  StripLoop(llvm::Loop &loop, llvm::ScalarEvolution &evolution, llvm::Value *rounds);

  llvm::BasicBlock *strip; // without a terminator yet
  llvm::PHINode *done;     // rounds before this strip
  llvm::Value *const rounds;

  // A copy of the loop for other strips, by its blocks and values.
  void copy(llvm::ValueToValueMapTy &to);
  // The strip goes on here, to the loop or, with `to`, to the copy; `count` are its rounds.
  void enter(llvm::BasicBlock *from, llvm::Value *count, llvm::ValueToValueMapTy *to = nullptr);
  // The number of the round in the strip, in the loop or the copy that was entered last.
  llvm::PHINode *round() const { return k; }
  llvm::PHINode *outer(const llvm::PHINode *phi) const;
  // No more strips of other kinds.
  void finish();

private:
  llvm::Loop &loop;
  llvm::BasicBlock *before, *header, *latch, *next, *exit;
  llvm::Type *word;
  llvm::PHINode *k = nullptr;
  struct Carried { // from round to round: a value of the header
    llvm::PHINode *phi, *outer, *next; // in the loop, at the start of a strip, behind the strip
    llvm::Value *step;                 // what each round adds, if that is known
  };
  std::vector<Carried> carried;
  std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> leaving; // of `exit`; behind a strip
  llvm::PHINode *went;                                              // rounds of the strip
};

#endif
