// SPDX-License-Identifier: BSD-3-Clause
// Declarations: what may be shared, THREADS in the sizes of arrays (6.5.2), constants.
#include "check/checker.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

bool Checker::VisitNamedDecl(NamedDecl *d) {
  const IdentifierInfo *name = d->getIdentifier();
  if (name && !d->isImplicit() && (name->getName() == "THREADS" || name->getName() == "MYTHREAD"))
    error(d->getLocation(), "'" + name->getName().str() + "' is a keyword of UPC and cannot be a name");
  return true;
}

bool Checker::VisitVarDecl(VarDecl *v) {
  if (isa<ParmVarDecl>(v)) return true; // VisitFunctionDecl
  QualType type = v->getType();
  Sharing s = types.sharing(type);
  layouts(type, v->getLocation());
  // Clang gives a redeclaration the type of the first declaration, so the types as written are compared.
  if (const VarDecl *before = v->getPreviousDecl(); before && before->getTypeSourceInfo() && v->getTypeSourceInfo())
    redeclared(v, before->getTypeSourceInfo()->getType(), v->getTypeSourceInfo()->getType());
  if (s.shared && v->getTSCSpec() != TSCS_unspecified)
    error(v->getLocation(), "'" + v->getName().str() + "' cannot be both shared and thread-local");
  if (s.shared) sharedVariable(v, s);
  else privateVariable(v);
  if (s.multiBlocked() && v->isStaticLocal())
    error(v->getLocation(), "multi-blocked array '" + v->getName().str() + "' must be declared at file scope");
  else if (s.multiBlocked() && v->getInit())
    error(v->getLocation(),
          "multi-blocked array '" + v->getName().str() + "' cannot be initialised; it is zero at the start");
  else if (const Expr *init = v->getInit(); init && (!types.holdsQualifier(type) || (s.shared && type->isScalarType())))
    initialiser(type, init);
  return true;
}

void Checker::redeclared(const NamedDecl *d, QualType before, QualType now) {
  const Sharing was = types.sharing(before), is = types.sharing(now);
  const bool blocked = was.multiBlocked() || is.multiBlocked();
  if (blocked ? !sameBlocks(was.layout, is.layout)
              : !types.agree(before, now, /*top=*/true) || !types.sameReference(before, now))
    error(d->getLocation(), "'" + d->getName().str() + "' was declared before as '" + types.describe(before) +
                                "' and is now '" + types.describe(now) + "'");
}

bool Checker::VisitFieldDecl(FieldDecl *f) {
  // In a struct of ours (Annotator::sizeOperator) the operand is what the member points to.
  bool operand = f->getParent()->getName().starts_with("upc_operand_");
  if (!operand || !types.sharing(types.pointee(f->getType())).multiBlocked())
    layouts(operand ? types.pointee(f->getType()) : f->getType(), f->getLocation());
  if (operand) operandOfSize(f);
  if (types.isShared(f->getType()) && !types.sharing(f->getType()).implied)
    error(f->getLocation(),
          "a member of a struct or union cannot be shared-qualified; share the whole object, or make '" +
              f->getName().str() + "' a pointer-to-shared");
  if (types.dynamicThreads() && (types.dependsOnThreads(f->getType()) || (!operand && pointsToRows(f->getType()))))
    error(
        f->getLocation(),
        "THREADS is not a constant in the dynamic THREADS environment; compile with -T n to give a member such a size");
  if (!operand) constantLengths(f);
  if (f->isBitField()) constant(f->getBitWidth(), "the width of a bit-field");
  return true;
}

// The operand of a sizeof whose value Clang needs while it parses.
void Checker::operandOfSize(const FieldDecl *f) {
  unsigned n;
  if (f->getParent()->getName().drop_front(strlen("upc_operand_")).getAsInteger(10, n) || n >= stream.operators.size())
    return;
  if (stream.operators[n].word == "sizeof") sizeOfVoid(types.pointee(f->getType()), stream.operators[n].location);
}

bool Checker::VisitRecordDecl(RecordDecl *r) {
  for (const FieldDecl *f : r->fields())
    if (f->isAnonymousStructOrUnion() && f->getTypeSourceInfo() && types.isShared(f->getTypeSourceInfo()->getType()))
      error(f->getBeginLoc(), "a member of a struct or union cannot be shared-qualified; share the whole object");
  return true;
}

