// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/effects.h"
#include "optimise/accesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

// ---- Order

const Instruction *ordersAccesses(const Loop &loop) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &i : *block)
      if (ordersAccesses(i)) return &i;
  return nullptr;
}

// ---- Objects

// Private memory that no pointer-to-shared leads to.
static bool isNeverShared(const Value *object) {
  return isa<AllocaInst, GlobalVariable>(object) || isNoAliasCall(object);
}

// What an access may be of in any iteration. LLVM answers for two values of one iteration: of two pointers that change
// places in each round it says that they are different, so it is asked of the objects behind them. Of an object it may
// be any part; and of what one inlined call knows of its arguments, nothing holds for the next one.
static SmallVector<const Value *, 4> objectsOf(const Instruction &access) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(getLoadStorePointerOperand(&access), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return objects;
}
static SmallVector<MemoryLocation, 4> anyParts(const Instruction &access) {
  AAMDNodes types;
  types.TBAA = access.getMetadata(LLVMContext::MD_tbaa);
  SmallVector<MemoryLocation, 4> parts;
  for (const Value *object : objectsOf(access)) parts.push_back(MemoryLocation::getBeforeOrAfter(object, types));
  return parts;
}

bool mayMeet(const Instruction &a, const Instruction &b, AAResults &aliases) {
  const Value *sharedA = sharedPointer(a), *sharedB = sharedPointer(b);
  if (sharedA && sharedB) {
    const Value *arrayA = arrayOf(sharedA), *arrayB = arrayOf(sharedB);
    if (arrayA && arrayB && arrayA != arrayB) return false;
  } else if (sharedA || sharedB) {
    if (llvm::all_of(objectsOf(sharedA ? b : a), isNeverShared)) return false;
  }
  SmallVector<MemoryLocation, 4> partsA = anyParts(a), partsB = anyParts(b);
  return llvm::any_of(partsA, [&](const MemoryLocation &one) {
    return llvm::any_of(partsB, [&](const MemoryLocation &other) { return !aliases.isNoAlias(one, other); });
  });
}

static bool mayChange(const Instruction &i, const LoadInst &load, AAResults &aliases) {
  if (isa<StoreInst>(i)) return mayMeet(i, load, aliases);
  const auto *call = dyn_cast<CallBase>(&i);
  bool isErrno = !sharedPointer(load) && llvm::any_of(objectsOf(load), [](auto *o) { return isa<CallBase>(o); });
  if (call && changesOnlyErrno(*call) && !isErrno) return false;
  return llvm::any_of(anyParts(load), [&](const MemoryLocation &part) {
    return isModSet(aliases.getModRefInfo(&i, part));
  });
}

template <class Asks> static bool anyIn(const Loop &loop, Asks asks) {
  return llvm::any_of(loop.blocks(), [&](const BasicBlock *block) { return llvm::any_of(*block, asks); });
}

bool mayChange(const Loop &loop, const LoadInst &load, AAResults &aliases) {
  return anyIn(loop, [&](const Instruction &i) { return mayChange(i, load, aliases); });
}

bool mayChangeFar(const Loop &loop, const LoadInst &load, AAResults &aliases) {
  return anyIn(loop, [&](const Instruction &i) {
    bool reachesShared = sharedPointer(i) || ordersAccesses(i);
    return reachesShared && mayChange(i, load, aliases);
  });
}

// ---- Updates

enum { Set, Add, Sub, Mult, And, Or, Xor, Float = 4, Double = 5, Kinds = 8 }; // as in urt_far.h

static std::optional<unsigned> kindOf(Type *type) {
  if (type->isFloatTy()) return Float;
  if (type->isDoubleTy()) return Double;
  unsigned bits = type->isPointerTy() ? 64 : type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? std::optional(Log2_32(bits / 8)) : std::nullopt;
}

static std::optional<unsigned> operationOf(const BinaryOperator &i) {
  switch (i.getOpcode()) {
  case Instruction::Add: case Instruction::FAdd: return Add;
  case Instruction::Sub: case Instruction::FSub: return Sub;
  case Instruction::Mul: case Instruction::FMul: return Mult;
  case Instruction::And: return And;
  case Instruction::Or: return Or;
  case Instruction::Xor: return Xor;
  default: return std::nullopt;
  }
}

// The load of the same object in the same block, of which only `user` needs the value, with no write in between.
static LoadInst *oldValue(Value *value, const StoreInst &store) {
  auto *load = dyn_cast<LoadInst>(value);
  if (!load || !load->hasOneUse() || load->getPointerOperand() != store.getPointerOperand() ||
      load->getParent() != store.getParent())
    return nullptr;
  for (const Instruction *i = load; i != &store; i = i->getNextNode())
    if (i->mayWriteToMemory()) return nullptr;
  return load;
}

Update updateOf(StoreInst &store) {
  Value *value = store.getValueOperand();
  auto kind = kindOf(value->getType());
  if (!kind) return {};
  auto *sum = dyn_cast<BinaryOperator>(value);
  auto operation = sum && sum->hasOneUse() ? operationOf(*sum) : std::nullopt;
  if (sum && sum->hasOneUse() && sum->getOpcode() == Instruction::Shl) // a product, as LLVM writes it
    if (const auto *by = dyn_cast<ConstantInt>(sum->getOperand(1)))
      if (LoadInst *load = oldValue(sum->getOperand(0), store))
        return {load, ConstantInt::get(value->getType(), 1ul << by->getZExtValue()), Mult * Kinds + *kind};
  if (operation) {
    unsigned action = *operation * Kinds + *kind;
    if (LoadInst *load = oldValue(sum->getOperand(0), store)) return {load, sum->getOperand(1), action};
    LoadInst *load = sum->isCommutative() ? oldValue(sum->getOperand(1), store) : nullptr;
    if (load) return {load, sum->getOperand(0), action};
  }
  return {nullptr, value, Set * Kinds + *kind};
}

bool isOfUpdate(LoadInst &load) {
  auto *sum = load.hasOneUse() ? dyn_cast<BinaryOperator>(load.user_back()) : nullptr;
  auto *store = sum && sum->hasOneUse() ? dyn_cast<StoreInst>(sum->user_back()) : nullptr;
  return store && updateOf(*store).load == &load;
}
