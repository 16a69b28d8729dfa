// SPDX-License-Identifier: BSD-3-Clause
// With the prefix urt_race_:
//   x = load p            call urt_race_read(p, 8, line)    with line = {"a.upc", 12, 0}
//                         x = load p
//   urt_get_far(&x, q, 8) call urt_race_read_far(q, 8, line), and the call
//   for (i = 0; i < n; i++) x += p[i];
//                         call urt_race_read_run(p, 8, 8, n, line), and the loop: nothing in it orders threads, so the
//                         verdict is the same, and the loop stays as fast as it was
// An access that LLVM sees to be of a local or global variable is private: shared memory is reached by addresses that
// the runtime gives. Other addresses the runtime tells apart. Calls of the program that move data or order threads get
// the names of functions that tell.
#include "optimise/foreign_calls.h"
#include "optimise/llvm_versions.h"
#include "optimise/remarks.h"
#include "optimise/strip_loop.h"
#include "optimise/watched_accesses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>
#include <set>

using namespace llvm;

namespace {

struct RenameCalls : PassInfoMixin<RenameCalls> {
  const WatchedCalls &watch;
  explicit RenameCalls(const WatchedCalls &watch) : watch(watch) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    for (Function &f : m)
      if (f.isDeclaration() && watch.isTold(f.getName())) f.setName(watch.prefix + f.getName().str());
    return PreservedAnalyses::all();
  }
};

// The program's line: of what is inlined from our headers, the place where it stands. Where LLVM has merged the
// accesses of two lines there is none. The call for which a function of the program is inlined is not what it does.
const DILocation *lineOf(const Instruction &i) {
  const DILocation *at = i.getDebugLoc();
  while (at && isOfRuntime(at->getFilename())) at = at->getInlinedAt();
  return at && at->getLine() ? at : nullptr;
}

// Where LLVM moves an access out of a loop, or merges two, it drops their lines. So before its passes each access gets
// its line as an alias scope too. It tells LLVM nothing, since no access is said to be outside of it. It stays when an
// access is moved, and two accesses that become one have the scopes of both.
const char lineScopes[] = "upc.lines";

void keepLine(Instruction &i) {
  const DILocation *at = lineOf(i);
  if (!at || !(isa<LoadInst>(i) || isa<StoreInst>(i) || isa<MemIntrinsic>(i))) return;
  LLVMContext &context = i.getContext();
  MDBuilder metadata(context);
  MDNode *scope = metadata.createAliasScope((Twine(at->getLine()) + ":" + fileOf(*at->getScope())).str(),
                                            metadata.createAliasScopeDomain(lineScopes));
  i.setMetadata(LLVMContext::MD_alias_scope,
                MDNode::concatenate(i.getMetadata(LLVMContext::MD_alias_scope), MDNode::get(context, scope)));
}

// The first of the lines that were kept. There is none for an access that has come of a call's.
std::optional<std::pair<std::string, unsigned>> keptLine(const Instruction &i) {
  std::optional<std::pair<std::string, unsigned>> first;
  const MDNode *scopes = i.getMetadata(LLVMContext::MD_alias_scope);
  for (unsigned n = 0; scopes && n < scopes->getNumOperands(); n++) {
    const auto *scope = cast<MDNode>(scopes->getOperand(n));
    const auto *domain = dyn_cast<MDNode>(scope->getOperand(1));
    const auto *name = domain ? dyn_cast<MDString>(domain->getOperand(0)) : nullptr;
    const auto *line = dyn_cast<MDString>(scope->getOperand(0));
    if (!name || !line || name->getString() != lineScopes) continue;
    auto [number, file] = line->getString().split(':');
    unsigned at = std::stoul(number.str());
    if (!first || (file == first->first && at < first->second)) first = {file.str(), at};
  }
  return first;
}

// The runtime's own: the list by which an access finds out whether it is near (urt_near.h of sim and of gasnet), and
// the place where each call of the program is noted (urt.h).
bool isRuntimes(const Value *object) {
  const auto *pointer = dyn_cast<LoadInst>(object);
  const auto *global = pointer ? dyn_cast<GlobalVariable>(pointer->getPointerOperand()) : nullptr;
  return global && is_contained({"urt_node_of", "urt_near_base", "urt_called"}, global->getName());
}

