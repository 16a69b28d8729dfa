// SPDX-License-Identifier: BSD-3-Clause
// One walk over a body notes what it assigns, and each store with the type it is made as. What stays the same is then
// decided by C's rules of aliasing: in `for (..) { d[i] = 0; s += p->n; }`, with d a double *, the long p->n stays.
// A call of a function whose body is not known counts as a change of all memory.
#include "lower/loops/effects.h"
#include "tokens/clang_versions.h"
#include "types/operators.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

// The array whose element a[i] is, where a is no pointer; else null.
static const Expr *subscriptedArray(const ArraySubscriptExpr *e) {
  const auto *decay = dyn_cast<ImplicitCastExpr>(e->getBase()->IgnoreParens());
  return decay && decay->getCastKind() == CK_ArrayToPointerDecay ? decay->getSubExpr() : nullptr;
}

const VarDecl *rootOf(const Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const auto *member = dyn_cast<MemberExpr>(e); member && !member->isArrow()) e = member->getBase();
    else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e); element && subscriptedArray(element))
      e = subscriptedArray(element);
    else break;
  }
  const auto *ref = dyn_cast<DeclRefExpr>(e);
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

// ---- What the body does

// A member of a union may be read as another member's type, and a type may say that it aliases anything.
bool readAsAnything(const Expr *lvalue) {
  for (QualType t = lvalue->getType(); const auto *name = t->getAs<TypedefType>(); t = name->desugar())
    if (name->getDecl()->hasAttr<MayAliasAttr>()) return true;
  for (const Expr *e = lvalue->IgnoreParens(); e;) {
    if (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (const auto *parent = dyn_cast<RecordDecl>(member->getMemberDecl()->getDeclContext()); parent &&
          parent->isUnion())
        return true;
      e = member->isArrow() ? nullptr : member->getBase()->IgnoreParens();
    } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
      e = subscriptedArray(element) ? subscriptedArray(element)->IgnoreParens() : nullptr;
    } else {
      break;
    }
  }
  return false;
}

// To a variable; what no pointer may lead to need not be noted.
void LoopBody::store(const VarDecl *v, QualType type) {
  if (!v->hasLocalStorage() || facts.addressTaken.count(v) || v->getType()->isArrayType())
    stores.push_back({type, Store::Variable});
}
void LoopBody::step(const VarDecl *v) {
  changed.insert(v);
  store(v, v->getType());
}

void LoopBody::change(const Expr *lvalue) {
  QualType type = readAsAnything(lvalue) ? QualType() : lvalue->getType();
  if (const VarDecl *v = rootOf(lvalue); v && !facts.types.isShared(v->getType())) {
    changed.insert(v);
    store(v, type);
  } else {
    stores.push_back({type, facts.types.isShared(facts.types.of(lvalue)) ? Store::Shared : Store::Pointer});
  }
}

// ---- Functions that are called

static bool writesOutput(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("printf", "puts", "putchar", "fprintf", "fputs", true)
      .Cases("fputc", "putc", "fwrite", "fflush", "perror", true)
      .Default(false);
}

// Is this a name of the C library for the process's own output? Another stream may write to memory (fmemopen).
static bool isOwnOutput(const Expr *stream) {
  const auto *ref = dyn_cast<DeclRefExpr>(stream->IgnoreParenImpCasts());
  const IdentifierInfo *name = ref ? ref->getDecl()->getIdentifier() : nullptr;
  return name && (name->isStr("stdout") || name->isStr("stderr"));
}

// Does an output function change nothing but a stream? A format may write by %n.
static bool onlyPrints(const CallExpr *call) {
  return llvm::all_of(call->arguments(), [](const Expr *argument) {
    const Expr *e = argument->IgnoreParenImpCasts();
    if (const auto *text = dyn_cast<StringLiteral>(e))
      return !text->isOrdinary() || !text->getString().contains('%') || !text->getString().contains('n');
    QualType type = argument->getType();
    return !type->isPointerType() || isOwnOutput(e) || type->getPointeeType().isConstQualified();
  });
}

