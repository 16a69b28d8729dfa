// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/optimise.h"
#include "optimise/accesses.h"
#include "optimise/calls.h"
#include "optimise/division.h"
#include "optimise/far_accesses.h"
#include "optimise/far_loops.h"
#include "optimise/gathers.h"
#include "optimise/inserted.h"
#include "optimise/long_code.h"
#include "optimise/pointer_types.h"
#include "optimise/strip_loop.h"
#include "optimise/strips.h"
#include "optimise/temporaries.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

static void runPasses(Function &f, FunctionAnalysisManager &analyses, FunctionPassManager &&passes) {
  passes.run(f, analyses);
  analyses.invalidate(f, PreservedAnalyses::none());
}

// Addresses that nobody needs now.
static void removeUnused(Function &f, FunctionAnalysisManager &analyses) {
  FunctionPassManager passes;
  passes.addPass(ADCEPass());
  runPasses(f, analyses, std::move(passes));
}

// What stays the same in a loop that tests its iterations no more is computed before it. LLVM did not dare to: an
// iteration of another thread would not have read that memory.
static void hoist(Function &f, FunctionAnalysisManager &analyses) {
  FunctionPassManager passes;
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  runPasses(f, analyses, std::move(passes));
}

// Of each nest one loop, innermost ones first: the analyses do not know the changed ones.
static bool changeLoops(Function &f, FunctionAnalysisManager &analyses, LoopOptions options, const Remarks &remarks) {
  simplifyLoops(f, analyses);
  auto &loops = analyses.getResult<LoopAnalysis>(f);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(f);
  bool changed = false;
  for (Loop *nest : loops) {
    SmallVector<Loop *, 4> all = nest->getLoopsInPreorder();
    changed |= llvm::any_of(llvm::reverse(all),
                            [&](Loop *loop) { return makeStrips(*loop, loops, evolution, options, remarks); });
  }
  return changed;
}

// The runtime's own functions call none of the program's.
static bool mayCallForalls(const Instruction &i) {
  const auto *call = dyn_cast<CallBase>(&i);
  if (!call || isa<IntrinsicInst>(call) || call->doesNotAccessMemory()) return false;
  const Function *called = call->getCalledFunction();
  bool inlined = called && called->hasLocalLinkage() && called->getName().starts_with("urt_");
  return !called || !(inlined || isOurs(*called));
}

// By itself, or before it is inlined.
static bool endsForall(const Instruction &i) { return callOf(&i, "urt_forall_end") || callOf(&i, "urt_forall_leave"); }

// From `at` on, before each end of an upc_forall: may another one begin, here or in a function that is called?
static bool mayBeginForalls(BasicBlock::iterator at, SmallPtrSetImpl<BasicBlock *> &seen) {
  BasicBlock *block = at->getParent();
  for (; at != block->end(); ++at)
    if (endsForall(*at)) return false;
    else if (mayCallForalls(*at)) return true;
  return llvm::any_of(successors(block), [&](BasicBlock *next) {
    return seen.insert(next).second && mayBeginForalls(next->begin(), seen);
  });
}

// How deep loops upc_forall are nested is a number. Only those look at it that begin within another one (URT_FORALL).
// So a loop in which none may begin need not count; it asks, and no more.
struct Foralls {
  explicit Foralls(Function &f) {
    for (Instruction &i : instructions(f))
      if (CallInst *begin = callOf(&i, "urt_forall_begin")) begins.push_back(begin);
      else if (CallInst *asks = callOf(&i, "urt_forall_deals")) asking.push_back(asks);
      else if (endsForall(i)) ends.push_back(cast<CallInst>(&i));
    count = llvm::any_of(begins, [](CallInst *begin) {
      SmallPtrSet<BasicBlock *, 16> seen;
      return mayBeginForalls(std::next(begin->getIterator()), seen);
    });
  }
  std::vector<CallInst *> begins, asking, ends;
  bool count;
};

// Before LLVM's passes, which see through a loop that does not count. Its question remains a call: the loop may come to
// stand in another one, in a function that this one is inlined into.
static void askInForalls(Function &f) {
  Foralls foralls(f);
  if (foralls.begins.empty() || foralls.count) return;
  FunctionType *type = foralls.begins[0]->getFunctionType();
  for (CallInst *begin : foralls.begins)
    begin->setCalledFunction(f.getParent()->getOrInsertFunction("urt_forall_deals", type));
  for (CallInst *end : foralls.ends) end->eraseFromParent();
}

