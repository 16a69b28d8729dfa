// SPDX-License-Identifier: BSD-3-Clause
//   x[k]        URT_LOAD(double, urt_add(urt_static_at(upc_v_x), k, sizeof(double), 1))
//   x[k] = 1    URT_STORE(double, address as above, 1)
//               -O0: URT_READ(double, urt_read_static, 0, upc_v_x, k, sizeof(double), 1)
//   n += 2      ({ urt_ptr_t a = address; int t = URT_LOAD(int, a); t += 2; URT_STORE(int, a, t); t; })
#include "lower/accesses.h"
#include "lower/bounds.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "tokens/extension.h"
#include "clang/AST/Attr.h"

using namespace clang;

std::string uniqueName(const VarDecl *v, Unit &unit) {
  std::string name = v->getName().str();
  if (v->isLocalVarDecl() && v->hasExternalStorage()) return name;
  auto [at, fresh] = unit.uniqueNames.try_emplace(v->getCanonicalDecl());
  if (fresh) at->second = name + (v->isStaticLocal() ? "_" + unit.fresh() : "");
  return at->second;
}

std::string offsetOf(const VarDecl *v, Unit &unit) { return "upc_v_" + uniqueName(v, unit); }

// ---- Addresses

Object objectOf(const MemberExpr *e, const Context &in) {
  const Expr *base = e->getBase();
  bool arrow = e->isArrow();
  uint64_t bits = 0;
  while (const auto *outer = dyn_cast<MemberExpr>(base->IgnoreParens())) {
    const auto *anonymous = dyn_cast<FieldDecl>(outer->getMemberDecl());
    if (!anonymous || anonymous->getIdentifier()) break;
    bits += in.unit.context.getFieldOffset(anonymous);
    base = outer->getBase(), arrow = outer->isArrow();
  }
  QualType type = in.unit.types.of(base);
  return {base, arrow, arrow ? in.unit.types.pointee(type) : type, bits};
}

c::Expression addressOf(const Object &object, const Context &in) {
  return object.arrow ? lowerExpression(object.base, in) : address(object.base, in);
}

static c::Expression offsetInside(const MemberExpr *e, const Object &object, const Context &in) {
  std::string type = in.unit.types.spell(object.type), field = e->getMemberDecl()->getName().str();
  return c::call("__builtin_offsetof", {c::name(type), c::name(field)});
}

static c::Expression addressOfMember(const MemberExpr *e, const Context &in) {
  Object object = objectOf(e, in);
  return c::call("urt_member", {addressOf(object, in), offsetInside(e, object, in)});
}

static c::Expression addressOfElement(const ArraySubscriptExpr *e, const Context &in) {
  std::vector<const Expr *> indices;
  if (const VarDecl *array = multiBlockedElement(e, indices, in.unit)) return multiBlockedAddress(array, indices, in);
  if (auto whole = elementAddress(e, in)) return *whole;
  QualType pointer = in.unit.types.of(e->getBase());
  if (!pointer->getAs<PointerType>()) // an element of a vector
    return c::call("urt_member", {address(e->getBase(), in),
                                  c::binary(lowerExpression(e->getIdx(), in), "*", sizeOf(e->getType(), in))});
  return advanced(lowerExpression(e->getBase(), in), checkedSubscript(e, in), pointer, in);
}

static std::optional<c::Expression> addressOfOperator(const UnaryOperator *e, const Context &in) {
  const Expr *sub = e->getSubExpr();
  switch (e->getOpcode()) {
  case UO_Deref: return lowerExpression(sub, in);
  case UO_Extension: return address(sub, in);
  case UO_Real: return c::call("urt_member", {address(sub, in), c::number(0)});
  case UO_Imag: return c::call("urt_member", {address(sub, in), sizeOf(e->getType(), in)});
  default: return std::nullopt;
  }
}

