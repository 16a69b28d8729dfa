// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/accesses.h"

#include "llvm/IR/Function.h"

using namespace llvm;

CallInst *callOf(Value *value, StringRef name) {
  auto *call = dyn_cast<CallInst>(value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name ? call : nullptr;
}

// The call that gives a pair of which this is one word.
static CallInst *pairOf(Value *word, unsigned which) {
  auto *part = dyn_cast<ExtractValueInst>(word);
  if (!part || part->getIndices() != ArrayRef(which)) return nullptr;
  CallInst *add = callOf(part->getAggregateOperand(), "urt_add_in_blocks");
  return add ? add : callOf(part->getAggregateOperand(), "urt_within");
}

// The same for an offset to which bytes are added.
static CallInst *pairOfOffset(Value *offset, SmallVectorImpl<Value *> &inside) {
  while (true) {
    if (CallInst *add = pairOf(offset, 0)) return add;
    auto *sum = dyn_cast<BinaryOperator>(offset);
    if (!sum || sum->getOpcode() != Instruction::Add) return nullptr;
    Value *left = sum->getOperand(0), *right = sum->getOperand(1);
    if (pairOf(right, 0) || (!pairOf(left, 0) && isa<BinaryOperator>(right) && !isa<BinaryOperator>(left)))
      std::swap(left, right);
    inside.push_back(right), offset = left;
  }
}

// A member has phase 0.
static CallInst *pairOfWhere(Value *where) {
  auto *thread = dyn_cast<BinaryOperator>(where);
  bool masked = thread && thread->getOpcode() == Instruction::And;
  auto *mask = masked ? dyn_cast<ConstantInt>(thread->getOperand(1)) : nullptr;
  return pairOf(mask && mask->getZExtValue() == UINT32_MAX ? thread->getOperand(0) : where, 1);
}

ElementAddress elementAddress(Instruction &i) {
  ElementAddress a;
  CallInst *near = callOf(&i, "urt_near");
  if (!near) return {};
  a.add = pairOfOffset(near->getArgOperand(0), a.inside);
  if (!a.add || pairOfWhere(near->getArgOperand(1)) != a.add) return {};
  if (!isa<ConstantInt>(a.elem()) || !isa<ConstantInt>(a.blockSize())) return {};
  a.near = near;
  return a;
}

void replaceAddress(const ElementAddress &address, Value *place, IRBuilderBase &builder) {
  for (Value *bytes : address.inside) place = builder.CreateGEP(builder.getInt8Ty(), place, bytes);
  address.near->replaceAllUsesWith(place);
  address.near->eraseFromParent();
}
