// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/division.h"
#include "optimise/calls.h"
#include "optimise/accesses.h"
#include "optimise/llvm_versions.h"
#include "optimise/moving.h"
#include "optimise/strip_loop.h"
#include "optimise/strips.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

// The test at the beginning of a loop, by which other threads' iterations are left out.
static BranchInst *testOf(const Loop &loop) {
  auto *branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
  const Value *condition = branch && branch->isConditional() ? branch->getCondition() : nullptr;
  for (StringRef name : {"urt_mine", "urt_mine_unsigned", "urt_mine_at"})
    if (callOf(condition, name)) return branch;
  return nullptr;
}

namespace {

class Division {
public:
  Division(Loop &loop, ScalarEvolution &evolution, const LoopOptions &options)
      : loop(loop), evolution(evolution), options(options), function(*loop.getHeader()->getParent()),
        module(*function.getParent()), expander(evolution, SCEV_LAYOUT(module) "upc"),
        word(Type::getInt64Ty(function.getContext())), before(loop.getLoopPreheader()), header(loop.getHeader()),
        latch(loop.getLoopLatch()), test(testOf(loop)) {}
  const char *whyNot(); // null: the loop can be divided
  void divide();
  // All iterations are the same thread's.
  bool isFixed() const {
    return llvm::all_of(mine()->args(), [&](const Use &value) { return loop.isLoopInvariant(value); });
  }

private:
  struct Stepping { // moves by `step` in each iteration, the thread's or not
    PHINode *phi;
    Value *step;
    bool wraps;
  };
  struct Carried { // changes in the thread's iterations alone
    PHINode *phi, *outer;
  };
  struct Leaving { // a value behind the loop
    PHINode *phi;
    Value *value; // null: that of `carried`
    PHINode *carried;
  };
  Loop &loop;
  ScalarEvolution &evolution;
  const LoopOptions &options;
  Function &function;
  Module &module;
  SCEVExpander expander;
  Type *word;
  BasicBlock *before, *header, *latch;
  BranchInst *test;

  std::vector<BasicBlock *> path; // of an iteration of another thread
  const SCEVAddRecExpr *number = nullptr;
  // Added to the number: the phase of the pointer. The thread of block 0. How many numbers a block has.
  Value *phases, *thread, *by;
  std::vector<Stepping> stepping;
  std::vector<Carried> carried;
  std::vector<Leaving> leaving;
  Value *rounds = nullptr;

  CallInst *mine() const { return cast<CallInst>(test->getCondition()); }
  bool findPath();
  bool findNumber();
  bool findPhis();
  bool findLeaving();
  Value *passing(Value *value) const;
  BasicBlock *exit() const {
    const Instruction *end = latch->getTerminator();
    return end->getSuccessor(end->getSuccessor(0) == header);
  }
  bool isCyclic() const {
    const auto *one = dyn_cast<ConstantInt>(by);
    return one && one->isOne();
  }
  void goPast();
  void keepOwn();
  CallInst *callOwn(IRBuilder<> &b, Value *done, Value *start, Value *step, Value *kind);
  Value *distance(IRBuilder<> &b, Value *step);
  static Value *moved(IRBuilder<> &b, Value *from, Value *by);
};

} // namespace

static bool doesNothing(const BasicBlock *block) {
  return llvm::all_of(*block, [](const Instruction &i) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
    return (intrinsic && intrinsic->isAssumeLikeIntrinsic()) || !i.mayHaveSideEffects();
  });
}

bool Division::findPath() {
  path = {header};
  for (BasicBlock *at = test->getSuccessor(1); at != latch; at = at->getUniqueSuccessor()) {
    if (!loop.contains(at)) return false;
    path.push_back(at);
  }
  path.push_back(latch);
  return llvm::all_of(path, doesNothing);
}

// What a value of the end of an iteration is in one of another thread.
Value *Division::passing(Value *value) const {
  for (size_t k = path.size(); k-- > 1;)
    if (auto *phi = dyn_cast<PHINode>(value); phi && phi->getParent() == path[k])
      value = phi->getIncomingValueForBlock(path[k - 1]);
  return value;
}