c::Expression address(const Expr *e, const Context &in) {
  if (const auto *x = dyn_cast<ParenExpr>(e)) return address(x->getSubExpr(), in);
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e); x && x->getCastKind() == CK_NoOp)
    return address(x->getSubExpr(), in);
  if (const auto *x = dyn_cast<GenericSelectionExpr>(e)) return address(x->getResultExpr(), in);
  if (const auto *x = dyn_cast<ChooseExpr>(e)) return address(x->getChosenSubExpr(), in);
  if (const auto *x = dyn_cast<DeclRefExpr>(e))
    if (const auto *v = dyn_cast<VarDecl>(x->getDecl())) {
      Sharing s = in.unit.types.sharing(Types::declaredArray(v));
      if (s.implied && in.unit.types.isQualifiedAutomatic(v)) return c::name(v->getName().str());
      if (s.implied) return c::call("urt_own_at", {c::name(offsetOf(v, in.unit))});
      return s.multiBlocked() ? multiBlockedAddress(v, {}, in)
                              : c::call("urt_static_at", {c::name(offsetOf(v, in.unit))});
    }
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) return addressOfElement(x, in);
  if (const auto *x = dyn_cast<MemberExpr>(e)) return addressOfMember(x, in);
  if (const auto *x = dyn_cast<UnaryOperator>(e))
    if (auto place = addressOfOperator(x, in)) return *place;
  in.unit.error(e->getBeginLoc(),
                "this shared object cannot be accessed in this way; take it through a pointer-to-shared");
  return c::name("URT_NULL");
}

// ---- Values

bool isStrict(const Expr *lvalue, const Context &in) {
  Sharing s = in.unit.types.sharing(in.unit.types.of(lvalue));
  if (s.strict || s.relaxed) return s.strict;
  int at = in.unit.index(lvalue->getBeginLoc());
  return at >= 0 && in.unit.stream.strictAt(at);
}

const Expr *decayedMember(const Expr *e) {
  const auto *element = dyn_cast<ArraySubscriptExpr>(e);
  const auto *decay = element ? dyn_cast<ImplicitCastExpr>(element->getBase()->IgnoreParens()) : nullptr;
  if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay) return nullptr;
  return dyn_cast<MemberExpr>(decay->getSubExpr()->IgnoreParens());
}

// Is one of the members that lead from the object to the lvalue such a field?
static bool hasMember(const Expr *lvalue, llvm::function_ref<bool(const FieldDecl *)> is) {
  const Expr *e = lvalue->IgnoreParenImpCasts();
  if (const auto *x = dyn_cast<MemberExpr>(e))
    return is(cast<FieldDecl>(x->getMemberDecl())) || (!x->isArrow() && hasMember(x->getBase(), is));
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) {
    const auto *decay = dyn_cast<ImplicitCastExpr>(x->getBase()->IgnoreParens());
    return decay && decay->getCastKind() == CK_ArrayToPointerDecay && hasMember(decay->getSubExpr(), is);
  }
  if (const auto *x = dyn_cast<UnaryOperator>(e); x && (x->getOpcode() == UO_Real || x->getOpcode() == UO_Imag))
    return hasMember(x->getSubExpr(), is);
  return false;
}

bool mayBeUnaligned(const Expr *lvalue) {
  return hasMember(lvalue, [](const FieldDecl *field) {
    const RecordDecl *record = field->getParent();
    return field->hasAttr<PackedAttr>() || record->hasAttr<PackedAttr>() || record->hasAttr<MaxFieldAlignmentAttr>();
  });
}

// The memory of a union's member has the types of the other members too. Clang knows that of private ones.
static bool isInUnion(const Expr *lvalue) {
  return hasMember(lvalue, [](const FieldDecl *field) { return field->getParent()->isUnion(); });
}

// Can the passes of optimise/ deal with a relaxed access to an object of this type?
static bool isPlain(const Expr *lvalue, const Context &in) {
  QualType type = in.unit.types.of(lvalue);
  return type->isScalarType() && !type->isAnyComplexType() && !type.isVolatileQualified() && !type->isAtomicType() &&
         !type->isBlockPointerType() && !mayBeUnaligned(lvalue);
}
static std::string get(const Expr *lvalue, bool strict, const Context &in) {
  if (strict || !isPlain(lvalue, in)) return strict ? "URT_GET_STRICT" : "URT_GET";
  return in.unit.types.isPts(in.unit.types.of(lvalue)) ? "URT_LOAD_POINTER" : "URT_LOAD";
}
static std::string put(const Expr *lvalue, bool strict, const Context &in) {
  if (strict) return "URT_PUT_STRICT";
  return isPlain(lvalue, in) && !in.unit.types.isPts(in.unit.types.of(lvalue)) ? "URT_STORE" : "URT_PUT";
}

