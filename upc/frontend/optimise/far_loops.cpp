// SPDX-License-Identifier: BSD-3-Clause
// for (i = a; i < b; i++) s += v[i] * x[col[i]];
//
//   for (done = 0; done < b - a; done += count) {
//     strip = urt_near_strip(v, a + done, .., &count)      null if it is far
//     if (nothing is left of what was asked for && strip && there are no far threads)
//       for (k = 0; k < count; k++) s += strip[k] * *near(x[col[..]])
//     else {
//       if (nothing is left of what was asked for) ask for what up to 1,024 iterations read (inspector.h)
//       if (strip) for (k = 0; k < count; k++) s += strip[k] * x[col[..]]      x as it was brought
//       else for (k = 0; k < count; k++) s += v[..] * x[col[..]]               both
//     }
//   }
//
// If it is certain that all rounds come, and nothing changes v where it is far, the general part needs no inspector for
// v: it brings whole pieces of the owners' memory, and goes through them and through near blocks (`upc.piece`).
//
// Writes of a loop that orders nothing are collected (`upc.together`). A loop inside of one that reads ahead asks by
// itself where that one has not asked for all.
#include "optimise/far_loops.h"
#include "optimise/calls.h"
#include "optimise/effects.h"
#include "optimise/far_accesses.h"
#include "optimise/inspector.h"
#include "optimise/llvm_versions.h"
#include "optimise/strip_loop.h"
#include "optimise/strips.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

enum { MostSites = 8, MostLevels = 3, Ahead = 1024 }; // URT_SITES; of a nest of loops; URT_AHEAD

template <class Visit> void eachAccess(const Loop &loop, Visit visit) {
  for (BasicBlock *block : loop.blocks())
    for (Instruction &i : *block)
      if (sharedPointer(i)) visit(i);
}

// Why an access is made by a message of its own. Each decision notes its reason at the access (`upc.alone`), and the
// remark prints this reason; nothing guesses it afterwards. A later decision, about a loop inside, takes its place.
enum class Alone { Unknown, Ordered, Large, Places, Levels, Switch, Form, Outer, Off };

class FarLoops {
public:
  FarLoops(Function &f, FunctionAnalysisManager &analyses, LoopOptions options, const Remarks &remarks)
      : function(f), module(*f.getParent()), options(options), remarks(remarks),
        loops(analyses.getResult<LoopAnalysis>(f)), tree(analyses.getResult<DominatorTreeAnalysis>(f)),
        post(behindAssertions(f, analyses, ownPost)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(f)), aliases(analyses.getResult<AAManager>(f)) {}
  void markUpdates();
  // Of each nest one loop. The loops that are behind it: `done`, by their first blocks.
  bool change(SmallPtrSetImpl<BasicBlock *> &done);
  void sayWhatIsAlone();

private:
  Function &function;
  Module &module;
  const LoopOptions options;
  const Remarks &remarks;
  LoopInfo &loops;
  DominatorTree &tree;
  PostDominatorTree ownPost; // see behindAssertions
  PostDominatorTree &post;
  ScalarEvolution &evolution;
  AAResults &aliases;

  void leaveAlone(const Loop &loop, Alone why);
  Function *helper(StringRef name) { return functionOfPasses(module, name); }
  void markUpdates(Loop &loop);
  bool change(Loop &loop, SmallPtrSetImpl<BasicBlock *> &done);
  bool changeLoop(Loop &loop, bool inner, SmallPtrSetImpl<BasicBlock *> &done);
  std::vector<Site> sitesOf(Loop &loop, bool inner, const Predictions &predictions);
  std::vector<Moving> movingIn(const Loop &loop, SCEVExpander &expander) {
    return movingAddresses(loop, loops, evolution, expander, "urt_shared", options.threads);
  }
  void markByRound(const Loop &loop, const std::vector<Site> &sites, const Predictions &predictions);
  void findPieces(const Loop &loop, std::vector<Site> &sites, const std::vector<Moving> &moving);
  bool mayAskInside(const Loop &loop, const std::vector<Site> &sites);
  bool movesEvenly(const LoadInst &load);
  bool writesWhatItReads(const Loop &loop, bool inner, const std::vector<Site> &sites);
  Value *placeMoving(const Loop &loop, BasicBlock *before, std::vector<Moving> &moving, AllocaInst *movers,
                     PHINode *done, AllocaInst *left, IRBuilder<> &b);
  struct Asked;
  void runAsked(Asked &asked, BasicBlock *from);
  Value *stripBegins(const std::vector<Site> &sites, unsigned level, bool tracked, IRBuilder<> &b);
  Value *atMost(Value *most, const StripLoop &strips, IRBuilder<> &b);
  void useNear(const Loop &loop, ValueToValueMapTy &copies);
};

} // namespace

