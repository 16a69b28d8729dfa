// SPDX-License-Identifier: BSD-3-Clause
// The constraints, one visitor. Numbers in comments are sections of the UPC 1.3 language specification.
#include "check.h"
#include "lower.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace {

class Checker : public RecursiveASTVisitor<Checker> {
public:
  Checker(ASTContext &context, TokenStream &stream, Types &types) : context(context), stream(stream), types(types) {}

  // ---- Declarations

  bool VisitNamedDecl(NamedDecl *d) {
    const IdentifierInfo *name = d->getIdentifier();
    if (name && !d->isImplicit() && (name->getName() == "THREADS" || name->getName() == "MYTHREAD") && !isa<FieldDecl>(d))
      error(d->getLocation(), "'" + name->getName().str() + "' is a keyword of UPC and cannot be a name");
    return true;
  }

  bool VisitVarDecl(VarDecl *v) {
    if (isa<ParmVarDecl>(v)) return true; // VisitFunctionDecl
    QualType type = v->getType();
    Sharing s = types.sharing(type);
    layouts(type, v->getLocation());
    // Clang gives a redeclaration the type of the first: what was written is compared.
    if (const VarDecl *before = v->getPreviousDecl(); before && before->getTypeSourceInfo() && v->getTypeSourceInfo())
      if (!agree(before->getTypeSourceInfo()->getType(), v->getTypeSourceInfo()->getType(), /*top=*/true))
        error(v->getLocation(), "'" + v->getName().str() + "' was declared before as '" + types.describe(before->getType()) + "' and is now '" +
                                    types.describe(type) + "'");
    if (s.shared && v->getTSCSpec() != TSCS_unspecified)
      error(v->getLocation(), "'" + v->getName().str() + "' cannot be both shared and thread-local");
    if (s.shared) sharedVariable(v, s);
    else privateVariable(v);
    if (const Expr *init = v->getInit()) initialiser(type, init);
    return true;
  }

  bool VisitFieldDecl(FieldDecl *f) {
    layouts(f->getType(), f->getLocation());
    if (types.isShared(f->getType()))
      error(f->getLocation(), "a member of a struct or union cannot be shared-qualified; share the whole object, or make '" +
                                  f->getName().str() + "' a pointer-to-shared");
    if (types.dynamicThreads() && marked(f->getType()))
      error(f->getLocation(), "THREADS is not a constant in the dynamic THREADS environment; compile with -T n to give a member such a size");
    return true;
  }

  bool VisitEnumConstantDecl(EnumConstantDecl *c) {
    if (!c->getName().starts_with("upc_b_")) constant(c->getInitExpr(), "the value of '" + c->getName().str() + "'");
    return true;
  }
  bool VisitChooseExpr(ChooseExpr *e) {
    constant(e->getCond(), "the condition of __builtin_choose_expr");
    return true;
  }
  bool VisitCaseStmt(CaseStmt *s) {
    constant(s->getLHS(), "a case label");
    return true;
  }

  bool VisitTypedefDecl(TypedefDecl *t) {
    layouts(t->getUnderlyingType(), t->getLocation());
    Sharing s = types.sharing(t->getUnderlyingType());
    if (s.layout && !s.multiBlocked() && !s.layout->brackets.empty() && s.layout->brackets[0].kind == Bracket::Star)
      error(t->getLocation(), "the block size [*] cannot stand in a typedef; write the number");
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *f) {
    if (!stream.grids.empty() && f->getIdentifier() && f->getName().starts_with("upc_g_")) return grid(f), true;
    if (types.isShared(f->getReturnType()))
      error(f->getLocation(), "'" + f->getName().str() + "' returns a shared-qualified type; a function returns a value, which is private, or a pointer-to-shared");
    if (types.isShared(f->getType())) error(f->getLocation(), "a function cannot be shared-qualified");
    layouts(f->getReturnType(), f->getLocation());
    for (const ParmVarDecl *p : f->parameters()) {
      if (types.sharing(p->getOriginalType()).multiBlocked()) {
        layout(p->getOriginalType(), p->getLocation(), /*pointed=*/false);
        continue;
      }
      layouts(p->getType(), p->getLocation());
      if (types.isShared(p->getType()))
        error(p->getLocation(), "a parameter cannot be shared-qualified; make '" + p->getName().str() + "' a pointer-to-shared");
    }
    if (const FunctionDecl *before = f->getPreviousDecl())
      if (before->getTypeSourceInfo() && f->getTypeSourceInfo() &&
          !agree(before->getTypeSourceInfo()->getType(), f->getTypeSourceInfo()->getType(), false))
        error(f->getLocation(), "'" + f->getName().str() + "' was declared before with other shared types");
    return true;
  }

