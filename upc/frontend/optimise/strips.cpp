// SPDX-License-Identifier: BSD-3-Clause
// for (i = a; i < b; i++) .. A[i] ..         p points to the start of A
//
//   for (done = 0; done < b - a; done += count) {
//     count = b - a - done
//     strip = urt_strip(p, a + done, .., &count)         the address, and the iterations up to the end of its block
//     for (k = 0; k < count; k++) .. strip[k] ..
//   }
#include "optimise/strips.h"
#include "optimise/moving.h"
#include "optimise/strip_loop.h"
#include "tokens/clang_versions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"

#include <map>

using namespace llvm;

AllocaInst *localVariable(Function &function, Type *type, const Twine &name) {
  IRBuilder<> b(&function.getEntryBlock(), function.getEntryBlock().begin());
  return b.CreateAlloca(type, nullptr, name);
}

AllocaInst *makeWindow(Function &function) {
  Type *word = Type::getInt64Ty(function.getContext());
  return localVariable(function, StructType::get(word, word), "upc.window");
}

void forgetWindow(AllocaInst &window, Instruction &at) {
  Type *type = window.getAllocatedType(), *word = type->getStructElementType(0);
  Constant *unknown[] = {ConstantInt::get(word, INT64_MAX), ConstantInt::get(word, 0)};
  IRBuilder<>(&at).CreateStore(ConstantStruct::get(cast<StructType>(type), unknown), &window);
}

bool isStripMinable(const Loop &loop) {
  return loop.isLoopSimplifyForm() && isa<BranchInst>(loop.getLoopLatch()->getTerminator());
}

bool endsBySwitch(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  return loop.isLoopSimplifyForm() && isa<SwitchInst>(latch->getTerminator());
}

Value *expandFrozen(SCEVExpander &expander, const SCEV *value, Instruction *at) {
  if (const auto *constant = dyn_cast<SCEVConstant>(value); constant && constant->getType()->isIntegerTy(64))
    return constant->getValue();
  return IRBuilder<>(at).CreateFreeze(expander.expandCodeFor(value, Type::getInt64Ty(at->getContext()), at));
}

Value *roundsOf(const Loop &loop, ScalarEvolution &evolution, SCEVExpander &expander) {
  Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
  BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isLoopExiting(latch)) return nullptr;
  const SCEV *back = evolution.getExitCount(&loop, latch);
  if (isa<SCEVCouldNotCompute>(back) || evolution.getTypeSizeInBits(back->getType()) > 64) return nullptr;
  const SCEV *rounds = evolution.getAddExpr(evolution.getNoopOrZeroExtend(back, word), evolution.getOne(word));
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  return expander.isSafeToExpandAt(rounds, at) ? expandFrozen(expander, rounds, at) : nullptr;
}

void moveWith(const Moving &m, PHINode *rounds) {
  IRBuilder<> b(m.address.place);
  Value *by = m.stride ? m.stride : b.getInt64(m.elements * m.size());
  Value *bytes = b.CreateMul(rounds, by, "", false, true);
  replaceAddress(m.address, b.CreateGEP(b.getInt8Ty(), m.place, bytes, "upc.place"), b);
}

namespace {

class StripMaker {
public:
  StripMaker(Loop &loop, LoopInfo &loops, ScalarEvolution &evolution, LoopOptions options)
      : loop(loop), loops(loops), evolution(evolution), options(options), function(*loop.getHeader()->getParent()),
        module(*function.getParent()), expander(evolution, SCEV_LAYOUT(module) "upc"),
        word(Type::getInt64Ty(function.getContext())), before(loop.getLoopPreheader()) {}
  bool run(const Remarks &remarks);

private:
  Value *constant(long n) { return ConstantInt::getSigned(word, n); }
  Function *helper(StringRef name) { return module.getFunction(name); }
  AllocaInst *windowOf(const Moving &m);
  Value *stripOf(const Moving &m, Value *done, AllocaInst *left, IRBuilder<> &b);
  void makeStrips();
  PHINode *counter(const Twine &name);