static void leaveAlone(Instruction &access, Alone why) {
  if (!markOf(access, "upc.site")) mark(access, "upc.alone", unsigned(why));
}

// The reads of this loop that are in no loop inside of it.
void FarLoops::leaveAlone(const Loop &loop, Alone why) {
  eachAccess(loop, [&](Instruction &i) {
    if (isa<LoadInst>(i) && loops.getLoopFor(i.getParent()) == &loop) ::leaveAlone(i, why);
  });
}

// ---- Updates

void FarLoops::markUpdates() {
  for (Loop *nest : loops) markUpdates(*nest);
}

// The outermost loops that order nothing: their updates are complete when they end.
void FarLoops::markUpdates(Loop &loop) {
  if (ordersAccesses(loop)) {
    eachAccess(loop, [&](Instruction &i) {
      if (isa<StoreInst>(i)) ::leaveAlone(i, Alone::Ordered);
    });
    for (Loop *inner : loop) markUpdates(*inner);
    return;
  }
  std::vector<StoreInst *> stores;
  std::vector<LoadInst *> reads;
  eachAccess(loop, [&](Instruction &i) {
    if (auto *store = dyn_cast<StoreInst>(&i)) stores.push_back(store);
    else if (auto *load = dyn_cast<LoadInst>(&i)) reads.push_back(load);
  });
  for (StoreInst *store : stores)
    if (!options.updates) {
      ::leaveAlone(*store, Alone::Off);
    } else if (!updateOf(*store).value) {
      ::leaveAlone(*store, Alone::Large);
    } else {
      mark(*store, "upc.together");
      remarks.passed(*store, "writes to far elements are sent to their owners together");
    }
  for (LoadInst *load : reads) {
    bool meets = llvm::any_of(stores, [&](StoreInst *store) { return mayMeet(*store, *load, aliases); });
    if (!meets) mark(*load, "upc.apart");
  }
  if (stores.empty()) return;
  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits)
    IRBuilder<>(exit, exit->getFirstInsertionPt())
        .CreateCall(module.getOrInsertFunction("urt_loop_ends", Type::getVoidTy(module.getContext())));
}

// ---- Which loops

bool FarLoops::change(SmallPtrSetImpl<BasicBlock *> &done) {
  bool changed = false;
  for (Loop *nest : std::vector<Loop *>(loops.begin(), loops.end())) changed |= change(*nest, done);
  return changed;
}

static unsigned levelsOf(const Loop &loop) {
  unsigned most = 0;
  for (const Loop *inner : loop) most = std::max(most, levelsOf(*inner));
  return most + 1;
}

bool FarLoops::change(Loop &loop, SmallPtrSetImpl<BasicBlock *> &done) {
  bool accesses = false;
  eachAccess(loop, [&](Instruction &) { accesses = true; });
  if (!accesses) return false;
  bool fresh = !done.contains(loop.getHeader());
  if (fresh && levelsOf(loop) > MostLevels) leaveAlone(loop, Alone::Levels);
  else if (fresh && !loop.isInnermost() && ordersAccesses(loop)) leaveAlone(loop, Alone::Ordered);
  else if (fresh) {
    bool inside = false; // a loop around reads ahead for it
    eachAccess(loop, [&](Instruction &i) { inside |= markOf(i, "upc.site").has_value(); });
    done.insert(loop.getHeader());
    if (changeLoop(loop, inside, done)) return true;
  }
  return llvm::any_of(std::vector<Loop *>(loop.begin(), loop.end()), [&](Loop *inner) { return change(*inner, done); });
}