// Functions of the C library that change nothing but numbers of their own, beside those that Clang knows to be pure.
static bool changesNothing(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("rand", "drand48", "lrand48", "mrand48", "clock", "getpid", "getenv", true)
      .Cases("atoi", "atol", "atoll", "atof", "strlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", true)
      .Cases("memcmp", "memchr", "strchr", "strrchr", "strstr", "strspn", "strcspn", "strpbrk", true)
      .Cases("abs", "labs", "llabs", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", true)
      .Cases("islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", true)
      .Default(false);
}

// A function that changes nothing in memory that C code can see, and orders nothing. Of functions whose body is not in
// this file these are the functions that stand in a list, ours or Clang's, and those that the program declares so.
static bool harmless(const FunctionDecl *f, const CallExpr *call, const LoopFacts &facts) {
  if (!f || !f->getIdentifier()) return false;
  if (f->hasAttr<ConstAttr>() || f->hasAttr<PureAttr>()) return true;
  if (const FunctionDecl *definition; f->hasBody(definition)) {
    if (f->isWeak()) return false; // the linker may take another one
    auto [at, fresh] = facts.harmless.try_emplace(definition, false); // while it is looked at: it may call itself
    if (!fresh) return at->second;
    Variables taken = addressesTaken(definition->getBody());
    LoopFacts inside{facts.types, facts.stream, facts.context, taken, facts.harmless, facts.strictAliasing};
    return facts.harmless[definition] = LoopBody(definition->getBody(), inside).keepsToItself();
  }
  unsigned builtin = f->getBuiltinID();
  if (builtin && isPureBuiltin(facts.context, builtin)) return true;
  if (!builtin && !facts.stream.fromSystem(facts.context.getSourceManager(), f->getLocation())) return false;
  return changesNothing(f->getName()) || (writesOutput(f->getName()) && onlyPrints(call));
}

void LoopBody::declaration(const VarDecl *v) {
  changed.insert(v);
  declared.insert(v);
  awkward |= v->isStaticLocal();
}

void LoopBody::expression(const Expr *e) {
  if (const auto *x = dyn_cast<BinaryOperator>(e); x && x->isAssignmentOp()) change(x->getLHS());
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    if (x->isIncrementDecrementOp()) change(x->getSubExpr());
    if (x->getOpcode() == UO_AddrOf)
      if (const VarDecl *v = rootOf(x->getSubExpr())) changed.insert(v);
  }
  if (const auto *call = dyn_cast<CallExpr>(e)) opaque |= !harmless(call->getDirectCallee(), call, facts);
  if (isa<AtomicExpr>(e)) opaque = true;
  if (isa<BlockExpr>(e)) awkward = opaque = true; // a task runs at any time, on any thread
  if (isa<ArraySubscriptExpr, MemberExpr, DeclRefExpr>(e) ||
      (isa<UnaryOperator>(e) && cast<UnaryOperator>(e)->getOpcode() == UO_Deref))
    if (Sharing s = facts.types.sharing(facts.types.of(e)); s.shared) {
      orders |= s.strict || (!s.relaxed && facts.stream.strictAt(facts.stream.index(e->getBeginLoc())));
      opaque |= s.sync != SyncKind::None; // other tasks run while this one waits
    }
}

bool LoopBody::enter(Stmt *s) {
  if (const auto *e = dyn_cast<Expr>(s)) expression(e);
  if (const auto *x = dyn_cast<DeclStmt>(s))
    for (const Decl *d : x->decls()) {
      if (const auto *v = dyn_cast<VarDecl>(d)) declaration(v);
      awkward |= isa<TypeDecl>(d) && !isBlockSize(d);
    }
  if (isa<LabelStmt, IndirectGotoStmt>(s)) awkward = true;
  if (isa<GCCAsmStmt>(s)) awkward = opaque = true;
  if (isa<SwitchCase>(s)) awkward |= switches == 0;
  if (isa<BreakStmt>(s)) breaks |= loops + switches == 0;
  loops += isa<ForStmt, WhileStmt, DoStmt>(s);
  switches += isa<SwitchStmt>(s);
  return true;
}

