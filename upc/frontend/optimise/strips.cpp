// SPDX-License-Identifier: BSD-3-Clause
// for (i = a; i < b; i++) .. A[i] ..         p points to the start of A
//
//   for (done = 0; done < b - a; done += count) {
//     count = b - a - done
//     strip = urt_strip(p, a + done, .., &count)         the address, and the iterations up to the end of its block
//     for (k = 0; k < count; k++) .. strip[k] ..
//   }
//
// What a loop round has to do with the address of an element is known to ScalarEvolution, after all of LLVM's
// simplifications: an index that moves by the same number in each round is an add recurrence, and it does not wrap.
#include "optimise/strips.h"
#include "optimise/accesses.h"
#include "tokens/clang_versions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace {

// An address that moves by `step` elements in each round: that of element start + k * step from p on.
struct Moving {
  ElementAddress address; // of a pointer that walks: `add` moves it
  Value *offset, *where;  // p
  const SCEV *start, *step;
  Value *elem() const { return address.elem(); }
  Value *block() const { return address.blockSize(); }
  long size() const { return cast<ConstantInt>(elem())->getSExtValue(); }
  long blockSize() const { return cast<ConstantInt>(block())->getSExtValue(); }
  // Strip: it stays in its block for some rounds. Row: it moves by whole rows of blocks, and stays on its thread.
  // Stepping: it may leave its block each time.
  enum { Strip, Row, Stepping } kind;
  long elements; // Strip: the step. Row: by how many elements of the thread it moves
  Value *first = nullptr, *place = nullptr; // of the loop, its index; of the loop or of a strip, its address
};

class StripMaker {
public:
  StripMaker(Loop &loop, LoopInfo &loops, ScalarEvolution &evolution, LoopOptions options)
      : loop(loop), loops(loops), evolution(evolution), options(options), function(*loop.getHeader()->getParent()),
        module(*function.getParent()), expander(evolution, SCEV_LAYOUT(module) "upc"),
        word(Type::getInt64Ty(function.getContext())), before(loop.getLoopPreheader()) {}
  bool run(const Remarks &remarks);

private:
  void findMoving();
  void addMoving(Moving m);
  void addIndexed(const ElementAddress &a);
  void addWalking(CallInst *near);
  std::optional<long> rowsOf(const SCEV *step, long block);
  // Frozen: in the program it may stand behind a condition.
  Value *expand(const SCEV *value) {
    Instruction *at = before->getTerminator();
    return IRBuilder<>(at).CreateFreeze(expander.expandCodeFor(value, word, at));
  }
  Value *constant(long n) { return ConstantInt::getSigned(word, n); }
  Function *helper(StringRef name) { return module.getFunction(name); }
  AllocaInst *variable(Type *type, const Twine &name);
  AllocaInst *windowOf(const Moving &m);
  void countRounds();
  void makeOuterLoop();
  void endStrips(BasicBlock &header, BasicBlock &latch, PHINode &k);
  void makeStepping(Moving &m);
  PHINode *counter(const Twine &name);
  void moveWith(Moving &m, PHINode *rounds);

  Loop &loop;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  const LoopOptions options;
  Function &function;
  Module &module;
  SCEVExpander expander;
  Type *word;
  BasicBlock *before;             // the loop
  std::vector<Moving> moving;
  Value *all = nullptr;           // rounds of the loop; null: its own condition says
  BasicBlock *strip = nullptr, *next = nullptr; // before a strip, and behind it
  PHINode *done = nullptr;        // rounds before this strip
  Value *count = nullptr;         // rounds of this strip
  std::map<std::tuple<Value *, Value *, long, long>, AllocaInst *> windows;
};

static const SCEV *extended(const SCEV *s) {
  while (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(s)) s = cast<SCEVCastExpr>(s)->getOperand();
  return s;
}

static bool isThreads(const SCEV *s) {
  const auto *unknown = dyn_cast<SCEVUnknown>(extended(s));
  const auto *load = unknown ? dyn_cast<LoadInst>(unknown->getValue()) : nullptr;
  return load && load->getPointerOperand()->getName() == "urt_threads";
}