bool isPrivate(const Value *address) {
  const Value *object = getUnderlyingObject(address, 0);
  if (isRuntimes(object)) return true;
  return isa<AllocaInst>(object) || isa<GlobalValue>(object) || isa<ConstantPointerNull>(object) ||
         (isa<Argument>(object) && cast<Argument>(object)->hasByValAttr());
}

// ---- accesses of a loop, told of before it ----

// Does it neither order threads nor run code that may?
bool isQuiet(const Instruction &i) {
  if (i.isAtomic() || isa<FenceInst>(i)) return false;
  const auto *call = dyn_cast<CallBase>(&i);
  return !call || isa<IntrinsicInst>(call) || call->doesNotAccessMemory();
}

// How often each loop is run, where that is known when it begins and nothing in it orders threads.
class Loops {
public:
  Loops(Function &f, FunctionAnalysisManager &analyses, bool withTests)
      : withTests(withTests), loops(analyses.getResult<LoopAnalysis>(f)),
        scev(analyses.getResult<ScalarEvolutionAnalysis>(f)), dominators(analyses.getResult<DominatorTreeAnalysis>(f)),
        expander(scev, SCEV_LAYOUT(*f.getParent()) "watched") {
    for (Loop *l : loops.getLoopsInPreorder())
      if (const SCEV *count = countOf(*l)) counts[l] = count;
  }

  struct Run { Value *first, *stride, *count; Instruction *before; };

  // The accesses to `address` that `i` makes in its loop, computed before it.
  std::optional<Run> runOf(Instruction &i, Value *address) {
    Loop *l = loops.getLoopFor(i.getParent());
    auto found = counts.find(l);
    if (found == counts.end() || i.isVolatile() || !dominators.dominates(i.getParent(), l->getLoopLatch())) return {};
    const SCEV *at = scev.getSCEV(address), *stride = scev.getZero(scev.getEffectiveSCEVType(address->getType()));
    if (const auto *steps = dyn_cast<SCEVAddRecExpr>(at); steps && steps->getLoop() == l && steps->isAffine())
      at = steps->getStart(), stride = steps->getStepRecurrence(scev);
    if (withTests && isShort(found->second) && !isContiguous(i, stride)) return {};
    Instruction *before = l->getLoopPreheader()->getTerminator();
    for (const SCEV *s : {at, stride, found->second})
      if (!scev.isLoopInvariant(s, l) || !expander.isSafeToExpandAt(s, before)) return {};
    auto value = [&](const SCEV *s, Type *type) { return expander.expandCodeFor(s, type, before); };
    return Run{value(at, address->getType()), value(stride, stride->getType()),
               value(found->second, stride->getType()), before};
  }

private:
  const bool withTests; // an access that is not a run's is tested where it is (testBefore)
  LoopInfo &loops;
  ScalarEvolution &scev;
  DominatorTree &dominators;
  SCEVExpander expander;
  std::map<const Loop *, const SCEV *> counts;

  // A call for a few accesses far from each other takes longer than a test of each.
  static bool isShort(const SCEV *count) {
    const auto *known = dyn_cast<SCEVConstant>(count);
    return known && known->getAPInt().ule(16);
  }
  bool isContiguous(Instruction &i, const SCEV *stride) const {
    const auto *known = dyn_cast<SCEVConstant>(stride);
    const uint64_t bytes = scev.getDataLayout().getTypeStoreSize(getLoadStoreType(&i)).getFixedValue();
    return known && known->getAPInt().abs() == bytes;
  }

  // Null if it is not known. The loop ends behind its last block, so all that stands in its way is done as often.
  const SCEV *countOf(Loop &l) {
    const SCEV *again = l.getLoopPreheader() && l.getLoopLatch() && l.getExitingBlock() == l.getLoopLatch()
                            ? scev.getBackedgeTakenCount(&l) : scev.getCouldNotCompute();
    for (BasicBlock *block : l.blocks())
      if (!llvm::all_of(*block, isQuiet)) return nullptr;
    Type *size = scev.getDataLayout().getIntPtrType(l.getHeader()->getContext());
    if (isa<SCEVCouldNotCompute>(again) || scev.getTypeSizeInBits(again->getType()) > size->getIntegerBitWidth())
      return nullptr;
    return scev.getAddExpr(scev.getNoopOrZeroExtend(again, size), scev.getOne(size));
  }
};

