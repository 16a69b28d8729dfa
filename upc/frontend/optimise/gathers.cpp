// SPDX-License-Identifier: BSD-3-Clause
// for (k ..) .. x[col[k]] ..          x stays the same
//
//   t = the table of x, or null;                      before the outermost loop that leaves x as it is
//   if (t) for (k ..) .. the address that the table gives ..
//   else   for (k ..) .. the address by products ..
//
// LLVM unrolls short loops, but none of which it does not know that it gains; processors of AMD take up to twice as
// long for loops with tables, so copies of their bodies are asked for. A body with branches gains nothing by copies.
#include "optimise/gathers.h"
#include "optimise/accesses.h"
#include "optimise/moving.h"
#include "optimise/strip_loop.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <map>

using namespace llvm;

// Copies of a longer body are no gain. With more copies, most of a row of a few elements, as in a sparse matrix, would
// be left to the loop for the rest.
enum { Longest = 60, Copies = 4 };

void copyBody(Loop &loop) { addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", Copies); }

std::optional<std::string> whyNoTable(const Loop &loop) {
  int length = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &i : *block) {
      length++;
      auto *call = dyn_cast<CallInst>(&i);
      if (!call || isa<IntrinsicInst>(call) || call->doesNotAccessMemory()) continue;
      const Function *called = call->getCalledFunction();
      std::string name = called ? called->getName().str() : "a function";
      if (StringRef(name).starts_with("urt_")) name = "UPC's runtime, for a fence, a strict access or the like";
      return "the loop calls " + name + "; addresses come from tables in loops without calls";
    }
  return length > Longest ? std::optional("the loop is too long for addresses from a table") : std::nullopt;
}

static Loop *outermostWith(const ElementAddress &a, Loop *loop) {
  while (Loop *outer = loop->getParentLoop()) {
    if (!outer->getLoopPreheader() || !a.of(*outer)) break;
    loop = outer;
  }
  return loop;
}

namespace {

// The table, or null; and what addresses without it have in common.
struct Table {
  Value *words = nullptr;
  AllocaInst *products = nullptr; // an urt_products_t
};

struct Gathered {
  ElementAddress address;
  Table table;
};

enum { ProductWords = 6 };

class Tables {
public:
  Tables(Function &f, FunctionAnalysisManager &analyses, const Remarks &remarks)
      : function(f), module(*f.getParent()), loops(analyses.getResult<LoopAnalysis>(f)),
        tree(analyses.getResult<DominatorTreeAnalysis>(f)), remarks(remarks) {}
  bool run();

private:
  Function &function;
  Module &module;
  LoopInfo &loops;
  DominatorTree &tree;
  const Remarks &remarks;
  std::map<std::tuple<Loop *, Value *, Value *, Value *, Value *>, Table> tables;

  Table tableOf(const ElementAddress &a, Loop *outermost);
  void placeWithout(const Table &table, const ElementAddress &a, BasicBlock &before);
  void copyWithoutTables(Loop &loop, const std::vector<Gathered> &all);
  void leaveWithoutTable(CallInst &place, const std::string &why);
};

} // namespace

Table Tables::tableOf(const ElementAddress &a, Loop *outermost) {
  Table &t = tables[{outermost, a.offset(), a.where(), a.elem(), a.blockSize()}];
  if (t.words) return t;
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::getUnqual(context);
  auto *kept = new GlobalVariable(module, pointer, false, GlobalValue::InternalLinkage,
                                  ConstantPointerNull::get(pointer), "upc.gathered");
  t.products = localVariable(function, ArrayType::get(Type::getInt64Ty(context), ProductWords), "upc.products");
  IRBuilder<> b(outermost->getLoopPreheader()->getTerminator());
  t.words = b.CreateCall(module.getFunction("urt_table"),
                         {kept, a.offset(), a.where(), a.elem(), a.blockSize(), t.products});
  return t;
}