bool Checker::VisitEnumConstantDecl(EnumConstantDecl *c) {
  if (!c->getName().starts_with("upc_b_")) constant(c->getInitExpr(), "the value of '" + c->getName().str() + "'");
  return true;
}

bool Checker::VisitTypedefDecl(TypedefDecl *t) {
  layouts(t->getUnderlyingType(), t->getLocation());
  if (const TypedefNameDecl *before = t->getPreviousDecl())
    redeclared(t, before->getUnderlyingType(), t->getUnderlyingType());
  sharedArrayType(t->getUnderlyingType(), t->getLocation());
  Sharing s = types.sharing(t->getUnderlyingType());
  if (s.layout && !s.multiBlocked() && !s.layout->brackets.empty() && s.layout->brackets[0].kind == Bracket::Star)
    error(t->getLocation(), "the block size [*] cannot stand in a typedef; write the number");
  return true;
}

void Checker::mainFunction(const FunctionDecl *f) {
  if (f->getStorageClass() == SC_Static) error(f->getLocation(), "'main' cannot be static: the program starts there");
  for (const ParmVarDecl *p : f->parameters())
    if (types.bearing(p->getType()))
      error(p->getLocation(), "the parameters of 'main' are private: int argc, char **argv");
}

void Checker::result(const FunctionDecl *f) {
  const std::string name = "'" + f->getName().str() + "'";
  if (types.isShared(f->getReturnType()))
    error(f->getLocation(), name + " returns a shared-qualified type; a function returns a value, which is private, or "
                                   "a pointer-to-shared");
  if (pointsToRows(f->getReturnType()))
    error(f->getLocation(), "THREADS is not a constant in the dynamic THREADS environment, so " + name +
                                " cannot return a pointer to such an array; compile with -T n");
  layouts(f->getReturnType(), f->getLocation());
}

void Checker::parameter(const ParmVarDecl *p) {
  if (types.sharing(p->getOriginalType()).multiBlocked())
    return layout(p->getOriginalType(), p->getLocation(), /*pointed=*/false);
  layouts(p->getType(), p->getLocation());
  if (types.isShared(p->getType()) && !types.sharing(p->getType()).implied)
    error(p->getLocation(), "a parameter cannot be shared-qualified; make '" + p->getName().str() +
                                "' a pointer-to-shared");
}

// Do two declarations of a function agree in what is shared? For Clang the blocks of a multi-blocked parameter are not
// part of its type.
bool Checker::declaredAlike(const FunctionDecl *a, const FunctionDecl *b) {
  const TypeSourceInfo *s = a->getTypeSourceInfo(), *t = b->getTypeSourceInfo();
  if (!s || !t) return true;
  for (unsigned i = 0; i < a->getNumParams() && i < b->getNumParams(); i++) {
    const Sharing x = types.sharing(a->getParamDecl(i)->getOriginalType()),
                  y = types.sharing(b->getParamDecl(i)->getOriginalType());
    if ((x.multiBlocked() || y.multiBlocked()) && !sameBlocks(x.layout, y.layout)) return false;
  }
  return types.agree(s->getType(), t->getType(), false) && types.sameReference(s->getType(), t->getType());
}

bool Checker::VisitFunctionDecl(FunctionDecl *f) {
  if (!stream.grids.empty() && f->getIdentifier() && f->getName().starts_with("upc_g_")) return grid(f), true;
  if (types.isShared(f->getType())) error(f->getLocation(), "a function cannot be shared-qualified");
  if (f->isMain()) mainFunction(f);
  result(f);
  for (const ParmVarDecl *p : f->parameters()) parameter(p);
  if (const FunctionDecl *before = f->getPreviousDecl(); before && !declaredAlike(before, f))
    error(f->getLocation(), "'" + f->getName().str() + "' was declared before with other shared types");
  return true;
}

// What stands in the casts of a dimension, (size_t)(10 * THREADS), if they keep its value.
static const Expr *withoutCast(const ASTContext &context, const Expr *size) {
  const auto *cast = dyn_cast<CStyleCastExpr>(size->IgnoreParens());
  bool keeps = cast && cast->getType()->isIntegerType() && context.getIntWidth(cast->getType()) >= 32;
  return keeps ? withoutCast(context, cast->getSubExpr()) : size;
}