// When calls have been inlined: it is known now which loops are to count.
static void countForalls(Function &f) {
  Foralls foralls(f);
  Type *number = Type::getInt32Ty(f.getContext());
  Constant *depth = f.getParent()->getOrInsertGlobal("urt_forall_depth", number);
  auto dealsAt = [&](CallInst *call, bool counts) {
    IRBuilder<> b(call);
    Value *before = b.CreateLoad(number, depth), *deals = b.CreateZExt(b.CreateIsNull(before), number);
    if (counts) b.CreateStore(b.CreateAdd(before, deals), depth);
    call->replaceAllUsesWith(deals);
    call->eraseFromParent();
  };
  for (CallInst *begin : foralls.begins) dealsAt(begin, foralls.count);
  for (CallInst *asks : foralls.asking) dealsAt(asks, /*counts=*/false);
  for (CallInst *end : foralls.ends) {
    IRBuilder<> b(end);
    if (foralls.count) b.CreateStore(b.CreateSub(b.CreateLoad(number, depth), end->getArgOperand(0)), depth);
    end->eraseFromParent();
  }
}

// LLVM has concluded which functions access no memory of the program. The depth was none of it until now.
static void admitAccesses(Function &f) {
  using Place = MemoryEffects::Location;
  MemoryEffects effects = f.getMemoryEffects();
  f.setMemoryEffects(effects | MemoryEffects(Place::Other, effects.getModRef(Place::InaccessibleMem)));
}

static void leaveAllComputed(Function &f) {
  for (CallInst *call : callsOfOurs(f))
    if (placeOf(call)) leaveComputed(*call, Computed::Off);
}

// In a function with more of them, addresses have no branches: Clang's time grows with the square of the branches.
// bench/compile measures it.
enum { FewAddresses = 150 };

// Addresses that do not move evenly. By pointers that stay the same in the loop they take no branches.
static void placeOthers(Function &f, FunctionAnalysisManager &analyses, const Remarks &remarks) {
  auto &loops = analyses.getResult<LoopAnalysis>(f);
  bool many = callsOfOurs(f).size() > 2 * FewAddresses; // urt_near and urt_add_in_blocks
  auto ours = [&](StringRef name) { return f.getParent()->getFunction(name); };
  for (Instruction &i : llvm::make_early_inc_range(instructions(f))) {
    CallInst *near = callOf(&i, "urt_near");
    if (!near) near = callOf(&i, "urt_placed");
    if (!near) continue;
    ElementAddress a = elementAddress(i);
    Loop *loop = loops.getLoopFor(i.getParent());
    if (auto why = loop && a.place && !f.hasOptNone() ? whyComputed(*near) : std::nullopt) remarks.missed(*near, *why);
    if (!a.place) {
      near->setCalledFunction(ours("urt_follow"));
    } else if (staysCall(*near) && !a.within()) {
      nearByCall(*near);
    } else if (a.within() || many || (loop && a.of(*loop))) { // without branches
      if (ours("urt_place")) placeByProducts(a);
    }
  }
}

// Those of our functions that accesses come to. Of the others a few more instructions are left.
static const StringRef worthCall[] = {"urt_add_in_blocks", "urt_follow", "urt_place",
                                      "urt_read",          "urt_within", "urt_write"};

// LLVM wants a line for each call.
static std::vector<CallInst *> callsToInsert(Function &f) {
  std::vector<CallInst *> calls = callsOfOurs(f);
  if (DISubprogram *lines = f.getSubprogram())
    for (CallInst *call : calls)
      if (!call->getDebugLoc()) call->setDebugLoc(DILocation::get(f.getContext(), 0, 0, lines));
  llvm::erase_if(calls, [](const CallInst *call) {
    return staysCall(*call) && llvm::is_contained(worthCall, call->getCalledFunction()->getName());
  });
  return calls;
}

// Puts the bodies of our functions in place of their calls, and of the calls in them.
// The last first: the block that a body divides is then short behind it.
static void insertBodies(Function &f) {
  for (auto calls = callsToInsert(f); !calls.empty(); calls = callsToInsert(f))
    for (CallInst *call : llvm::reverse(calls)) {
      InlineFunctionInfo info;
      InlineFunction(*call, info);
    }
}

namespace {

// A condition that stays the same in an innermost loop gives two loops. In an outer loop it stays where it is: there it
// costs little, and two copies of a nest are long.
struct UnswitchInnermost : PassInfoMixin<UnswitchInnermost> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses, LoopStandardAnalysisResults &results,
                        LPMUpdater &updater) {
    if (!loop.isInnermost()) return PreservedAnalyses::all();
    return SimpleLoopUnswitchPass(/*NonTrivial=*/true).run(loop, analyses, results, updater);
  }
};

