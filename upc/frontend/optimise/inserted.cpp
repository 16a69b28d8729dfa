// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/inserted.h"
#include "optimise/accesses.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

// The functions that stand for addresses (URT_ADDRESS), and those that loops are made of (urt_strips.h).
static const StringRef addresses[] = {"urt_near",          "urt_placed", "urt_shared",  "urt_add_in_blocks",
                                      "urt_within",        "urt_mine",   "urt_mine_at", "urt_mine_unsigned",
                                      "urt_own_round"};
static const StringRef inserted[] = {
    "urt_check_taken", "urt_check_value", "urt_follow", "urt_in_table", "urt_look", "urt_look_beside",
    "urt_look_by_round", "urt_look_far", "urt_look_in_order", "urt_near_row", "urt_near_strip", "urt_note_access",
    "urt_own_rounds", "urt_piece", "urt_place", "urt_read", "urt_row_start", "urt_strip", "urt_table",
    "urt_take", "urt_take_beside", "urt_take_by_round", "urt_take_far",
    "urt_without_table", "urt_write", "urt_written"};

static bool isAddress(const Function &f) { return llvm::is_contained(addresses, f.getName()); }
bool isOurs(const Function &f) { return isAddress(f) || llvm::is_contained(inserted, f.getName()); }

static bool isOfHeaders(const Function &f) { return f.hasLocalLinkage() && f.getName().starts_with("urt_"); }

std::vector<CallInst *> callsOfOurs(Function &f) {
  std::vector<CallInst *> calls;
  for (Instruction &i : instructions(f))
    if (auto *call = dyn_cast<CallInst>(&i); call && call->getCalledFunction() && isOurs(*call->getCalledFunction()))
      calls.push_back(call);
  return calls;
}

// Adds the functions of the headers that these come to, if they are `taken`.
static void addReached(SetVector<Function *> &all, function_ref<bool(const Function &)> taken) {
  for (unsigned n = 0; n < all.size(); n++)
    for (Instruction &i : instructions(*all[n]))
      for (Value *operand : i.operands())
        if (auto *f = dyn_cast<Function>(operand); f && isOfHeaders(*f) && taken(*f)) all.insert(f);
}

// The program's functions, and those of the headers that LLVM is about to put into them.
static SetVector<Function *> programOf(Module &m) {
  SetVector<Function *> all;
  for (Function &f : m)
    if (!f.isDeclaration() && !isOfHeaders(f)) all.insert(&f);
  addReached(all, [](const Function &f) { return !isOurs(f); });
  return all;
}

// LLVM makes loops of calls too, by which a function comes to itself.
static bool mayHaveLoops(Module &m, const SetVector<Function *> &program) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> back;
  for (Function *f : program) FindFunctionBackedges(*f, back);
  if (!back.empty()) return true;
  CallGraph calls(m);
  for (auto group = scc_begin(&calls); !group.isAtEnd(); ++group)
    if (group.hasCycle()) return true;
  return false;
}

namespace {

// What there is outside of loops that the passes replace by calls. LLVM makes a copy of a read and a write.
struct Replaced {
  bool places = false, within = false, reads = false, writes = false;
  void add(const Instruction &i) {
    places |= callOf(&i, "urt_near") || callOf(&i, "urt_placed");
    within |= callOf(&i, "urt_within") != nullptr;
    reads |= (isa<LoadInst>(i) && sharedPointer(i)) || isSharedCopy(i);
    writes |= (!isa<LoadInst>(i) && sharedPointer(i)) || isSharedCopy(i);
  }
  bool by(StringRef function) const {
    return StringSwitch<bool>(function)
        .Case("urt_follow", places)
        .Case("urt_place", within)
        .Case("urt_read", reads)
        .Cases("urt_write", "urt_written", writes)
        .Case("urt_note_access", reads || writes)
        .Default(false);
  }
};

} // namespace

void removeUnneeded(Module &m) {
  SetVector<Function *> program = programOf(m);
  bool addressed = any_of(program, [](Function *f) { return !callsOfOurs(*f).empty(); });
  if (addressed && mayHaveLoops(m, program)) return;
  Replaced replaced;
  for (Function *f : program)
    for (const Instruction &i : instructions(*f)) replaced.add(i);
  SetVector<Function *> needed = program; // these stay in the list: of others LLVM would change the arguments
  for (Function &f : m)
    if (replaced.by(f.getName())) needed.insert(&f);
  addReached(needed, [](const Function &) { return true; });
  removeFromUsedLists(m, [&](Constant *c) {
    auto *f = dyn_cast<Function>(c->stripPointerCasts());
    return f && isOurs(*f) && !needed.contains(f);
  });
  for (bool removed = true; removed;) {
    removed = false;
    for (Function &f : make_early_inc_range(m)) {
      if (!isOfHeaders(f)) continue;
      f.removeDeadConstantUsers(); // the lists from which it has been removed
      if (f.use_empty()) f.eraseFromParent(), removed = true;
    }
  }
}
