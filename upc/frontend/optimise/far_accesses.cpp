// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/far_accesses.h"
#include "optimise/accesses.h"
#include "optimise/calls.h"
#include "optimise/effects.h"
#include "optimise/long_code.h"
#include "optimise/remarks.h"
#include "optimise/strips.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

static Function *helper(const Instruction &i, StringRef name) { return i.getModule()->getFunction(name); }

static unsigned bytesOf(Type *type, const Instruction &i) {
  return i.getModule()->getDataLayout().getTypeStoreSize(type);
}

Value *memberOf(unsigned site, SiteMember member, IRBuilder<> &b) {
  GlobalVariable *all = b.GetInsertBlock()->getModule()->getGlobalVariable("urt_sites");
  Value *which[] = {b.getInt64(0), b.getInt64(site), b.getInt32(unsigned(member))};
  return b.CreateInBoundsGEP(all->getValueType(), all, which);
}

// LLVM may forget the names of variables, so they are found by marks.
AllocaInst *counterOf(Function &f, StringRef what, unsigned site) {
  for (Instruction &i : f.getEntryBlock())
    if (auto *a = dyn_cast<AllocaInst>(&i); a && markOf(*a, what) == site) return a;
  AllocaInst *counter = localVariable(f, Type::getInt32Ty(f.getContext()), "upc.count");
  mark(*counter, what, site);
  return counter;
}

static void noteAccess(const Instruction &access, IRBuilder<> &b) {
  if (Value *line = noteOf(access, b)) b.CreateCall(helper(access, "urt_note_access"), {line});
}

static bool isAskedWhereFar(const LoadInst &load) { return markOf(load, "upc.site") && markOf(load, "upc.where-far"); }

// The element that such a read reads, mostly in the block of the one before; `bytes`: in it. None if the pointer to the
// array changes from round to round.
static ElementAddress elementOf(const LoadInst &load, APInt &bytes) {
  if (!isAskedWhereFar(load)) return {};
  const DataLayout &layout = load.getModule()->getDataLayout();
  const Value *start = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, bytes, true);
  auto *place = const_cast<CallInst *>(dyn_cast<CallInst>(start));
  ElementAddress a = place ? elementAddress(*place) : ElementAddress{};
  return a.place && !isa<PHINode>(a.offset()) && !isa<PHINode>(a.where()) ? a : ElementAddress{};
}

// The block in which the last element lay. It is unknown where the function begins, and where the pointer is computed.
static AllocaInst *windowOf(Function &f, const ElementAddress &a) {
  AllocaInst *window = makeWindow(f);
  for (Value *value : {cast<Value>(window), a.offset(), a.where()})
    if (auto *i = dyn_cast<Instruction>(value)) forgetWindow(*window, *i->getNextNode());
  return window;
}

// Calls one of the runtime's functions that begin with the name, for what the load reads.
static Value *callFor(LoadInst &load, const Twine &name, ArrayRef<Value *> besides, IRBuilder<> &b) {
  APInt bytes(64, 0);
  SmallVector<Value *, 12> arguments;
  ElementAddress a = elementOf(load, bytes);
  const char *which = a.place ? "_beside" : isAskedWhereFar(load) ? "_far" : "";
  if (a.place) {
    Value *inside = b.getInt64(bytes.getZExtValue());
    for (Value *more : a.inside) inside = b.CreateAdd(inside, more);
    arguments = {windowOf(*load.getFunction(), a), a.offset(), a.where(), a.index(), a.elem(), a.blockSize(), inside};
  } else {
    SharedWords words = sharedWords(load.getPointerOperand());
    arguments = {words.offset, words.where};
  }
  arguments.append(besides.begin(), besides.end());
  return b.CreateCall(functionOfPasses(*load.getModule(), (name + which).str()), arguments);
}

// Computes a value in this block, if it is needed there alone. Operands come before what they are operands of.
static void sink(Value *value, BasicBlock &block) {
  auto *i = dyn_cast<Instruction>(value);
  auto elsewhere = [&](User *user) { return cast<Instruction>(user)->getParent() != &block; };
  if (!i || isa<PHINode>(i) || i->mayReadOrWriteMemory() || llvm::any_of(i->users(), elsewhere)) return;
  i->moveBefore(&block.front());
  for (Value *operand : i->operands()) sink(operand, block);
}

// In a runtime that checks (URT_CHECKS): is the value with this number the one that the load reads?
static void checkTaken(const LoadInst &load, const SharedWords &words, unsigned site, Value *number, IRBuilder<> &b) {
  Function *check = load.getModule()->getFunction("urt_check_taken");
  if (!check) return;
  b.CreateCall(check, {words.offset, words.where, b.getInt32(site), number});
}

// Then: has the value that was taken, at the place that the load now has, been changed since it was brought?
static void checkValue(LoadInst &load, const SharedWords &words) {
  Function *check = functionOfPasses(*load.getModule(), "urt_check_value");
  if (!check) return;
  IRBuilder<> b(&load);
  Value *line = lineOf(load, "a loop", b);
  b.CreateCall(check, {words.offset, words.where, load.getPointerOperand(), b.getInt32(bytesOf(load.getType(), load)),
                       line ? line : b.CreateGlobalString("a loop")});
}

