// SPDX-License-Identifier: BSD-3-Clause
//   upc_syncvar int v;    urt_ptr_t v __attribute__((cleanup(urt_sync_free))) = urt_sync_new();
//   v = 1;                URT_SYNC_WRITE(int, urt_sync_write, v, 1);
//   k = v;                k = URT_SYNC_READ(int, urt_sync_read, v);
#include "tasks/sync_variables.h"
#include "lower/expressions.h"

using namespace clang;

// What is read and written: the type without its qualifiers.
static QualType valueType(QualType sync, const Context &in) {
  return in.unit.types.unshared(sync).getUnqualifiedType();
}

static std::string callOf(QualType sync, bool write, const Context &in) {
  bool once = isSingle(in.unit.types.qualifier(sync));
  return std::string(once ? "urt_single_" : "urt_sync_") + (write ? "write" : "read");
}

c::Expression readSync(QualType sync, const c::Expression &at, const Context &in) {
  return c::callWithType("URT_SYNC_READ", in.unit.types.spell(valueType(sync, in)),
                         {c::name(callOf(sync, false, in)), at});
}

c::Expression writeSync(QualType sync, const c::Expression &at, const c::Expression &value, const Context &in) {
  return c::callWithType("URT_SYNC_WRITE", in.unit.types.spell(valueType(sync, in)),
                         {c::name(callOf(sync, true, in)), at, value});
}

c::Statement declareSync(const VarDecl *v, const Context &in) {
  std::string name = "urt_ptr_t " + v->getName().str(), spelled = in.unit.types.spell(valueType(v->getType(), in));
  QualType scalar;
  std::string count = in.unit.types.elementCount(v->getType(), &scalar);
  if (v->getType()->isArrayType())
    return c::declare(name + " __attribute__((cleanup(urt_sync_free_array)))",
                      c::call("urt_sync_new_array", {c::withPrecedence(c::Precedence::Product, count)}));
  name += " __attribute__((cleanup(urt_sync_free)))";
  if (!v->getInit()) return c::declare(name, c::call("urt_sync_new", {}));
  return c::declare(name, c::callWithType("URT_SYNC_NEW", spelled, {lowerAs(v->getType(), v->getInit(), in)}));
}

c::Expression fillSync(const VarDecl *v, const std::string &offset, const c::Expression &value, const Context &in) {
  bool each = in.unit.types.sharing(v->getType()).implied;
  return c::callWithType("URT_SYNC_FILL", in.unit.types.spell(valueType(v->getType(), in)),
                         {c::name(offset), c::number(each), value});
}
