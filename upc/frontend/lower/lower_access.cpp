// SPDX-License-Identifier: BSD-3-Clause
// Shared accesses: the address of a shared lvalue, its value, and changing it.
#include "lower/lower.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

std::string Lower::offsetOf(const VarDecl *v) {
  const VarDecl *first = v->getCanonicalDecl();
  if (v->isLocalVarDecl() && v->hasExternalStorage()) return "upc_v_" + v->getName().str();
  auto [at, fresh] = symbols.try_emplace(first);
  if (fresh) at->second = "upc_v_" + v->getName().str() + (v->isStaticLocal() ? "_" + std::to_string(serial++) : "");
  return at->second;
}

// p + c * THREADS, c a number of blocks: the same place some rows on.
std::string Lower::offsetPointer(const std::string &pointer, const Expr *count, bool back, QualType pts) {
  Term t;
  Sharing s = types.sharing(types.pointee(pts));
  if (types.dynamicThreads() && s.block && multipleOfThreads(count, facts(), t) && t.threads == 1 && t.c % s.block == 0 && !context.getAsArrayType(types.pointee(pts)))
    return "urt_add_rows(" + pointer + ", " + (back ? "-" : "") + std::to_string(t.c / s.block) + "L, sizeof(" + types.spell(types.pointee(pts)) + "), " + std::to_string(s.block) + ")";
  return offsetPointer(pointer, (back ? "-(long)(" : "(long)(") + expr(count) + ")", pts);
}

std::string Lower::offsetPointer(const std::string &pointer, const std::string &count, QualType pts) {
  QualType scalar, target = types.pointee(pts);
  std::string elements = types.elementCount(target, &scalar);
  std::string n = elements == "1" ? count : "(" + count + ") * (long)(" + elements + ")";
  return "urt_add(" + pointer + ", " + n + ", sizeof(" + types.spell(scalar) + "), " +
         std::to_string(types.sharing(target).block) + ")";
}

// C: the number of elements from the base to the element.
std::string Lower::elementNumber(const Subscripted &s) {
  std::string sum;
  for (size_t k = 0; k < s.subscripts.size(); k++)
    sum += (k ? " + (long)(" : "(long)(") + expr(s.subscripts[k]) + ")" + (s.counts[k].c == 1 ? "" : " * " + std::to_string(s.counts[k].c)) +
           (s.counts[k].threads ? " * urt_threads" : "");
  return sum;
}

// A[i][j]..: one step of i * row + j elements from the start.
std::string Lower::flattened(const ArraySubscriptExpr *e) {
  auto s = subscriptsOf(e, facts());
  if (!s) return "";
  QualType element = types.of(e);
  bool oneBlock = s->array && oneBlockEach(s->array->getType(), facts());
  return (oneBlock ? "urt_within(" : "urt_add(") + start(*s) + ", " + elementNumber(*s) + ", sizeof(" + types.spell(element) + "), " +
         std::to_string(types.sharing(element).block) + ")";
}

// The pointer-to-shared that the subscripts count from.
std::string Lower::start(const Subscripted &s) { return s.array ? "urt_static_at(" + offsetOf(s.array) + ")" : expr(s.pointer); }

