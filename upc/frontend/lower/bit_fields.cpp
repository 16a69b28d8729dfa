// SPDX-License-Identifier: BSD-3-Clause
// Bit-fields of shared structs: read or changed through a private copy of the bytes they lie in, and of no others.
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "tokens/clang_versions.h"

using namespace clang;

const FieldDecl *sharedBitField(const Expr *lvalue) {
  const auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParens());
  const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && field->isBitField() ? field : nullptr;
}

namespace {

// The copy: a struct of which only the bytes of the field are in use.
struct PrivateCopy {
  c::Block block; // fetches it
  c::Expression field;
  c::Expression address, place, bytes;
  std::string old; // a name for the value before a change
};

} // namespace

static void fence(c::Block &block, bool strict) {
  if (strict) block.add(c::call("URT_FENCE", {}));
}

static PrivateCopy fetch(const Expr *lvalue, bool strict, const Context &in) {
  const auto *member = cast<MemberExpr>(lvalue->IgnoreParens());
  const FieldDecl *field = sharedBitField(lvalue);
  Object object = objectOf(member, in);
  uint64_t width = bitWidth(field);
  uint64_t start = in.unit.context.getFieldOffset(field) + object.bits;
  c::Expression first = c::number(start / 8), bytes = c::number((start + width - 1) / 8 - start / 8 + 1);
  std::string n = in.unit.fresh(), a = "upc_a" + n, s = "upc_s" + n;
  PrivateCopy copy;
  copy.address = c::name(a), copy.bytes = bytes, copy.old = "upc_o" + n;
  copy.field = c::member(c::name(s), field->getName().str());
  copy.place = c::binary(c::cast("char *", c::addressOf(c::name(s))), "+", first);
  copy.block.add(c::declare("urt_ptr_t " + a, c::call("urt_member", {addressOf(object, in), first})));
  copy.block.add(c::declare(in.unit.types.spell(object.type) + " " + s));
  if (strict) copy.block.add(c::call("urt_before_read", {copy.address}));
  fence(copy.block, strict);
  copy.block.add(c::call(isStrict(lvalue, in) ? "URT_GET_BYTES_STRICT" : "urt_get_bytes",
                         {copy.place, copy.address, copy.bytes}));
  return copy;
}

// The field's value, promoted as C promotes it.
static c::Expression promoted(const c::Expression &field) { return c::binary(field, "+", c::number(0)); }

c::Expression loadBitField(const Expr *lvalue, bool strict, const Context &in) {
  PrivateCopy copy = fetch(lvalue, strict, in);
  fence(copy.block, strict);
  return copy.block.yielding(promoted(copy.field));
}

c::Expression updateBitField(const Expr *lvalue, Change change, bool yieldsOld, bool strict, const Context &in) {
  PrivateCopy copy = fetch(lvalue, strict, in);
  c::Expression value = promoted(copy.field);
  if (yieldsOld)
    copy.block.add(c::declare("__typeof__(" + in.unit.onOneLine(value.code) + ") " + copy.old, copy.field));
  copy.block.add(change(copy.field, true));
  if (strict) copy.block.add(c::call("urt_before_write", {copy.address, copy.bytes}));
  copy.block.add(c::call(isStrict(lvalue, in) ? "URT_PUT_BYTES_STRICT" : "urt_put_bytes",
                         {copy.address, copy.place, copy.bytes}));
  fence(copy.block, strict);
  return copy.block.yielding(yieldsOld ? c::name(copy.old) : value);
}

// The value comes first: s.a = s.b = 1 writes a field whose bytes are copied with those of a.
c::Expression storeBitField(const Expr *lvalue, const c::Expression &value, bool strict, const Context &in) {
  QualType type = in.unit.types.unshared(in.unit.types.of(lvalue)).getUnqualifiedType();
  std::string name = "upc_x" + in.unit.fresh();
  c::Block block = {c::declare(in.unit.types.declare(type, name), value)};
  auto assign = [&](const c::Expression &object, bool) { return c::assign(object, "=", c::name(name)); };
  return block.yielding(updateBitField(lvalue, assign, false, strict, in));
}