  bool TraverseFunctionDecl(FunctionDecl *f) {
    QualType outer = returns;
    returns = f->getReturnType();
    bool ok = RecursiveASTVisitor::TraverseFunctionDecl(f);
    returns = outer;
    return ok;
  }

  // ---- Multi-blocked arrays stand in few places only

  bool VisitDeclRefExpr(DeclRefExpr *e) {
    const auto *v = dyn_cast<VarDecl>(e->getDecl());
    if (v && types.sharing(Types::declaredArray(v)).multiBlocked() && !placed.count(e))
      error(e->getBeginLoc(), "multi-blocked array '" + v->getName().str() + "' may stand only before a subscript for each dimension, under sizeof, "
                              "in a section or as the argument for such a parameter");
    return true;
  }

  // Notes that the multi-blocked array under `e`, with at most that many subscripts short of an element, is in place.
  void place(const Expr *e, bool partly) {
    int subscripts = 0;
    e = e->IgnoreParenImpCasts();
    while (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) e = x->getBase()->IgnoreParenImpCasts(), subscripts++;
    const auto *ref = dyn_cast<DeclRefExpr>(e);
    const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (!v) return;
    int dimensions = 0;
    for (QualType t = Types::declaredArray(v); const ArrayType *a = context.getAsArrayType(t); t = a->getElementType()) dimensions++;
    if (partly || subscripts == dimensions) placed.insert(ref);
  }

  // ---- Where a value becomes another type

  bool VisitReturnStmt(ReturnStmt *s) {
    if (s->getRetValue() && !returns.isNull()) conversion(returns, s->getRetValue(), "returning");
    return true;
  }