// The next object of the site. If there is none, the load's own, whose address is not needed before.
static void makeReadInOrder(LoadInst &load, unsigned site, AllocaInst *counter) {
  IRBuilder<> b(&load);
  unsigned bytes = bytesOf(load.getType(), load);
  SharedWords words = sharedWords(load.getPointerOperand());
  Value *n = b.CreateLoad(b.getInt32Ty(), counter);
  Value *count = b.CreateLoad(b.getInt32Ty(), memberOf(site, SiteMember::Count, b));
  Instruction *next, *own;
  SplitBlockAndInsertIfThenElse(b.CreateICmpSLT(n, count), &load, &next, &own,
                                MDBuilder(load.getContext()).createBranchWeights(1 << 20, 1));
  b.SetInsertPoint(next);
  Value *at = memberOf(site, SiteMember::At, b), *which = b.CreateSExt(n, b.getInt64Ty());
  checkTaken(load, words, site, which, b);
  Value *there = b.CreateLoad(b.getPtrTy(), b.CreateInBoundsGEP(b.getPtrTy(), at, which));
  b.CreateStore(b.CreateAdd(n, b.getInt32(1)), counter);
  b.SetInsertPoint(own);
  Value *arguments[] = {words.offset, words.where, bufferOf(*load.getFunction(), bytes), b.getInt32(bytes),
                        b.getInt32(markOf(load, "upc.apart").has_value())};
  Function *unasked = functionOfPasses(*load.getModule(), "urt_read_unasked");
  CallInst *here = b.CreateCall(unasked, arguments);
  here->setCallingConv(unasked->getCallingConv());
  b.SetInsertPoint(&load);
  PHINode *place = b.CreatePHI(b.getPtrTy(), 2);
  place->addIncoming(there, next->getParent()), place->addIncoming(here, own->getParent());
  auto *was = dyn_cast<Instruction>(load.getPointerOperand());
  load.setOperand(0, place);
  load.setAlignment(std::min(load.getAlign(), Align(8)));
  checkValue(load, words);
  if (was) RecursivelyDeleteTriviallyDeadInstructions(was);
  for (Value *word : {words.offset, words.where}) sink(word, *own->getParent());
}

void makeRead(LoadInst &load, StringRef counter) {
  auto site = markOf(load, "upc.site");
  Function &f = *load.getFunction();
  if (!site && staysCall(load)) return readByCall(load);
  if (site && markOf(load, "upc.in-order")) return makeReadInOrder(load, *site, counterOf(f, counter, *site));
  IRBuilder<> b(&load);
  if (!site) noteAccess(load, b);
  unsigned bytes = bytesOf(load.getType(), load);
  SmallVector<Value *, 5> besides = {bufferOf(f, bytes), b.getInt32(bytes),
                                     b.getInt32(markOf(load, "upc.apart").has_value())};
  if (site) besides.append({b.getInt32(*site), counterOf(f, counter, *site)});
  SharedWords words = site ? sharedWords(load.getPointerOperand()) : SharedWords{};
  Value *place = callFor(load, site ? "urt_take" : "urt_read", besides, b);
  load.setOperand(0, place);
  load.setAlignment(std::min(load.getAlign(), Align(8)));
  if (site) checkValue(load, words);
}

void makeRead(LoadInst &load, Value *round, Value *piece) {
  IRBuilder<> b(&load);
  unsigned site = *markOf(load, "upc.site");
  SharedWords words = sharedWords(load.getPointerOperand());
  checkTaken(load, words, site, round, b);
  Function *take = functionOfPasses(*load.getModule(), "urt_take_by_round");
  load.setOperand(0, piece ? b.CreateGEP(load.getType(), piece, round)
                           : b.CreateCall(take, {b.getInt32(site), round}));
  load.setAlignment(std::min(load.getAlign(), Align(8)));
  checkValue(load, words);
}

void ask(LoadInst &load, Value *round) {
  IRBuilder<> b(&load);
  SharedWords words = sharedWords(load.getPointerOperand());
  Value *arguments[] = {words.offset, words.where, b.getInt32(bytesOf(load.getType(), load)),
                        b.getInt32(*markOf(load, "upc.site")), round, b.getInt32(bool(markOf(load, "upc.decides")))};
  b.CreateCall(functionOfPasses(*load.getModule(), "urt_look_by_round"), arguments);
}

Value *ask(LoadInst &load) {
  IRBuilder<> b(&load);
  unsigned site = *markOf(load, "upc.site");
  SmallVector<Value *, 4> besides = {b.getInt32(bytesOf(load.getType(), load)), b.getInt32(site),
                                     counterOf(*load.getFunction(), "upc.asked", site)};
  if (isAskedWhereFar(load)) besides.push_back(counterOf(*load.getFunction(), "upc.looked", site));
  Value *full = callFor(load, markOf(load, "upc.in-order") ? "urt_look_in_order" : "urt_look", besides, b);
  return b.CreateICmpNE(full, b.getInt32(0));
}