bool Division::findNumber() {
  IRBuilder<> b(before->getTerminator());
  Value *moves = mine()->getArgOperand(1), *where = b.getInt64(0);
  if (!callOf(mine(), "urt_mine_at")) {
    by = mine()->getArgOperand(2);
  } else if (CallInst *add = additionOf(moves)) {
    moves = add->getArgOperand(2), by = add->getArgOperand(4);
    if (callOf(add, "urt_add_in_blocks")) where = add->getArgOperand(1);
  } else {
    return false;
  }
  auto stays = [&](Value *value) { return loop.isLoopInvariant(value); };
  if (!llvm::all_of(ArrayRef{by, where, mine()->getArgOperand(0)}, stays)) return false;
  number = evenly(moves, loop, evolution, expander);
  phases = b.CreateLShr(where, 32), thread = b.CreateAnd(where, UINT32_MAX);
  return number;
}

bool Division::findPhis() {
  for (PHINode &phi : header->phis()) {
    if (const SCEVAddRecExpr *sum = evenly(&phi, loop, evolution, expander)) {
      const SCEV *step = sum->getStepRecurrence(evolution);
      Value *value = expander.expandCodeFor(step, step->getType(), before->getTerminator());
      stepping.push_back({&phi, value, !sum->hasNoSignedWrap()});
    } else if (passing(phi.getIncomingValueForBlock(latch)) == &phi) {
      carried.push_back({&phi, nullptr});
    } else {
      return false;
    }
  }
  return true;
}

bool Division::findLeaving() {
  for (PHINode &phi : exit()->phis()) {
    Value *value = phi.getIncomingValueForBlock(latch);
    auto same = llvm::find_if(carried, [&](Carried &c) { return c.phi->getIncomingValueForBlock(latch) == value; });
    const SCEV *last = evolution.isSCEVable(value->getType()) ? evolution.getSCEVAtScope(value, loop.getParentLoop())
                                                              : nullptr;
    if (loop.isLoopInvariant(value)) leaving.push_back({&phi, value, nullptr});
    else if (same != carried.end()) leaving.push_back({&phi, nullptr, same->phi});
    else if (last && isKnownBefore(last, loop, expander))
      leaving.push_back({&phi, expander.expandCodeFor(last, value->getType(), before->getTerminator()), nullptr});
    else return false;
  }
  return true;
}

const char *Division::whyNot() {
  if (!isStripMinable(loop) || !findPath()) return "the condition or a step of the loop may do more than step";
  if (!isFixed() && !findNumber()) return "its affinity does not move by the same number each time, or may wrap round";
  if (!(rounds = roundsOf(loop, evolution, expander))) return "how often it goes round is not known when it begins";
  if (!findPhis() || !findLeaving()) return "it uses a value of an iteration that may be another thread's";
  return nullptr;
}

enum { Quotient = 2, Unsigned = 4, Cyclic = 8 }; // URT_QUOTIENT, .. (urt_strips.h); `deals` is URT_DEALS or 0

// The first of the thread's rounds behind `done`, and how many.
CallInst *Division::callOwn(IRBuilder<> &b, Value *done, Value *start, Value *step, Value *kind) {
  Value *nested = b.getInt32(loop.getParentLoop() != nullptr);
  return b.CreateCall(functionOfPasses(module, "urt_own_rounds"), {done, rounds, start, step, by, kind, nested});
}

// How many iterations apart a thread's own ones are, if blocks have one. LLVM is to see that it is THREADS, if numbers
// move by one.
Value *Division::distance(IRBuilder<> &b, Value *step) {
  auto *fixed = dyn_cast<ConstantInt>(step);
  if (!fixed || !(fixed->isOne() || fixed->isMinusOne()))
    return b.CreateCall(functionOfPasses(module, "urt_own_apart", FunctionType::get(word, {word}, false)), {step});
  if (options.threads) return b.getInt64(options.threads);
  return b.CreateSExt(b.CreateLoad(b.getInt32Ty(), module.getNamedGlobal("urt_threads")), word);
}

Value *Division::moved(IRBuilder<> &b, Value *from, Value *by) {
  if (from->getType()->isPointerTy()) return b.CreateGEP(b.getInt8Ty(), from, by);
  return b.CreateAdd(from, by);
}