// ---- Reads ahead

std::vector<Site> FarLoops::sitesOf(Loop &loop, bool inner, const Predictions &predictions) {
  std::vector<Site> sites;
  const bool orders = ordersAccesses(loop);
  eachAccess(loop, [&](Instruction &i) {
    auto *load = dyn_cast<LoadInst>(&i);
    if (!load || (inner && !markOf(i, "upc.site"))) return;
    unsigned number = inner ? *markOf(i, "upc.site") : sites.size();
    if (!options.ahead) ::leaveAlone(i, Alone::Off);
    else if (orders) ::leaveAlone(i, Alone::Ordered);
    else if (isOfUpdate(*load)) return; // its owner reads it
    else if (predictions.isLarge(*load)) ::leaveAlone(i, Alone::Large);
    else if (!predictions.possible() || predictions.roundOf(*load) >= Predictions::Never)
      ::leaveAlone(i, Alone::Unknown);
    else if (number >= MostSites) ::leaveAlone(i, Alone::Places);
    else sites.push_back({load, number});
  });
  return sites;
}

// May a far element that was asked for be written, up to the end of the loop that completes the updates? `inner`: a
// loop around this one has asked for its reads, and has told the runtime whether to look at writes. Else the runtime
// does as this loop says, until a loop around it asks again: so what that one has asked for counts as well.
bool FarLoops::writesWhatItReads(const Loop &loop, bool inner, const std::vector<Site> &sites) {
  const Loop *outermost = &loop;
  while (const Loop *outer = outermost->getParentLoop()) {
    if (ordersAccesses(*outer)) break;
    outermost = outer;
  }
  SmallVector<LoadInst *, 16> asked;
  for (const Site &site : sites) asked.push_back(site.load);
  eachAccess(*outermost, [&](Instruction &i) {
    if (auto *load = dyn_cast<LoadInst>(&i); load && !inner && markOf(i, "upc.of-nest")) asked.push_back(load);
  });
  return llvm::any_of(asked, [&](LoadInst *load) { return mayChangeFar(*outermost, *load, aliases); });
}

Value *FarLoops::stripBegins(const std::vector<Site> &sites, unsigned level, bool tracked, IRBuilder<> &b) {
  Type *number = b.getInt32Ty();
  unsigned set = 0;
  for (const Site &site : sites) set |= 1u << site.number;
  auto *type = FunctionType::get(number, {number, number, number}, false);
  return b.CreateCall(functionOfPasses(module, "urt_strip_begins", type),
                      {b.getInt32(set), b.getInt32(level), b.getInt32(tracked)});
}

// `most` rounds, or those that are left.
Value *FarLoops::atMost(Value *most, const StripLoop &strips, IRBuilder<> &b) {
  if (!strips.rounds) return most;
  Value *left = b.CreateSub(strips.rounds, strips.done);
  return b.CreateSelect(b.CreateICmpULT(left, most), left, most);
}

// ---- Pointers

// Does each round read the whole element behind the one of the round before?
static bool isDense(const LoadInst &load, const Moving &m) {
  const auto *step = dyn_cast<SCEVConstant>(m.step);
  if (!step || load.getPointerOperand() != m.address.place || !m.address.inside.empty()) return false;
  uint64_t bytes = load.getModule()->getDataLayout().getTypeStoreSize(load.getType());
  if (m.kind == Moving::Linear) return step->getAPInt() == bytes;
  return m.kind == Moving::Strip && step->getAPInt().isOne() && m.size() == long(bytes);
}

// A read that each round makes is taken by the round's number, if its address is known for certain. The address is not
// known where it depends on a read that some rounds do not make: that read may be made again, and another thread may
// have changed the value meanwhile.
void FarLoops::markByRound(const Loop &loop, const std::vector<Site> &sites, const Predictions &predictions) {
  bool known = true;
  for (unsigned number = 0; known && number < Predictions::Never; number++)
    for (const Site &site : sites) {
      if (predictions.roundOf(*site.load) != number) continue;
      if (tree.dominates(site.load->getParent(), loop.getLoopLatch())) mark(*site.load, "upc.by-round");
      else known = false;
    }
}