// The step as a number of rows of blocks: c * block * THREADS.
std::optional<long> StripMaker::rowsOf(const SCEV *step, long block) {
  if (const auto *number = dyn_cast<SCEVConstant>(step)) { // and THREADS is fixed
    long by = number->getAPInt().getSExtValue(), row = block * options.threads;
    return row && by % row == 0 ? std::optional(by / row) : std::nullopt;
  }
  step = extended(step);
  if (isThreads(step)) return block == 1 ? std::optional(1L) : std::nullopt;
  const auto *product = dyn_cast<SCEVMulExpr>(step);
  if (!product || product->getNumOperands() != 2 || !isThreads(product->getOperand(1))) return std::nullopt;
  const auto *factor = dyn_cast<SCEVConstant>(product->getOperand(0));
  const long most = 1 << 15; // a product of int with THREADS, at most 2^16, does not wrap round
  long by = factor ? factor->getAPInt().getSExtValue() : 0;
  return by > 0 && by < most && by % block == 0 ? std::optional(by / block) : std::nullopt;
}

void StripMaker::addMoving(Moving m) {
  const auto *fixed = dyn_cast<SCEVConstant>(m.step);
  long by = fixed ? fixed->getAPInt().getSExtValue() : 0, block = m.blockSize();
  m.kind = Moving::Stepping;
  if (auto rows = rowsOf(m.step, block)) m.kind = Moving::Row, m.elements = *rows * block;
  else if (fixed && std::abs(by) < block) m.kind = Moving::Strip, m.elements = by;
  moving.push_back(m);
}

// A[i], where the loop leaves A as it is.
void StripMaker::addIndexed(const ElementAddress &a) {
  if (!a.of(loop)) return;
  const auto *index = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(a.index()));
  if (!index || index->getLoop() != &loop || !index->isAffine()) return;
  addMoving({a, a.offset(), a.where(), index->getStart(), index->getStepRecurrence(evolution), Moving::Stepping, 0});
}

// A word of a pointer-to-shared that each round moves by urt_add_in_blocks: a word of its own, or one of a pair.
struct WalkingWord {
  PHINode *phi = nullptr;
  CallInst *add = nullptr;
};
static WalkingWord walkingWord(Value *word, unsigned which, const Loop &loop) {
  auto *part = dyn_cast<ExtractValueInst>(word);
  auto *phi = dyn_cast<PHINode>(part ? part->getAggregateOperand() : word);
  if (!phi || phi->getParent() != loop.getHeader() || (part && part->getIndices() != ArrayRef(which))) return {};
  Value *next = phi->getIncomingValueForBlock(loop.getLoopLatch());
  auto *after = dyn_cast<ExtractValueInst>(next);
  if (!part && (!after || after->getIndices() != ArrayRef(which))) return {};
  return {phi, callOf(part ? next : after->getAggregateOperand(), "urt_add_in_blocks")};
}

// *p, where each round moves p by the same number of elements.
void StripMaker::addWalking(CallInst *near) {
  Value *offset = near->getArgOperand(0), *where = near->getArgOperand(1);
  WalkingWord first = walkingWord(offset, 0, loop), second = walkingWord(where, 1, loop);
  if (!first.add || first.add != second.add) return;
  CallInst *add = first.add;
  const SCEV *step = evolution.getSCEV(add->getArgOperand(2));
  WalkingWord moved[] = {walkingWord(add->getArgOperand(0), 0, loop), walkingWord(add->getArgOperand(1), 1, loop)};
  if (moved[0].add != add || moved[1].add != add || !isa<ConstantInt>(add->getArgOperand(3)) ||
      !isa<ConstantInt>(add->getArgOperand(4)) || !evolution.isLoopInvariant(step, &loop))
    return;
  IRBuilder<> b(before->getTerminator());
  auto start = [&](PHINode *phi, unsigned which) {
    Value *value = phi->getIncomingValueForBlock(before);
    return value->getType()->isIntegerTy() ? value : b.CreateExtractValue(value, which);
  };
  ElementAddress address;
  address.near = near, address.add = add;
  addMoving({address, start(first.phi, 0), start(second.phi, 1), evolution.getZero(word), step, Moving::Stepping, 0});
}

