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
//
// Of an upc_forall the same call finds the thread's own rounds, urt_own_strips: its strips are those of the loop. Where
// blocks have one element, the call gives a list of addresses for some rounds, which may be the table of gathers.cpp.
#include "optimise/strips.h"
#include "optimise/calls.h"
#include "optimise/gathers.h"
#include "optimise/llvm_versions.h"
#include "optimise/moving.h"
#include "optimise/strip_loop.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"

#include <map>

using namespace llvm;

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

// The call that finds a thread's own rounds, of the loop over the strips of an upc_forall; null for other loops.
static CallInst *ownRounds(const Loop &loop) {
  for (Instruction &i : *loop.getHeader())
    if (CallInst *own = callOf(&i, "urt_own_rounds")) return own;
  return nullptr;
}

bool isNested(const Loop &loop) {
  const Loop *outer = loop.getParentLoop();
  return outer && (!ownRounds(*outer) || outer->getParentLoop());
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
  // Rounds are counted as a long. A loop up to SIZE_MAX, which ends by a break, never makes more of them.
  const APInt most(64, INT64_MAX - 1);
  const SCEV *before = evolution.getNoopOrZeroExtend(back, word);
  if (evolution.getUnsignedRangeMax(evolution.applyLoopGuards(before, &loop)).ugt(most))
    before = evolution.getUMinExpr(before, evolution.getConstant(most));
  const SCEV *rounds = evolution.getAddExpr(before, evolution.getOne(word));
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  return expander.isSafeToExpandAt(rounds, at) ? expandFrozen(expander, rounds, at) : nullptr;
}

static Value *partOf(const CallInst &pair, unsigned which) {
  for (const User *user : pair.users())
    if (auto *part = dyn_cast<ExtractValueInst>(user); part && part->getIndices() == ArrayRef(which))
      return const_cast<ExtractValueInst *>(part);
  return nullptr;
}

static void takeFromList(const Moving &m, PHINode *round) {
  IRBuilder<> b(m.address.place);
  Value *word = b.CreateGEP(b.getInt64Ty(), m.place, b.CreateMul(round, b.getInt64(m.elements), "", false, true));
  replaceAddress(m.address, b.CreateLoad(b.getPtrTy(), word, "upc.place"), b);
}

void moveWith(const Moving &m, PHINode *rounds) {
  IRBuilder<> b(m.address.place);
  Value *by = m.stride ? m.stride : b.getInt64(m.elements * m.size());
  Value *bytes = b.CreateMul(rounds, by, "", false, true);
  replaceAddress(m.address, b.CreateGEP(b.getInt8Ty(), m.place, bytes, "upc.place"), b);
}

// ---- Many addresses, by one call

// Of an urt_movers_t: words in front of its movers, of a mover, of a list. How far apart addresses of a round may lie
// in a list (URT_BESIDE).
enum { FewStrips = 2, HeadWords = 5, MoverWords = 9, ListWords = 40, Beside = 8 };
enum HeadWord { Known, Rounds, Start, Kind };
enum MoverWord { At, Offset, Where, First };

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
  return m.leader || (m.kind == Moving::Strip && leaderOf(m, moving) != &m);
}

void placeLed(std::vector<Moving> &moving, IRBuilder<> &b) {
  for (Moving &m : moving)
    if (m.leader) {
      m.place = b.CreateConstGEP1_64(b.getInt64Ty(), m.leader->place, m.behind);
    } else if (isLed(m, moving)) {
      const Moving &leader = *leaderOf(m, moving);
      m.place = b.CreateGEP(b.getInt8Ty(), leader.place, b.CreateSub(m.offset, leader.offset));
    }
}

bool areManyStrips(const std::vector<Moving> &moving) {
  return llvm::count_if(moving, [&](const Moving &m) { return m.kind == Moving::Strip && !isLed(m, moving); }) >
         FewStrips;
}