// A bit-field is accessed by bytes, and no type says that these are volatile. So they are accessed as strict ones.
static bool isBitFieldStrict(const Expr *lvalue, bool strict, const Context &in) {
  return strict || in.unit.types.of(lvalue).isVolatileQualified();
}

// A get or put of the lvalue, by a type that says so where it may be unaligned or of another type.
static c::Expression access(const std::string &how, const Expr *lvalue, const std::string &type,
                            const c::Expressions &arguments, const Context &in) {
  std::string attributes = mayBeUnaligned(lvalue) ? "aligned(1)" : "";
  if (isInUnion(lvalue)) attributes += attributes.empty() ? "may_alias" : ", may_alias";
  if (attributes.empty()) return c::callWithType(how, type, arguments);
  std::string name = "upc_u" + in.unit.fresh();
  c::Block block = {c::declare("typedef __typeof__(" + type + ") " + name + " __attribute__((" + attributes + "))")};
  return block.yielding(c::callWithType(how, name, arguments));
}

// volatile is kept: a loop may wait for such an object to change.
static std::string accessType(const Expr *lvalue, const Context &in) {
  QualType type = in.unit.types.of(lvalue);
  return (type.isVolatileQualified() ? "volatile " : "") + in.unit.types.spell(type);
}

// ---- Accesses by one call, where Clang does not optimise

namespace {

// `call` gets an offset or a pointer, and how many elements of which size and block behind it the element is.
struct Pieces {
  const char *kind; // "static" or "element"
  c::Expressions arguments;
  std::optional<c::Expression> inside; // bytes behind the start of the element
};

} // namespace

static Pieces piecesOfPointer(const c::Expression &pointer) {
  return {"element", {pointer, c::number(0), c::number(0), c::number(0)}, {}};
}

static Pieces piecesOf(const Expr *e, const Context &in);

static Pieces piecesOfMember(const MemberExpr *e, const Context &in) {
  Object object = objectOf(e, in);
  Pieces pieces = object.arrow ? piecesOfPointer(lowerExpression(object.base, in)) : piecesOf(object.base, in);
  c::Expression place = offsetInside(e, object, in);
  pieces.inside = pieces.inside ? c::binary(*pieces.inside, "+", place) : place;
  return pieces;
}

static std::optional<Pieces> piecesOfElement(const ArraySubscriptExpr *e, const Context &in) {
  std::vector<const Expr *> indices;
  if (multiBlockedElement(e, indices, in.unit)) return std::nullopt;
  auto s = subscriptsOf(e, in.facts());
  if (!s) return std::nullopt;
  c::Expression start = s->array ? c::name(offsetOf(s->array, in.unit)) : startOf(*s, in);
  QualType element = in.unit.types.of(e);
  return Pieces{s->array ? "static" : "element", {start, elementNumber(*s, in), sizeOf(element, in),
                c::number(in.unit.types.sharing(element).block)}, {}};
}

static Pieces piecesOf(const Expr *e, const Context &in) {
  if (const auto *x = dyn_cast<ParenExpr>(e)) return piecesOf(x->getSubExpr(), in);
  if (const auto *x = dyn_cast<MemberExpr>(e)) return piecesOfMember(x, in);
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e))
    if (auto pieces = piecesOfElement(x, in)) return *pieces;
  if (const VarDecl *v = variableOf(e); v && isa<DeclRefExpr>(e))
    if (Sharing s = in.unit.types.sharing(Types::declaredArray(v)); !s.implied && !s.multiBlocked())
      return {"static", {c::name(offsetOf(v, in.unit)), c::number(0), c::number(0), c::number(0)}, {}};
  return piecesOfPointer(address(e, in));
}

// Volatile objects, and those that the user sees to be made at once, have accesses of their own.
static bool isOneCall(const Expr *lvalue, bool strict, const Context &in) {
  QualType type = in.unit.types.of(lvalue);
  return !in.unit.options.optimises && !strict && !type.isVolatileQualified() && !type->isAtomicType();
}

