// SPDX-License-Identifier: BSD-3-Clause
// for (k ..) .. x[col[k]] ..          x stays the same
//
//   urt_gather_t t = the table of x;                  before the outermost loop that leaves x as it is
//   for (k ..) .. t.places ? the address that the table gives : the address by products ..
//
// LLVM makes two loops of this one, with a table and without. It unrolls short loops, but none of which it does not
// know that it gains; processors of AMD take up to twice as long for these, so copies are asked for.
#include "optimise/gathers.h"
#include "optimise/accesses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <map>

using namespace llvm;

// Copies of a longer body are no gain. With more copies, most of a row of a few elements would be left to the loop for
// the rest.
enum { Longest = 60, Copies = 8, CopiesOfRows = 2 };

// An innermost loop, without calls but ours.
static bool isShort(const Loop &loop) {
  int length = 0;
  if (!loop.isInnermost() || !loop.getLoopPreheader()) return false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &i : *block) {
      length++;
      if (auto *call = dyn_cast<CallInst>(&i); call && !isa<IntrinsicInst>(call) && !call->doesNotAccessMemory() &&
                                               !callOf(call, "urt_step_on"))
        return false;
    }
  return length <= Longest;
}

static Loop *outermostWith(const ElementAddress &a, Loop *loop) {
  while (Loop *outer = loop->getParentLoop()) {
    if (!outer->getLoopPreheader() || !a.of(*outer)) break;
    loop = outer;
  }
  return loop;
}

// Does it go round another number of times each time, as in a sparse matrix?
static bool isOfRows(const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *rounds = evolution.getBackedgeTakenCount(&loop);
  return loop.getParentLoop() && !isa<SCEVCouldNotCompute>(rounds) &&
         !evolution.isLoopInvariant(rounds, loop.getParentLoop());
}

void useTables(Function &f, LoopInfo &loops, ScalarEvolution &evolution, const Remarks &remarks) {
  if (f.hasOptSize()) return; // two loops are longer than one
  Module &m = *f.getParent();
  Type *word = Type::getInt64Ty(f.getContext());
  auto *pointer = PointerType::getUnqual(f.getContext());
  auto *table = StructType::get(pointer, word);
  std::map<std::tuple<Loop *, Value *, Value *, Value *, Value *>, AllocaInst *> tables;
  std::set<Loop *> changed;
  for (Instruction &i : llvm::make_early_inc_range(instructions(f))) {
    ElementAddress a = elementAddress(i);
    Loop *loop = loops.getLoopFor(i.getParent());
    if (!a.place || !loop || !a.of(*loop) || !isShort(*loop)) continue;
    Value *elem = a.elem(), *block = a.blockSize();
    Loop *outermost = outermostWith(a, loop);
    AllocaInst *&t = tables[{outermost, a.offset(), a.where(), elem, block}];
    if (!t) {
      auto *kept = new GlobalVariable(m, pointer, false, GlobalValue::InternalLinkage,
                                      ConstantPointerNull::get(pointer), "upc.gathered");
      IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().begin());
      t = b.CreateAlloca(table, nullptr, "upc.table");
      b.SetInsertPoint(outermost->getLoopPreheader()->getTerminator());
      b.CreateCall(m.getFunction("urt_table"), {t, kept, a.offset(), a.where(), elem, block});
    }
    remarks.passed(i.getDebugLoc(),
                   "the address of this shared element comes from a table, if the table fits the cache");
    IRBuilder<> b(&i);
    replaceAddress(a, b.CreateCall(m.getFunction("urt_in_table"), {t, a.offset(), a.where(), a.index(), elem, block,
                                                                   b.getInt32(a.within())}), b);
    if (changed.insert(loop).second)
      addStringMetadataToLoop(loop, "llvm.loop.unroll.count", isOfRows(*loop, evolution) ? CopiesOfRows : Copies);
  }
}
