// SPDX-License-Identifier: BSD-3-Clause
// What clang-upc2c, the translator of Berkeley UPC 2020.4, gets wrong, for sources that are to pass through it too:
// -Wclang-upc2c. Each rule has a program in tests/upc/translator, which says what becomes of it there.
#include "check/checker.h"
#include "types/syntax_visitor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace {

class Translator : public SyntaxVisitor {
public:
  using Warn = llvm::function_ref<void(SourceLocation, const std::string &)>;
  Translator(Types &types, Warn warn) : types(types), warn(warn) {}

private:
  Types &types;
  Warn warn;

  // What its translation would assign when the program starts: the address of a variable, a pointer-to-shared.
  struct Dynamic : SyntaxVisitor {
    Types &types;
    const Expr *found = nullptr;
    explicit Dynamic(Types &types) : types(types) {}
    bool enter(Stmt *s) override {
      const auto *e = dyn_cast<Expr>(s);
      const auto *name = dyn_cast_or_null<DeclRefExpr>(e);
      if (!found && e && ((name && isa<VarDecl>(name->getDecl())) || types.isPts(types.of(e)))) found = e;
      return !found;
    }
  };

  void variable(const VarDecl *v) {
    const QualType type = v->getType();
    const auto *e = type->getAs<EnumType>();
    if (e && !e->getDecl()->getIdentifier() && !e->getDecl()->getTypedefNameForAnonDecl() && !v->isFileVarDecl())
      warn(v->getLocation(), "a variable in a function, of an enumeration without a name");
    if (!v->hasGlobalStorage() || !v->getInit() || types.isShared(type)) return;
    const bool several = type->isArrayType() || type->isRecordType();
    if (!several && !type.isConstQualified()) return;
    Dynamic dynamic(types);
    dynamic.walk(v->getInit());
    if (dynamic.found)
      warn(v->getLocation(), "'" + v->getNameAsString() + "' is assigned when the program starts, since its initialiser"
           " names a variable; " + (several ? "arrays and structs" : "constants") + " cannot be assigned");
  }

  // The translation is preprocessed again, with macros for these functions.
  void name(const NamedDecl *d) {
    const IdentifierInfo *id = isa<FunctionDecl>(d) ? nullptr : d->getIdentifier();
    const bool taken = id && llvm::StringSwitch<bool>(id->getName())
                                 .Cases("malloc", "calloc", "realloc", "free", "strdup", true)
                                 .Default(false);
    if (taken) warn(d->getLocation(), "the name '" + id->getName().str() + "' becomes that of a macro");
  }

  // Is the struct named by its tag in the type? What typedefs stand for does not count.
  static bool names(QualType t, const RecordDecl *r) {
    for (;;) {
      const Type *type = t.getTypePtr();
      if (isa<TypedefType>(type)) return false;
      if (const auto *record = dyn_cast<RecordType>(type))
        return record->getDecl()->getCanonicalDecl() == r->getCanonicalDecl();
      if (const auto *f = dyn_cast<FunctionProtoType>(type))
        for (QualType parameter : f->param_types())
          if (names(parameter, r)) return true;
      const QualType outer = t;
      if (const auto *pointer = dyn_cast<PointerType>(type)) t = pointer->getPointeeType();
      else if (const auto *array = dyn_cast<ArrayType>(type)) t = array->getElementType();
      else if (const auto *f = dyn_cast<FunctionType>(type)) t = f->getReturnType();
      else t = t.getSingleStepDesugaredType(r->getASTContext());
      if (t == outer) return false;
    }
  }

  // The members of a struct or union without any name are written as members of nothing. A struct that another one
  // names by its tag is taken for a part of that one, which is not complete in it.
  void record(const RecordDecl *r) {
    if (r->isAnonymousStructOrUnion()) warn(r->getLocation(), "a struct or union in another one without a name for it");
    if (!r->isThisDeclarationADefinition()) return;
    for (const FieldDecl *member : r->fields()) {
      const RecordDecl *other = r->getASTContext().getBaseElementType(member->getType())->getAsRecordDecl();
      other = other ? other->getDefinition() : nullptr;
      if (other && llvm::any_of(other->fields(), [&](const FieldDecl *f) { return names(f->getType(), r); }))
        warn(member->getLocation(), "a member of a struct that names this one by its tag; a typedef can name it");
    }
  }

  void enterDeclaration(Decl *d) override {
    if (const auto *v = dyn_cast<VarDecl>(d)) variable(v);
    if (const auto *r = dyn_cast<RecordDecl>(d)) record(r);
    if (const auto *n = dyn_cast<NamedDecl>(d)) name(n);
  }

  // The members of a struct that was declared before it was defined are not found by their names.
  void named(const RecordDecl *r, SourceLocation at, const char *what) {
    r = r ? r->getDefinition() : nullptr;
    if (r && r->getPreviousDecl())
      warn(at, std::string(what) + " a struct that is declared before it is defined");
  }

  bool enter(Stmt *s) override {
    if (const auto *r = dyn_cast<ReturnStmt>(s)) {
      const Expr *value = r->getRetValue() ? r->getRetValue()->IgnoreImpCasts() : nullptr;
      const auto *comma = dyn_cast_or_null<BinaryOperator>(value);
      if (comma && comma->getOpcode() == BO_Comma)
        warn(comma->getOperatorLoc(), "a comma in a return: its left operand alone is returned");
    } else if (const auto *name = dyn_cast<DeclRefExpr>(s)) {
      if (isa<FunctionDecl>(name->getDecl()) && name->getDecl()->getName().starts_with("fftw_"))
        warn(name->getLocation(), "the macros of fftw3.h fail there; a file that includes it must be plain C");
    } else if (const auto *o = dyn_cast<OffsetOfExpr>(s)) {
      named(o->getTypeSourceInfo()->getType()->getAsRecordDecl(), o->getBeginLoc(), "offsetof of");
    } else if (const auto *e = dyn_cast<DesignatedInitExpr>(s)) {
      for (const auto &d : e->designators())
        if (const FieldDecl *f = d.isFieldDesignator() ? designated(d) : nullptr)
          named(f->getParent(), e->getBeginLoc(), "a designated initialiser of");
    }
    return true;
  }
};

} // namespace

void checkTranslator(Decl *d, Types &types, llvm::function_ref<void(SourceLocation, const std::string &)> warn) {
  Translator(types, warn).walk(d);
}