// The words are loaded before the loop: LLVM does not know that the loop's stores leave them alone.
void Tables::placeWithout(const Table &table, const ElementAddress &a, BasicBlock &before) {
  if (a.within()) return placeByProducts(a);
  IRBuilder<> b(before.getTerminator());
  SmallVector<Value *, 9> arguments;
  for (unsigned word = 0; word < ProductWords; word++)
    arguments.push_back(b.CreateLoad(b.getInt64Ty(), b.CreateConstGEP1_64(b.getInt64Ty(), table.products, word)));
  arguments.append({a.index(), a.elem(), a.blockSize()});
  b.SetInsertPoint(a.place);
  replaceAddress(a, b.CreateCall(module.getFunction("urt_without_table"), arguments), b);
}

// The copy runs where some object has no table.
void Tables::copyWithoutTables(Loop &loop, const std::vector<Gathered> &all) {
  BasicBlock *test = loop.getLoopPreheader();
  BasicBlock *before = SplitBlock(test, test->getTerminator(), &tree, &loops);
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 16> blocks;
  cloneLoopWithPreheader(loop.getHeader(), test, &loop, copies, ".computed", &loops, &tree, blocks);
  remapInstructionsInBlocks(blocks, copies);
  for (BasicBlock *block : loop.blocks())
    for (BasicBlock *outside : successors(block))
      if (!loop.contains(outside))
        for (PHINode &phi : outside->phis()) {
          Value *value = phi.getIncomingValueForBlock(block), *copy = copies.lookup(value);
          phi.addIncoming(copy ? copy : value, cast<BasicBlock>((Value *)copies[block]));
        }
  IRBuilder<> b(test->getTerminator());
  Value *tables = b.getTrue();
  for (const Gathered &one : all) {
    tables = b.CreateAnd(tables, b.CreateIsNotNull(one.table.words));
    Value *copy = copies[one.address.place];
    placeWithout(one.table, elementAddress(*cast<CallInst>(copy)), *cast<BasicBlock>((Value *)copies[before]));
  }
  b.CreateCondBr(tables, before, cast<BasicBlock>((Value *)copies[before]));
  test->getTerminator()->eraseFromParent();
}

// An address that does not move evenly would have come from a table: that it does not is what its remark says.
void Tables::leaveWithoutTable(CallInst &place, const std::string &why) {
  auto computed = markOf(place, "upc.computed");
  if (!computed || (Computed(*computed) != Computed::Uneven && Computed(*computed) != Computed::Leaves)) return;
  remarks.missed(place, "each round computes the address of this shared element: " + why);
  place.setMetadata("upc.computed", nullptr);
}

bool Tables::run() {
  std::map<Loop *, std::vector<Gathered>> found;
  for (Instruction &i : instructions(function)) {
    ElementAddress a = elementAddress(i);
    Loop *loop = loops.getLoopFor(i.getParent());
    if (!a.place || !loop || !a.of(*loop) || !loop->isInnermost() || !loop->getLoopPreheader()) continue;
    if (auto why = whyNoTable(*loop)) leaveWithoutTable(*a.place, *why);
    else found[loop].push_back({a, tableOf(a, outermostWith(a, loop))});
  }
  for (auto &[loop, all] : found) {
    copyWithoutTables(*loop, all);
    if (loop->getNumBlocks() == 1) copyBody(*loop);
    for (const Gathered &one : all) {
      const ElementAddress &a = one.address;
      remarks.passed(*a.place, InTable);
      IRBuilder<> b(a.place);
      Function *inTable = module.getFunction("urt_in_table");
      replaceAddress(a, b.CreateCall(inTable, {one.table.words, a.index(), a.elem(), a.blockSize()}), b);
    }
  }
  return !found.empty();
}

void useTables(Function &f, FunctionAnalysisManager &analyses, const Remarks &remarks) {
  if (f.hasOptSize()) return; // two loops are longer than one
  simplifyLoops(f, analyses);
  if (Tables(f, analyses, remarks).run()) analyses.invalidate(f, PreservedAnalyses::none());
}