bool Checker::VisitConstantArrayTypeLoc(ConstantArrayTypeLoc loc) {
  const Expr *size = loc.getSizeExpr();
  uint64_t value = loc.getTypePtr()->getSize().getZExtValue();
  if (!size || !types.dynamicThreads()) return true;
  if (types.dependsOnThreads(loc.getTypePtr()->getSize()) && !needsThreads(size))
    error(size->getBeginLoc(), "this size is " + std::to_string(value) +
                                   ", a number that stands for THREADS while the file is parsed; compile with -T n");
  Sharing s = types.sharing(loc.getType());
  if (!s.shared || s.multiBlocked() || !types.mentionsThreads(size)) return true;
  const Expr *factor = withoutCast(context, size);
  int products = threadsProducts(factor);
  if (products < 0)
    error(size->getBeginLoc(), "a dimension of a shared array may use THREADS only as a factor, as in 10*THREADS, in "
                               "the dynamic THREADS environment");
  else if (value == 0)
    error(size->getBeginLoc(), "a dimension of a shared array has THREADS times 0; the factor must be positive");
  else if (products > 1)
    report(context.getDiagnostics(), size->getBeginLoc(),
           "THREADS is multiplied " + std::to_string(products) +
               " times here, and UPC 1.3 has it once, by a "
               "constant expression, as in THREADS*(100*20); other compilers may refuse this",
           /*warning=*/!options.pedanticUpc);
  else if (factor != size)
    report(context.getDiagnostics(), size->getBeginLoc(),
           "UPC 1.3 has no cast around THREADS in a dimension of a shared array; other compilers may refuse this",
           /*warning=*/!options.pedanticUpc);
  return true;
}

// How often is THREADS multiplied by a constant (6.5.2)? -1 if it is more than a factor.
int Checker::threadsProducts(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  const auto *product = dyn_cast<BinaryOperator>(e);
  if (!product || product->getOpcode() != BO_Mul) return isa<IntegerLiteral>(e) && types.mentionsThreads(e) ? 0 : -1;
  const Expr *l = product->getLHS(), *r = product->getRHS();
  if (types.mentionsThreads(l) && types.mentionsThreads(r)) return -1;
  int within = threadsProducts(types.mentionsThreads(l) ? l : r);
  return within < 0 ? -1 : within + 1;
}

// How often does a dimension have the factor THREADS?
int Checker::threadsFactors(llvm::APInt size) {
  int factors = 0;
  if (types.multipleOfThreads(size))
    for (; size.urem(stream.threadsMark) == 0; size = size.udiv(stream.threadsMark)) factors++;
  return factors;
}

// Checks a shared array type of a pointer, typedef or cast.
void Checker::sharedArrayType(QualType type, SourceLocation at) {
  Sharing s = types.sharing(type);
  int factors = 0;
  for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType())
    if (const auto *fixed = dyn_cast<ConstantArrayType>(a)) factors += threadsFactors(fixed->getSize());
  if (!s.shared || s.multiBlocked() || !factors) return;
  if (s.block == 0 && !s.star)
    error(at, "THREADS cannot stand in a dimension of a shared array type with an indefinite block size, in the "
              "dynamic THREADS environment");
  else if (factors > 1)
    error(at, "THREADS may stand in one dimension of a shared array type only, in the dynamic THREADS "
              "environment; compile with -T n");
}

// Does a type point to private arrays whose length has THREADS in it? At file scope C has no such types.
bool Checker::pointsToRows(QualType type) const {
  for (const auto *p = type->getAs<PointerType>(); p; p = p->getPointeeType()->getAs<PointerType>())
    if (types.dependsOnThreads(p->getPointeeType()) && !types.isShared(p->getPointeeType())) return true;
  return false;
}

void Checker::sharedVariable(const VarDecl *v, const Sharing &s) {
  SourceLocation at = v->getLocation();
  std::string name = "'" + v->getName().str() + "'";
  if (v->isLocalVarDecl() && !v->isStaticLocal() && !v->hasExternalStorage() && !s.implied)
    return error(at, "shared variable " + name + " has automatic storage; " +
                         (isa<TypeOfExprType>(v->getType().getTypePtr())
                              ? "typeof keeps 'shared', __typeof_unqual__ does not"
                              : "make it static, or allocate it with upc_all_alloc and its kin"));
  if (context.getDeclAlign(v).getQuantity() > 4096)
    error(at, "shared variable " + name + " asks for an alignment of more than a page, 4096 bytes");
  const auto *variable = context.getAsVariableArrayType(v->getType());
  bool oneDimension = variable && !variable->getElementType()->isVariablyModifiedType();
  if (v->getType()->isVariablyModifiedType() && !(oneDimension && types.isQualifiedAutomatic(v)))
    return error(at, "the size of shared array " + name + " must be a constant, or a constant times THREADS");
  if (!s.multiBlocked() && v->getType()->isArrayType()) sharedDimensions(v, s);
}

