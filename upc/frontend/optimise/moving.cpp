// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/moving.h"
#include "../../common/most_threads.h"

using namespace llvm;

void leaveComputed(CallInst &place, Computed why) { mark(place, "upc.computed", unsigned(why)); }

static const char *textOf(Computed why) {
  switch (why) {
  case Computed::Used: return "its address is used by more than reads and writes of numbers and pointers";
  case Computed::Pointer: return "its pointer-to-shared changes in the loop";
  case Computed::Uneven: return "its subscript moves by other numbers each time, or may wrap round";
  case Computed::Leaves: return "its subscript may leave its block in each round";
  case Computed::Switch: return BySwitch;
  case Computed::Form: return ByGoto;
  case Computed::Off: return "-fno-upc-pointers is given";
  }
  llvm_unreachable("every reason has a text");
}

std::optional<std::string> whyComputed(const CallInst &place) {
  auto why = markOf(place, "upc.computed");
  if (!why) return std::nullopt;
  return std::string("each round computes the address of this shared element: ") + textOf(Computed(*why));
}

bool isKnownBefore(const SCEV *value, const Loop &loop, const SCEVExpander &expander) {
  return expander.isSafeToExpandAt(value, loop.getLoopPreheader()->getTerminator());
}

const SCEVAddRecExpr *evenly(Value *value, const Loop &loop, ScalarEvolution &evolution, const SCEVExpander &expander) {
  if (!evolution.isSCEVable(value->getType())) return nullptr;
  const auto *sum = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(value));
  bool even = sum && sum->getLoop() == &loop && sum->isAffine() && isKnownBefore(sum->getStart(), loop, expander) &&
              isKnownBefore(sum->getStepRecurrence(evolution), loop, expander);
  return even ? sum : nullptr;
}

static const SCEV *extended(const SCEV *s) {
  while (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(s)) s = cast<SCEVCastExpr>(s)->getOperand();
  return s;
}

static bool isThreads(const SCEV *s) {
  const auto *unknown = dyn_cast<SCEVUnknown>(extended(s));
  const auto *load = unknown ? dyn_cast<LoadInst>(unknown->getValue()) : nullptr;
  return load && load->getPointerOperand()->getName() == "urt_threads";
}

namespace {

class Finder {
public:
  Finder(const Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution, const SCEVExpander &expander, int threads,
         bool mayList)
      : loop(loop), loops(loops), evolution(evolution), expander(expander), threads(threads), mayList(mayList) {}
  void find(StringRef place);
  std::vector<Moving> moving;

private:
  const Loop &loop;
  const LoopInfo &loops;
  ScalarEvolution &evolution;
  const SCEVExpander &expander;
  const int threads;
  const bool mayList;
  void add(Moving m);
  void addIndexed(const ElementAddress &a);
  void addWalking(CallInst &place);
  void addLinear(CallInst &place);
  std::optional<long> rowsOf(const SCEV *step, long block);
};

} // namespace

// The step as a number of rows of blocks: c * block * THREADS.
std::optional<long> Finder::rowsOf(const SCEV *step, long block) {
  if (const auto *number = dyn_cast<SCEVConstant>(step)) { // and THREADS is fixed
    long by = number->getAPInt().getSExtValue(), row = block * threads;
    return row && by % row == 0 ? std::optional(by / row) : std::nullopt;
  }
  step = extended(step);
  if (isThreads(step)) return block == 1 ? std::optional(1L) : std::nullopt;
  const auto *product = dyn_cast<SCEVMulExpr>(step);
  if (!product || product->getNumOperands() != 2 || !isThreads(product->getOperand(1))) return std::nullopt;
  const auto *factor = dyn_cast<SCEVConstant>(product->getOperand(0));
  const bool isInt = evolution.getTypeSizeInBits(product->getType()) <= 32;
  const long most = (1L << (isInt ? 31 : 62)) / URTK_MOST_THREADS; // less than that, times THREADS, does not wrap round
  long by = factor ? factor->getAPInt().getSExtValue() : 0;
  return by > 0 && by < most && by % block == 0 ? std::optional(by / block) : std::nullopt;
}

