// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/predictions.h"
#include "optimise/accesses.h"
#include "optimise/effects.h"

#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// The conditions of the branches between a block's immediate dominator and the block: by which way an iteration comes.
void Predictions::findWays(const BasicBlock *block) {
  const BasicBlock *from = tree.getNode(block)->getIDom()->getBlock();
  std::vector<const Value *> &conditions = ways[block];
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *, 16> open(predecessors(block));
  while (!open.empty()) {
    const BasicBlock *at = open.pop_back_val();
    if (tree.dominates(block, at) || !seen.insert(at).second) continue; // round a loop that begins here
    if (const auto *branch = dyn_cast<BranchInst>(at->getTerminator())) {
      if (branch->isConditional()) conditions.push_back(branch->getCondition());
    } else if (const auto *choice = dyn_cast<SwitchInst>(at->getTerminator())) {
      conditions.push_back(choice->getCondition());
    } else {
      conditions.push_back(nullptr);
    }
    if (at != from) open.append(pred_begin(at), pred_end(at));
  }
}

unsigned Predictions::ofWays(const BasicBlock *block) const {
  unsigned most = 0;
  for (const Value *condition : ways.find(block)->second) most = std::max(most, condition ? of(condition) : Never);
  return most;
}

// Whether a loop goes round once more.
unsigned Predictions::ofExits(const Loop &inner) const {
  SmallVector<BasicBlock *, 4> exiting;
  inner.getExitingBlocks(exiting);
  unsigned most = 0;
  for (const BasicBlock *block : exiting) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    unsigned condition = branch ? of(branch->getCondition()) : Never;
    most = std::max({most, condition, of(block)});
  }
  return exiting.empty() ? Never : most;
}

unsigned Predictions::computeBlock(const BasicBlock *block) const {
  const Loop *around = loops.getLoopFor(block);
  const BasicBlock *from = tree.getNode(block)->getIDom()->getBlock();
  unsigned depth = std::max(ofExits(*around), of(from));
  return post.dominates(block, from) ? depth : std::max(depth, ofWays(block));
}

unsigned Predictions::compute(const Instruction &i) const {
  unsigned depth = of(i.getParent());
  for (const Value *operand : i.operands()) depth = std::max(depth, of(operand));
  if (isa<PHINode>(i)) return std::max(depth, ofWays(i.getParent())); // which of its values depends on the way
  if (const auto *load = dyn_cast<LoadInst>(&i)) {
    if (!stay.contains(load)) return Never;
    return sharedPointer(i) ? std::min<unsigned>(depth + 1, Never) : depth;
  }
  if (const auto *call = dyn_cast<CallInst>(&i))
    return call->doesNotAccessMemory() && call->willReturn() ? depth : unsigned(Never);
  return i.mayHaveSideEffects() || isa<AllocaInst>(i) ? unsigned(Never) : depth;
}

Predictions::Predictions(Loop &loop, LoopInfo &loops, DominatorTree &tree, PostDominatorTree &post, AAResults &aliases)
    : loop(loop), loops(loops), tree(tree), post(post) {
  for (const BasicBlock *block : loop.blocks()) {
    findWays(block);
    for (const Instruction &i : *block)
      if (const auto *load = dyn_cast<LoadInst>(&i); load && !mayChange(loop, *load, aliases))
        stay.insert(load);
  }
  LoopBlocksRPO order(&loop);
  order.perform(&loops);
  for (bool changed = true; changed;) { // depths only grow
    changed = false;
    auto grow = [&](const Value *of, unsigned depth) {
      unsigned &known = depths[of];
      if (depth > known) known = std::min<unsigned>(depth, Never), changed = true;
    };
    for (const BasicBlock *block : order) {
      grow(block, computeBlock(block));
      for (const Instruction &i : *block) grow(&i, compute(i));
    }
  }
}

unsigned Predictions::roundOf(const LoadInst &load) const {
  return std::max(of(load.getPointerOperand()), of(load.getParent()));
}

BasicBlock *Predictions::known(BasicBlock *block, unsigned round) const {
  while (of(block) > round) block = post.getNode(block)->getIDom()->getBlock();
  return block;
}

bool Predictions::isLarge(const LoadInst &load) const {
  return loop.getHeader()->getModule()->getDataLayout().getTypeStoreSize(load.getType()) > 16;
}
