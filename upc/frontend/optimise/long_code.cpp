// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/long_code.h"
#include "optimise/accesses.h"
#include "optimise/far_arguments.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// The most accesses outside of loops, and in one loop without those in it, that have their code in place. A loop runs
// often: there the code is worth more of LLVM's time. Both numbers are chosen, not measured.
enum { MostInARow = 32, MostInLoop = 128 };

void keepCallsOfLongCode(Function &f, const LoopInfo &loops) {
  DenseMap<const Loop *, SmallVector<Instruction *>> accesses, additions;
  for (Instruction &i : instructions(f)) {
    const Loop *loop = loops.getLoopFor(i.getParent());
    if (sharedPointer(i) || isSharedCopy(i) || callOf(&i, "urt_near") || callOf(&i, "urt_placed"))
      accesses[loop].push_back(&i);
    else if (callOf(&i, "urt_add_in_blocks") || callOf(&i, "urt_within"))
      additions[loop].push_back(&i);
  }
  for (const auto *kind : {&accesses, &additions})
    for (const auto &[loop, all] : *kind)
      if (all.size() > (loop ? MostInLoop : MostInARow))
        for (Instruction *i : all) mark(*i, "upc.called");
}

// ---- Functions that calls share

namespace {

// What makes a call: its arguments, and the name of the function, which says all that is constant in it.
struct Call {
  explicit Call(StringRef runtimes) : name(("upc." + runtimes.drop_front(StringRef("urt_").size())).str()) {}
  std::string name;
  SmallVector<Value *, 6> arguments;
  void add(Value *argument) { arguments.push_back(argument); }
  void add(const Twine &constant) { name += ("." + constant).str(); }
};

} // namespace

// The function of this name, which `body` fills if the module has none yet. The passes come to it later, as to the
// program's own, and put the runtime's functions in place. It is compiled as `like` is, a function of the runtime's.
static Function *sharedFunction(Module &m, const Call &call, Type *result, const Function &like,
                                function_ref<Value *(Function &, IRBuilder<> &)> body) {
  if (Function *known = m.getFunction(call.name)) return known;
  SmallVector<Type *, 6> types;
  for (Value *argument : call.arguments) types.push_back(argument->getType());
  auto *type = FunctionType::get(result, types, /*isVarArg=*/false);
  Function *f = Function::Create(type, GlobalValue::InternalLinkage, call.name, m);
  f->addFnAttrs(AttrBuilder(m.getContext(), like.getAttributes().getFnAttrs()));
  IRBuilder<> b(BasicBlock::Create(m.getContext(), "", f));
  Value *value = body(*f, b);
  if (value) b.CreateRet(value);
  else b.CreateRetVoid();
  return f;
}

// Those of the arguments that a function of its own has as constants: the sizes, and the null word of an array's start.
static bool isOfKind(const CallInst &call, unsigned argument) {
  auto *number = dyn_cast<ConstantInt>(call.getArgOperand(argument));
  return number && (argument >= 3 || (argument == 1 && number->isZero()));
}

static void shareCall(CallInst &call) {
  Function *called = call.getCalledFunction();
  Call shared(called->getName());
  for (unsigned n = 0; n < call.arg_size(); n++)
    if (isOfKind(call, n)) shared.add(Twine(n) + "_" + Twine(cast<ConstantInt>(call.getArgOperand(n))->getZExtValue()));
    else shared.add(call.getArgOperand(n));
  Function *f = sharedFunction(*call.getModule(), shared, call.getType(), *called, [&](Function &f, IRBuilder<> &b) {
    SmallVector<Value *, 6> arguments;
    auto given = f.arg_begin();
    for (unsigned n = 0; n < call.arg_size(); n++)
      arguments.push_back(isOfKind(call, n) ? call.getArgOperand(n) : &*given++);
    return b.CreateCall(called, arguments);
  });
  IRBuilder<> b(&call);
  call.replaceAllUsesWith(b.CreateCall(f, shared.arguments));
  call.eraseFromParent();
}

void shareCalls(Function &f) {
  std::vector<CallInst *> calls;
  for (Instruction &i : instructions(f))
    for (StringRef name : {"urt_place", "urt_add_in_blocks", "urt_within"})
      if (CallInst *call = callOf(&i, name); call && staysCall(*call)) calls.push_back(call);
  for (CallInst *call : calls) shareCall(*call);
}

// ---- Accesses