// Does it depend on this value what is asked for, or where a round goes?
static bool decides(const Instruction &value, const Loop &loop, const std::vector<Site> &sites,
                    SmallPtrSetImpl<const Instruction *> &seen) {
  return llvm::any_of(value.users(), [&](const User *user) {
    const auto *i = cast<Instruction>(user);
    if (!loop.contains(i) || !seen.insert(i).second) return false;
    bool asked = llvm::any_of(sites, [&](const Site &site) { return site.load == i; });
    return asked || i->isTerminator() || decides(*i, loop, sites, seen);
  });
}

// What an inspector has asked for by values that it has read, the loop may take by the number of the round. Another
// thread may change these values meanwhile: so the loop goes by those that the inspector has read. An inspector reads
// none that the loop itself may change.
static void markDeciding(const Loop &loop, const std::vector<Site> &sites, const Predictions &predictions) {
  for (const Site &site : sites) {
    SmallPtrSet<const Instruction *, 16> seen;
    bool known = markOf(*site.load, "upc.by-round") && predictions.of(site.load) < Predictions::Never;
    if (known && decides(*site.load, loop, sites, seen)) mark(*site.load, "upc.decides");
  }
}

// Of these the dense ones, if all rounds come for certain.
void FarLoops::findPieces(const Loop &loop, std::vector<Site> &sites, const std::vector<Moving> &moving) {
  if (loop.getExitingBlock() != loop.getLoopLatch()) return;
  for (const Moving &m : moving)
    for (Site &site : sites) {
      if (!markOf(*site.load, "upc.by-round") || !isDense(*site.load, m)) continue;
      auto *none = ConstantInt::get(m.first->getType(), 0);
      if (m.kind == Moving::Linear)
        site.pieces = {m.first, m.where, none, cast<SCEVConstant>(m.step)->getValue(), none};
      else
        site.pieces = {m.offset, m.where, m.first, m.elem(), m.block()};
      mark(*site.load, "upc.piece");
    }
}

// Does a loop inside of this one read what is not asked for here? It may ask for that itself, by the same sites.
bool FarLoops::mayAskInside(const Loop &loop, const std::vector<Site> &sites) {
  bool others = false;
  eachAccess(loop, [&](Instruction &i) {
    bool asked = llvm::any_of(sites, [&](const Site &site) { return site.load == &i; });
    others |= isa<LoadInst>(i) && !asked && loops.getLoopFor(i.getParent()) != &loop;
  });
  return others;
}

// Does its address move with the innermost loop around it, and so by a pointer where it is near?
bool FarLoops::movesEvenly(const LoadInst &load) {
  if (!options.pointers) return false;
  SCEVExpander expander(evolution, SCEV_LAYOUT(module) "upc");
  const Loop *around = loops.getLoopFor(load.getParent());
  return around->getLoopPreheader() && llvm::any_of(movingIn(*around, expander), [&](const Moving &m) {
           return m.address.place == getUnderlyingObject(load.getPointerOperand());
         });
}

// The places of moving elements in this strip, and whether all of them are near.
Value *FarLoops::placeMoving(const Loop &loop, BasicBlock *before, std::vector<Moving> &moving, AllocaInst *movers,
                             PHINode *done, AllocaInst *left, IRBuilder<> &b) {
  Value *allNear = b.getTrue(), *nested = b.getInt32(isNested(loop));
  if (movers) {
    Value *count = placeStrips(moving, loop, evolution, before, movers, done, b.CreateLoad(b.getInt64Ty(), left), b);
    allNear = b.CreateICmpSGT(count, b.getInt64(0));
    b.CreateStore(b.CreateBinaryIntrinsic(Intrinsic::abs, count, b.getTrue()), left);
  }
  for (Moving &m : moving) {
    if ((movers && m.kind == Moving::Strip) || isLed(m, moving)) continue;
    Value *by = m.stride ? m.stride : b.getInt64(m.elements), *moved = b.CreateMul(done, by);
    Value *at = b.CreateAdd(m.first, moved);
    if (m.kind == Moving::Row) // of the thread's elements
      m.place = b.CreateCall(helper("urt_near_row"), {m.offset, m.where, m.first, moved, m.elem(), m.block(), nested});
    else if (m.kind == Moving::Linear)
      m.place = b.CreateCall(helper("urt_written"), {at, m.where});
    else
      m.place = b.CreateCall(helper("urt_near_strip"), {m.offset, m.where, at, m.elem(), m.block(), by, left});
    allNear = b.CreateAnd(allNear, b.CreateICmpNE(m.place, Constant::getNullValue(m.place->getType())));
  }
  placeLed(moving, b);
  return allNear;
}

