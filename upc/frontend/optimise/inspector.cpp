// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/inspector.h"
#include "optimise/accesses.h"
#include "optimise/calls.h"
#include "optimise/far_accesses.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace {

// One time through the strip.
class Round {
public:
  Round(const Loop &loop, const StripLoop &strips, const Predictions &predictions, const std::vector<Site> &sites,
        unsigned number)
      : loop(loop), strips(strips), predictions(predictions), sites(sites), number(number),
        function(*loop.getHeader()->getParent()), word(Type::getInt64Ty(function.getContext())) {}
  Value *make(BasicBlock *from, Value *count); // the rounds of the loop that it went through
  BasicBlock *done = nullptr;

private:
  const Loop &loop;
  const StripLoop &strips;
  const Predictions &predictions;
  const std::vector<Site> &sites;
  const unsigned number;
  Function &function;
  Type *word;
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 16> blocks;
  PHINode *k = nullptr, *went = nullptr;

  template <class T> T *copyOf(const T *original) { return cast<T>((Value *)copies.lookup(original)); }
  void cloneBlocks();
  void turnBranches();
  void leaveOut();
  void askAt(const Site &site);
  Value *pieceOf(const LoadInst &load);
  void countRounds(BasicBlock *from, Value *count);
  void leaveOutUnneeded();
  bool asksHere(const Site &site) const { return !site.pieces && predictions.roundOf(*site.load) == number; }
  BasicBlock *goingTo(BasicBlock *block);
};

} // namespace

static void drop(Instruction *i) {
  if (!i->getType()->isVoidTy()) i->replaceAllUsesWith(PoisonValue::get(i->getType()));
  i->eraseFromParent();
}

void Round::cloneBlocks() {
  for (BasicBlock *block : loop.blocks())
    if (predictions.of(block) <= number) {
      BasicBlock *copy = CloneBasicBlock(block, copies, ".ahead", &function);
      copies[block] = copy;
      blocks.push_back(copy);
    }
  remapInstructionsInBlocks(blocks, copies); // what has no copy still names the loop's own values
  for (BasicBlock *block : blocks) block->moveBefore(loop.getHeader());
}

// The copy of where an iteration comes for certain that is about to come to this block; behind the loop: `done`.
BasicBlock *Round::goingTo(BasicBlock *block) {
  BasicBlock *known = predictions.known(block, number);
  return loop.contains(known) ? copyOf(known) : done;
}

// The copies go where their blocks go, as far as this is known. Where it is not, both ways lead to the same block.
void Round::turnBranches() {
  for (BasicBlock *block : loop.blocks()) {
    if (predictions.of(block) > number) continue;
    Instruction *end = copyOf(block)->getTerminator();
    SmallPtrSet<BasicBlock *, 4> targets;
    for (unsigned s = 0; s < end->getNumSuccessors(); s++) {
      BasicBlock *to = block->getTerminator()->getSuccessor(s), *target = goingTo(to);
      end->setSuccessor(s, target);
      if (!predictions.leavesOut(block->getTerminator(), to, number)) targets.insert(target);
    }
    if (targets.size() != 1) continue;
    IRBuilder<>(end).CreateBr(*targets.begin());
    end->eraseFromParent();
  }
}

// Values that are not known in this round, and effects.
void Round::leaveOut() {
  for (BasicBlock *block : loop.blocks()) {
    if (predictions.of(block) > number) continue;
    for (Instruction &i : *block) {
      if (i.isTerminator() || predictions.of(&i) <= number) continue;
      bool asked = llvm::any_of(sites, [&](const Site &site) {
        return site.load == &i && asksHere(site);
      });
      if (!asked) drop(copyOf(&i));
    }
  }
  for (BasicBlock *block : blocks) { // phis have a value for each way that is left
    SmallPtrSet<BasicBlock *, 4> from(pred_begin(block), pred_end(block));
    for (PHINode &phi : block->phis()) {
      for (unsigned n = phi.getNumIncomingValues(); n-- > 0;)
        if (!from.contains(phi.getIncomingBlock(n))) phi.removeIncomingValue(n, /*DeletePHIIfEmpty=*/false);
    }
  }
}

// The first iteration is the strip's. The last one is the strip's, or one that ends the loop.
void Round::countRounds(BasicBlock *from, Value *count) {
  BasicBlock *header = copyOf(loop.getHeader());
  SmallPtrSet<BasicBlock *, 4> latches;
  for (BasicBlock *pred : predecessors(header)) latches.insert(pred);
  IRBuilder<> b(header, header->begin());
  k = b.CreatePHI(word, 2, "upc.ahead");
  b.SetInsertPoint(header, header->getFirstInsertionPt());
  Value *up = b.CreateAdd(k, b.getInt64(1), "upc.ahead.up", true, true);
  for (BasicBlock *latch : latches) {
    auto *more = BasicBlock::Create(function.getContext(), "upc.ahead.more", &function, loop.getHeader());
    latch->getTerminator()->replaceSuccessorWith(header, more);
    header->replacePhiUsesWith(latch, more);
    IRBuilder<>(more).CreateCondBr(IRBuilder<>(more).CreateICmpULT(up, count), header, done);
    k->addIncoming(up, more);
  }
  for (PHINode &phi : loop.getHeader()->phis())
    if (predictions.of(&phi) <= number) copyOf(&phi)->addIncoming(strips.outer(&phi), from);
  k->addIncoming(b.getInt64(0), from);
  IRBuilder<>(from).CreateBr(header);
  IRBuilder<> behind(done);
  went = behind.CreatePHI(word, 4, "upc.gone.ahead");
  for (BasicBlock *pred : predecessors(done)) went->addIncoming(up, pred);
}

