// SPDX-License-Identifier: BSD-3-Clause
// What can be known of the iterations of a loop before they run: by computing again what they compute, without their
// stores. The *depth* of a value is the number of rounds of far reads before it can be computed. It is 0 for what is
// computed from private values, near elements, and elements that the loop does not change. A far element has the depth
// of its address plus 1. For s += x[col[j]] with both arrays far, col[j] is asked for in round 0, and x[col[j]] in
// round 1.
#ifndef UPCC_OPTIMISE_PREDICTIONS_H
#define UPCC_OPTIMISE_PREDICTIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

// Does the program end here, since an assertion does not hold? Predictions are made for the runs where all of them
// hold: what follows an assertion comes for certain.
bool isDeadEnd(const llvm::BasicBlock *block);

// The blocks that come for certain behind others. `held` has the tree if the function has assertions.
llvm::PostDominatorTree &behindAssertions(llvm::Function &f, llvm::FunctionAnalysisManager &analyses,
                                          llvm::PostDominatorTree &held);

class Predictions {
public:
  enum { Never = 4 }; // and more rounds are not made
  Predictions(llvm::Loop &loop, llvm::LoopInfo &loops, llvm::DominatorTree &tree, llvm::PostDominatorTree &post,
              llvm::AAResults &aliases);

  // Is it known of each iteration whether it comes?
  bool possible() const { return of(loop.getHeader()) < Never; }
  // A value's depth; of a block: whether an iteration comes there.
  unsigned of(const llvm::Value *value) const { return depths.lookup(value); }
  // The round that can ask for what a load reads; Never if there is none.
  unsigned roundOf(const llvm::LoadInst &load) const;
  // Is this block an end of the program, at the other side of a condition that this round does not know?
  bool leavesOut(const llvm::Instruction *branch, const llvm::BasicBlock *to, unsigned round) const;
  // Where an iteration that comes to this block comes for certain, as far as this round knows.
  llvm::BasicBlock *known(llvm::BasicBlock *block, unsigned round) const;
  bool isLarge(const llvm::LoadInst &load) const; // too large to be read ahead

private:
  llvm::Loop &loop;
  llvm::LoopInfo &loops;
  llvm::DominatorTree &tree;
  llvm::PostDominatorTree &post;
  llvm::DenseMap<const llvm::Value *, unsigned> depths; // of values in the loop; of blocks
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<const llvm::Value *>> ways; // to a block
  llvm::DenseSet<const llvm::Value *> stay; // loads of what the loop does not change

  unsigned ofExits(const llvm::Loop &inner) const;
  unsigned ofWays(const llvm::BasicBlock *block) const;
  unsigned computeBlock(const llvm::BasicBlock *block) const;
  unsigned compute(const llvm::Instruction &i) const;
  void findWays(const llvm::BasicBlock *block);
};

#endif