// In the copy of a loop that runs where all threads are near, and so nothing is asked for. An address that stays the
// same may have been found before the loop.
void FarLoops::useNear(const Loop &loop, ValueToValueMapTy &copies) {
  for (BasicBlock *block : loop.blocks())
    for (Instruction &i : *block) {
      if (markOf(i, "upc.site")) cast<Instruction>((Value *)copies.lookup(&i))->setMetadata("upc.site", nullptr);
      CallInst *copy = callOf(&i, "urt_shared") ? dyn_cast_or_null<CallInst>((Value *)copies.lookup(&i)) : nullptr;
      if (!copy || !copy->getParent() || !isAccessedOnly(*copy)) continue;
      Value *words[] = {copy->getArgOperand(0), copy->getArgOperand(1)};
      usePlace(*copy, IRBuilder<>(copy).CreateCall(helper("urt_placed"), words));
    }
}

// ---- A nest

// Are all accesses by this address reads whose values urt_ask_pieces brings?
static bool isReadInPieces(const Value &pointer) {
  return llvm::all_of(pointer.users(), [](const User *user) {
    if (isa<GetElementPtrInst>(user)) return isReadInPieces(*user);
    return markOf(*cast<Instruction>(user), "upc.piece").has_value();
  });
}

// Are there reads by this address that count what they take?
static bool isReadInOrder(const Value &pointer) {
  return llvm::any_of(pointer.users(), [](const User *user) {
    if (isa<GetElementPtrInst>(user)) return isReadInOrder(*user);
    return markOf(*cast<Instruction>(user), "upc.in-order").has_value();
  });
}

static BasicBlock *blockBefore(Loop &loop, const char *name) {
  return BasicBlock::Create(loop.getHeader()->getContext(), name, loop.getHeader()->getParent(), loop.getHeader());
}

// Lets the copy go by pointers where elements move.
static void useMoving(const std::vector<Moving> &moving, ValueToValueMapTy &copies, PHINode *round) {
  for (Moving copy : moving) {
    copy.address.place = cast<CallInst>((Value *)copies.lookup(copy.address.place));
    for (Value *&inside : copy.address.inside)
      if (Value *other = copies.lookup(inside)) inside = other;
    moveWith(copy, round);
  }
}

// A loop that reads what an inspector asks for. `level`: how many loops around it do so too.
struct FarLoops::Asked {
  Loop &loop;
  StripLoop &strips;
  const Predictions &predictions;
  const std::vector<Site> &sites;
  const unsigned level;
  const bool tracked;
  std::vector<Moving> moving; // go by pointers in a copy of the loop where all of them are near
  AllocaInst *movers;         // of them, if they are many
  BasicBlock *before;         // the loop
  AllocaInst *count, *left;   // for placeMoving; rounds that were asked for and have not run
  ValueToValueMapTy copies{};
};