// The loop without its test.
void Division::keepOwn() {
  BasicBlock *theirs = test->getSuccessor(1), *ours = test->getSuccessor(0);
  theirs->removePredecessor(header);
  IRBuilder<>(test).CreateBr(ours);
  test->eraseFromParent();
}

// Of a loop that is fixed: other threads go past it.
void Division::goPast() {
  Instruction *end = before->getTerminator();
  mine()->moveBefore(end);
  IRBuilder<>(end).CreateCondBr(mine(), header, exit());
  end->eraseFromParent();
  for (Leaving &l : leaving)
    l.phi->addIncoming(l.value ? l.value : l.carried->getIncomingValueForBlock(before), before);
  keepOwn();
}

// Into a loop over `strip`, with the loop in it.
void Division::divide() {
  if (isFixed()) return goPast();
  LLVMContext &context = function.getContext();
  DebugLoc place = loop.getStartLoc();
  IRBuilder<> b(before->getTerminator());
  b.SetCurrentDebugLocation(place);
  Value *start = b.CreateAdd(expandFrozen(expander, number->getStart(), before->getTerminator()), phases);
  start = b.CreateAdd(start, b.CreateMul(thread, by)); // block 0 as if it were thread 0's
  Value *step = expandFrozen(expander, number->getStepRecurrence(evolution), before->getTerminator());
  Value *apart = isCyclic() ? distance(b, step) : nullptr;
  int how = (callOf(mine(), "urt_mine_at") ? 0 : Quotient) | (callOf(mine(), "urt_mine_unsigned") ? Unsigned : 0);
  Value *kind = b.CreateOr(mine()->getArgOperand(0), how | (apart ? Cyclic : 0));
  BasicBlock *strip = BasicBlock::Create(context, "upc.strip", &function, header);
  BasicBlock *enter = BasicBlock::Create(context, "upc.enter", &function, header);
  BasicBlock *next = BasicBlock::Create(context, "upc.next", &function), *out = exit();
  next->moveAfter(latch);
  before->getTerminator()->replaceSuccessorWith(header, strip);

  b.SetInsertPoint(strip);
  PHINode *done = b.CreatePHI(word, 2, "upc.done");
  done->addIncoming(b.getInt64(0), before);
  for (Carried &c : carried) {
    c.outer = b.CreatePHI(c.phi->getType(), 2, c.phi->getName() + ".strip");
    c.outer->addIncoming(c.phi->getIncomingValueForBlock(before), before);
  }
  CallInst *own = callOwn(b, done, start, step, kind);
  Value *first = b.CreateExtractValue(own, 0, "upc.first"), *count = b.CreateExtractValue(own, 1, "upc.count");
  b.CreateCondBr(b.CreateIsNull(count), out, enter);

  b.SetInsertPoint(enter);
  auto times = [&](Value *step, Value *n) { return b.CreateMul(step, b.CreateSExtOrTrunc(n, step->getType())); };
  std::vector<Value *> starts;
  for (Stepping &s : stepping)
    starts.push_back(moved(b, s.phi->getIncomingValueForBlock(before), times(s.step, first)));
  b.CreateBr(header);

  b.SetInsertPoint(header, header->begin());
  PHINode *k = b.CreatePHI(word, 2, "upc.k");
  k->addIncoming(b.getInt64(0), enter);
  header->replacePhiUsesWith(before, enter);
  for (size_t i = 0; i < stepping.size(); i++) stepping[i].phi->setIncomingValueForBlock(enter, starts[i]);
  for (Carried &c : carried) c.phi->setIncomingValueForBlock(enter, c.outer);

  for (Leaving &l : leaving) {
    l.phi->removeIncomingValue(latch, /*DeletePHIIfEmpty=*/false);
    auto outer = llvm::find_if(carried, [&](Carried &c) { return c.phi == l.carried; });
    l.phi->addIncoming(l.value ? l.value : outer->outer, strip);
  }
  auto *end = cast<BranchInst>(latch->getTerminator());
  b.SetInsertPoint(end);
  b.SetCurrentDebugLocation(place);
  if (apart)
    for (Stepping &s : stepping) {
      Value *far = moved(b, s.phi, times(s.step, apart));
      if (auto *sum = dyn_cast<BinaryOperator>(far)) sum->setHasNoSignedWrap(!s.wraps);
      s.phi->setIncomingValueForBlock(latch, far);
    }
  Value *up = b.CreateAdd(k, b.getInt64(1), "upc.k.up", true, true);
  b.CreateCondBr(b.CreateICmpNE(up, count), header, next)->copyMetadata(*end, {LLVMContext::MD_loop});
  end->eraseFromParent();
  k->addIncoming(up, latch);

  b.SetInsertPoint(next);
  Value *last = b.CreateSub(count, b.getInt64(1));
  Value *behind = b.CreateAdd(b.CreateAdd(first, apart ? b.CreateMul(last, apart) : last), b.getInt64(1));
  b.CreateBr(strip);
  done->addIncoming(behind, next);
  for (Carried &c : carried) {
    Value *value = c.phi->getIncomingValueForBlock(latch);
    c.outer->addIncoming(value, next);
  }
  keepOwn();
}

