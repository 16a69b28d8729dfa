// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/temporaries.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

// A variable of two words. If it is plain, each word is written once, and read behind that in the same block.
struct Temporary {
  explicit Temporary(AllocaInst &variable) : variable(&variable) {
    const DataLayout &layout = variable.getModule()->getDataLayout();
    if (variable.getAllocationSize(layout) != TypeSize::getFixed(16)) return;
    isPlain = llvm::all_of(variable.users(), [&](User *user) {
      APInt at(64, 0);
      auto *gep = dyn_cast<GetElementPtrInst>(user);
      if (!gep) return add(user, 0, &variable);
      gone.push_back(gep);
      return gep->accumulateConstantOffset(layout, at) &&
             llvm::all_of(gep->users(), [&](User *user) { return add(user, at.getZExtValue(), gep); });
    });
    isPlain &= written[0] && written[1] && llvm::all_of(reads, [&](std::pair<LoadInst *, unsigned> read) {
      StoreInst *store = written[read.second];
      return store->getParent() == read.first->getParent() && store->comesBefore(read.first);
    });
  }
  void replace() {
    for (auto [load, word] : reads) load->replaceAllUsesWith(written[word]->getValueOperand()), load->eraseFromParent();
    for (StoreInst *store : written) store->eraseFromParent();
    for (Instruction *gep : gone) gep->eraseFromParent();
    variable->eraseFromParent();
  }
  bool isPlain = false;

private:
  bool add(User *user, uint64_t at, const Value *pointer) {
    auto *load = dyn_cast<LoadInst>(user);
    auto *store = dyn_cast<StoreInst>(user);
    bool isWord = (load || (store && store->getValueOperand() != pointer)) && (at == 0 || at == 8) &&
                  getLoadStoreType(user)->isIntegerTy(64) && !cast<Instruction>(user)->isVolatile();
    if (!isWord) return false;
    if (load) reads.push_back({load, unsigned(at / 8)});
    else if (std::exchange(written[at / 8], store)) return false;
    return true;
  }
  AllocaInst *variable;
  StoreInst *written[2] = {};
  SmallVector<std::pair<LoadInst *, unsigned>, 2> reads;
  SmallVector<Instruction *, 4> gone;
};

} // namespace

void removeTemporaries(Function &f) {
  if (f.isDeclaration() || f.hasOptNone()) return;
  SmallVector<AllocaInst *> variables;
  for (Instruction &i : f.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&i)) variables.push_back(variable);
  for (AllocaInst *variable : variables)
    if (Temporary temporary(*variable); temporary.isPlain) temporary.replace();
}