// A strip's general part, from block `from` on.
void FarLoops::runAsked(Asked &asked, BasicBlock *from) {
  Loop &loop = asked.loop;
  const StripLoop &strips = asked.strips;
  BasicBlock *begins = blockBefore(loop, "upc.begins"), *asks = blockBefore(loop, "upc.asks"),
             *goes = blockBefore(loop, "upc.goes");
  IRBuilder<> b(from);
  b.SetCurrentDebugLocation(loop.getStartLoc());
  b.CreateCondBr(b.CreateICmpEQ(b.CreateLoad(b.getInt64Ty(), asked.left), b.getInt64(0)), begins, goes);

  b.SetInsertPoint(begins);
  auto takenOf = [&](const Site &site) { return memberOf(site.number, SiteMember::Taken, b); };
  auto takenHere = [&](const Site &site) { return counterOf(function, "upc.taken", site.number); };
  for (const Site &site : asked.sites) b.CreateStore(b.CreateLoad(b.getInt32Ty(), takenHere(site)), takenOf(site));
  Value *there = stripBegins(asked.sites, asked.level, asked.tracked, b);
  for (const Site &site : asked.sites) b.CreateStore(b.CreateLoad(b.getInt32Ty(), takenOf(site)), takenHere(site));
  Value *some = loop.isInnermost() ? b.CreateZExt(there, b.getInt64Ty()) : b.getInt64(1);
  Value *whole = b.CreateICmpEQ(there, b.getInt32(-1));
  b.CreateStore(b.CreateSelect(whole, b.getInt64(INT64_MAX), some), asked.left);
  b.CreateCondBr(b.CreateICmpEQ(there, b.getInt32(0)), asks, goes);

  b.SetInsertPoint(asks);
  Value *rounds;
  asks = inspect(loop, strips, asked.predictions, asked.sites, asks, atMost(b.getInt64(Ahead), strips, b), &rounds);
  b.SetInsertPoint(asks);
  b.CreateStore(rounds, asked.left);
  AllocaInst *ran = localVariable(function, b.getInt64Ty(), "upc.ran"); // rounds that have run since
  b.CreateStore(b.getInt64(0), ran);
  b.CreateBr(goes);

  DenseMap<unsigned, Value *> pieces;
  auto runs = [&](BasicBlock *strip, Value *count, ValueToValueMapTy *to) {
    b.SetInsertPoint(strip);
    b.CreateStore(b.CreateSub(b.CreateLoad(b.getInt64Ty(), asked.left), count), asked.left);
    Value *first = b.CreateLoad(b.getInt64Ty(), ran);
    b.CreateStore(b.CreateAdd(first, count), ran);
    asked.strips.enter(strip, count, to);
    for (const Site &site : asked.sites) {
      auto *load = to ? cast<LoadInst>((Value *)to->lookup(site.load)) : site.load;
      if (!markOf(*load, "upc.by-round")) continue;
      Value *round = IRBuilder<>(load).CreateAdd(first, strips.round(), "upc.round", true, true);
      makeRead(*load, round, pieces.lookup(site.number));
    }
  };
  b.SetInsertPoint(goes);
  b.CreateStore(atMost(b.CreateLoad(b.getInt64Ty(), asked.left), strips, b), asked.count);
  for (const Site &site : asked.sites)
    if (markOf(*site.load, "upc.piece"))
      pieces[site.number] = b.CreateCall(helper("urt_piece"), {b.getInt32(site.number),
                                                               b.CreateLoad(b.getInt64Ty(), ran), asked.count});
  Value *count = b.CreateLoad(b.getInt64Ty(), asked.count);
  if (!asked.moving.empty()) {
    BasicBlock *pointers = blockBefore(loop, "upc.pointers"), *general = blockBefore(loop, "upc.general");
    Value *allNear = placeMoving(loop, asked.before, asked.moving, asked.movers, strips.done, asked.count, b);
    b.CreateCondBr(allNear, pointers, general);
    b.SetInsertPoint(pointers);
    runs(pointers, b.CreateLoad(b.getInt64Ty(), asked.count), &asked.copies);
    useMoving(asked.moving, asked.copies, strips.round());
    goes = general;
  }
  runs(goes, count, nullptr);
}

// Rounds that were asked for and have not run: none, before the loop.
static AllocaInst *nothingAsked(Function &f, Instruction *before) {
  Type *word = Type::getInt64Ty(f.getContext());
  AllocaInst *left = localVariable(f, word, "upc.left");
  IRBuilder<>(before).CreateStore(ConstantInt::get(word, 0), left);
  return left;
}