void StripMaker::findMoving() {
  for (BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) continue;
    for (Instruction &i : *block) {
      CallInst *near = callOf(&i, "urt_near");
      if (!near) continue;
      if (ElementAddress a = elementAddress(i); a.near) addIndexed(a);
      else addWalking(near);
    }
  }
  Instruction *at = before->getTerminator();
  llvm::erase_if(moving, [&](const Moving &m) {
    return !expander.isSafeToExpandAt(m.start, at) || !expander.isSafeToExpandAt(m.step, at);
  });
}

// Where the loop has a test at its end, and the number of rounds up to it is known when the loop begins, the strips
// make this test. The loop may have other exits.
void StripMaker::countRounds() {
  BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isLoopExiting(latch)) return;
  const SCEV *back = evolution.getExitCount(&loop, latch);
  if (isa<SCEVCouldNotCompute>(back) || evolution.getTypeSizeInBits(back->getType()) > 64) return;
  const SCEV *rounds = evolution.getAddExpr(evolution.getNoopOrZeroExtend(back, word), evolution.getOne(word));
  if (expander.isSafeToExpandAt(rounds, before->getTerminator())) all = expand(rounds);
}

AllocaInst *StripMaker::variable(Type *type, const Twine &name) {
  IRBuilder<> b(&function.getEntryBlock(), function.getEntryBlock().begin());
  return b.CreateAlloca(type, nullptr, name);
}

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
  auto *type = StructType::get(word, word);
  window = variable(type, "upc.window");
  IRBuilder<> b((outermost == &loop ? before : outermost->getLoopPreheader())->getTerminator());
  b.CreateStore(ConstantStruct::get(type, {ConstantInt::get(word, INT64_MAX), ConstantInt::get(word, 0)}), window);
  return window;
}

// before -> header .. latch -> header or exit   becomes   before -> strip -> header .. latch -> header or next,
// next -> strip or exit
void StripMaker::makeOuterLoop() {
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  strip = BasicBlock::Create(function.getContext(), "upc.strip", &function, header);
  next = BasicBlock::Create(function.getContext(), "upc.next", &function, header);
  next->moveAfter(latch);
  before->getTerminator()->replaceSuccessorWith(header, strip);
  IRBuilder<> b(strip);
  b.SetCurrentDebugLocation(loop.getStartLoc());
  done = b.CreatePHI(word, 2, "upc.done");
  done->addIncoming(constant(0), before);
  for (PHINode &phi : header->phis()) {
    PHINode *outer = b.CreatePHI(phi.getType(), 2, phi.getName() + ".strip");
    outer->addIncoming(phi.getIncomingValueForBlock(before), before);
    outer->addIncoming(phi.getIncomingValueForBlock(latch), next);
    int from = phi.getBasicBlockIndex(before);
    phi.setIncomingBlock(from, strip), phi.setIncomingValue(from, outer);
  }
  AllocaInst *left = variable(word, "upc.count");
  b.CreateStore(all ? b.CreateSub(all, done) : constant(INT64_MAX), left);
  for (Moving &m : moving) {
    if (m.kind != Moving::Strip) continue;
    Value *by = constant(m.elements), *index = b.CreateAdd(m.first, b.CreateMul(done, by));
    m.place = b.CreateCall(helper("urt_strip"), {m.offset, m.where, index, m.elem(), m.block(), by, windowOf(m), left});
  }
  count = b.CreateLoad(word, left, "upc.count");
  b.CreateBr(header);
}

// A pointer that steps: urt_step_on moves it at the end of each round.
void StripMaker::makeStepping(Moving &m) {
  AllocaInst *pointer = variable(ArrayType::get(word, 9), "upc.stepping"); // an urt_stepping_t
  Value *step = expand(m.step);
  IRBuilder<> b(before->getTerminator());
  b.CreateCall(helper("urt_step_from"), {pointer, m.offset, m.where, m.first, step, m.elem(), m.block()});
  b.SetInsertPoint(m.address.near);
  replaceAddress(m.address, b.CreateLoad(b.getPtrTy(), pointer, "upc.stepping"), b);
  b.SetInsertPoint(loop.getLoopLatch()->getTerminator());
  b.CreateCall(helper("urt_step_on"), {pointer, m.block()});
}

