// SPDX-License-Identifier: BSD-3-Clause
//   upc_syncvar int v;    urt_ptr_t v __attribute__((cleanup(urt_sync_free))) = urt_sync_new();
//   v = 1;                URT_SYNC_WRITE(int, urt_sync_write, v, 1);
//   k = v;                k = URT_SYNC_READ(int, urt_sync_read, v);
#include "tasks/lower_sync_variables.h"
#include "lower/expressions.h"

using namespace clang;

// What is read and written: the type without its qualifiers.
static QualType valueType(QualType sync, const Context &in) {
  return in.unit.types.unshared(sync).getUnqualifiedType();
}

static std::string callOf(QualType sync, bool write, const Context &in) {
  bool once = in.unit.types.sharing(sync).sync == SyncKind::Single;
  return std::string(once ? "urt_single_" : "urt_sync_") + (write ? "write" : "read");
}

static c::Expression get(QualType sync, const c::Expression &at, const Context &in) {
  return c::callWithType("URT_SYNC_READ", in.unit.types.spell(valueType(sync, in)),
                         {c::name(callOf(sync, false, in)), at});
}

static c::Expression put(QualType sync, const c::Expression &at, const c::Expression &value, const Context &in) {
  return c::callWithType("URT_SYNC_WRITE", in.unit.types.spell(valueType(sync, in)),
                         {c::name(callOf(sync, true, in)), at, value});
}

c::Expression loadSync(const Expr *e, const Context &in) {
  return get(in.unit.types.of(e), address(e, in.asAddress()), in);
}

c::Expression storeSync(const Expr *e, const c::Expression &value, const Context &in) {
  return put(in.unit.types.of(e), address(e, in.asAddress()), value, in);
}

// ({ urt_ptr_t a = address; T t = read a, o = t; change t; write a, t; o or t; })
c::Expression updateSync(const Expr *e, Change change, bool yieldsOld, const Context &in) {
  QualType type = in.unit.types.of(e), value = valueType(type, in);
  std::string n = in.unit.fresh(), a = "upc_a" + n, o = "upc_o" + n, t = "upc_t" + n;
  c::Block block;
  block.add(c::declare("urt_ptr_t " + a, address(e, in.asAddress())));
  block.add(c::declare(in.unit.types.declare(value, t), get(type, c::name(a), in)));
  if (yieldsOld) block.add(c::declare(in.unit.types.declare(value, o), c::name(t)));
  block.add(change(c::name(t), true));
  block.add(put(type, c::name(a), c::name(t), in));
  return block.yielding(c::name(yieldsOld ? o : t));
}

c::Expression addressOfSync(const VarDecl *v, const Context &in) {
  if (in.unit.types.isAutomaticSync(v)) return c::name(v->getName().str());
  return c::call("urt_own_at", {c::name(offsetOf(v, in.unit))});
}

c::Statement lowerAutomaticSync(const VarDecl *v, const Context &in) {
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