// `inner`: a loop around reads ahead for it. It asks by itself if there is nothing left of what was asked for.
bool FarLoops::changeLoop(Loop &loop, bool inner, SmallPtrSetImpl<BasicBlock *> &done) {
  if (!isStripMinable(loop)) return leaveAlone(loop, endsBySwitch(loop) ? Alone::Switch : Alone::Form), false;
  SCEVExpander expander(evolution, SCEV_LAYOUT(module) "upc");
  Predictions predictions(loop, loops, tree, post, aliases);
  std::vector<Site> sites = sitesOf(loop, inner, predictions);
  std::vector<Moving> moving, asked; // by pointers where all is near; where something is asked for
  if (loop.isInnermost() && options.pointers) moving = movingIn(loop, expander);
  bool gathers = llvm::any_of(sites, [&](const Site &site) { return !movesEvenly(*site.load); });
  if (!inner && !loop.isInnermost() && !gathers) { // loops inside of it read ahead by themselves
    for (const Site &site : sites) ::leaveAlone(*site.load, Alone::Outer);
    return false;
  }
  if (sites.empty() && (inner || moving.empty())) return false;

  bool tracked = writesWhatItReads(loop, inner, sites);
  Value *rounds = roundsOf(loop, evolution, expander);
  Instruction *before = loop.getLoopPreheader()->getTerminator();
  for (Moving &m : moving) {
    m.first = expandFrozen(expander, m.start, before);
    if (m.kind == Moving::Linear) m.stride = expandFrozen(expander, m.step, before);
  }
  if (!inner) {
    if (loop.isInnermost() && !tracked) {
      markByRound(loop, sites, predictions);
      markDeciding(loop, sites, predictions);
    }
    if (rounds) findPieces(loop, sites, moving);
    bool inOrder = !tracked && !mayAskInside(loop, sites);
    for (const Site &site : sites) {
      mark(*site.load, "upc.site", site.number);
      if (!loop.isInnermost()) mark(*site.load, "upc.of-nest");
      if (gathers && movesEvenly(*site.load)) mark(*site.load, "upc.where-far"); // some strips go by pointers
      else if (inOrder && predictions.roundOf(*site.load) == 0) mark(*site.load, "upc.in-order");
      remarks.passed(*site.load, std::string("elements that are far are read ahead") +
                                                   (site.pieces ? " in whole pieces" : "") +
                                                   ", for up to 1024 rounds together");
    }
  }
  for (const Moving &m : moving) {
    const Value &place = *m.address.place;
    if (!isReadInOrder(place) && (inner || (gathers && !isReadInPieces(place)))) asked.push_back(m);
  }
  AllocaInst *count = localVariable(function, Type::getInt64Ty(module.getContext()), "upc.count");
  AllocaInst *left = nothingAsked(function, before);
  auto moversOf = [&](auto &all) { return areManyStrips(all) ? makeMovers(all, loop) : nullptr; };
  AllocaInst *nearMovers = inner ? nullptr : moversOf(moving), *askedMovers = moversOf(asked);
  StripLoop strips(loop, evolution, rounds);
  done.insert(strips.strip);
  auto copy = [&](ValueToValueMapTy &copies) {
    strips.copy(copies);
    done.insert(cast<BasicBlock>((Value *)copies.lookup(loop.getHeader())));
  };
  Asked general = {loop,    strips, predictions,         sites, inner ? loop.getLoopDepth() : 0,
                   tracked, asked,  askedMovers,         before->getParent(), count, left};
  if (!asked.empty()) copy(general.copies);
  BasicBlock *from = strips.strip;
  if (!inner) { // where all is near
    ValueToValueMapTy copies;
    copy(copies);
    BasicBlock *looks = blockBefore(loop, "upc.looks"), *near = blockBefore(loop, "upc.near");
    from = blockBefore(loop, "upc.general");
    IRBuilder<> b(strips.strip);
    b.SetCurrentDebugLocation(loop.getStartLoc());
    b.CreateCondBr(b.CreateICmpEQ(b.CreateLoad(b.getInt64Ty(), left), b.getInt64(0)), looks, from);

    b.SetInsertPoint(looks);
    b.CreateStore(strips.rounds ? b.CreateSub(strips.rounds, strips.done) : b.getInt64(INT64_MAX), count);
    Value *allNear = placeMoving(loop, before->getParent(), moving, nearMovers, strips.done, count, b);
    if (gathers) {
      Value *far = b.CreateCall(functionOfPasses(module, "urt_any_far", FunctionType::get(b.getInt32Ty(), false)));
      allNear = b.CreateAnd(allNear, b.CreateICmpEQ(far, b.getInt32(0)));
    }
    b.CreateCondBr(allNear, near, from);

    b.SetInsertPoint(near);
    strips.enter(near, b.CreateLoad(b.getInt64Ty(), count), &copies);
    useMoving(moving, copies, strips.round());
    if (gathers) useNear(loop, copies);
    if (!moving.empty())
      remarks.passed(*moving[0].address.place, movingRemark(moving.size()) + " where they are near");
  }
  if (sites.empty()) strips.enter(from, IRBuilder<>(from).CreateLoad(count->getAllocatedType(), count));
  else runAsked(general, from);
  strips.finish();
  return true;
}