// Only what decides where a round goes and what is asked for. The rest would read by places that this round does not
// know: those of values that are taken by the round's number, and were not made.
void Round::leaveOutUnneeded() {
  SmallPtrSet<Instruction *, 32> needed;
  SmallVector<Value *, 32> open(k->operands());
  open.push_back(k);
  for (BasicBlock *block : blocks) open.push_back(block->getTerminator());
  for (const Site &site : sites)
    if (asksHere(site)) open.push_back(copyOf(site.load));
  while (!open.empty()) {
    auto *i = dyn_cast<Instruction>(open.pop_back_val());
    if (i && needed.insert(i).second) open.append(i->op_begin(), i->op_end());
  }
  SmallVector<Instruction *, 32> rest;
  for (BasicBlock *block : blocks)
    for (Instruction &i : *block)
      if (!needed.contains(&i)) rest.push_back(&i);
  for (Instruction *i : rest) i->dropAllReferences();
  for (Instruction *i : rest) i->eraseFromParent();
}

void Round::askAt(const Site &site) {
  LoadInst *load = copyOf(site.load);
  if (markOf(*load, "upc.by-round")) {
    ask(*load, k);
    drop(load);
    return;
  }
  IRBuilder<> b(load);
  Value *full = ask(*load);
  BasicBlock *head = load->getParent();
  BasicBlock *rest = SplitBlock(head, load);
  head->getTerminator()->eraseFromParent();
  IRBuilder<>(head).CreateCondBr(full, done, rest);
  went->addIncoming(k, head); // complete rounds
  drop(load);
}

// The values of pieces that decide stand side by side.
Value *Round::pieceOf(const LoadInst &load) {
  if (!markOf(load, "upc.piece")) return nullptr;
  IRBuilder<> b(copyOf(&load));
  return memberOf(*markOf(load, "upc.site"), SiteMember::Values, b);
}

Value *Round::make(BasicBlock *from, Value *count) {
  done = BasicBlock::Create(function.getContext(), "upc.asked", &function, loop.getHeader());
  cloneBlocks();
  turnBranches();
  leaveOut();
  countRounds(from, count);
  leaveOutUnneeded();
  for (BasicBlock *block : loop.blocks())
    for (Instruction &i : *block)
      if (auto *load = dyn_cast<LoadInst>(&i); load && sharedPointer(i) && predictions.of(block) <= number &&
                                               predictions.of(&i) <= number && copies.lookup(load)) {
        if (markOf(i, "upc.by-round")) makeRead(*copyOf(load), k, pieceOf(*load));
        else makeRead(*copyOf(load), "upc.seen");
      }
  for (const Site &site : sites)
    if (asksHere(site)) askAt(site);
  return went;
}

// Asks for the elements that such a read takes in `count` rounds of the strip.
static void askPieces(const Site &site, const StripLoop &strips, Value *count, IRBuilder<> &b) {
  const Pieces &p = *site.pieces;
  Type *word = b.getInt64Ty(), *number = b.getInt32Ty();
  Module &module = *b.GetInsertBlock()->getModule();
  auto *type = FunctionType::get(b.getVoidTy(), {number, word, word, word, word, word, word, number}, false);
  auto ask = functionOfPasses(module, "urt_ask_pieces", type);
  Value *n = b.CreateAdd(p.first, strips.done);
  b.CreateCall(ask, {b.getInt32(site.number), p.offset, p.where, n, p.elem, p.block, count,
                     b.getInt32(bool(markOf(*site.load, "upc.decides")))});
}

BasicBlock *inspect(const Loop &loop, const StripLoop &strips, const Predictions &predictions,
                    const std::vector<Site> &sites, BasicBlock *from, Value *count, Value **rounds) {
  Function &f = *from->getParent();
  Module &module = *f.getParent();
  unsigned last = 0;
  for (const Site &site : sites) last = std::max(last, predictions.roundOf(*site.load));
  *rounds = count;
  for (unsigned number = 0; number <= last; number++) {
    std::vector<const Site *> now;
    for (const Site &site : sites)
      if (predictions.roundOf(*site.load) == number) now.push_back(&site);
    if (now.empty()) continue;
    IRBuilder<> b(from);
    for (const Site *site : now)
      if (site->pieces) askPieces(*site, strips, *rounds, b);
    Value *whole = b.getInt32(1);
    if (llvm::any_of(now, [](const Site *site) { return !site->pieces; })) {
      for (const Site &site : sites)
        for (const char *counter : {"upc.seen", "upc.asked", "upc.looked"})
          b.CreateStore(b.getInt32(0), counterOf(f, counter, site.number));
      Round round(loop, strips, predictions, sites, number);
      Value *complete = round.make(from, *rounds);
      from = round.done;
      b.SetInsertPoint(from);
      *rounds = b.CreateBinaryIntrinsic(Intrinsic::umax, complete, b.getInt64(1)); // one at least
      whole = b.CreateZExt(b.CreateICmpNE(complete, b.getInt64(0)), b.getInt32Ty());
      auto *type = FunctionType::get(b.getVoidTy(), {b.getInt32Ty(), b.getInt32Ty()}, false);
      auto ends = functionOfPasses(module, "urt_site_asked", type);
      for (const Site *site : now)
        if (!site->pieces)
          b.CreateCall(ends, {b.getInt32(site->number),
                              b.CreateLoad(b.getInt32Ty(), counterOf(f, "upc.asked", site->number))});
    }
    auto *type = FunctionType::get(b.getVoidTy(), {b.getInt32Ty()}, false);
    b.CreateCall(functionOfPasses(module, "urt_asked", type), whole);
  }
  return from;
}