  bool VisitCallExpr(CallExpr *e) {
    const FunctionDecl *f = e->getDirectCallee();
    if (f && f->getIdentifier() && f->getName().starts_with("__upc_")) return section(e), true;
    QualType callee = e->getCallee()->getType();
    const auto *pointer = callee->getAs<PointerType>();
    const auto *proto = pointer ? pointer->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
    if (proto)
      for (unsigned i = 0; i < e->getNumArgs() && i < proto->getNumParams(); i++)
        conversion(proto->getParamType(i), e->getArg(i), "passing");
    return true;
  }

  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *e) {
    if (types.isShared(e->getType())) error(e->getBeginLoc(), "a compound literal cannot be shared");
    initialiser(e->getType(), e->getInitializer());
    return true;
  }

  bool VisitCStyleCastExpr(CStyleCastExpr *e) {
    if (ours.count(e)) return true;
    QualType to = e->getType();
    const Expr *sub = e->getSubExpr();
    while (const auto *c = dyn_cast<ImplicitCastExpr>(sub)) {
      if (c->getCastKind() != CK_BitCast && c->getCastKind() != CK_NoOp) break;
      sub = c->getSubExpr();
    }
    layouts(to, e->getBeginLoc());
    QualType from = types.of(sub);
    if (types.isShared(to) && !to->isVoidType()) // old programs write (shared pointer_t)e
      report(context.getDiagnostics(), e->getBeginLoc(), "a cast to the shared type '" + types.describe(to) + "' has no meaning: a value is private", /*warning=*/to->isPointerType());
    if (types.isPts(to) && !isNull(sub) && !types.isPts(from)) {
      if (from->isPointerType() || from->isIntegerType())
        error(e->getBeginLoc(), std::string(from->isPointerType() ? "a private pointer" : "an integer other than 0") +
                                    " cannot be cast to the pointer-to-shared '" + types.describe(to) + "'");
    }
    return true;
  }

  // ---- Operators

  bool VisitBinaryOperator(BinaryOperator *e) {
    const Expr *l = e->getLHS(), *r = e->getRHS();
    if (e->getOpcode() == BO_Assign) return conversion(types.of(l), r, "assigning"), true;
    QualType a = types.of(bare(l)), b = types.of(bare(r));
    bool ap = types.isPts(a), bp = types.isPts(b);
    if (!ap && !bp) return true;
    if (e->isComparisonOp()) {
      if (ap != bp && !isNull(l) && !isNull(r) && (ap ? b : a)->isPointerType())
        error(e->getOperatorLoc(), "a pointer-to-shared cannot be compared with a private pointer");
      else if (ap && bp) comparison(e, a, b);
    } else if (e->getOpcode() == BO_Sub && ap && bp) {
      sameBlocks(e, a, b, "subtracting");
      arithmetic(a, e->getOperatorLoc());
    } else if (e->getOpcode() == BO_Sub && (ap ? b : a)->isPointerType()) {
      error(e->getOperatorLoc(), "a pointer-to-shared and a private pointer have no difference");
    } else if (e->isAdditiveOp() || e->isCompoundAssignmentOp()) {
      arithmetic(ap ? a : b, e->getOperatorLoc());
    }
    return true;
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *e) {
    if (types.isPts(types.of(e->getLHS()))) arithmetic(types.of(e->getLHS()), e->getOperatorLoc());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (const auto *ref = dyn_cast<DeclRefExpr>(e->getSubExpr()->IgnoreParens()); ref && e->getOpcode() == UO_AddrOf)
      if (ref->getDecl()->getIdentifier() && ref->getDecl()->getName() == "MYTHREAD" && ref->getDecl()->getDeclContext()->isFileContext())
        error(e->getBeginLoc(), "MYTHREAD is a value and has no address");
    if (e->isIncrementDecrementOp() && types.isPts(types.of(e->getSubExpr()))) arithmetic(types.of(e->getSubExpr()), e->getOperatorLoc());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *e) {
    place(e, false);
    if (types.isPts(types.of(e->getBase()))) arithmetic(types.of(e->getBase()), e->getBeginLoc());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *e) {
    QualType type = types.of(e);
    if (!e->getType()->isPointerType()) return true;
    for (const Expr *arm : {e->getTrueExpr(), e->getFalseExpr()}) {
      QualType t = types.of(bare(arm));
      if (isNull(arm)) continue;
      if (types.isPts(t) != types.isPts(type)) {
        error(arm->getBeginLoc(), "one operand of '?:' is a pointer-to-shared and the other a private pointer");
        break;
      }
      if (types.isPts(t) && !blocksFit(type, t)) {
        error(arm->getBeginLoc(), "the operands of '?:' point to shared objects of different block sizes; cast one of them");
        break;
      }
    }
    return true;
  }

  bool VisitGCCAsmStmt(GCCAsmStmt *s) {
    for (unsigned i = 0; i < s->getNumOutputs(); i++)
      if (const Expr *e = s->getOutputExpr(i); types.isShared(types.of(e)))
        error(e->getBeginLoc(), "inline assembly cannot write to shared '" + types.describe(types.of(e)) + "'; write to a private object and assign it");
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *e) {
    if (e->isArgumentType()) layouts(e->getArgumentType(), e->getBeginLoc());
    else place(e->getArgumentExpr(), true);
    return true;
  }

  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc loc) { // the operand of upc_blocksizeof and its kin
    place(loc.getUnderlyingExpr(), true);
    return true;
  }

  // A dimension with THREADS in it, or with a size that may have: its value is a polynomial in threadsMark.
  bool VisitConstantArrayTypeLoc(ConstantArrayTypeLoc loc) {
    const Expr *size = loc.getSizeExpr();
    uint64_t value = loc.getTypePtr()->getSize().getZExtValue();
    if (size && types.dynamicThreads() && value >= (uint64_t)threadsMark / 2 && types.mentionsThreads(size, /*orSizes=*/true))
      stream.threadsSizes.insert(value);
    return true;
  }

  bool VisitForStmt(ForStmt *s) {
    auto found = stream.forallAffinity.find(s->getForLoc().getRawEncoding());
    if (found == stream.forallAffinity.end() || !found->second || !s->getInc()) return true;
    const Expr *last = s->getInc();
    if (const auto *comma = dyn_cast<BinaryOperator>(last); comma && comma->getOpcode() == BO_Comma) last = comma->getRHS();
    const Expr *affinity = cast<CStyleCastExpr>(last)->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *address = dyn_cast<UnaryOperator>(affinity); address && address->getOpcode() == UO_AddrOf) place(address->getSubExpr(), true);
    QualType type = types.of(affinity);
    bool array = types.isShared(type) && type->isArrayType();
    if (!type->isIntegerType() && !types.isPts(type) && !array)
      error(affinity->getBeginLoc(), "the affinity of upc_forall must be an integer or a pointer-to-shared, and this is '" + types.describe(type) + "'");
    return true;
  }