// ----

// The first thing that orders accesses in this loop, or in one around it with which it was left.
static std::string whatOrders(const Loop *loop) {
  const Instruction *orders = nullptr;
  for (; loop && !orders; loop = loop->getParentLoop()) orders = ordersAccesses(*loop);
  const auto *call = dyn_cast_or_null<CallBase>(orders);
  const Function *called = call ? call->getCalledFunction() : nullptr;
  bool runtime = called && (called->getName().starts_with("urt_") || called->isIntrinsic());
  if (called && !runtime) return "the loop calls " + called->getName().str();
  return "the loop has a strict or volatile access, a fence, or a call that orders what is before and after it";
}

static std::string textOf(Alone why, bool writes, const Loop &loop) {
  switch (why) {
  case Alone::Unknown:
    return "where it is, or whether the loop comes to it, is not known before earlier rounds have ended";
  case Alone::Ordered: return whatOrders(&loop);
  case Alone::Large:
    return writes ? "its owner can update only numbers of 1, 2, 4 or 8 bytes" : "it is larger than 16 bytes";
  case Alone::Places: return "a loop reads ahead in " + std::to_string(MostSites) + " places at most";
  case Alone::Levels: return "more than " + std::to_string(MostLevels) + " loops are inside each other";
  case Alone::Switch: return BySwitch;
  case Alone::Form: return ByGoto;
  case Alone::Outer: return "a loop that contains another loop reads ahead only if subscripts come from memory";
  case Alone::Off: return writes ? "-fno-upc-updates is given" : "-fno-upc-read-ahead is given";
  }
  llvm_unreachable("every reason has a text");
}

// An access without a reason gets no remark: LLVM has made it anew from others, and its marks are gone.
void FarLoops::sayWhatIsAlone() {
  for (BasicBlock &block : function)
    for (Instruction &i : block) {
      const Loop *loop = sharedPointer(i) ? loops.getLoopFor(&block) : nullptr;
      auto why = loop ? markOf(i, "upc.alone") : std::nullopt;
      auto *load = dyn_cast<LoadInst>(&i);
      bool together = markOf(i, "upc.together") || markOf(i, "upc.site") || (load && isOfUpdate(*load));
      if (!why || together) continue;
      bool writes = isa<StoreInst>(i);
      remarks.missed(i, std::string("each round ") + (writes ? "writes" : "reads") +
                            " this element, if it is far, by a message of its own: " +
                            textOf(Alone(*why), writes, *loop));
    }
}

void changeFarLoops(Function &f, FunctionAnalysisManager &analyses, LoopOptions options, const Remarks &remarks) {
  SmallPtrSet<BasicBlock *, 16> done;
  bool first = true;
  for (bool changed = true; changed; first = false) {
    simplifyLoops(f, analyses);
    FarLoops far(f, analyses, options, remarks);
    if (first) far.markUpdates();
    changed = far.change(done);
    if (!changed) far.sayWhatIsAlone();
    if (changed) analyses.invalidate(f, PreservedAnalyses::none());
  }
}
