// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/predictions.h"
#include "optimise/accesses.h"
#include "optimise/effects.h"

#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// ---- Assertions

// abort, exit and their kin are no assertions: a program may end with them as it should.
bool isDeadEnd(const BasicBlock *block) {
  static const StringRef ends[] = {"__assert_fail", "urt_outside", "urt_fatal", "__stack_chk_fail", "llvm.trap"};
  const auto *on = dyn_cast<BranchInst>(block->getTerminator()); // each loop has exits of its own to a common end
  const BasicBlock *next = on && on->isUnconditional() ? on->getSuccessor(0) : nullptr;
  bool leads = next && isa<UnreachableInst>(next->getTerminator()) && isDeadEnd(next);
  if (!leads && !isa<UnreachableInst>(block->getTerminator())) return false;
  return llvm::all_of(*block, [](const Instruction &i) {
    const auto *call = dyn_cast<CallBase>(&i);
    const Function *f = call ? call->getCalledFunction() : nullptr;
    return !i.mayHaveSideEffects() || (f && llvm::is_contained(ends, f->getName()));
  });
}

PostDominatorTree &behindAssertions(Function &f, FunctionAnalysisManager &analyses, PostDominatorTree &held) {
  SmallVector<std::pair<Use *, BasicBlock *>, 8> turned; // the tree is made while no branch goes to an assertion's end
  for (BasicBlock &block : f) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    for (unsigned s = 0; branch && branch->isConditional() && s < 2; s++)
      if (BasicBlock *end = branch->getSuccessor(s); isDeadEnd(end)) {
        branch->setSuccessor(s, branch->getSuccessor(1 - s));
        turned.push_back({&branch->getOperandUse(2 - s), end});
      }
  }
  if (turned.empty()) return analyses.getResult<PostDominatorTreeAnalysis>(f);
  held.recalculate(f);
  for (auto [use, end] : turned) use->set(end);
  return held;
}

// A branch to an assertion's end has one other way.
static bool asserts(const BranchInst &branch) {
  return llvm::any_of(branch.successors(), [](const BasicBlock *to) { return isDeadEnd(to); });
}

bool Predictions::leavesOut(const Instruction *branch, const BasicBlock *to, unsigned round) const {
  const auto *choice = dyn_cast<BranchInst>(branch);
  return choice && choice->isConditional() && of(choice->getCondition()) > round && isDeadEnd(to);
}

// ----

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
      if (branch->isConditional() && !asserts(*branch)) conditions.push_back(branch->getCondition());
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
  bool ends = false; // other than by an assertion
  for (const BasicBlock *block : exiting) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (branch && asserts(*branch) && inner.contains(branch->getSuccessor(isDeadEnd(branch->getSuccessor(0)))))
      continue;
    unsigned condition = branch ? of(branch->getCondition()) : Never;
    most = std::max({most, condition, of(block)}), ends = true;
  }
  return ends ? most : unsigned(Never);
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