std::string Lower::address(const Expr *e) {
  if (const auto *x = dyn_cast<ParenExpr>(e)) return address(x->getSubExpr());
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e); x && x->getCastKind() == CK_NoOp) return address(x->getSubExpr());
  if (const auto *x = dyn_cast<GenericSelectionExpr>(e)) return address(x->getResultExpr());
  if (const auto *x = dyn_cast<ChooseExpr>(e)) return address(x->getChosenSubExpr());
  if (const auto *x = dyn_cast<DeclRefExpr>(e))
    if (const auto *v = dyn_cast<VarDecl>(x->getDecl()))
      return types.sharing(Types::declaredArray(v)).multiBlocked() ? blockElement(v, {}) : "urt_static_at(" + offsetOf(v) + ")";
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) {
    std::vector<const Expr *> indices;
    if (const VarDecl *array = multiBlockedElement(e, indices)) return blockElement(array, indices);
    if (std::string whole = flattened(x); !whole.empty()) return whole;
    QualType pointer = types.of(x->getBase());
    if (!pointer->getAs<PointerType>()) // an element of a vector
      return "urt_member(" + address(x->getBase()) + ", (" + expr(x->getIdx()) + ") * sizeof(" + types.spell(e->getType()) + "))";
    return offsetPointer(expr(x->getBase()), "(long)(" + expr(x->getIdx()) + ")", pointer);
  }
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    if (x->getOpcode() == UO_Deref) return expr(x->getSubExpr());
    if (x->getOpcode() == UO_Extension) return address(x->getSubExpr());
    if (x->getOpcode() == UO_Real || x->getOpcode() == UO_Imag)
      return "urt_member(" + address(x->getSubExpr()) + ", " +
             (x->getOpcode() == UO_Imag ? "sizeof(" + types.spell(e->getType()) + ")" : "0") + ")";
  }
  if (const auto *x = dyn_cast<MemberExpr>(e)) {
    const Expr *base = x->getBase();
    bool arrow = x->isArrow();
    while (const auto *outer = dyn_cast<MemberExpr>(base->IgnoreParens())) { // through C11's anonymous members
      if (outer->getMemberDecl()->getIdentifier()) break;
      base = outer->getBase(), arrow = outer->isArrow();
    }
    QualType object = types.of(base);
    if (arrow) object = types.pointee(object);
    return "urt_member(" + (arrow ? expr(base) : address(base)) + ", __builtin_offsetof(" + types.spell(object) + ", " +
           x->getMemberDecl()->getName().str() + "))";
  }
  error(e->getBeginLoc(), "this shared object cannot be accessed in this way; take it through a pointer-to-shared");
  return "URT_NULL";
}

bool Lower::strictAccess(const Expr *lvalue) {
  Sharing s = types.sharing(types.of(lvalue));
  if (s.strict || s.relaxed) return s.strict;
  int at = index(lvalue->getBeginLoc());
  return at >= 0 && stream.strictAt(at);
}

// A bit-field of a shared struct has no address: the field, and the struct it is part of.
const FieldDecl *Lower::sharedBitField(const Expr *lvalue, const Expr **object) {
  const auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParens());
  const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || !field->isBitField()) return nullptr;
  *object = member;
  return field;
}

// Reads or changes a bit-field through a private copy of the bytes it lies in, and of no others; of the whole struct
// where that holds pointers-to-shared, whose size Clang's own layout does not know.
std::string Lower::bitField(const Expr *e, const FieldDecl *field, const std::string &operation, bool yieldsOld) {
  const auto *member = cast<MemberExpr>(e);
  const Expr *base = member->getBase();
  bool arrow = member->isArrow();
  uint64_t start = context.getFieldOffset(field), width = field->getBitWidthValue(context);
  while (const auto *outer = dyn_cast<MemberExpr>(base->IgnoreParens())) {
    const auto *anonymous = dyn_cast<FieldDecl>(outer->getMemberDecl());
    if (!anonymous || anonymous->getIdentifier()) break;
    start += context.getFieldOffset(anonymous);
    base = outer->getBase(), arrow = outer->isArrow();
  }
  QualType object = types.of(base);
  if (arrow) object = types.pointee(object);
  std::string first = std::to_string(start / 8), bytes = std::to_string((start + width - 1) / 8 - start / 8 + 1);
  if (types.holdsPts(object)) first = "0", bytes = "sizeof(" + types.spell(object) + ")"; // Clang's offsets are not C's here
  std::string n = std::to_string(serial++), a = "upc_a" + n, s = "upc_s" + n, o = "upc_o" + n;
  std::string name = field->getName().str(), type = types.spell(object);
  std::string place = "(char *)&" + s + " + " + first;
  std::string out = "({ urt_ptr_t " + a + " = urt_member(" + (arrow ? expr(base) : address(base)) + ", " + first + "); " + type +
                    " " + s + "; ";
  bool strict = strictAccess(e);
  if (strict) out += "URT_FENCE(); ";
  out += "urt_get_bytes(" + place + ", " + a + ", " + bytes + "); ";
  if (operation.empty()) return out + (strict ? "URT_FENCE(); " : "") + s + "." + name + " + 0; })";
  out += "__typeof__(" + s + "." + name + " + 0) " + o + " = " + s + "." + name + "; " + s + "." + name + " " + operation + "; ";
  out += "urt_put_bytes(" + a + ", " + place + ", " + bytes + "); ";
  return out + (strict ? "URT_FENCE(); " : "") + (yieldsOld ? o : "(void)" + o + ", " + s + "." + name + " + 0") + "; })";
}