  Loop &loop;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  const LoopOptions options;
  Function &function;
  Module &module;
  SCEVExpander expander;
  Type *word;
  BasicBlock *before; // the loop
  std::vector<Moving> moving;
  std::map<std::tuple<Value *, Value *, long, long>, AllocaInst *> windows;
};

// The block in which the last strip with this pointer lay. It is unknown before the outermost loop in which the pointer
// stays the same.
AllocaInst *StripMaker::windowOf(const Moving &m) {
  AllocaInst *&window = windows[{m.offset, m.where, m.size(), m.blockSize()}];
  if (window) return window;
  Loop *outermost = &loop;
  while (Loop *outer = outermost->getParentLoop()) {
    if (!outer->isLoopInvariant(m.offset) || !outer->isLoopInvariant(m.where) || !outer->getLoopPreheader()) break;
    outermost = outer;
  }
  window = makeWindow(function);
  forgetWindow(*window, *(outermost == &loop ? before : outermost->getLoopPreheader())->getTerminator());
  return window;
}

// Where a strip begins. It is cut to the block.
Value *StripMaker::stripOf(const Moving &m, Value *done, AllocaInst *left, IRBuilder<> &b) {
  Value *by = constant(m.elements), *index = b.CreateAdd(m.first, b.CreateMul(done, by));
  if (Function *anywhere = helper("urt_near_strip")) // the conduit knows far threads; this job has none
    return b.CreateCall(anywhere, {m.offset, m.where, index, m.elem(), m.block(), by, left});
  return b.CreateCall(helper("urt_strip"), {m.offset, m.where, index, m.elem(), m.block(), by, windowOf(m), left});
}

void StripMaker::makeStrips() {
  StripLoop strips(loop, evolution, roundsOf(loop, evolution, expander));
  IRBuilder<> b(strips.strip);
  b.SetCurrentDebugLocation(loop.getStartLoc());
  AllocaInst *left = localVariable(function, word, "upc.count");
  b.CreateStore(strips.rounds ? b.CreateSub(strips.rounds, strips.done) : constant(INT64_MAX), left);
  for (Moving &m : moving)
    if (m.kind == Moving::Strip) m.place = stripOf(m, strips.done, left, b);
  strips.enter(strips.strip, b.CreateLoad(word, left, "upc.count"));
  for (Moving &m : moving)
    if (m.kind == Moving::Strip) moveWith(m, strips.round());
  strips.finish();
}

// A counter of rounds, from 0 on.
PHINode *StripMaker::counter(const Twine &name) {
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  IRBuilder<> b(header, header->begin());
  PHINode *k = b.CreatePHI(word, 2, name);
  b.SetInsertPoint(latch->getTerminator());
  k->addIncoming(constant(0), before);
  k->addIncoming(b.CreateAdd(k, constant(1), name + ".up", true, true), latch);
  return k;
}

// In a loop of the program's: the one over the strips of an upc_forall (division.h) does not count.
static bool isNested(const Loop &loop) {
  const Loop *outer = loop.getParentLoop();
  bool isOfStrips = outer && llvm::any_of(*outer->getHeader(), [](const Instruction &i) {
    return callOf(&i, "urt_own_rounds") != nullptr;
  });
  return isOfStrips ? outer->getParentLoop() != nullptr : outer != nullptr;
}

bool StripMaker::run(const Remarks &remarks) {
  StringRef near = helper("urt_shared") ? "urt_placed" : "urt_near";
  if (!isStripMinable(loop)) {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &i : *block)
        if (CallInst *place = loops.getLoopFor(block) == &loop ? callOf(&i, near) : nullptr)
          leaveComputed(*place, endsBySwitch(loop) ? Computed::Switch : Computed::Form);
    return false;
  }
  moving = movingAddresses(loop, loops, evolution, expander, near, options.threads);
  if (moving.empty()) return false;
  remarks.passed(*moving[0].address.place, movingRemark(moving.size()));
  auto has = [&](int kind) { return llvm::any_of(moving, [&](const Moving &m) { return m.kind == kind; }); };
  for (Moving &m : moving) m.first = expandFrozen(expander, m.start, before->getTerminator());
  PHINode *rounds = has(Moving::Row) ? counter("upc.row") : nullptr;
  Value *nested = ConstantInt::get(Type::getInt32Ty(function.getContext()), isNested(loop));
  for (Moving &m : moving) {
    if (m.kind != Moving::Row) continue;
    IRBuilder<> b(before->getTerminator());
    m.place = b.CreateCall(helper("urt_row_start"), {m.offset, m.where, m.first, m.elem(), m.block(), nested});
    moveWith(m, rounds);
  }
  if (has(Moving::Strip)) makeStrips();
  return true;
}

} // namespace

std::string movingRemark(size_t count) {
  return std::to_string(count) + (count == 1 ? " access goes" : " accesses go") +
         " to shared elements by pointers that move with this loop";
}

bool makeStrips(Loop &loop, LoopInfo &loops, ScalarEvolution &evolution, LoopOptions options,
                const Remarks &remarks) {
  return StripMaker(loop, loops, evolution, options).run(remarks);
}
