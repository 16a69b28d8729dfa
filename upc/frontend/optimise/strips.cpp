// SPDX-License-Identifier: BSD-3-Clause
// for (i = a; i < b; i++) .. A[i] ..         p points to the start of A
//
//   for (done = 0; done < b - a; done += count) {
//     count = b - a - done
//     strip = urt_strip(p, a + done, .., &count)         the address, and the iterations up to the end of its block
//     for (k = 0; k < count; k++) .. strip[k] ..
//   }
//
// One call, urt_strips, finds where all addresses lie. That is little code, and takes LLVM little time. In an outer
// loop a strip mostly begins in the block of the last one: a few addresses look for that without a call.
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

void writesToArguments(Function &f) {
  f.setMemoryEffects(MemoryEffects::argMemOnly() | MemoryEffects::readOnly());
  f.setDoesNotThrow();
  f.setWillReturn();
}

AllocaInst *makeWindow(Function &function) {
  Type *word = Type::getInt64Ty(function.getContext());
  return localVariable(function, StructType::get(word, word), "upc.window");
}

static bool isOfStatic(const Moving &m) { return staticArray(m.offset) && isa<ConstantInt>(m.where); }

static bool keepsPointer(const Loop &loop, const Moving &m) {
  return isOfStatic(m) || (loop.isLoopInvariant(m.offset) && loop.isLoopInvariant(m.where));
}

// In front of the outermost loop in which the pointers stay the same. `before`: in front of the loop.
static BasicBlock *preheaderWith(ArrayRef<const Moving *> all, const Loop &loop, BasicBlock *before) {
  const Loop *outermost = &loop;
  while (const Loop *outer = outermost->getParentLoop()) {
    bool keeps = llvm::all_of(all, [&](const Moving *m) { return keepsPointer(*outer, *m); });
    if (!keeps || !outer->getLoopPreheader()) break;
    outermost = outer;
  }
  return outermost == &loop ? before : outermost->getLoopPreheader();
}

bool isNested(const Loop &loop) {
  const Loop *outer = loop.getParentLoop();
  bool isOfStrips = outer && llvm::any_of(*outer->getHeader(), [](const Instruction &i) {
    return callOf(&i, "urt_own_rounds") != nullptr;
  });
  return isOfStrips ? outer->getParentLoop() != nullptr : outer != nullptr;
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

// ---- Many addresses, by one call

enum { FewStrips = 2 };
enum MoverWord { At, Offset, Where, First, MoverWords = 9 }; // of an urt_mover_t

// Elements of one number, in blocks of one size, lie beside each other: by the same distance in all blocks. The first
// address of such elements leads the others.
static const Moving *leaderOf(const Moving &m, const std::vector<Moving> &moving) {
  for (const Moving &other : moving)
    if (other.kind == Moving::Strip && other.start == m.start && other.step == m.step && other.where == m.where &&
        other.elem() == m.elem() && other.block() == m.block())
      return &other;
  llvm_unreachable("each address is like itself");
}

bool isLed(const Moving &m, const std::vector<Moving> &moving) {
  return m.kind == Moving::Strip && leaderOf(m, moving) != &m;
}

void placeLed(std::vector<Moving> &moving, IRBuilder<> &b) {
  for (Moving &m : moving)
    if (isLed(m, moving)) {
      const Moving &leader = *leaderOf(m, moving);
      m.place = b.CreateGEP(b.getInt8Ty(), leader.place, b.CreateSub(m.offset, leader.offset));
    }
}

bool areManyStrips(const std::vector<Moving> &moving) {
  return llvm::count_if(moving, [&](const Moving &m) { return m.kind == Moving::Strip && !isLed(m, moving); }) >
         FewStrips;
}

// They live as long as the nest of loops.
AllocaInst *makeMovers(const std::vector<Moving> &moving, const Loop &loop) {
  size_t count = llvm::count_if(moving, [&](const Moving &m) { return m.kind == Moving::Strip && !isLed(m, moving); });
  Function &function = *loop.getHeader()->getParent();
  Type *words = ArrayType::get(Type::getInt64Ty(function.getContext()), 1 + count * MoverWords);
  AllocaInst *movers = localVariable(function, words, "upc.movers");
  const Loop *nest = loop.getOutermostLoop();
  if (!nest->getLoopPreheader()) return movers;
  IRBuilder<>(nest->getLoopPreheader()->getTerminator()).CreateLifetimeStart(movers);
  SmallVector<BasicBlock *, 4> exits;
  nest->getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits) IRBuilder<>(exit, exit->getFirstInsertionPt()).CreateLifetimeEnd(movers);
  return movers;
}