static c::Expression accessByCall(const char *how, const char *macro, const Expr *lvalue, const std::string &type,
                                  const c::Expressions &value, const Context &in) {
  Pieces pieces = piecesOf(lvalue, in.asAccess());
  c::Expressions arguments{c::name(how + std::string(pieces.kind))};
  arguments.insert(arguments.end(), value.begin(), value.end());
  arguments.push_back(pieces.inside.value_or(c::number(0)));
  arguments.insert(arguments.end(), pieces.arguments.begin(), pieces.arguments.end());
  return access(macro, lvalue, type, arguments, in);
}

// The address of what is read or written.
static c::Expression accessedPlace(const Expr *lvalue, const Context &in) { return address(lvalue, in.asAccess()); }

c::Expression load(const Expr *e, const Context &in) {
  QualType type = in.unit.types.of(e);
  if (const Qualifier *own = in.unit.types.qualifier(type)) return own->read(type, address(e, in.asAddress()), in);
  bool strict = isStrict(e, in);
  if (sharedBitField(e)) return loadBitField(e, isBitFieldStrict(e, strict, in), in.asAccess());
  if (type->isVoidType()) return c::cast("void", address(e, in));
  if (isOneCall(e, strict, in)) return accessByCall("urt_read_", "URT_READ", e, accessType(e, in), {}, in);
  return access(get(e, strict, in), e, accessType(e, in), {accessedPlace(e, in)}, in);
}

c::Expression store(const Expr *e, const c::Expression &value, const Context &in) {
  QualType type = in.unit.types.of(e);
  if (const Qualifier *own = in.unit.types.qualifier(type))
    return own->write(type, address(e, in.asAddress()), value, in);
  bool strict = isStrict(e, in);
  if (sharedBitField(e)) return storeBitField(e, value, isBitFieldStrict(e, strict, in), in.asAccess());
  if (isOneCall(e, strict, in)) return accessByCall("urt_write_", "URT_WRITE", e, accessType(e, in), {value}, in);
  return access(put(e, strict, in), e, accessType(e, in), {accessedPlace(e, in), value}, in);
}

// A private pointer-to-shared: ({ urt_ptr_t *a = &(p), o = *a, t = o; change t; *a = t; o or t; })
static c::Expression updatePrivatePointer(const Expr *e, Change change, bool yieldsOld, const Context &in) {
  std::string n = in.unit.fresh(), a = "upc_a" + n, o = "upc_o" + n, t = "upc_t" + n;
  c::Expression at = c::dereference(c::name(a)), now = c::name(t), old = c::name(o);
  c::Block block;
  block.add(c::declareAll("urt_ptr_t",
                          {{"*" + a, c::addressOf(lowerExpression(e, in)).code}, {o, at.code}, {t, old.code}}));
  block.add(change(now, true));
  block.add(c::assign(at, "=", now));
  return block.yielding(yieldsOld ? old : now);
}

c::Expression update(const Expr *e, Change change, bool yieldsOld, const Context &in) {
  QualType type = in.unit.types.of(e);
  const Qualifier *own = in.unit.types.qualifier(type);
  bool shared = isShared(e, in);
  if (shared && sharedBitField(e))
    return updateBitField(e, change, yieldsOld, isBitFieldStrict(e, isStrict(e, in), in), in.asAccess());
  if (!shared) return updatePrivatePointer(e, change, yieldsOld, in);
  bool strict = isStrict(e, in);
  std::string n = in.unit.fresh(), a = "upc_a" + n, o = "upc_o" + n, t = "upc_t" + n;
  QualType value = (own ? in.unit.types.unshared(type) : type).getUnqualifiedType();
  std::string accessed = accessType(e, in);
  auto declared = [&](const std::string &name) { return in.unit.types.declare(value, name); };
  c::Expression place = own ? address(e, in.asAddress()) : accessedPlace(e, in), at = c::name(a), now = c::name(t);
  c::Block block;
  block.add(c::declare("urt_ptr_t " + a, place));
  block.add(c::declare(declared(t), own ? own->read(type, at, in) : access(get(e, strict, in), e, accessed, {at}, in)));
  if (yieldsOld) block.add(c::declare(declared(o), now));
  block.add(change(now, true));
  block.add(own ? own->write(type, at, now, in) : access(put(e, strict, in), e, accessed, {at, now}, in));
  return block.yielding(c::name(yieldsOld ? o : t));
}