private:
  ASTContext &context;
  TokenStream &stream;
  Types &types;
  QualType returns;
  llvm::SmallPtrSet<const CStyleCastExpr *, 16> ours;     // casts of the annotating pass, not of the user
  llvm::SmallPtrSet<const DeclRefExpr *, 16> placed; // multi-blocked arrays that stand where they may

  void error(SourceLocation at, const std::string &message) { report(context.getDiagnostics(), at, message); }
  bool isNull(const Expr *e) const { return e->isNullPointerConstant(context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull; }

  static const Expr *bare(const Expr *e) {
    while (const auto *c = dyn_cast<ImplicitCastExpr>(e)) {
      if (c->getCastKind() != CK_BitCast && c->getCastKind() != CK_NoOp) break;
      e = c->getSubExpr();
    }
    return e;
  }

  // ---- 6.5.1.1: layouts

  // Every layout in a type, the pointed-to ones as well.
  void layouts(QualType type, SourceLocation at) {
    layout(type, at, /*pointed=*/false);
    for (QualType t = context.getBaseElementType(type); const auto *p = t->getAs<PointerType>(); t = context.getBaseElementType(p->getPointeeType()))
      layout(p->getPointeeType(), at, /*pointed=*/true);
  }

  void layout(QualType type, SourceLocation at, bool pointed) {
    Sharing s = types.sharing(type);
    int written = 0;
    const Layout *first = nullptr;
    tags(type, [&](const Layout &l) {
      if (l.resolved || (l.brackets.empty() && l.grid.empty())) return;
      bool same = first && first->grid == l.grid && first->brackets.size() == l.brackets.size();
      for (size_t k = 0; same && k < l.brackets.size(); k++)
        same = first->brackets[k].kind == l.brackets[k].kind && first->brackets[k].value == l.brackets[k].value;
      written += !same;
      if (!first) first = &l;
    });
    if (written > 1) error(at, "a type has one layout qualifier at most, and this has " + std::to_string(written));
    if (s.strict && s.relaxed) error(at, "an object is strict or relaxed, not both");
    if ((s.strict || s.relaxed) && !s.shared) error(at, std::string(s.strict ? "strict" : "relaxed") + " qualifies shared types only; this is '" + types.describe(type) + "'");
    if (s.shared && type->isFunctionType()) error(at, "a function cannot be shared-qualified");
    if (const auto *f = type->getAs<FunctionType>(); f && types.isShared(f->getReturnType()))
      error(at, "a function cannot return a shared-qualified type, as the one pointed to here does; make the result a pointer-to-shared");
    if (const auto *f = type->getAs<FunctionProtoType>())
      for (QualType p : f->param_types())
        if (types.isShared(p)) error(at, "a parameter cannot be shared-qualified; make it a pointer-to-shared");
    if (!s.layout) return;
    if (s.multiBlocked()) return multiBlocked(type, s, at, pointed);
    if (s.star && pointed) error(at, "a pointer's target cannot have the block size [*], which needs an array's size; write the number, or []");
    if (s.laidOut && s.block != 0 && !s.star && context.getBaseElementType(type)->isVoidType())
      error(at, "void has no elements to be blocked by [" + std::to_string(s.block) + "]; write 'shared void *' or 'shared [] void *'");
  }

  void multiBlocked(QualType type, const Sharing &s, SourceLocation at, bool pointed) {
    int dimensions = 0, stars = 0, gridDimensions = 0;
    for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType()) dimensions++;
    const Layout &l = *s.layout;
    for (const Bracket &b : l.brackets) {
      stars += b.kind == Bracket::Star;
      if (b.kind == Bracket::Value && b.value == 0) error(b.location, "a block size of a multi-blocked array is 0; it must be positive, [] or [*]");
    }
    for (const Grid &g : stream.grids)
      if (g.name == l.grid) gridDimensions = g.dimensions;
    if (pointed) return error(at, "a multi-blocked layout belongs to an array; a pointer into one is 'shared [] T *'");
    if (!dimensions) return error(at, "a multi-blocked layout needs an array, and this is '" + types.describe(type) + "'");
    if (dimensions > 8) return error(at, "a multi-blocked array has at most 8 dimensions");
    if (!l.brackets.empty() && (int)l.brackets.size() != dimensions)
      return error(at, "this array has " + std::to_string(dimensions) + " dimensions and " + std::to_string(l.brackets.size()) + " block sizes; give one per dimension");
    if (stars && l.grid.empty()) return error(at, "[*] in a multi-blocked layout needs a named processor grid to spread over: 'shared [*][*] (grid)'");
    if (gridDimensions > dimensions)
      return error(l.gridLocation, "processor grid '" + l.grid + "' has " + std::to_string(gridDimensions) + " dimensions and the array " + std::to_string(dimensions));
    int k = 0;
    for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType(), k++) {
      const auto *fixed = dyn_cast<ConstantArrayType>(a);
      if (gridDimensions && k >= gridDimensions && k < (int)l.brackets.size() && fixed && l.brackets[k].kind == Bracket::Value &&
          (uint64_t)l.brackets[k].value < fixed->getSize().getZExtValue() && !Types::marked(fixed->getSize()))
        return error(l.gridLocation, "processor grid '" + l.grid + "' maps the first " + std::to_string(gridDimensions) +
                                         " dimensions only, so each other must be one block: write [] for it");
      if (!fixed) return error(at, "a multi-blocked array needs all its dimensions, as constants or with THREADS");
    }
  }

  void tags(QualType type, llvm::function_ref<void(const Layout &)> each) {
    for (;;) {
      if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr())) { type = array->getElementType(); continue; }
      if (const Layout *l = types.tagOf(type.getTypePtr())) each(*l);
      QualType next = type.getSingleStepDesugaredType(context);
      if (next == type) return;
      type = next;
    }
  }

  // ---- 6.5.2: array declarators and THREADS

  static bool marked(QualType type) {
    for (const Type *t = type.getTypePtr(); const auto *a = dyn_cast_or_null<ConstantArrayType>(t->getAsArrayTypeUnsafe()); t = a->getElementType().getTypePtr())
      if (Types::marked(a->getSize())) return true;
    return false;
  }

  void sharedVariable(const VarDecl *v, const Sharing &s) {
    SourceLocation at = v->getLocation();
    std::string name = "'" + v->getName().str() + "'";
    if (v->isLocalVarDecl() && !v->isStaticLocal() && !v->hasExternalStorage())
      error(at, "shared variable " + name + " has automatic storage; make it static, or allocate it with upc_all_alloc and its kin");
    if (v->getType()->isVariablyModifiedType()) return error(at, "the size of shared array " + name + " must be a constant, or a constant times THREADS");
    if (s.multiBlocked()) return;
    int factors = 0;
    bool array = false, complete = true;
    for (QualType t = v->getType(); const ArrayType *a = context.getAsArrayType(t); t = a->getElementType()) {
      array = true;
      const auto *fixed = dyn_cast<ConstantArrayType>(a);
      if (!fixed) { complete = false; continue; }
      for (llvm::APInt n = fixed->getSize(); types.dynamicThreads() && Types::marked(n); n = n.udiv(llvm::APInt(n.getBitWidth(), threadsMark))) factors++;
    }
    if (s.star && !complete) return error(at, "the block size [*] of " + name + " needs the array's size");
    if (!types.dynamicThreads() || !array) return;
    if (TypeSourceInfo *info = v->getTypeSourceInfo())
      for (TypeLoc loc = info->getTypeLoc(); !loc.isNull(); loc = loc.getNextTypeLoc())
        if (auto dimension = loc.getAs<ArrayTypeLoc>())
          if (const Expr *size = dimension.getSizeExpr(); size && types.mentionsThreads(size) && !threadsFactor(size))
            return error(size->getBeginLoc(), "a dimension of shared array " + name + " may use THREADS only as a factor, as in 10*THREADS, in the dynamic THREADS environment");
    if (factors && s.block == 0 && !s.star)
      return error(at, "THREADS cannot stand in a dimension of " + name + ", which has an indefinite block size, in the dynamic THREADS environment");
    if (factors > 1) error(at, "THREADS may stand in one dimension of shared array " + name + " only, in the dynamic THREADS environment");
    if (factors == 0 && complete && (s.block != 0 || s.star))
      error(at, "the size of shared array " + name + " must be a multiple of THREADS in the dynamic THREADS environment; give a dimension the factor THREADS, "
                "lay it out with [], or compile with -T n");
  }

  void constant(const Expr *e, const std::string &what) {
    if (e && types.dynamicThreads() && types.mentionsThreads(e))
      error(e->getBeginLoc(), "THREADS is not a constant in the dynamic THREADS environment, and " + what + " must be one; compile with -T n");
  }

  void privateVariable(const VarDecl *v) {
    if (v->hasGlobalStorage() && v->getInit()) constant(v->getInit(), "the initialiser of an object with static storage");
    if (types.dynamicThreads() && v->hasGlobalStorage() && marked(v->getType()))
      error(v->getLocation(), "THREADS is not a constant in the dynamic THREADS environment, so '" + v->getName().str() + "' cannot have such a size; compile with -T n");
  }

  // The extents of a #pragma processors.
  void grid(const FunctionDecl *f) {
    const InitListExpr *extents = gridExtents(f);
    std::string name = "'#pragma processors " + f->getName().drop_front(6).str() + "': ";
    for (unsigned i = 0; extents && i < extents->getNumInits(); i++) {
      const Expr *e = extents->getInit(i)->IgnoreImpCasts();
      auto value = e->getIntegerConstantExpr(context);
      if (!e->getType()->isIntegerType()) error(e->getBeginLoc(), name + "an extent must be an integer, and this is '" + types.describe(e->getType()) + "'");
      else if (!value) error(e->getBeginLoc(), name + "an extent must be made of constants and THREADS");
      else if (*value <= 0 && !types.mentionsThreads(e)) error(e->getBeginLoc(), name + "an extent must be positive, and this is " + llvm::toString(*value, 10));
    }
  }

  // THREADS, alone or times constants (6.5.2).
  bool threadsFactor(const Expr *e) {
    e = e->IgnoreParenImpCasts();
    if (const auto *product = dyn_cast<BinaryOperator>(e); product && product->getOpcode() == BO_Mul) {
      const Expr *l = product->getLHS(), *r = product->getRHS();
      return (threadsFactor(l) && !types.mentionsThreads(r)) || (threadsFactor(r) && !types.mentionsThreads(l));
    }
    return isa<IntegerLiteral>(e) && types.mentionsThreads(e);
  }

  // ---- 6.4.3: conversions

  // May a pointer to the one be used as a pointer to the other without a cast?
  bool blocksFit(QualType to, QualType from) {
    QualType a = types.pointee(to), b = types.pointee(from);
    return a->isVoidType() || b->isVoidType() || types.sharing(a).block == types.sharing(b).block;
  }

  // Do two types, the same to C, share the same things with the same layouts?
  bool agree(QualType a, QualType b, bool top) {
    const auto *fa = a->getAs<FunctionProtoType>(), *fb = b->getAs<FunctionProtoType>();
    if (fa && fb) {
      if (fa->getNumParams() != fb->getNumParams() || !agree(fa->getReturnType(), fb->getReturnType(), true)) return false;
      for (unsigned i = 0; i < fa->getNumParams(); i++)
        if (!agree(fa->getParamType(i), fb->getParamType(i), true)) return false;
      return true;
    }
    Sharing sa = types.sharing(a), sb = types.sharing(b);
    if (top && (sa.shared != sb.shared || (sa.shared && sa.block != sb.block && !sa.star && !sb.star))) return false;
    a = context.getBaseElementType(a), b = context.getBaseElementType(b);
    const auto *pa = a->getAs<PointerType>(), *pb = b->getAs<PointerType>();
    if (!pa || !pb || pa->isVoidPointerType() || pb->isVoidPointerType()) {
      if (pa && pb) return types.isShared(pa->getPointeeType()) == types.isShared(pb->getPointeeType());
      return true;
    }
    return agree(pa->getPointeeType(), pb->getPointeeType(), true);
  }

  void conversion(QualType to, const Expr *e, const char *) {
    if (isNull(e)) return;
    const Expr *inner = bare(e);
    QualType from = types.of(inner);
    bool tp = types.isPts(to), fp = types.isPts(from);
    SourceLocation at = inner->getBeginLoc();
    if (tp && types.sharing(types.pointee(to)).multiBlocked()) return multiBlockedArgument(to, inner);
    if (tp && fp) {
      if (!blocksFit(to, from))
        error(at, "'" + types.describe(from) + "' does not convert to '" + types.describe(to) + "' without a cast: their block sizes differ");
      else if (!types.pointee(to)->isVoidType() && !types.pointee(from)->isVoidType() && !agree(types.pointee(to), types.pointee(from), false))
        error(at, "'" + types.describe(from) + "' does not convert to '" + types.describe(to) + "': what they lead to is shared differently");
    } else if (tp && (from->isPointerType() || from->isIntegerType() || from->isArrayType())) {
      error(at, "the private '" + types.describe(from) + "' does not convert to the pointer-to-shared '" + types.describe(to) + "'");
    } else if (fp && to->isPointerType()) {
      error(at, "the pointer-to-shared '" + types.describe(from) + "' does not convert to the private '" + types.describe(to) + "' without a cast");
    } else if (to->isPointerType() && from->isPointerType() && !to->isVoidPointerType() && !from->isVoidPointerType() &&
               !agree(types.pointee(to), types.pointee(from), true)) {
      error(at, "'" + types.describe(from) + "' does not convert to '" + types.describe(to) + "': what they lead to is shared differently");
    }
  }

  // __upc_section(array, n, kind, lo, step, hi, ...) and __upc_array(array)
  void section(const CallExpr *e) {
    const Expr *array = types.sectionArray(e);
    ours.insert(cast<CStyleCastExpr>(e->getArg(0)->IgnoreImpCasts()));
    const auto *ref = dyn_cast<DeclRefExpr>(array);
    const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    QualType type = v ? Types::declaredArray(v) : types.of(array);
    const auto *pointer = array->getType()->getAs<PointerType>();
    const auto *record = pointer ? pointer->getPointeeType()->getAs<RecordType>() : nullptr;
    bool handle = record && record->getDecl()->getName() == "upc_stride_array";
    if (!handle && !(types.isShared(type) && type->isArrayType()))
      error(array->getBeginLoc(), (v ? "'" + v->getName().str() + "' is " : "this is ") + "'" + types.describe(type) +
                                      "'; a section is of a shared array or an upc_stride_array_t");
    for (unsigned i = 2; i < e->getNumArgs(); i++)
      if (const auto *value = dyn_cast<CStyleCastExpr>(e->getArg(i)->IgnoreImpCasts()))
        if (QualType t = types.of(value->getSubExpr()->IgnoreParenImpCasts()); !t->isIntegerType())
          error(value->getSubExpr()->IgnoreParens()->getBeginLoc(), "an interval of a section is made of integers, and this is '" + types.describe(t) + "'");
  }

  // A parameter `shared [b0][b1] T A[d0][d1]` takes an array declared with the same blocks and dimensions.
  void multiBlockedArgument(QualType to, const Expr *e) {
    const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
    const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    QualType type = v ? Types::declaredArray(v) : QualType();
    if (ref) placed.insert(ref);
    const Layout *want = types.sharing(types.pointee(to)).layout, *have = v ? types.sharing(type).layout : nullptr;
    bool same = have && have->multiBlocked() && have->brackets.size() == want->brackets.size() && have->grid == want->grid;
    for (size_t k = 0; same && k < want->brackets.size(); k++)
      same = have->brackets[k].kind == want->brackets[k].kind && have->brackets[k].value == want->brackets[k].value;
    if (same && context.getAsArrayType(type)) // the first dimension is not part of a parameter's type
      same = context.hasSameType(context.getAsArrayType(type)->getElementType(), types.pointee(to));
    if (!same) error(e->getBeginLoc(), (v ? "'" + v->getName().str() + "' does not fit: " : "") + "this parameter takes the name of an array declared '" + types.describe(types.pointee(to)) + "' with the same layout");
  }

  void initialiser(QualType type, const Expr *init) {
    const auto *list = dyn_cast<InitListExpr>(init);
    if (!list) return conversion(type, init, "initialising");
    if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
    if (types.isPts(type)) {
      if (list->getNumInits()) initialiser(type, list->getInit(0));
      return;
    }
    const ArrayType *array = context.getAsArrayType(type);
    std::vector<QualType> fields;
    if (const auto *record = type->getAs<RecordType>()) {
      if (record->getDecl()->isUnion()) {
        if (list->getInitializedFieldInUnion()) fields.push_back(list->getInitializedFieldInUnion()->getType());
      } else {
        for (const FieldDecl *f : record->getDecl()->fields())
          if (!f->isUnnamedBitField()) fields.push_back(f->getType());
      }
    }
    for (unsigned i = 0; i < list->getNumInits(); i++)
      if (list->getInit(i) && !isa<ImplicitValueInitExpr>(list->getInit(i)))
        initialiser(array ? array->getElementType() : i < fields.size() ? fields[i] : list->getInit(i)->getType(), list->getInit(i));
  }

  // ---- 6.4.2: arithmetic

  void arithmetic(QualType pts, SourceLocation at) {
    QualType target = types.pointee(pts);
    if (target->isVoidType())
      error(at, "there is no arithmetic on the generic '" + types.describe(pts) + "'; cast it to a pointer with an element type");
  }

  void comparison(const BinaryOperator *e, QualType a, QualType b) {
    QualType x = types.pointee(a), y = types.pointee(b);
    if (e->isRelationalOp() && (x->isIncompleteType() || y->isIncompleteType()))
      error(e->getOperatorLoc(), "'" + types.describe(x->isIncompleteType() ? a : b) + "' points to an incomplete type, whose objects have no order");
    else if (!x->isVoidType() && !y->isVoidType() && types.sharing(x).block != types.sharing(y).block) {
      std::string message = "comparing '" + types.describe(a) + "' and '" + types.describe(b) + "': their block sizes differ; cast one of them";
      report(context.getDiagnostics(), e->getOperatorLoc(), message, /*warning=*/e->isEqualityOp()); // C's compilers warn, too
    }
  }

  void sameBlocks(const BinaryOperator *e, QualType a, QualType b, const char *doing) {
    if (types.sharing(types.pointee(a)).block != types.sharing(types.pointee(b)).block)
      error(e->getOperatorLoc(), std::string(doing) + " '" + types.describe(a) + "' and '" + types.describe(b) + "': their block sizes differ; cast one of them");
  }
};

} // namespace

void check(ASTContext &context, TokenStream &stream, Types &types) {
  Checker checker(context, stream, types);
  for (Decl *d : context.getTranslationUnitDecl()->decls()) {
    int first = stream.index(d->getBeginLoc());
    if (first >= stream.firstVisible && !stream.fromSystem(context.getSourceManager(), d->getLocation())) checker.TraverseDecl(d);
  }
}
