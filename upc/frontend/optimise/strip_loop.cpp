// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/strip_loop.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

static Value *mapped(Value *value, ValueToValueMapTy *to) {
  Value *other = to ? to->lookup(value) : nullptr;
  return other ? other : value;
}

AllocaInst *localVariable(Function &function, Type *type, const Twine &name) {
  IRBuilder<> b(&function.getEntryBlock(), function.getEntryBlock().begin());
  return b.CreateAlloca(type, nullptr, name);
}

void simplifyLoops(Function &f, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(f);
  auto &tree = analyses.getResult<DominatorTreeAnalysis>(f);
  for (Loop *nest : loops) {
    simplifyLoop(nest, &tree, &loops, nullptr, &analyses.getResult<AssumptionAnalysis>(f), nullptr, false);
    formLCSSARecursively(*nest, tree, &loops, nullptr);
  }
  PreservedAnalyses kept;
  kept.preserve<LoopAnalysis>(), kept.preserve<DominatorTreeAnalysis>();
  analyses.invalidate(f, kept);
}

// What each round adds to the number, if it is always the same; else null.
static Value *stepOf(PHINode &phi, const Loop &loop, ScalarEvolution &evolution) {
  auto *moving = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
  if (!moving || moving->getLoop() != &loop || !moving->isAffine()) return nullptr;
  auto *step = dyn_cast<SCEVConstant>(moving->getOperand(1));
  return step ? step->getValue() : nullptr;
}

StripLoop::StripLoop(Loop &loop, ScalarEvolution &evolution, Value *rounds)
    : rounds(rounds), loop(loop), before(loop.getLoopPreheader()), header(loop.getHeader()),
      latch(loop.getLoopLatch()) {
  Function &function = *header->getParent();
  LLVMContext &context = function.getContext();
  word = Type::getInt64Ty(context);
  DenseMap<PHINode *, Value *> steps; // asked for while the loop is as LLVM's analyses know it
  for (PHINode &phi : header->phis()) steps[&phi] = phi.getType() == word ? stepOf(phi, loop, evolution) : nullptr;
  auto *end = cast<BranchInst>(latch->getTerminator());
  exit = rounds ? end->getSuccessor(end->getSuccessor(0) == header) : nullptr;
  strip = BasicBlock::Create(context, "upc.strip", &function, header);
  next = BasicBlock::Create(context, "upc.next", &function);
  next->moveAfter(latch);
  before->getTerminator()->replaceSuccessorWith(header, strip);
  IRBuilder<> b(strip);
  b.SetCurrentDebugLocation(loop.getStartLoc());
  done = b.CreatePHI(word, 2, "upc.done");
  done->addIncoming(ConstantInt::get(word, 0), before);
  IRBuilder<> behind(next);
  went = behind.CreatePHI(word, 2, "upc.went");
  auto carry = [&](PHINode &phi) { return behind.CreatePHI(phi.getType(), 2, phi.getName() + ".next"); };
  for (PHINode &phi : header->phis()) {
    PHINode *outer = b.CreatePHI(phi.getType(), 2, phi.getName() + ".strip");
    outer->addIncoming(phi.getIncomingValueForBlock(before), before);
    carried.push_back({&phi, outer, carry(phi), steps[&phi]});
    outer->addIncoming(carried.back().next, next);
  }
  if (exit)
    for (PHINode &phi : exit->phis()) leaving.push_back({&phi, carry(phi)});
}

PHINode *StripLoop::outer(const PHINode *phi) const {
  return llvm::find_if(carried, [&](const Carried &c) { return c.phi == phi; })->outer;
}

void StripLoop::copy(ValueToValueMapTy &to) {
  SmallVector<BasicBlock *, 16> blocks;
  for (BasicBlock *block : loop.blocks()) {
    BasicBlock *other = CloneBasicBlock(block, to, ".near", header->getParent());
    other->moveBefore(next);
    to[block] = other;
    blocks.push_back(other);
  }
  remapInstructionsInBlocks(blocks, to);
  for (BasicBlock *block : loop.blocks()) // the copy leaves the loop as the loop does
    for (BasicBlock *outside : successors(block))
      if (!loop.contains(outside))
        for (PHINode &phi : outside->phis())
          phi.addIncoming(mapped(phi.getIncomingValueForBlock(block), &to), cast<BasicBlock>(to[block]));
}

void StripLoop::enter(BasicBlock *from, Value *count, ValueToValueMapTy *to) {
  auto *head = cast<BasicBlock>(mapped(header, to)), *tail = cast<BasicBlock>(mapped(latch, to));
  IRBuilder<> b(from);
  auto movedBy = [&](const Carried &c, Value *rounds) { return b.CreateAdd(c.outer, b.CreateMul(rounds, c.step)); };
  SmallVector<PHINode *, 8> phis;
  SmallVector<Value *, 8> moved; // behind the strip, what moves evenly
  for (const Carried &c : carried) {
    phis.push_back(cast<PHINode>(mapped(c.phi, to)));
    phis.back()->replaceIncomingBlockWith(before, from);
    phis.back()->setIncomingValueForBlock(from, c.outer);
    moved.push_back(c.step ? movedBy(c, count) : nullptr);
  }
  b.CreateBr(head);
  b.SetInsertPoint(head, head->begin());
  k = b.CreatePHI(word, 2, "upc.k");
  k->addIncoming(ConstantInt::get(word, 0), from);
  b.SetInsertPoint(head, head->getFirstInsertionPt());
  for (auto [c, phi] : llvm::zip(carried, phis)) // only k moves, and these with it
    if (c.step) phi->replaceAllUsesWith(movedBy(c, k));
  auto *end = cast<BranchInst>(tail->getTerminator());
  b.SetInsertPoint(end);
  Value *up = b.CreateAdd(k, ConstantInt::get(word, 1), "upc.k.up", true, true), *goesOn = b.CreateICmpNE(up, count);
  BasicBlock *last = tail;
  if (rounds) { // the strips make the loop's test
    for (auto &[phi, behind] : leaving) behind->addIncoming(phi->getIncomingValueForBlock(tail), tail);
    b.CreateCondBr(goesOn, head, next)->copyMetadata(*end, {LLVMContext::MD_loop});
    end->eraseFromParent();
    for (auto &[phi, behind] : leaving) phi->removeIncomingValue(tail, /*DeletePHIIfEmpty=*/false);
  } else { // the loop's own test goes on: into this strip or the next one
    last = BasicBlock::Create(b.getContext(), "upc.more", head->getParent(), next);
    end->replaceSuccessorWith(head, last);
    head->replacePhiUsesWith(tail, last);
    IRBuilder<>(last).CreateCondBr(goesOn, head, next)->copyMetadata(*end, {LLVMContext::MD_loop});
    end->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  k->addIncoming(up, last);
  for (auto [c, phi, value] : llvm::zip(carried, phis, moved))
    c.next->addIncoming(value ? value : phi->getIncomingValueForBlock(last), last);
  went->addIncoming(count, last);
}

void StripLoop::finish() {
  IRBuilder<> b(next);
  Value *gone = b.CreateAdd(done, went, "upc.gone");
  done->addIncoming(gone, next);
  if (!rounds) {
    b.CreateBr(strip);
    return;
  }
  b.CreateCondBr(b.CreateICmpNE(gone, rounds), strip, exit);
  for (auto &[phi, behind] : leaving) phi->addIncoming(behind, next);
}