// Has VisitConstantArrayTypeLoc a message for one of the variable's dimensions?
bool Checker::refusesDimension(const VarDecl *v) {
  TypeSourceInfo *info = v->getTypeSourceInfo();
  for (TypeLoc loc = info ? info->getTypeLoc() : TypeLoc(); !loc.isNull(); loc = loc.getNextTypeLoc())
    if (auto dimension = loc.getAs<ConstantArrayTypeLoc>())
      if (const Expr *size = dimension.getSizeExpr();
          size && types.mentionsThreads(size) &&
          (threadsProducts(size) < 0 || !types.multipleOfThreads(dimension.getTypePtr()->getSize())))
        return true;
  return false;
}

// Checks the dimensions of a shared array against its block size and, in the dynamic environment, THREADS (6.5.2.1).
void Checker::sharedDimensions(const VarDecl *v, const Sharing &s) {
  SourceLocation at = v->getLocation();
  std::string name = "'" + v->getName().str() + "'";
  int factors = 0;
  bool complete = true;
  for (QualType t = v->getType(); const ArrayType *a = context.getAsArrayType(t); t = a->getElementType())
    if (const auto *fixed = dyn_cast<ConstantArrayType>(a)) factors += threadsFactors(fixed->getSize());
    else complete = false;
  if (s.star && !complete) return error(at, "the block size [*] of " + name + " needs the array's size");
  if (!types.dynamicThreads() || refusesDimension(v)) return;
  if (factors && s.block == 0 && !s.star)
    return error(at, "THREADS cannot stand in a dimension of " + name +
                         ", which has an indefinite block size, in the dynamic THREADS environment");
  if (v->getInit() && factors &&
      !types.dependsOnThreads(cast<ConstantArrayType>(context.getAsArrayType(v->getType()))->getSize()))
    return error(at, "the initialiser of shared array " + name +
                         " needs all dimensions but the first as constants, and THREADS is not one in the dynamic "
                         "THREADS environment; compile with -T n");
  if (factors > 1)
    error(at,
          "THREADS may stand in one dimension of shared array " + name +
              " only, in the dynamic THREADS environment; compile with -T n");
  if (factors == 0 && complete && (s.block != 0 || s.star))
    error(at,
          "the size of shared array " + name +
              " must be a multiple of THREADS in the dynamic THREADS environment; give a dimension the factor THREADS, "
              "lay it out with [], or compile with -T n");
}

void Checker::constant(const Expr *e, const std::string &what) {
  if (e && types.dynamicThreads() && needsThreads(e))
    error(e->getBeginLoc(), "THREADS is not a constant in the dynamic THREADS environment, and " + what +
                                " must be one; compile with -T n");
}

// The lengths in the declaration of an array that C gives its size before the program starts.
void Checker::constantLengths(const DeclaratorDecl *d) {
  TypeSourceInfo *info = d->getTypeSourceInfo();
  for (TypeLoc loc = info ? info->getTypeLoc() : TypeLoc(); auto dimension = loc.getAs<ConstantArrayTypeLoc>();
       loc = dimension.getElementLoc())
    if (!types.dependsOnThreads(dimension.getTypePtr()->getSize()))
      constant(dimension.getSizeExpr(), "the length of '" + d->getName().str() + "'");
}

void Checker::privateVariable(const VarDecl *v) {
  if (v->hasGlobalStorage()) constantLengths(v);
  if (v->hasGlobalStorage() && v->getInit()) constant(v->getInit(), "the initialiser of an object with static storage");
  if (types.dynamicThreads() &&
      ((v->hasGlobalStorage() && types.dependsOnThreads(v->getType())) || (v->isFileVarDecl() &&
                                                                           pointsToRows(v->getType()))))
    error(v->getLocation(), "THREADS is not a constant in the dynamic THREADS environment, so '" + v->getName().str() +
                                "' cannot have such a size; compile with -T n");
}