// One function's accesses.
class Instrument {
public:
  Instrument(Function &f, Loops *ofFunction, const WatchedCalls &watch)
      : watch(watch), m(*f.getParent()), data(m.getDataLayout()), builder(m.getContext()), loops(ofFunction) {
    size = data.getIntPtrType(m.getContext());
    word = Type::getInt32Ty(m.getContext());
    pointer = PointerType::getUnqual(m.getContext());
    if (DISubprogram *lines = f.getSubprogram()) file = fileOf(*lines), number = lines->getLine();
  }

  void run(Function &f) {
    instrumentAll(f);
    for (const Tested &one : tested) testBefore(one);
  }

private:
  void instrumentAll(Function &f) {
    for (BasicBlock &block : f) {
      noteLines(block);
      leaveOut(block);
      SmallVector<Instruction *, 32> all;
      for (Instruction &i : block) all.push_back(&i);
      for (Instruction *i : all) instrument(*i);
    }
  }

  const WatchedCalls &watch;
  Module &m;
  const DataLayout &data;
  IRBuilder<> builder;
  Loops *loops; // null: each access is told of where it is
  Type *size, *word, *pointer;
  std::string file;
  unsigned number = 0;
  std::map<const Instruction *, std::pair<std::string, unsigned>> lines;
  std::set<const Instruction *> needless;
  std::map<const Instruction *, const char *> toldAs; // reads of what is written soon, which are told of as that too
  // Calls for which a test in the program itself is made first (testBefore). last: null where all is within 8 bytes;
  // else the last access of a run, or the only one.
  struct Tested { CallInst *call; Value *last; };
  std::vector<Tested> tested;

  // An instruction without a line has the one that was kept of it (keepLine). Without this too, it has that of the
  // instruction before, a load that of what uses it, and a store that of what it stores.
  void noteLines(BasicBlock &block) {
    for (Instruction &i : block) {
      const DILocation *at = lineOf(i), *moved = at ? nullptr : lineOfMoved(i);
      if (at) file = fileOf(*at->getScope()), number = at->getLine();
      lines[&i] = {file, number};
      if (auto kept = at ? std::nullopt : keptLine(i)) lines[&i] = *kept;
      else if (moved) lines[&i] = {fileOf(*moved->getScope()), moved->getLine()};
    }
  }

  static const DILocation *lineOfMoved(const Instruction &i) {
    if (const auto *x = dyn_cast<StoreInst>(&i)) {
      const auto *stored = dyn_cast<Instruction>(x->getValueOperand());
      return stored ? lineOf(*stored) : nullptr;
    }
    return isa<LoadInst>(i) ? lineOfUse(i, 4) : nullptr;
  }

  // Conversions and sums of what was loaded may have been moved too.
  static const DILocation *lineOfUse(const Instruction &i, unsigned steps) {
    for (const User *user : i.users()) {
      const auto &use = *cast<Instruction>(user);
      const DILocation *at = lineOf(use);
      if (!at && steps > 0) at = lineOfUse(use, steps - 1);
      if (at) return at;
    }
    return nullptr;
  }

  // Calls, atomic instructions and fences order what is before and behind them.
  static bool mayOrder(const Instruction &i) { return i.isAtomic() || (isa<CallBase>(i) && !isa<IntrinsicInst>(i)); }

  // Of the plain accesses to one address between two such instructions the first one is enough, and no read before a
  // write; with `updates` the read is told of as both, so that it is told of before it is made.
  void leaveOut(BasicBlock &block) {
    std::set<std::pair<const Value *, Type *>> written, read;
    for (Instruction &i : block) {
      if (mayOrder(i)) written.clear(), read.clear();
      if (auto *x = dyn_cast<StoreInst>(&i); x && x->isSimple()) {
        if (!written.insert({x->getPointerOperand(), x->getValueOperand()->getType()}).second) needless.insert(x);
      } else if (auto *x = dyn_cast<LoadInst>(&i); x && x->isSimple()) {
        std::pair<const Value *, Type *> key{x->getPointerOperand(), x->getType()};
        if (written.count(key) || !read.insert(key).second) needless.insert(x);
      }
    }
    std::map<std::pair<const Value *, Type *>, const StoreInst *> next;
    for (Instruction &i : llvm::reverse(block)) {
      if (mayOrder(i)) next.clear();
      if (auto *x = dyn_cast<StoreInst>(&i); x && !x->isAtomic())
        next[{x->getPointerOperand(), x->getValueOperand()->getType()}] = x;
      auto *x = dyn_cast<LoadInst>(&i);
      auto write = x && x->isSimple() ? next.find({x->getPointerOperand(), x->getType()}) : next.end();
      if (write == next.end()) continue;
      if (watch.updates && needless.count(x)) continue;
      if (watch.updates) toldAs[x] = usesBits(*x) ? "write" : "update";
      needless.insert(watch.updates ? static_cast<const Instruction *>(write->second) : x);
    }
  }