enum { MostApart = 4 }; // of elements of a list, so that one that is made has enough of them

void Finder::add(Moving m) {
  const auto *fixed = dyn_cast<SCEVConstant>(m.step);
  long by = fixed ? fixed->getAPInt().getSExtValue() : 0, block = m.blockSize();
  if (auto rows = rowsOf(m.step, block)) m.kind = Moving::Row, m.elements = *rows * block;
  else if (fixed && std::abs(by) < block) m.elements = by;
  else if (mayList && block == 1 && by > 0 && by <= MostApart && !m.address.within())
    m.kind = Moving::Listed, m.elements = by;
  else return leaveComputed(*m.address.place, Computed::Leaves);
  moving.push_back(m);
}

// A[i], where the loop leaves A as it is.
void Finder::addIndexed(const ElementAddress &a) {
  if (!a.of(loop)) return leaveComputed(*a.place, Computed::Pointer);
  const SCEVAddRecExpr *index = evenly(a.index(), loop, evolution, expander);
  if (!index) leaveComputed(*a.place, Computed::Uneven);
  else add({a, a.offset(), a.where(), index->getStart(), index->getStepRecurrence(evolution)});
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
void Finder::addWalking(CallInst &place) {
  WalkingWord first = walkingWord(place.getArgOperand(0), 0, loop);
  WalkingWord second = walkingWord(place.getArgOperand(1), 1, loop);
  if (!first.add || first.add != second.add) return;
  CallInst *add = first.add;
  const SCEV *step = evolution.getSCEV(add->getArgOperand(2));
  WalkingWord moved[] = {walkingWord(add->getArgOperand(0), 0, loop), walkingWord(add->getArgOperand(1), 1, loop)};
  if (moved[0].add != add || moved[1].add != add || !isa<ConstantInt>(add->getArgOperand(3)) ||
      !isa<ConstantInt>(add->getArgOperand(4)) || !isKnownBefore(step, loop, expander))
    return;
  BasicBlock *before = loop.getLoopPreheader();
  IRBuilder<> b(before->getTerminator());
  auto start = [&](PHINode *phi, unsigned which) {
    Value *value = phi->getIncomingValueForBlock(before);
    return value->getType()->isIntegerTy() ? value : b.CreateExtractValue(value, which);
  };
  ElementAddress address;
  address.place = &place, address.add = add;
  this->add({address, start(first.phi, 0), start(second.phi, 1), evolution.getZero(b.getInt64Ty()), step});
}

// g[i] with an indefinite block. (Where all are near, LLVM sees that its address moves.)
void Finder::addLinear(CallInst &place) {
  const SCEVAddRecExpr *bytes = evenly(place.getArgOperand(0), loop, evolution, expander);
  if (!bytes || !loop.isLoopInvariant(place.getArgOperand(1))) return;
  ElementAddress address;
  address.place = &place;
  moving.push_back({address, nullptr, place.getArgOperand(1), bytes->getStart(), bytes->getStepRecurrence(evolution),
                    Moving::Linear});
}

void Finder::find(StringRef name) {
  for (BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) continue;
    for (Instruction &i : *block) {
      CallInst *place = callOf(&i, name);
      if (place && !isAccessedOnly(*place)) leaveComputed(*place, Computed::Used);
      if (!place || !isAccessedOnly(*place)) continue;
      if (ElementAddress a = elementAddress(i); a.place) addIndexed(a);
      else addWalking(*place);
      if (name == "urt_shared") addLinear(*place);
    }
  }
}

std::vector<Moving> movingAddresses(const Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution,
                                    const SCEVExpander &expander, StringRef place, int threads, bool mayList) {
  Finder finder(loop, loops, evolution, expander, threads, mayList);
  finder.find(place);
  return std::move(finder.moving);
}
