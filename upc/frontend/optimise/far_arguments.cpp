// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/far_arguments.h"
#include "optimise/accesses.h"
#include "optimise/remarks.h"
#include "optimise/strips.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

static SharedWords wordsOf(Value *pointer, DenseMap<Value *, SharedWords> &known) {
  if (auto found = known.find(pointer); found != known.end()) return found->second;
  Type *word = Type::getInt64Ty(pointer->getContext());
  auto keep = [&](Value *offset, Value *where) { return known[pointer] = {offset, where}; };
  if (CallInst *place = callOf(pointer, "urt_shared")) return keep(place->getArgOperand(0), place->getArgOperand(1));
  auto *i = dyn_cast<Instruction>(pointer);
  if (!i) return keep(PoisonValue::get(word), PoisonValue::get(word)); // a way that is never gone
  IRBuilder<> b(i);
  if (auto *gep = dyn_cast<GetElementPtrInst>(i)) {
    SharedWords base = wordsOf(gep->getPointerOperand(), known);
    Value *bytes = emitGEPOffset(&b, i->getModule()->getDataLayout(), gep);
    return keep(b.CreateAdd(base.offset, bytes), base.where);
  }
  if (auto *choice = dyn_cast<SelectInst>(i)) {
    SharedWords one = wordsOf(choice->getTrueValue(), known), other = wordsOf(choice->getFalseValue(), known);
    return keep(b.CreateSelect(choice->getCondition(), one.offset, other.offset),
                b.CreateSelect(choice->getCondition(), one.where, other.where));
  }
  if (auto *frozen = dyn_cast<FreezeInst>(i)) {
    SharedWords inner = wordsOf(frozen->getOperand(0), known);
    return keep(b.CreateFreeze(inner.offset), b.CreateFreeze(inner.where));
  }
  auto *phi = cast<PHINode>(i);
  PHINode *offset = b.CreatePHI(word, 2), *where = b.CreatePHI(word, 2);
  keep(offset, where);
  for (unsigned n = 0; n < phi->getNumIncomingValues(); n++) {
    SharedWords one = wordsOf(phi->getIncomingValue(n), known);
    offset->addIncoming(one.offset, phi->getIncomingBlock(n));
    where->addIncoming(one.where, phi->getIncomingBlock(n));
  }
  return {offset, where};
}

SharedWords sharedWords(Value *pointer) {
  DenseMap<Value *, SharedWords> known;
  return wordsOf(pointer, known);
}

AllocaInst *bufferOf(Function &f, unsigned bytes) {
  for (Instruction &i : f.getEntryBlock())
    if (auto *a = dyn_cast<AllocaInst>(&i); a && markOf(*a, "upc.buffer") >= bytes) return a;
  unsigned room = std::max(bytes, 16u);
  AllocaInst *buffer = localVariable(f, ArrayType::get(Type::getInt8Ty(f.getContext()), room), "upc.buffer");
  mark(*buffer, "upc.buffer", room);
  buffer->setAlignment(Align(16));
  return buffer;
}

Value *lineOf(const Instruction &access, const char *what, IRBuilder<> &b) {
  const DILocation *line = lineOfUser(access);
  if (!line) return nullptr;
  return b.CreateGlobalString((fileOf(*line->getScope()) + ":" + Twine(line->getLine()) + ": " + what).str());
}

Value *noteOf(const Instruction &access, IRBuilder<> &b) {
  return access.getModule()->getFunction("urt_note_access") ? lineOf(access, "far access", b) : nullptr;
}