void LoopBody::leave(Stmt *s) {
  loops -= isa<ForStmt, WhileStmt, DoStmt>(s);
  switches -= isa<SwitchStmt>(s);
}

// ---- What stays

bool mayAlias(QualType stored, QualType read, const LoopFacts &facts) {
  if (stored.isNull() || !facts.strictAliasing) return true;
  QualType a = stored.getCanonicalType().getUnqualifiedType(), b = read.getCanonicalType().getUnqualifiedType();
  if (a->isAnyCharacterType() || b->isAnyCharacterType()) return true;
  if (a->isPointerType() || b->isPointerType()) return a->isPointerType() && b->isPointerType();
  if (!(a->isIntegerType() || a->isRealFloatingType()) || !(b->isIntegerType() || b->isRealFloatingType())) return true;
  if (a->isRealFloatingType() != b->isRealFloatingType()) return false;
  return facts.context.getTypeSize(a) == facts.context.getTypeSize(b);
}

bool LoopBody::writes(const VarDecl *v, QualType type) const {
  if (changed.count(v)) return true;
  bool reached = !v->hasLocalStorage() || facts.addressTaken.count(v) || !v->getType()->isScalarType();
  if (!reached || v->getName() == "MYTHREAD") return false;
  return opaque ||
      llvm::any_of(stores, [&](const Store &s) { return s.by == Store::Pointer && mayAlias(s.type, type, facts); });
}

bool LoopBody::writesThrough(QualType type) const {
  return opaque || llvm::any_of(stores, [&](const Store &s) { return mayAlias(s.type, type, facts); });
}

namespace {
struct Addresses : SyntaxVisitor {
  Variables taken;
  void add(const Expr *lvalue) {
    if (const VarDecl *v = rootOf(lvalue)) taken.insert(v);
  }
  bool enter(Stmt *s) override {
    if (const auto *e = dyn_cast<UnaryOperator>(s); e && e->getOpcode() == UO_AddrOf) add(e->getSubExpr());
    if (const auto *x = dyn_cast<GCCAsmStmt>(s))
      for (unsigned i = 0; i < x->getNumOutputs(); i++) add(x->getOutputExpr(i));
    return true;
  }
};
} // namespace

Variables addressesTaken(const Stmt *function) {
  Addresses a;
  a.walk(function);
  return a.taken;
}

// ---- Expressions

// Reading this private lvalue gives the same at every iteration.
static bool placeStays(const Expr *lvalue, QualType read, const LoopBody &body, const LoopFacts &facts, bool sure) {
  const Expr *e = lvalue->IgnoreParens();
  if (e->getType().isVolatileQualified() || e->getType()->isAtomicType() || facts.types.isShared(facts.types.of(e)) ||
      readAsAnything(e))
    return false;
  if (const auto *ref = dyn_cast<DeclRefExpr>(e)) {
    const auto *v = dyn_cast<VarDecl>(ref->getDecl());
    return v && !body.writes(v, read);
  }
  if (const auto *member = dyn_cast<MemberExpr>(e)) {
    if (!member->isArrow()) return placeStays(member->getBase(), read, body, facts, sure);
    return sure && !member->getBase()->getType()->getPointeeType().isVolatileQualified() &&
        invariant(member->getBase(), body, facts, sure) && !body.writesThrough(read);
  }
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
    if (!sure || !invariant(element->getIdx(), body, facts, sure)) return false;
    if (const Expr *array = subscriptedArray(element)) return placeStays(array, read, body, facts, sure);
    return invariant(element->getBase(), body, facts, sure) && !body.writesThrough(read);
  }
  if (const auto *deref = dyn_cast<UnaryOperator>(e); deref && deref->getOpcode() == UO_Deref)
    return sure && invariant(deref->getSubExpr(), body, facts, sure) && !body.writesThrough(read);
  return false;
}