// What the access's function gets of the place of the object, and how it makes a pointer of this again.
struct PlaceInCall {
  PlaceInCall(Value *pointer, Call &call, IRBuilder<> &b) {
    Module &m = *b.GetInsertBlock()->getModule();
    APInt bytes(64, 0);
    const Value *start = pointer->stripAndAccumulateConstantOffsets(m.getDataLayout(), bytes, true);
    auto *place = const_cast<CallInst *>(dyn_cast<CallInst>(start));
    if (place) address = elementAddress(*place);
    if (!address.place) {
      SharedWords words = sharedWords(pointer);
      call.add(words.offset), call.add(words.where);
      return;
    }
    auto *where = dyn_cast<ConstantInt>(address.where());
    starts = where && where->isZero();
    inside = !bytes.isZero() || !address.inside.empty();
    call.add(address.add->getCalledFunction()->getName());
    for (Value *size : {address.elem(), address.blockSize()}) call.add(Twine(cast<ConstantInt>(size)->getZExtValue()));
    call.add(address.offset()), call.add(address.index());
    if (starts) call.add("start");
    else call.add(address.where());
    if (!inside) return;
    Value *sum = b.getInt(bytes);
    for (Value *more : address.inside) sum = b.CreateAdd(sum, more);
    call.add("inside"), call.add(sum);
  }
  // In the function: `given` are its arguments, of which this takes the first ones.
  SharedWords words(Function::arg_iterator &given, IRBuilder<> &b) const {
    Value *offset = &*given++, *second = &*given++;
    if (!address.place) return {offset, second};
    Value *where = starts ? b.getInt64(0) : cast<Value>(&*given++);
    Value *pair = b.CreateCall(address.add->getCalledFunction(),
                               {offset, where, second, address.elem(), address.blockSize()});
    SharedWords words = {b.CreateExtractValue(pair, 0), b.CreateExtractValue(pair, 1)};
    if (!inside) return words;
    return {b.CreateAdd(words.offset, &*given++), b.CreateAnd(words.where, UINT32_MAX)}; // a member has phase 0
  }
  ElementAddress address; // none: any pointer
  bool starts = false, inside = false;
};

void nearByCall(CallInst &near) {
  IRBuilder<> b(&near);
  Function *called = near.getCalledFunction();
  Call call(called->getName());
  PlaceInCall place(&near, call, b);
  Function *f = sharedFunction(*near.getModule(), call, near.getType(), *called, [&](Function &f, IRBuilder<> &b) {
    auto given = f.arg_begin();
    SharedWords words = place.words(given, b);
    return b.CreateCall(called, {words.offset, words.where});
  });
  near.replaceAllUsesWith(b.CreateCall(f, call.arguments));
  near.eraseFromParent();
}

static void addNote(const Instruction &access, Call &call, IRBuilder<> &b) {
  if (Value *line = noteOf(access, b)) call.add("noted"), call.add(line);
}

// The last of the function's arguments, if there is one more, is what addNote has added.
static void note(Function::arg_iterator given, Function &f, IRBuilder<> &b) {
  if (given != f.arg_end()) b.CreateCall(f.getParent()->getFunction("urt_note_access"), {&*given});
}

static unsigned bytesOf(Type *type, const Module &m) { return m.getDataLayout().getTypeStoreSize(type); }

// The value stays a load: where calls return values, LLVM takes twice as long for a sum of them.
void readByCall(LoadInst &load) {
  IRBuilder<> b(&load);
  Module &m = *load.getModule();
  unsigned bytes = bytesOf(load.getType(), m);
  bool apart = markOf(load, "upc.apart").has_value();
  Call call(apart ? "urt_read_apart" : "urt_read");
  call.add(Twine(bytes));
  PlaceInCall place(load.getPointerOperand(), call, b);
  call.add(bufferOf(*load.getFunction(), bytes));
  addNote(load, call, b);
  Function *read = m.getFunction("urt_read");
  Function *f = sharedFunction(m, call, b.getPtrTy(), *read, [&](Function &f, IRBuilder<> &b) {
    auto given = f.arg_begin();
    SharedWords words = place.words(given, b);
    Value *buffer = &*given++;
    note(given, f, b);
    return b.CreateCall(read, {words.offset, words.where, buffer, b.getInt32(bytes), b.getInt32(apart)});
  });
  f->removeFnAttr(Attribute::Memory); // a note is written too
  load.setOperand(0, b.CreateCall(f, call.arguments));
  load.setAlignment(std::min(load.getAlign(), Align(8)));
}

void writeByCall(StoreInst &store) {
  IRBuilder<> b(&store);
  Module &m = *store.getModule();
  Value *value = store.getValueOperand();
  Call call("urt_write");
  std::string type;
  raw_string_ostream(type) << *value->getType();
  call.add(type);
  PlaceInCall place(store.getPointerOperand(), call, b);
  call.add(value);
  addNote(store, call, b);
  Function *write = m.getFunction("urt_write");
  Function *f = sharedFunction(m, call, b.getVoidTy(), *write, [&](Function &f, IRBuilder<> &b) -> Value * {
    auto given = f.arg_begin();
    SharedWords words = place.words(given, b);
    Value *written = &*given++;
    note(given, f, b);
    unsigned bytes = bytesOf(written->getType(), m);
    AllocaInst *buffer = bufferOf(f, bytes);
    b.CreateAlignedStore(written, buffer, Align(8));
    b.CreateCall(write, {words.offset, words.where, buffer, b.getInt32(bytes)});
    return nullptr;
  });
  f->removeFnAttr(Attribute::Memory); // the object is written, which is no argument here
  b.CreateCall(f, call.arguments);
  store.eraseFromParent();
}