// What a write to far memory becomes, at the end of a block of its own.
static void putFar(StoreInst &store, const SharedWords &words, IRBuilder<> &b) {
  Type *none = b.getVoidTy(), *word = b.getInt64Ty();
  Module &m = *store.getModule();
  Value *value = store.getValueOperand();
  unsigned bytes = bytesOf(value->getType(), store);
  AllocaInst *buffer = bufferOf(*store.getFunction(), bytes);
  noteAccess(store, b);
  b.CreateAlignedStore(value, buffer, Align(8));
  b.CreateCall(m.getOrInsertFunction("urt_put_far", none, word, word, b.getPtrTy(), word),
               {words.offset, words.where, buffer, b.getInt64(bytes)});
}

static void updateFar(const Update &update, const SharedWords &words, IRBuilder<> &b) {
  Type *none = b.getVoidTy(), *word = b.getInt64Ty();
  Module &m = *b.GetInsertBlock()->getModule();
  Value *value = update.value;
  if (value->getType()->isPointerTy()) value = b.CreatePtrToInt(value, word);
  value = b.CreateBitCast(value, b.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
  b.CreateCall(m.getOrInsertFunction("urt_update_far", none, word, word, b.getInt32Ty(), word),
               {words.offset, words.where, b.getInt32(update.action), b.CreateZExt(value, word)});
}

static void moveBefore(Instruction &moved, Instruction &place) {
  moved.moveBefore(*place.getParent(), place.getIterator());
}

// A near element is written where it is.
static void makeWrite(StoreInst &store) {
  Update update = markOf(store, "upc.together") ? updateOf(store) : Update{};
  if (staysCall(store) && !update.value) return writeByCall(store);
  IRBuilder<> b(&store);
  SharedWords words = sharedWords(store.getPointerOperand());
  Value *place = b.CreateCall(helper(store, "urt_written"), {words.offset, words.where});
  Value *isNear = b.CreateICmpNE(place, Constant::getNullValue(place->getType()));
  Instruction *near, *far;
  SplitBlockAndInsertIfThenElse(isNear, &store, &near, &far);
  b.SetInsertPoint(far);
  if (update.value) updateFar(update, words, b);
  else putFar(store, words, b);
  if (update.load) { // the old value is read here
    auto *sum = cast<Instruction>(store.getValueOperand());
    moveBefore(*update.load, *near), moveBefore(*sum, *near);
    update.load->setOperand(0, place);
  }
  moveBefore(store, *near);
  store.setOperand(1, place);
}

// Copies, and bytes of one value, that LLVM has made of accesses.
static void makeCopy(MemIntrinsic &copy) {
  IRBuilder<> b(&copy);
  Module &m = *copy.getModule();
  Type *none = b.getVoidTy(), *word = b.getInt64Ty();
  auto bytes = cast<ConstantInt>(copy.getLength())->getZExtValue();
  AllocaInst *buffer = bufferOf(*copy.getFunction(), bytes);
  noteAccess(copy, b);
  Value *from = buffer;
  if (auto *transfer = dyn_cast<MemTransferInst>(&copy)) {
    from = transfer->getSource();
    if (from->getType()->getPointerAddressSpace() == Space) {
      SharedWords words = sharedWords(from);
      Value *arguments[] = {words.offset, words.where, buffer, b.getInt32(bytes), b.getInt32(0)};
      from = b.CreateCall(helper(copy, "urt_read"), arguments);
    }
  } else {
    b.CreateMemSet(buffer, cast<MemSetInst>(copy).getValue(), bytes, Align(16));
  }
  Value *to = copy.getDest();
  if (to->getType()->getPointerAddressSpace() != Space) {
    b.CreateMemMove(to, copy.getDestAlign(), from, Align(1), bytes);
  } else {
    SharedWords words = sharedWords(to);
    Value *place = b.CreateCall(helper(copy, "urt_written"), {words.offset, words.where});
    Instruction *near, *far;
    SplitBlockAndInsertIfThenElse(b.CreateICmpNE(place, Constant::getNullValue(place->getType())), &copy, &near, &far);
    IRBuilder<>(near).CreateMemMove(place, Align(1), from, Align(1), bytes);
    IRBuilder<>(far).CreateCall(m.getOrInsertFunction("urt_put_far", none, word, word, b.getPtrTy(), word),
                                {words.offset, words.where, from, b.getInt64(bytes)});
  }
  copy.eraseFromParent();
}

void makeFarAccesses(Function &f) {
  std::vector<Instruction *> all;
  for (Instruction &i : instructions(f))
    if (sharedPointer(i) || isSharedCopy(i)) all.push_back(&i);
  std::vector<Instruction *> reads;
  for (Instruction *i : llvm::reverse(all)) // the last first: a block that is divided is then short behind that place
    if (auto *store = dyn_cast<StoreInst>(i)) makeWrite(*store); // before the reads, which they know
    else reads.push_back(i);
  for (Instruction *i : reads)
    if (auto *copy = dyn_cast<MemIntrinsic>(i)) makeCopy(*copy);
    else if (auto *load = dyn_cast<LoadInst>(i); load && sharedPointer(*load)) makeRead(*load, "upc.taken");
}