// volatile is kept: a loop may wait for such an object to change.
std::string Lower::accessType(QualType type) { return (type.isVolatileQualified() ? "volatile " : "") + types.spell(type); }

std::string Lower::load(const Expr *e) {
  if (std::string place = localPlace(e); !place.empty()) return "(" + place + ")";
  const Expr *object;
  if (const FieldDecl *field = sharedBitField(e, &object)) return bitField(object, field, "", false);
  if (types.of(e)->isVoidType()) return "(void)(" + address(e) + ")";
  return (strictAccess(e) ? "URT_GET_STRICT(" : "URT_GET(") + accessType(types.of(e)) + ", (" + address(e) + "))";
}

std::string Lower::store(const Expr *e, const std::string &value) {
  if (std::string place = localPlace(e); !place.empty()) return "(" + place + " = " + value + ")";
  const Expr *object;
  if (const FieldDecl *field = sharedBitField(e, &object)) return bitField(object, field, "= (" + value + ")", false);
  return (strictAccess(e) ? "URT_PUT_STRICT(" : "URT_PUT(") + accessType(types.of(e)) + ", (" + address(e) + "), " + value + ")";
}

// `operation` changes a private copy named upc_t: "+= (v)", "++", "= urt_add(upc_t, …)".
std::string Lower::update(const Expr *e, const std::string &operation, bool yieldsOld) {
  const Expr *object;
  if (sharedLvalue(e) && localPlace(e).empty())
    if (const FieldDecl *field = sharedBitField(e, &object)) return bitField(object, field, operation, yieldsOld);
  QualType type = types.of(e);
  std::string place = localPlace(e);
  if (!place.empty() && !types.isPts(type)) {
    if (operation != "++" && operation != "--") return "(" + place + " " + operation + ")";
    return yieldsOld ? "(" + place + operation + ")" : "(" + operation + place + ")";
  }
  std::string n = std::to_string(serial++), a = "upc_a" + n, o = "upc_o" + n, t = "upc_t" + n, spelled = types.spell(type);
  std::string change = operation;
  if (size_t at = operation.find("(upc_t,"); operation.rfind("=urt_add", 0) == 0) change = "= " + operation.substr(1, at) + t + operation.substr(at + 6);
  if (!sharedLvalue(e))
    return "({ urt_ptr_t *" + a + " = &(" + expr(e) + "), " + o + " = *" + a + ", " + t + " = " + o + "; " + t + " " + change +
           "; *" + a + " = " + t + "; " + (yieldsOld ? o : t) + "; })";
  bool strict = strictAccess(e);
  std::string get = strict ? "URT_GET_STRICT(" : "URT_GET(", put = strict ? "URT_PUT_STRICT(" : "URT_PUT(";
  return "({ urt_ptr_t " + a + " = " + address(e) + "; " + types.declare(type.getUnqualifiedType(), t) + " = " + get + spelled + ", " + a + "); " +
         (yieldsOld ? types.declare(type.getUnqualifiedType(), o) + " = " + t + "; " : "") + t + " " + change + "; " + put + spelled + ", " + a +
         ", " + t + "); " + (yieldsOld ? o : t) + "; })";
}