// A counter of rounds, from 0 on.
PHINode *StripMaker::counter(const Twine &name) {
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  IRBuilder<> b(header, header->begin());
  PHINode *k = b.CreatePHI(word, 2, name);
  b.SetInsertPoint(latch->getTerminator());
  k->addIncoming(constant(0), loop.getLoopPredecessor());
  k->addIncoming(b.CreateAdd(k, constant(1), name + ".up", true, true), latch);
  return k;
}

void StripMaker::moveWith(Moving &m, PHINode *rounds) {
  IRBuilder<> b(m.address.near);
  Value *bytes = b.CreateMul(rounds, constant(m.elements * m.size()), "", false, true);
  replaceAddress(m.address, b.CreateGEP(b.getInt8Ty(), m.place, bytes, "upc.place"), b);
}

bool StripMaker::run(const Remarks &remarks) {
  if (!loop.isLoopSimplifyForm() || !isa<BranchInst>(loop.getLoopLatch()->getTerminator())) return false;
  findMoving();
  if (moving.empty()) return false;
  remarks.passed(moving[0].address.near->getDebugLoc(),
                 std::to_string(moving.size()) + (moving.size() == 1 ? " access goes" : " accesses go") +
                     " to shared elements by pointers that move with this loop");
  auto has = [&](int kind) { return llvm::any_of(moving, [&](const Moving &m) { return m.kind == kind; }); };
  bool strips = has(Moving::Strip);
  if (strips) countRounds();
  for (Moving &m : moving) m.first = expand(m.start);
  PHINode *rounds = has(Moving::Row) ? counter("upc.row") : nullptr;
  for (Moving &m : moving) {
    if (m.kind == Moving::Stepping) makeStepping(m);
    if (m.kind != Moving::Row) continue;
    IRBuilder<> b(before->getTerminator());
    m.place = b.CreateCall(helper("urt_row_start"), {m.offset, m.where, m.first, m.elem(), m.block()});
    moveWith(m, rounds);
  }
  if (strips) {
    BasicBlock *latch = loop.getLoopLatch(), *header = loop.getHeader();
    makeOuterLoop();
    PHINode *k = counter("upc.k");
    for (Moving &m : moving)
      if (m.kind == Moving::Strip) moveWith(m, k);
    endStrips(*header, *latch, *k);
  }
  return true;
}

void StripMaker::endStrips(BasicBlock &header, BasicBlock &latch, PHINode &k) {
  auto *end = cast<BranchInst>(latch.getTerminator());
  IRBuilder<> b(end);
  Value *goesOn = b.CreateICmpULT(k.getIncomingValueForBlock(&latch), count);
  if (all) {
    BasicBlock *exit = end->getSuccessor(end->getSuccessor(0) == &header);
    b.CreateCondBr(goesOn, &header, next)->copyMetadata(*end, {LLVMContext::MD_loop});
    end->eraseFromParent();
    b.SetInsertPoint(next);
    Value *gone = b.CreateAdd(done, count, "upc.gone");
    done->addIncoming(gone, next);
    b.CreateCondBr(b.CreateICmpULT(gone, all), strip, exit);
    exit->replacePhiUsesWith(&latch, next);
    return;
  }
  // The loop's own test goes on: into this strip or the next one.
  BasicBlock *more = BasicBlock::Create(function.getContext(), "upc.more", &function, next);
  end->replaceSuccessorWith(&header, more);
  header.replacePhiUsesWith(&latch, more);
  b.SetInsertPoint(more);
  b.CreateCondBr(goesOn, &header, next)->copyMetadata(*end, {LLVMContext::MD_loop});
  end->setMetadata(LLVMContext::MD_loop, nullptr);
  b.SetInsertPoint(next);
  done->addIncoming(b.CreateAdd(done, count, "upc.gone"), next);
  b.CreateBr(strip);
}

} // namespace

bool makeStrips(Loop &loop, LoopInfo &loops, ScalarEvolution &evolution, LoopOptions options,
                const Remarks &remarks) {
  return StripMaker(loop, loops, evolution, options).run(remarks);
}