// Those that the call finds the places of, lists last.
static SmallVector<Moving *, 8> placedByCall(std::vector<Moving> &moving) {
  SmallVector<Moving *, 8> placed;
  for (Moving &m : moving)
    if (m.kind == Moving::Strip && !isLed(m, moving)) placed.push_back(&m);
  for (Moving &m : moving)
    if (m.kind == Moving::Listed && !m.leader) placed.push_back(&m);
  return placed;
}

// They live as long as the nest of loops.
AllocaInst *makeMovers(std::vector<Moving> &moving, const Loop &loop) {
  uint64_t words = HeadWords;
  for (const Moving *m : placedByCall(moving)) words += MoverWords + (m->kind == Moving::Listed ? ListWords : 0);
  Function &function = *loop.getHeader()->getParent();
  Type *type = ArrayType::get(Type::getInt64Ty(function.getContext()), words);
  AllocaInst *movers = localVariable(function, type, "upc.movers");
  const Loop *nest = loop.getOutermostLoop();
  if (!nest->getLoopPreheader()) return movers;
  IRBuilder<>(nest->getLoopPreheader()->getTerminator()).CreateLifetimeStart(movers);
  SmallVector<BasicBlock *, 4> exits;
  nest->getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits) IRBuilder<>(exit, exit->getFirstInsertionPt()).CreateLifetimeEnd(movers);
  return movers;
}

static Value *wordOf(AllocaInst *movers, unsigned word, IRBuilder<> &b) {
  return b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), movers, word);
}
static Value *wordOf(AllocaInst *movers, size_t mover, MoverWord which, IRBuilder<> &b) {
  return wordOf(movers, HeadWords + mover * MoverWords + which, b);
}

// The distance in elements, if it is known.
static std::optional<long> distance(const Moving &from, const Moving &to, ScalarEvolution &evolution) {
  bool same = from.offset == to.offset && from.where == to.where && from.step == to.step && from.elem() == to.elem();
  auto *fixed = same ? dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to.start, from.start)) : nullptr;
  return fixed ? std::optional(fixed->getAPInt().getSExtValue()) : std::nullopt;
}

// Addresses that lie beside each other in a list are taken from the list of the first of them.
static void shareLists(std::vector<Moving> &moving, ScalarEvolution &evolution) {
  for (Moving &m : moving)
    for (const Moving &other : moving) {
      if (m.kind != Moving::Listed || other.kind != Moving::Listed || &m == &other) continue;
      auto behind = distance(other, m, evolution);
      bool first = behind && (*behind > 0 || (*behind == 0 && &other < &m));
      if (first && *behind <= Beside && (!m.leader || *behind > m.behind)) m.leader = &other, m.behind = *behind;
    }
  for (Moving &m : moving) // the first one of all
    if (m.leader && m.leader->leader) m.leader = nullptr, m.behind = 0;
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

// The constant urt_shapes_t of them; `own`: the call that finds the rounds of an upc_forall. The rest is stored in
// front of the loop, `before`.
static GlobalVariable *makeShapes(ArrayRef<Moving *> placed, const Loop &loop, ScalarEvolution &evolution,
                                  BasicBlock *before, AllocaInst *movers, const CallInst *own) {
  Module &module = *before->getModule();
  SmallVector<const Moving *, 8> all(placed.begin(), placed.end());
  IRBuilder<> fresh(preheaderWith(all, loop, before)->getTerminator()), enters(before->getTerminator());
  fresh.CreateStore(fresh.getInt64(0), wordOf(movers, Known, fresh));
  std::vector<Constant *> shapes;
  for (auto [k, m] : llvm::enumerate(placed)) {
    auto *first = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(m->start, placed[0]->start));
    if (first && first->getAPInt().isMinSignedValue()) first = nullptr;
    if (!first) enters.CreateStore(enters.CreateSub(m->first, placed[0]->first), wordOf(movers, k, First, enters));
    shapes.push_back(shapeOf(*m, first, fresh));
    if (isOfStatic(*m)) continue;
    fresh.CreateStore(m->offset, wordOf(movers, k, Offset, fresh));
    fresh.CreateStore(m->where, wordOf(movers, k, Where, fresh));
  }
  Constant *none = fresh.getInt64(0), *step = none, *by = none;
  if (own) step = cast<Constant>(own->getArgOperand(3)), by = cast<Constant>(own->getArgOperand(4));
  auto *type = ArrayType::get(shapes[0]->getType(), shapes.size());
  int64_t lists = llvm::count_if(placed, [](const Moving *m) { return m->kind == Moving::Listed; });
  Constant *strips = fresh.getInt64(placed.size() - lists);
  Constant *content =
      ConstantStruct::getAnon({strips, fresh.getInt64(lists), step, by, ConstantArray::get(type, shapes)});
  auto *table =
      new GlobalVariable(module, content->getType(), true, GlobalValue::PrivateLinkage, content, "upc.shapes");
  table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return table;
}