  // Some of its bits are used, or are read to be written again.
  static bool usesBits(const Instruction &x, unsigned steps = 3) {
    return !x.use_empty() && llvm::all_of(x.users(), [steps](const User *u) {
      const auto *b = dyn_cast<BinaryOperator>(u);
      if (b) return isa<ConstantInt>(b->getOperand(1)) && (b->getOpcode() == Instruction::And || b->isShift());
      return steps > 0 && (isa<PHINode>(u) || isa<CastInst>(u)) && usesBits(*cast<Instruction>(u), steps - 1);
    });
  }

  // A global {file, line, 0}, one for each line of the module, and for each call of a library there.
  Value *line(const Instruction &i, StringRef called = "") {
    const auto &[name, at] = lines[&i];
    std::string symbol = "upc_line_" + name + ":" + std::to_string(at) + called.str();
    if (GlobalVariable *had = m.getNamedGlobal(symbol)) return had;
    Constant *text = ConstantDataArray::getString(m.getContext(), name);
    auto *words = new GlobalVariable(m, text->getType(), true, GlobalValue::PrivateLinkage, text, "upc_file");
    words->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    auto *type = StructType::get(m.getContext(), {pointer, word, word});
    Constant *value = ConstantStruct::get(type, {words, ConstantInt::get(word, at), ConstantInt::get(word, 0)});
    return new GlobalVariable(m, type, false, GlobalValue::InternalLinkage, value, symbol);
  }

  CallInst *call(const std::string &name, const SmallVector<Value *, 5> &arguments, Instruction &before,
                 const Instruction &of) {
    SmallVector<Type *, 5> types;
    for (Value *argument : arguments) types.push_back(argument->getType());
    auto *type = FunctionType::get(Type::getVoidTy(m.getContext()), types, false);
    FunctionCallee callee = m.getOrInsertFunction(watch.prefix + name, type);
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    builder.SetInsertPoint(&before);
    builder.SetCurrentDebugLocation(of.getDebugLoc());
    CallInst *made = builder.CreateCall(callee, arguments);
    if (DISubprogram *sub = before.getFunction()->getSubprogram(); sub && !made->getDebugLoc())
      made->setDebugLoc(DILocation::get(m.getContext(), 0, 0, sub));
    return made;
  }

  // Most accesses are within 8 bytes that are all live, or private: that is seen here, and no call is made.
  //   offset = p - live.lowest
  //   if (offset < live.span && live.shadow[offset / 8] != 8) call
  void testBefore(const Tested &tested) {
    CallInst &call = *tested.call;
    BasicBlock *head = call.getParent(), *told = head->splitBasicBlock(call.getIterator());
    BasicBlock *behind = told->splitBasicBlock(std::next(call.getIterator()));
    head->getTerminator()->eraseFromParent();
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.SetInsertPoint(head);
    Value *first = call.getArgOperand(0), *shared = isInSegments(first);
    if (tested.last) {
      builder.CreateCondBr(builder.CreateOr(shared, isInSegments(tested.last)), told, behind);
      return;
    }
    Type *byte = Type::getInt8Ty(m.getContext());
    BasicBlock *within = BasicBlock::Create(m.getContext(), "", head->getParent(), told);
    builder.CreateCondBr(shared, within, behind);
    builder.SetInsertPoint(within);
    Value *place = builder.CreateGEP(byte, live(2, pointer), builder.CreateLShr(offsetOf(first), 3));
    Value *all = builder.CreateICmpEQ(builder.CreateLoad(byte, place), ConstantInt::get(byte, 8));
    builder.CreateCondBr(all, behind, told, MDBuilder(m.getContext()).createBranchWeights(1 << 20, 1));
  }