// Reading this shared lvalue does: relaxed, and neither changed nor ordered by the body.
static bool sharedStays(const Expr *lvalue, QualType read, const LoopBody &body, const LoopFacts &facts, bool sure) {
  QualType type = facts.types.of(lvalue);
  if (!sure || body.orders || facts.types.sharing(type).strict || type.isVolatileQualified() ||
      type->isAtomicType() || body.writesThrough(read))
    return false;
  if (const auto *v = variableOf(lvalue)) return !facts.context.getAsArrayType(v->getType());
  auto place = subscriptsOf(lvalue, facts);
  if (!place || !baseStays(*place, body, facts, sure)) return false;
  return llvm::all_of(place->subscripts, [&](const Expr *e) { return invariant(e, body, facts, sure); });
}

bool baseStays(const Subscripted &s, const LoopBody &body, const LoopFacts &facts, bool sure) {
  return s.array || invariant(s.pointer, body, facts, sure);
}

namespace {
struct NamesDeclared : SyntaxVisitor {
  NamesDeclared(const Variables &declared, const Stmt *besides) : declared(declared), besides(besides) {}
  const Variables &declared;
  const Stmt *besides;
  bool found = false;
  bool enter(Stmt *s) override {
    if (s == besides) return false;
    if (const auto *ref = dyn_cast<DeclRefExpr>(s)) {
      const auto *v = dyn_cast<VarDecl>(ref->getDecl());
      found |= v && declared.count(v);
    }
    return !found;
  }
  void enterType(TypeLoc loc) override { // a sizeof has its operand in a struct (types/operators.h)
    if (TagDecl *tag = ownedTag(loc.getTypePtr())) walk(tag);
  }
};
} // namespace

bool namesDeclared(const Expr *e, const LoopBody &body, const Stmt *besides) {
  NamesDeclared names(body.declared, besides);
  names.walk(e);
  return names.found;
}

bool invariant(const Expr *e, const LoopBody &body, const LoopFacts &facts, bool sure) {
  e = e->IgnoreParens();
  if (isa<UnaryExprOrTypeTraitExpr>(e)) return !namesDeclared(e, body);
  if (isa<ExplicitCastExpr>(e) && namesDeclared(e, body)) return false;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(e); cast && cast->getCastKind() == CK_LValueToRValue) {
    const Expr *place = cast->getSubExpr();
    return (facts.types.isShared(facts.types.of(place)) ? sharedStays : placeStays)(place, e->getType(), body, facts,
                                                                                    sure);
  }
  if (facts.types.isShared(facts.types.of(e))) return false;
  if (isa<CallExpr, StmtExpr, AtomicExpr, CompoundLiteralExpr, VAArgExpr, MemberExpr, ArraySubscriptExpr,
      InitListExpr>(e)) return false;
  if (const auto *ref = dyn_cast<DeclRefExpr>(e)) return !isa<VarDecl>(ref->getDecl()) || e->getType()->isArrayType();
  if (const auto *x = dyn_cast<UnaryOperator>(e); x && (x->getOpcode() == UO_Deref || x->isIncrementDecrementOp()))
    return false;
  if (const auto *x = dyn_cast<BinaryOperator>(e)) {
    if (x->isAssignmentOp()) return false;
    if (x->getOpcode() == BO_Div || x->getOpcode() == BO_Rem) {
      auto by = x->getRHS()->getIntegerConstantExpr(facts.context);
      bool safe = facts.types.mentionsThreads(x->getRHS()) ? isThreads(x->getRHS(), facts) : by && *by != 0 &&
          !by->isAllOnes();
      if (!sure && !safe) return false;
    }
    if (x->isLogicalOp())
      return invariant(x->getLHS(), body, facts, sure) && invariant(x->getRHS(), body, facts, false);
  }
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(e))
    return !isa<BinaryConditionalOperator>(e) && invariant(x->getCond(), body, facts, sure) &&
        invariant(x->getTrueExpr(), body, facts, false) &&
           invariant(x->getFalseExpr(), body, facts, false);
  for (const Stmt *child : e->children())
    if (const auto *x = dyn_cast_or_null<Expr>(child); x && !invariant(x, body, facts, sure)) return false;
  return true;
}