// Changes the loops of a function, and puts the runtime's arithmetic in place of the calls.
struct OptimiseAccesses : PassInfoMixin<OptimiseAccesses> {
  explicit OptimiseAccesses(LoopOptions options) : options(options), remarks(options) {}
  static bool isRequired() { return true; } // accesses must not stay as they are, even where LLVM is not to optimise
  PreservedAnalyses run(Function &f, FunctionAnalysisManager &analyses) {
    if (isOurs(f) || callsOfOurs(f).empty()) return PreservedAnalyses::all();
    bool far = f.getParent()->getFunction("urt_shared"), optimised = !f.hasOptNone();
    options.division &= optimised;
    if (divideRounds(f, analyses, options, remarks)) hoist(f, analyses);
    if (far && optimised) {
      changeFarLoops(f, analyses, options, remarks);
      removeUnused(f, analyses);
    }
    if (!options.pointers) leaveAllComputed(f);
    for (bool changed = options.pointers && optimised; changed;) {
      changed = changeLoops(f, analyses, options, remarks);
      analyses.invalidate(f, PreservedAnalyses::none()); // of the simplified loops too
      removeUnused(f, analyses);
    }
    if (options.tables && !far && optimised) useTables(f, analyses, remarks);
    keepCallsOfLongCode(f, analyses.getResult<LoopAnalysis>(f));
    if (far) makeFarAccesses(f), analyses.invalidate(f, PreservedAnalyses::none());
    placeOthers(f, analyses, remarks);
    removeUnused(f, analyses);
    shareCalls(f);
    insertBodies(f);
    analyses.invalidate(f, PreservedAnalyses::none());
    FunctionPassManager tidy;
    tidy.addPass(SROAPass(SROAOptions::ModifyCFG));
    tidy.addPass(InstCombinePass());
    tidy.addPass(SimplifyCFGPass());
    tidy.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    tidy.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
    tidy.addPass(createFunctionToLoopPassAdaptor(UnswitchInnermost(), /*UseMemorySSA=*/true));
    runPasses(f, analyses, std::move(tidy));
    return PreservedAnalyses::none();
  }
  LoopOptions options;
  Remarks remarks;
};

// Each access has calls that say no more than their arguments do. LLVM's passes would go through all of them until it
// puts the functions' bodies in their place.
static void shortenPointers(Function &f) {
  removeTemporaries(f);
  Function *inBlocks = f.getParent()->getFunction("urt_add_in_blocks");
  std::vector<CallInst *> starts;
  for (Instruction &i : instructions(f)) {
    CallInst *add = callOf(&i, "urt_add"), *start = callOf(&i, "urt_static_at");
    auto *block = add ? dyn_cast<ConstantInt>(add->getArgOperand(4)) : nullptr;
    if (block && !block->isZero() && inBlocks) add->setCalledFunction(inBlocks);
    auto isWord = [](const User *user) { return isa<ExtractValueInst>(user); };
    if (start && llvm::all_of(start->users(), isWord)) starts.push_back(start);
  }
  for (CallInst *start : starts) {
    for (User *user : llvm::make_early_inc_range(start->users())) {
      auto *word = cast<ExtractValueInst>(user);
      Value *offset = start->getArgOperand(0), *where = Constant::getNullValue(word->getType());
      word->replaceAllUsesWith(word->getIndices()[0] == 0 ? offset : where);
      word->eraseFromParent();
    }
    start->eraseFromParent();
  }
}

// What LLVM may know before its passes. That an iteration of an upc_forall is the thread's, its begin and its end are
// no accesses to memory that it knows.
struct SayWhatIsKnown : PassInfoMixin<SayWhatIsKnown> {
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    removeUnneeded(m);
    typePointers(m);
    for (Function &f : m) shortenPointers(f), askInForalls(f);
    for (StringRef name : {"urt_own_round", "urt_forall_begin", "urt_forall_deals", "urt_forall_end"})
      if (Function *f = m.getFunction(name)) {
        f->setOnlyAccessesInaccessibleMemory();
        f->setWillReturn();
        f->setDoesNotThrow();
      }
    if (Function *f = m.getFunction("urt_forall_deals")) f->setOnlyReadsMemory();
    return PreservedAnalyses::all();
  }
};

// Which loops upc_forall count how deep they are nested, before any function looks at what its calls may access.
struct CountForalls : PassInfoMixin<CountForalls> {
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    if (!m.getFunction("urt_forall_begin") && !m.getFunction("urt_forall_deals")) return PreservedAnalyses::all();
    for (Function &f : m)
      if (!f.isDeclaration()) countForalls(f), admitAccesses(f);
    return PreservedAnalyses::none();
  }
};

// What each function reaches, while accesses stand as LLVM knows them.
struct FindPrivateFunctions : PassInfoMixin<FindPrivateFunctions> {
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    markPrivateFunctions(m);
    return PreservedAnalyses::all();
  }
};

// Without calls, the functions are needed no more, and LLVM removes them.
struct RemoveOurs : PassInfoMixin<RemoveOurs> {
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    removeFromUsedLists(m, [](Constant *c) {
      auto *f = dyn_cast<Function>(c->stripPointerCasts());
      return f && isOurs(*f);
    });
    return PreservedAnalyses::none();
  }
};

} // namespace

void addPasses(PassBuilder &builder, LoopOptions options) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(SayWhatIsKnown()); });
  builder.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &passes, OptimizationLevel, auto...) {
        passes.addPass(CountForalls());
        passes.addPass(FindPrivateFunctions());
      });
  builder.registerVectorizerStartEPCallback(
      [=](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(OptimiseAccesses(options)); });
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel, auto...) {
    passes.addPass(RemoveOurs());
  });
}