// The call of a function that fills in the movers, its first argument.
static CallInst *callWithMovers(StringRef name, Type *result, ArrayRef<Value *> arguments, IRBuilder<> &b) {
  SmallVector<Type *, 8> types;
  for (Value *argument : arguments) types.push_back(argument->getType());
  auto callee = functionOfPasses(*b.GetInsertBlock()->getModule(), name, FunctionType::get(result, types, false));
  writesToArguments(*cast<Function>(callee.getCallee()));
  return b.CreateCall(callee, arguments);
}

static void loadPlaces(ArrayRef<Moving *> placed, AllocaInst *movers, IRBuilder<> &b) {
  for (auto [k, m] : llvm::enumerate(placed)) m->place = b.CreateLoad(b.getPtrTy(), wordOf(movers, k, At, b));
}

Value *placeStrips(std::vector<Moving> &moving, const Loop &loop, ScalarEvolution &evolution, BasicBlock *before,
                   AllocaInst *movers, Value *done, Value *left, IRBuilder<> &b) {
  auto placed = placedByCall(moving);
  GlobalVariable *shapes = makeShapes(placed, loop, evolution, before, movers, nullptr);
  Value *arguments[] = {movers, shapes, placed[0]->first, done, left};
  Value *count = callWithMovers("urt_strips", b.getInt64Ty(), arguments, b);
  loadPlaces(placed, movers, b);
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
  Function *helper(StringRef name) { return functionOfPasses(module, name); }
  AllocaInst *windowOf(const Moving &m);
  Value *stripOf(const Moving &m, Value *done, AllocaInst *left, IRBuilder<> &b);
  bool joinOwn();
  void makeStrips();
  void goByPlaces(PHINode *round);
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

// In round k of a strip or of a list.
void StripMaker::goByPlaces(PHINode *round) {
  for (Moving &m : moving)
    if (m.kind == Moving::Strip) moveWith(m, round);
    else if (m.kind == Moving::Listed) takeFromList(m, round);
}

// The loop is that of an upc_forall's own rounds, in blocks. The same call finds these and the places, if the indices
// follow from the number of the round.
bool StripMaker::joinOwn() {
  const Loop *outer = loop.getParentLoop();
  CallInst *own = outer ? ownRounds(*outer) : nullptr;
  if (!own || helper("urt_shared")) return false;
  auto *by = dyn_cast<ConstantInt>(own->getArgOperand(4));
  if (!by || by->isOne() || !isa<ConstantInt>(own->getArgOperand(3)) || !outer->getLoopPreheader()) return false;
  Value *first = partOf(*own, 0), *count = partOf(*own, 1);
  BasicBlock *latch = loop.getLoopLatch();
  const SCEV *back = loop.isLoopExiting(latch) ? evolution.getExitCount(&loop, latch) : nullptr;
  if (!first || !count || !back || back->getType() != word ||
      evolution.getAddExpr(back, evolution.getOne(word)) != evolution.getSCEV(count))
    return false;
  Instruction *end = outer->getLoopPreheader()->getTerminator();
  std::vector<const SCEV *> starts;
  for (const Moving &m : moving) { // of round 0, the thread's or not
    const SCEV *moved = evolution.getMulExpr(evolution.getSCEV(first), m.step);
    const SCEV *start = evolution.getMinusSCEV(m.start, moved);
    bool known = evolution.isLoopInvariant(start, outer) && expander.isSafeToExpandAt(start, end);
    if (m.kind == Moving::Row || !known || !keepsPointer(*outer, m)) return false;
    starts.push_back(start);
  }
  for (auto [m, start] : llvm::zip(moving, starts)) m.start = start, m.first = expandFrozen(expander, start, end);
  auto placed = placedByCall(moving);
  AllocaInst *movers = makeMovers(moving, loop);
  GlobalVariable *shapes = makeShapes(placed, loop, evolution, end->getParent(), movers, own);
  IRBuilder<> b(end);
  b.CreateStore(own->getArgOperand(1), wordOf(movers, Rounds, b));
  b.CreateStore(own->getArgOperand(2), wordOf(movers, Start, b));
  b.CreateStore(b.CreateZExt(own->getArgOperand(5), word), wordOf(movers, Kind, b));
  b.SetInsertPoint(own);
  Value *arguments[] = {movers, shapes, placed[0]->first, own->getArgOperand(0)};
  CallInst *both = callWithMovers("urt_own_strips", own->getType(), arguments, b);
  both->getCalledFunction()->addFnAttr(Attribute::NoDuplicate); // LLVM would put a second one in front of the loop
  own->replaceAllUsesWith(both);
  own->eraseFromParent();
  b.SetInsertPoint(before->getTerminator());
  loadPlaces(placed, movers, b);
  placeLed(moving, b);
  goByPlaces(counter("upc.k"));
  return true;
}

void StripMaker::makeStrips() {
  bool many = areManyStrips(moving) || !isNested(loop);
  if (many && joinOwn()) return;
  for (Moving &m : moving) m.first = expandFrozen(expander, m.start, before->getTerminator());
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
  goByPlaces(strips.round());
  strips.finish();
}

// A counter of rounds, from 0 on. The loop may have one.
PHINode *StripMaker::counter(const Twine &name) {
  if (PHINode *k = loop.getCanonicalInductionVariable(); k && k->getType() == word) return k;
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
  bool mayList = options.tables && !helper("urt_shared") && !function.hasOptSize() && loop.isInnermost() &&
                 !isNested(loop) && !whyNoTable(loop);
  moving = movingAddresses(loop, loops, evolution, expander, near, options.threads, mayList);
  if (moving.empty()) return false;
  shareLists(moving, evolution);
  auto isListed = [](const Moving &m) { return m.kind == Moving::Listed; };
  for (const Moving &m : moving)
    if (isListed(m)) remarks.passed(*m.address.place, InTable);
  auto moves = llvm::find_if_not(moving, isListed);
  size_t listed = llvm::count_if(moving, isListed);
  if (moves != moving.end()) remarks.passed(*moves->address.place, movingRemark(moving.size() - listed));
  if (listed && loop.getNumBlocks() == 1) copyBody(loop);
  auto has = [&](int kind) { return llvm::any_of(moving, [&](const Moving &m) { return m.kind == kind; }); };
  PHINode *rounds = has(Moving::Row) ? counter("upc.row") : nullptr;
  Value *nested = ConstantInt::get(Type::getInt32Ty(function.getContext()), isNested(loop));
  for (Moving &m : moving) {
    if (m.kind != Moving::Row) continue;
    IRBuilder<> b(before->getTerminator());
    m.first = expandFrozen(expander, m.start, before->getTerminator());
    m.place = b.CreateCall(helper("urt_row_start"), {m.offset, m.where, m.first, m.elem(), m.block(), nested});
    moveWith(m, rounds);
  }
  if (has(Moving::Strip) || listed) makeStrips();
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
