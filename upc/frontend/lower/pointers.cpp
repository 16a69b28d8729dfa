// SPDX-License-Identifier: BSD-3-Clause
//   p + k    urt_add(p, k, sizeof(int), 1)      the last argument is the block size
//   r - p    urt_diff(r, p, sizeof(int), 1)
#include "lower/pointers.h"
#include "lower/accesses.h"
#include "lower/bounds.h"
#include "lower/expressions.h"

using namespace clang;

c::Expression sizeOf(QualType type, const Context &in) { return c::sizeOfType(in.unit.types.spell(type)); }
c::Expression asLong(const c::Expression &e) { return c::cast("long", e); }

// The elements of an array type as a factor, 1 of any other type; `scalar` receives the type of an element.
static c::Expression countOf(QualType type, QualType &scalar, bool &one, const Context &in) {
  std::string count = in.unit.types.elementCount(type, &scalar);
  one = count == "1";
  return c::withPrecedence(c::Precedence::Product, count);
}

c::Expression advanced(const c::Expression &pointer, const c::Expression &count, QualType pointerType,
                       const Context &in) {
  QualType scalar, target = in.unit.types.pointee(pointerType);
  bool one;
  c::Expression each = countOf(target, scalar, one, in), elements = one ? count : c::binary(count, "*", asLong(each));
  return c::call("urt_add", {pointer, elements, sizeOf(scalar, in), c::number(in.unit.types.sharing(target).block)});
}

c::Expression advancedBy(const c::Expression &pointer, const Expr *count, bool back, QualType pointerType,
                         const Context &in) {
  Types &types = in.unit.types;
  QualType target = types.pointee(pointerType);
  long block = types.sharing(target).block;
  Term t;
  bool rows = types.dynamicThreads() && block && multipleOfThreads(count, in.facts(), t) && t.threads == 1 &&
              t.c % block == 0 && !in.unit.context.getAsArrayType(target);
  if (rows) // by c * THREADS, c a number of blocks: to the same place some rows on
    return c::call("urt_add_rows",
                   {pointer, c::number((back ? -1 : 1) * (t.c / block), "L"), sizeOf(target, in), c::number(block)});
  c::Expression elements = asLong(lowerExpression(count, in));
  return advanced(pointer, back ? c::prefix("-", elements) : elements, pointerType, in);
}

c::Expression difference(const Expr *p, const Expr *q, const Context &in) {
  QualType scalar, target = in.unit.types.pointee(in.unit.types.of(p));
  bool one;
  c::Expression each = countOf(target, scalar, one, in);
  c::Expression elements = c::call("urt_diff", {lowerExpression(p, in), lowerExpression(q, in), sizeOf(scalar, in),
                                                c::number(in.unit.types.sharing(target).block)});
  return one ? elements : c::binary(elements, "/", asLong(each));
}

c::Expression convertPointer(QualType from, QualType to, const c::Expression &value, const Context &in) {
  Types &types = in.unit.types;
  ASTContext &context = in.unit.context;
  QualType a = types.pointee(from), b = types.pointee(to);
  long before = types.sharing(a).block, after = types.sharing(b).block;
  auto rephased = [&] { return c::call("urt_rephase", {value}); };
  if (b->isVoidType()) return value; // which keeps the phase
  if (a->isVoidType()) return after <= 1 ? rephased() : value;
  if (before <= 1) return value;
  auto size = [&](QualType t) {
    t = context.getBaseElementType(t);
    return t->isIncompleteType() || t->isFunctionType() ? -1 : (long)types.bytes(t);
  };
  bool sameSize = size(a) == size(b) && (size(a) >= 0 || a.getCanonicalType() == b.getCanonicalType());
  return before == after && sameSize ? value : rephased();
}

c::Expression elementNumber(const Subscripted &s, const Context &in) {
  std::optional<c::Expression> sum;
  for (size_t k = 0; k < s.subscripts.size(); k++) {
    c::Expression part = checkedSubscript(s.places[k], in);
    if (s.counts[k].c != 1) part = c::binary(part, "*", c::number(s.counts[k].c));
    if (s.counts[k].threads) part = c::binary(part, "*", c::name("urt_threads"));
    sum = sum ? c::binary(*sum, "+", part) : part;
  }
  return sum ? *sum : c::number(0);
}

c::Expression startOf(const Subscripted &s, const Context &in) {
  return s.array ? c::call("urt_static_at", {c::name(offsetOf(s.array, in.unit))}) : lowerExpression(s.pointer, in);
}

static bool inOneBlock(const Subscripted &s, const Context &in) {
  return s.array && oneBlockEach(s.array->getType(), in.facts());
}

std::optional<c::Expression> elementAddress(const ArraySubscriptExpr *e, const Context &in) {
  auto s = subscriptsOf(e, in.facts());
  if (!s) return std::nullopt;
  QualType element = in.unit.types.of(e);
  const char *how = inOneBlock(*s, in) ? "urt_within" : "urt_add";
  return c::call(how, {startOf(*s, in), elementNumber(*s, in), sizeOf(element, in),
                       c::number(in.unit.types.sharing(element).block)});
}
