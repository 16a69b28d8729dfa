// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation variables: what may be one, where it may lie, and that only its own accesses reach its value.
#include "check/checker.h"

using namespace clang;

static std::string word(SyncKind kind) { return kind == SyncKind::Sync ? "'upc_syncvar'" : "'upc_singlevar'"; }

// Is a word written before an array type that has a name?
static bool qualifiesArray(QualType type, const Types &types, ASTContext &context) {
  for (;;) {
    const Layout *l = types.tagOf(type.getTypePtr());
    if (l && !l->resolved && l->sync != SyncKind::None && context.getAsArrayType(type)) return true;
    QualType next = type.getSingleStepDesugaredType(context);
    if (next == type || isa<ArrayType>(type.getTypePtr())) return false;
    type = next;
  }
}

void Checker::syncType(QualType type, const Sharing &s, SourceLocation at) {
  bool both = false;
  tags(type, [&](const Layout &l) { both |= l.sync != SyncKind::None && l.sync != s.sync; });
  if (both) return error(at, "a variable is one of 'upc_syncvar' or of 'upc_singlevar', not of both");
  if (qualifiesArray(type, types, context))
    return error(at, word(s.sync) + " qualifies the type of an element; write the brackets behind the name");
  if (s.multiBlocked()) return error(at, "a multi-blocked array cannot be one of synchronisation variables");
  QualType value = types.unshared(context.getBaseElementType(type));
  if (context.getBaseElementType(type).getCanonicalType().isConstQualified())
    return error(at, "a synchronisation variable cannot be const: values are written to it");
  if (!value->isArithmeticType() && !value->isPointerType() && !value->isAtomicType())
    return error(at, word(s.sync) + " qualifies arithmetic types and pointers, and this is '" + types.describe(value) +
                         "'");
  if (context.getTypeSizeInChars(value).getQuantity() > 16)
    error(at, "a synchronisation variable holds at most 16 bytes, and '" + types.describe(value) + "' has more");
}

void Checker::syncMember(const FieldDecl *f) {
  if (!types.holdsSync(f->getType())) return;
  if (f->getParent()->isUnion())
    error(f->getLocation(), "a union cannot hold a synchronisation variable: its members share their storage");
  if (f->isBitField()) error(f->getLocation(), "a bit-field cannot be a synchronisation variable");
}

// A private object, or a parameter.
void Checker::noSyncInside(const ValueDecl *d) {
  if (types.holdsSync(d->getType()) && !types.isShared(d->getType()))
    error(d->getLocation(), "'" + d->getName().str() +
                                "' is private and has synchronisation variables in it, which must lie in shared "
                                "memory; make it shared");
}

bool Checker::VisitMemberExpr(MemberExpr *e) {
  if (!types.isSync(e->getMemberDecl()->getType())) return true;
  QualType base = types.of(e->getBase());
  if (!types.isShared(e->isArrow() ? types.pointee(base) : base))
    error(e->getMemberLoc(), "'" + e->getMemberDecl()->getName().str() +
                                 "' is a synchronisation variable, and this object is private; it must be shared");
  return true;
}

void Checker::noCopyOfSync(const Expr *e) {
  if (e->getType()->isRecordType() && types.holdsSync(e->getType()))
    error(e->getBeginLoc(), "a struct with synchronisation variables in it cannot be copied; read them one by one");
}

void Checker::writtenOnce(const Expr *e, SourceLocation at) {
  if (types.sharing(types.of(e)).sync == SyncKind::Single)
    error(at, "a variable of 'upc_singlevar' is written once, and this reads it and writes it again");
}

void Checker::syncPart(const UnaryOperator *e) {
  if ((e->getOpcode() == UO_Real || e->getOpcode() == UO_Imag) && types.isSync(types.of(e->getSubExpr())))
    error(e->getOperatorLoc(), "a synchronisation variable is read as a whole; take the part of its value");
}

// These take a pointer and do not look at the bytes there, or know what is there.
static bool takesSync(StringRef function) {
  return function.starts_with("upc_syncvar_") || function.starts_with("upc_singlevar_") ||
         function == "upc_threadof" || function == "upc_phaseof" || function == "upc_addrfield" ||
         function == "upc_resetphase" || function == "upc_affinitysize" || function == "upc_free" ||
         function == "upc_all_free" || function == "upc_memset";
}

void Checker::syncArgument(const CallExpr *e, QualType parameter, const Expr *argument) {
  QualType from = types.of(bare(argument));
  if (!types.isPts(parameter) || !types.pointee(parameter)->isVoidType()) return;
  if (!types.isPts(from) || !types.holdsSync(types.pointee(from))) return;
  const FunctionDecl *f = e->getDirectCallee();
  if (f && f->getIdentifier() && takesSync(f->getName())) return;
  error(argument->getBeginLoc(), "'" + (f ? f->getName().str() : "this function") +
                                     "' would take the bytes of a synchronisation variable, which has a state besides "
                                     "its value; read or write the variable");
}

// Pointers whose targets differ in this.
bool Checker::syncDiffers(QualType a, QualType b) const {
  if (a.isNull() || b.isNull() || a->isVoidType() || b->isVoidType()) return false;
  return types.sharing(a).sync != types.sharing(b).sync;
}
