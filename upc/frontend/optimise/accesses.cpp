// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/accesses.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

CallInst *callOf(const Value *value, StringRef name) {
  auto *call = const_cast<CallInst *>(dyn_cast_or_null<CallInst>(value));
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name ? call : nullptr;
}

CallInst *placeOf(const Value *value) {
  for (StringRef name : {"urt_near", "urt_placed", "urt_shared"})
    if (CallInst *place = callOf(value, name)) return place;
  return nullptr;
}

const Value *sharedPointer(const Instruction &i) {
  const Value *pointer = getLoadStorePointerOperand(&i);
  return pointer && pointer->getType()->getPointerAddressSpace() == Space ? pointer : nullptr;
}

bool isSharedCopy(const Instruction &i) {
  const auto *copy = dyn_cast<MemIntrinsic>(&i);
  if (!copy) return false;
  const auto *transfer = dyn_cast<MemTransferInst>(copy);
  return copy->getDestAddressSpace() == Space || (transfer && transfer->getSourceAddressSpace() == Space);
}

void mark(Instruction &access, StringRef what, unsigned number) {
  LLVMContext &context = access.getContext();
  auto *n = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number));
  access.setMetadata(what, MDNode::get(context, n));
}

std::optional<unsigned> markOf(const Instruction &access, StringRef what) {
  const MDNode *node = access.getMetadata(what);
  if (!node) return std::nullopt;
  return mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
}

// The call that gives a pair of which this is one word.
static CallInst *pairOf(Value *word, unsigned which) {
  auto *part = dyn_cast<ExtractValueInst>(word);
  if (!part || part->getIndices() != ArrayRef(which)) return nullptr;
  CallInst *add = callOf(part->getAggregateOperand(), "urt_add_in_blocks");
  return add ? add : callOf(part->getAggregateOperand(), "urt_within");
}

// The same for an offset to which bytes are added, in sums that LLVM may have put in another order. It looks through
// `depth` of them.
static CallInst *pairOfOffset(Value *offset, SmallVectorImpl<Value *> &inside, int depth = 8) {
  if (CallInst *add = pairOf(offset, 0)) return add;
  auto *sum = dyn_cast<BinaryOperator>(offset);
  if (!sum || sum->getOpcode() != Instruction::Add || depth == 0) return nullptr;
  for (unsigned part : {0, 1})
    if (CallInst *add = pairOfOffset(sum->getOperand(part), inside, depth - 1)) {
      inside.push_back(sum->getOperand(1 - part));
      return add;
    }
  return nullptr;
}

// A member has phase 0.
CallInst *additionOf(Value *where) {
  auto *thread = dyn_cast<BinaryOperator>(where);
  bool masked = thread && thread->getOpcode() == Instruction::And;
  auto *mask = masked ? dyn_cast<ConstantInt>(thread->getOperand(1)) : nullptr;
  return pairOf(mask && mask->getZExtValue() == UINT32_MAX ? thread->getOperand(0) : where, 1);
}

ElementAddress elementAddress(Instruction &i) {
  ElementAddress a;
  CallInst *place = placeOf(&i);
  if (!place) return {};
  a.add = pairOfOffset(place->getArgOperand(0), a.inside);
  if (!a.add || additionOf(place->getArgOperand(1)) != a.add) return {};
  if (!isa<ConstantInt>(a.elem()) || !isa<ConstantInt>(a.blockSize())) return {};
  a.place = place;
  return a;
}

bool isAccessedOnly(const Value &pointer) {
  return llvm::all_of(pointer.users(), [&](const User *user) {
    if (const auto *gep = dyn_cast<GetElementPtrInst>(user)) return isAccessedOnly(*gep);
    return getLoadStorePointerOperand(user) == &pointer;
  });
}

// The same addresses, in the address space of `to`.
static void repoint(Value *from, Value *to) {
  for (Use &use : llvm::make_early_inc_range(from->uses())) {
    auto *gep = dyn_cast<GetElementPtrInst>(use.getUser());
    if (!gep) {
      use.set(to);
      continue;
    }
    SmallVector<Value *, 4> indices(gep->indices());
    repoint(gep, IRBuilder<>(gep).CreateGEP(gep->getSourceElementType(), to, indices, gep->getName()));
    gep->eraseFromParent();
  }
}

void usePlace(CallInst &call, Value *place) {
  // repoint() also removes instructions behind the call, which a caller's loop over the block may come to next.
  if (place->getType() == call.getType()) call.replaceAllUsesWith(place);
  else repoint(&call, place);
  call.eraseFromParent();
}

void replaceAddress(const ElementAddress &address, Value *place, IRBuilderBase &builder) {
  for (Value *bytes : address.inside) place = builder.CreateGEP(builder.getInt8Ty(), place, bytes);
  usePlace(*address.place, place);
}

void placeByProducts(const ElementAddress &a) {
  IRBuilder<> b(a.place);
  Function *place = a.place->getModule()->getFunction("urt_place");
  Value *within = b.getInt32(a.within());
  CallInst *call = b.CreateCall(place, {a.offset(), a.where(), a.index(), a.elem(), a.blockSize(), within});
  passOnCall(*a.place, *call);
  replaceAddress(a, call, b);
}

bool staysCall(const Instruction &i) { return markOf(i, "upc.called").has_value(); }

void passOnCall(const Instruction &from, Instruction &to) {
  if (staysCall(from)) mark(to, "upc.called");
}

GlobalVariable *staticArray(const Value *offset) {
  const auto *load = dyn_cast<LoadInst>(offset);
  auto *variable = load ? dyn_cast<GlobalVariable>(load->getPointerOperand()) : nullptr;
  return variable && variable->getName().starts_with("upc_v_") ? const_cast<GlobalVariable *>(variable) : nullptr;
}

static const Value *arrayOfOffset(const Value *offset, int depth) {
  if (depth == 0) return nullptr;
  if (isa<LoadInst>(offset)) return staticArray(offset);
  if (const auto *sum = dyn_cast<BinaryOperator>(offset); sum && sum->getOpcode() == Instruction::Add) {
    const Value *left = arrayOfOffset(sum->getOperand(0), depth - 1);
    return left ? left : arrayOfOffset(sum->getOperand(1), depth - 1);
  }
  const auto *part = dyn_cast<ExtractValueInst>(offset);
  const auto *moved = part ? dyn_cast<CallInst>(part->getAggregateOperand()) : nullptr;
  bool isMoved = callOf(moved, "urt_add_in_blocks") || callOf(moved, "urt_within");
  return moved && isMoved ? arrayOfOffset(moved->getArgOperand(0), depth - 1) : nullptr;
}

const Value *arrayOf(const Value *pointer) {
  while (const auto *gep = dyn_cast<GetElementPtrInst>(pointer)) pointer = gep->getPointerOperand();
  CallInst *place = placeOf(pointer);
  return place ? arrayOfOffset(place->getArgOperand(0), 8) : nullptr;
}