// Where the body too uses i + 1, LLVM may have computed it once for iterations of the thread and once for others. It is
// computed in front of the test then, so that i is seen to step.
static void joinSteps(Loop &loop, const DominatorTree &tree) {
  BranchInst *test = loop.getLoopLatch() ? testOf(loop) : nullptr;
  if (!test) return;
  for (PHINode &phi : llvm::make_early_inc_range(loop.getLoopLatch()->phis())) {
    auto *step = dyn_cast<BinaryOperator>(phi.getIncomingValue(0));
    auto same = [&](const Use &value) {
      const auto *other = dyn_cast<Instruction>(value);
      return other && step->isIdenticalToWhenDefined(other);
    };
    auto isEarly = [&](const Use &value) { return tree.dominates(value.get(), test); };
    if (!step || !llvm::all_of(phi.incoming_values(), same) || !llvm::all_of(step->operands(), isEarly)) continue;
    Instruction *early = step->clone();
    early->insertInto(test->getParent(), test->getIterator());
    for (Use &value : phi.incoming_values()) early->andIRFlags(value.get());
    phi.replaceAllUsesWith(early);
    phi.eraseFromParent();
  }
}

// Of each nest one loop: the analyses do not know the changed ones.
static bool divideOnce(Function &f, FunctionAnalysisManager &analyses, LoopOptions options, const Remarks &remarks) {
  simplifyLoops(f, analyses);
  auto &loops = analyses.getResult<LoopAnalysis>(f);
  for (Loop *loop : loops.getLoopsInPreorder()) joinSteps(*loop, analyses.getResult<DominatorTreeAnalysis>(f));
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(f);
  bool changed = false;
  for (Loop *nest : loops)
    for (Loop *loop : nest->getLoopsInPreorder()) {
      BranchInst *test = loop->getLoopPreheader() && loop->getLoopLatch() ? testOf(*loop) : nullptr;
      if (!test) continue;
      auto *mine = cast<CallInst>(test->getCondition());
      Division division(*loop, evolution, options);
      if (const char *why = division.whyNot()) {
        remarks.missed(*mine, std::string("each iteration of this upc_forall is tested for its affinity: ") + why);
        continue;
      }
      const char *what = division.isFixed() ? "all iterations of this upc_forall are one thread's; others go past it"
                                            : "each thread goes through its own iterations of this upc_forall alone";
      remarks.passed(*mine, what);
      division.divide();
      changed = true;
      break;
    }
  return changed;
}

bool divideRounds(Function &f, FunctionAnalysisManager &analyses, LoopOptions options, const Remarks &remarks) {
  bool divided = false;
  while (options.division && divideOnce(f, analyses, options, remarks)) {
    divided = true;
    removeUnreachableBlocks(f);
    analyses.invalidate(f, PreservedAnalyses::none());
  }
  for (Instruction &i : llvm::make_early_inc_range(instructions(f)))
    if (CallInst *marker = callOf(&i, "urt_own_round")) marker->eraseFromParent();
  return divided;
}
