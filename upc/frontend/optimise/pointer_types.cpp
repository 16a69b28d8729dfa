// SPDX-License-Identifier: BSD-3-Clause
// A pointer-to-shared in private memory (`shared double *row[N]`) is a struct of two words. Clang passes these as two
// values, and copies a struct by memcpy. Both are accesses without a type, which any store may change: a loop would
// load row[i] again behind each store of a double. Here they become accesses of type long. All others to such words are
// of this type or of none.
#include "optimise/pointer_types.h"
#include "optimise/accesses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

enum { Bytes = 16 };

// Is this a pointer-to-shared, or does it begin with one? What a union has now may be of another type.
static bool isPointerType(Type *type) {
  while (type) {
    auto *fields = dyn_cast<StructType>(type);
    StringRef name = fields && fields->hasName() ? fields->getName() : "";
    if (name.starts_with("struct.urt_ptr")) return true;
    if (name.starts_with("union.")) return false;
    if (fields) type = fields->getNumElements() ? fields->getElementType(0) : nullptr;
    else type = type->isArrayTy() ? type->getArrayElementType() : nullptr;
  }
  return false;
}

// Is a pointer-to-shared at this address, as far as the address tells?
static bool leadsToPointer(const Value *address) {
  if (const auto *variable = dyn_cast<GlobalVariable>(address)) return isPointerType(variable->getValueType());
  if (const auto *variable = dyn_cast<AllocaInst>(address)) return isPointerType(variable->getAllocatedType());
  const auto *member = dyn_cast<GEPOperator>(address);
  return member && isPointerType(member->getResultElementType());
}

// The address of the struct of which this is a word, as Clang addresses the words of an argument or a result.
static const Value *pairAt(const Value *word) {
  const auto *member = dyn_cast<GEPOperator>(word);
  const auto *pair = member ? dyn_cast<StructType>(member->getSourceElementType()) : nullptr;
  return pair && !pair->hasName() && member->getNumIndices() == 2 ? member->getPointerOperand() : word;
}

// An argument of a function of the runtime. These have no other structs.
static bool isArgument(const Instruction &load) {
  return !load.use_empty() && llvm::all_of(load.users(), [](const User *user) {
    const auto *call = dyn_cast<CallBase>(user);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("urt_");
  });
}

// URT_LOAD_POINTER of urt.h: both words of a pointer-to-shared in shared memory, copied into one.
static bool isOfSharedPointer(const LoadInst &load) {
  const auto *store = load.hasOneUse() ? dyn_cast<StoreInst>(load.user_back()) : nullptr;
  const auto *pair = store && load.getType()->isIntegerTy(8 * Bytes) && sharedPointer(load)
                         ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
  return pair && llvm::any_of(pair->users(), [&](const User *user) {
    const auto *copy = dyn_cast<MemCpyInst>(user);
    return copy && copy->getRawSource() == pair && leadsToPointer(copy->getRawDest());
  });
}

static bool isOfPointer(Instruction &i) {
  if (const auto *load = dyn_cast<LoadInst>(&i); load && isOfSharedPointer(*load)) return true;
  const Value *address = getLoadStorePointerOperand(&i);
  if (!address || !getLoadStoreType(&i)->isIntegerTy(64) || i.getMetadata(LLVMContext::MD_tbaa)) return false;
  return leadsToPointer(pairAt(address)) || (isa<LoadInst>(i) && isArgument(i));
}

static void copyByWords(MemCpyInst &copy, MDNode *type) {
  IRBuilder<> b(&copy);
  Type *word = b.getInt64Ty();
  Value *words[2];
  auto place = [&](Value *pair, int k) { return b.CreateConstInBoundsGEP1_64(word, pair, k); };
  for (int k : {0, 1}) {
    auto *load = b.CreateAlignedLoad(word, place(copy.getRawSource(), k), Align(8));
    load->setMetadata(LLVMContext::MD_tbaa, type);
    words[k] = load;
  }
  for (int k : {0, 1})
    b.CreateAlignedStore(words[k], place(copy.getRawDest(), k), Align(8))->setMetadata(LLVMContext::MD_tbaa, type);
  copy.eraseFromParent();
}

static bool isCopyOfPointer(const MemCpyInst &copy) {
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  return length && length->equalsInt(Bytes) && !copy.isVolatile() && copy.getMetadata(LLVMContext::MD_tbaa_struct) &&
         (leadsToPointer(copy.getRawSource()) || leadsToPointer(copy.getRawDest()));
}

void typePointers(Module &module) {
  MDBuilder types(module.getContext()); // the very nodes of Clang's types: others would never be of the same object
  MDNode *any = types.createTBAAScalarTypeNode("omnipotent char", types.createTBAARoot("Simple C/C++ TBAA"));
  MDNode *scalar = types.createTBAAScalarTypeNode("long", any);
  MDNode *type = types.createTBAAStructTagNode(scalar, scalar, 0);
  for (Function &f : module)
    for (Instruction &i : llvm::make_early_inc_range(instructions(f))) {
      if (isOfPointer(i)) i.setMetadata(LLVMContext::MD_tbaa, type);
      auto *copy = dyn_cast<MemCpyInst>(&i);
      if (copy && isCopyOfPointer(*copy)) copyByWords(*copy, type);
    }
}