  // A member of the runtime's struct WatchedCalls::live. LLVM reads it before a loop.
  Value *live(unsigned member, Type *type) {
    Type *all = StructType::get(m.getContext(), {size, size, pointer});
    Value *at = builder.CreateStructGEP(all, m.getOrInsertGlobal(watch.live, all), member);
    LoadInst *value = builder.CreateLoad(type, at);
    value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(m.getContext(), {}));
    return value;
  }

  Value *asNumber(Value *address) {
    return address->getType()->isPointerTy() ? builder.CreatePtrToInt(address, size) : address;
  }

  Value *offsetOf(Value *address) { return builder.CreateSub(asNumber(address), live(0, size)); }
  Value *isInSegments(Value *address) { return builder.CreateICmpULT(offsetOf(address), live(1, size)); }

  void access(const std::string &name, Value *address, Value *bytes, Instruction &i) {
    if (isPrivate(address)) return;
    CallInst *told = call(name, {address, bytes, line(i)}, i, i);
    if (loops && watch.live) tested.push_back({told, address});
  }

  void access(bool writes, Value *address, Type *type, Instruction &i) {
    if (isPrivate(address)) return;
    const bool bits = watch.updates && isa<LoadInst>(i) && usesBits(i);
    const std::string name = toldAs.count(&i) ? toldAs[&i] : writes ? "write" : bits ? "bits" : "read";
    if (auto run = loops ? loops->runOf(i, address) : std::nullopt) {
      CallInst *told =
        call(name + "_run", {run->first, bytesOf(type), run->stride, run->count, line(i)}, *run->before, i);
      if (watch.live) tested.push_back({told, lastOf(*run, *told)});
    } else {
      CallInst *told = call(name, {address, bytesOf(type), line(i)}, i, i);
      if (loops && watch.live) tested.push_back({told, isWithinEight(i, type) ? nullptr : address});
    }
  }

  // The address of a run's last access.
  Value *lastOf(const Loops::Run &run, Instruction &before) {
    builder.SetInsertPoint(&before);
    Value *steps = builder.CreateSub(run.count, ConstantInt::get(run.count->getType(), 1));
    return builder.CreateAdd(asNumber(run.first), builder.CreateMul(steps, run.stride));
  }

  // An access of 1, 2, 4 or 8 bytes at a multiple of its size.
  bool isWithinEight(const Instruction &i, Type *type) {
    const uint64_t bytes = data.getTypeStoreSize(type).getFixedValue();
    return bytes <= 8 && isPowerOf2_64(bytes) && getLoadStoreAlignment(const_cast<Instruction *>(&i)).value() >= bytes;
  }
  Value *bytesOf(Type *type) { return ConstantInt::get(size, data.getTypeStoreSize(type).getFixedValue()); }

  static int orderOf(AtomicOrdering order) { return (int)toCABI(order); }

  void atomic(Instruction &i, Value *address, Type *type, int kind, AtomicOrdering order, bool reads) {
    if (isPrivate(address)) return;
    if (!watch.orders) return access(kind ? "write" : "read", address, bytesOf(type), i);
    Value *how = ConstantInt::get(word, orderOf(order));
    call("before_atomic", {address, bytesOf(type), ConstantInt::get(word, kind), how, line(i)}, i, i);
    if (reads) call("after_atomic", {address, bytesOf(type), how}, *i.getNextNode(), i);
  }

  void instrument(Instruction &i) {
    if (needless.count(&i)) return;
    if (auto *x = dyn_cast<LoadInst>(&i)) {
      if (x->isAtomic()) atomic(i, x->getPointerOperand(), x->getType(), 0, x->getOrdering(), true);
      else access(false, x->getPointerOperand(), x->getType(), i);
    } else if (auto *x = dyn_cast<StoreInst>(&i)) {
      Type *type = x->getValueOperand()->getType();
      if (x->isAtomic()) atomic(i, x->getPointerOperand(), type, 1, x->getOrdering(), false);
      else access(true, x->getPointerOperand(), type, i);
    } else if (auto *x = dyn_cast<AtomicRMWInst>(&i)) {
      atomic(i, x->getPointerOperand(), x->getType(), 1, x->getOrdering(), true);
    } else if (auto *x = dyn_cast<AtomicCmpXchgInst>(&i)) {
      atomic(i, x->getPointerOperand(), x->getNewValOperand()->getType(), 1, x->getSuccessOrdering(), true);
    } else if (auto *x = dyn_cast<MemTransferInst>(&i)) {
      Value *bytes = sized(x->getLength(), i);
      access("read", x->getRawSource(), bytes, i);
      access("write", x->getRawDest(), bytes, i);
    } else if (auto *x = dyn_cast<MemSetInst>(&i)) {
      access("write", x->getRawDest(), sized(x->getLength(), i), i);
    } else if (isa<FenceInst>(i)) {
      if (watch.orders) call("fenced", {}, i, i);
    } else if (auto *x = dyn_cast<CallInst>(&i)) {
      const Function *called = x->getCalledFunction();
      if (called) far(*x, called->getName());
      const ForeignCall *l = called && called->isDeclaration() ? foreignCall(called->getName()) : nullptr;
      if (l && !(l->ofC && allPrivate(*x))) library(*x, l->makes);
    }
  }

  // Far elements are read and written by calls with a pointer-to-shared, which are two arguments.
  void far(CallInst &i, StringRef name) {
    bool reads = name == "urt_get_far" || name == "urt_fetch"; // (to, from, bytes)
    if (!reads && name != "urt_put_far") return;               // (to, from, bytes)
    unsigned at = reads ? 1 : 0;
    call(reads ? "read_far" : "write_far",
         {i.getArgOperand(at), i.getArgOperand(at + 1), i.getArgOperand(3), line(i)}, i, i);
  }

  // Its arguments, and the plan that it makes.
  void library(CallInst &i, bool makes) {
    StringRef name = i.getCalledFunction()->getName();
    SmallVector<Value *, 16> words(i.args());
    if (makes) words.push_back(&i);
    Instruction &before = makes ? *i.getNextNode() : i;
    Instruction &entry = *i.getFunction()->getEntryBlock().getFirstInsertionPt();
    Type *all = ArrayType::get(size, words.size());
    builder.SetInsertPoint(&entry);
    Value *list = builder.CreateAlloca(all), *text = builder.CreateGlobalString(name, "upc_call", 0, &m);
    builder.SetInsertPoint(&before);
    for (unsigned k = 0; k < words.size(); k++) {
      Value *word = words[k];
      Type *type = word->getType();
      if (!type->isPointerTy() && !type->isIntegerTy()) continue;
      word = type->isPointerTy() ? builder.CreatePtrToInt(word, size) : builder.CreateSExtOrTrunc(word, size);
      builder.CreateStore(word, builder.CreateConstInBoundsGEP2_32(all, list, 0, k));
    }
    call("library", {text, list, ConstantInt::get(size, words.size()), line(i, name)}, before, i);
  }

  static bool allPrivate(const CallInst &i) {
    return llvm::all_of(i.args(), [](const Use &a) { return !a->getType()->isPointerTy() || isPrivate(a); });
  }

  Value *sized(Value *length, Instruction &i) {
    builder.SetInsertPoint(&i);
    return builder.CreateZExtOrTrunc(length, size);
  }
};