static FunctionCallee stripsFunction(Module &module) {
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  Type *arguments[] = {pointer, pointer, Type::getInt32Ty(context), word, word, word};
  auto callee = module.getOrInsertFunction("urt_strips", FunctionType::get(word, arguments, false));
  writesToArguments(*cast<Function>(callee.getCallee()));
  return callee;
}

// What the compiler knows of an address, an urt_shape_t. The rest is stored: where the loop's pointers begin to stay
// the same, and where the loop begins.
static Constant *shapeOf(const Moving &m, const SCEVConstant *first, IRBuilder<> &b) {
  Constant *offset = ConstantPointerNull::get(b.getPtrTy()), *where = b.getInt64(0);
  if (isOfStatic(m)) offset = staticArray(m.offset), where = cast<Constant>(m.where);
  auto number = [&](long n) { return ConstantInt::getSigned(b.getInt64Ty(), n); };
  Constant *behind = first ? first->getValue() : number(INT64_MIN);
  auto *elem = cast<Constant>(m.elem()), *block = cast<Constant>(m.block());
  return ConstantStruct::getAnon({elem, block, number(m.elements), behind, offset, where});
}

Value *placeStrips(std::vector<Moving> &moving, const Loop &loop, ScalarEvolution &evolution, BasicBlock *before,
                   AllocaInst *movers, Value *done, Value *left, IRBuilder<> &b) {
  Module &module = *before->getModule();
  Type *word = b.getInt64Ty();
  SmallVector<Moving *, 8> strips;
  for (Moving &m : moving)
    if (m.kind == Moving::Strip && !isLed(m, moving)) strips.push_back(&m);
  SmallVector<const Moving *, 8> all(strips.begin(), strips.end());
  auto member = [&](IRBuilder<> &at, size_t k, MoverWord which) {
    return at.CreateConstInBoundsGEP1_64(word, movers, 1 + k * MoverWords + which);
  };
  IRBuilder<> fresh(preheaderWith(all, loop, before)->getTerminator()), enters(before->getTerminator());
  fresh.CreateStore(fresh.getInt64(0), movers);
  std::vector<Constant *> shapes;
  for (auto [k, m] : llvm::enumerate(strips)) {
    auto *first = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(m->start, strips[0]->start));
    if (first && first->getAPInt().isMinSignedValue()) first = nullptr;
    if (!first) enters.CreateStore(enters.CreateSub(m->first, strips[0]->first), member(enters, k, First));
    shapes.push_back(shapeOf(*m, first, b));
    if (isOfStatic(*m)) continue;
    fresh.CreateStore(m->offset, member(fresh, k, Offset));
    fresh.CreateStore(m->where, member(fresh, k, Where));
  }
  auto *type = ArrayType::get(shapes[0]->getType(), shapes.size());
  auto *table = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, shapes),
                                   "upc.shapes");
  table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Value *arguments[] = {movers, table, b.getInt32(strips.size()), strips[0]->first, done, left};
  Value *count = b.CreateCall(stripsFunction(module), arguments);
  for (auto [k, m] : llvm::enumerate(strips)) m->place = b.CreateLoad(b.getPtrTy(), member(b, k, At));
  return count;
}

// ----

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
  window = makeWindow(function);
  forgetWindow(*window, *preheaderWith(&m, loop, before)->getTerminator());
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
  bool many = areManyStrips(moving) || !isNested(loop);
  AllocaInst *movers = many ? makeMovers(moving, loop) : nullptr;
  StripLoop strips(loop, evolution, roundsOf(loop, evolution, expander));
  IRBuilder<> b(strips.strip);
  b.SetCurrentDebugLocation(loop.getStartLoc());
  AllocaInst *left = localVariable(function, word, "upc.count");
  Value *most = strips.rounds ? b.CreateSub(strips.rounds, strips.done) : constant(INT64_MAX);
  b.CreateStore(many ? placeStrips(moving, loop, evolution, before, movers, strips.done, most, b) : most, left);
  for (Moving &m : moving)
    if (m.kind == Moving::Strip && !many && !isLed(m, moving)) m.place = stripOf(m, strips.done, left, b);
  placeLed(moving, b);
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