bool isProgram(const Function &f) {
  return !f.isDeclaration() && (!f.getName().starts_with("urt_") || f.getName() == "urt_user_main");
}

struct KeepLines : PassInfoMixin<KeepLines> {
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    for (Function &f : m)
      if (isProgram(f))
        for (Instruction &i : instructions(f)) keepLine(i);
    return PreservedAnalyses::all();
  }
};

struct InstrumentAccesses : PassInfoMixin<InstrumentAccesses> {
  const WatchedCalls &watch;
  explicit InstrumentAccesses(const WatchedCalls &watch) : watch(watch) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Function &f, FunctionAnalysisManager &analyses) {
    if (!isProgram(f)) return PreservedAnalyses::all();
    simplifyLoops(f, analyses); // else some have no block before them, where a run can be told of
    Loops loops(f, analyses, watch.live);
    Instrument(f, &loops, watch).run(f);
    return PreservedAnalyses::none();
  }
};

struct InstrumentAll : PassInfoMixin<InstrumentAll> {
  const WatchedCalls &watch;
  explicit InstrumentAll(const WatchedCalls &watch) : watch(watch) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &) {
    for (Function &f : m)
      if (isProgram(f)) Instrument(f, nullptr, watch).run(f);
    return PreservedAnalyses::none();
  }
};

} // namespace

void addWatchedAccesses(PassBuilder &builder, bool optimised, const WatchedCalls &watch) {
  if (optimised) {
    builder.registerPipelineStartEPCallback(
        [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(KeepLines()); });
    builder.registerVectorizerStartEPCallback([&watch](FunctionPassManager &passes, OptimizationLevel) {
      passes.addPass(InstrumentAccesses(watch));
    });
  }
  builder.registerOptimizerLastEPCallback([&watch, optimised](ModulePassManager &passes, OptimizationLevel, auto...) {
    if (!optimised) passes.addPass(InstrumentAll(watch));
    passes.addPass(RenameCalls(watch));
  });
}
