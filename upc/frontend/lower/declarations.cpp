// SPDX-License-Identifier: BSD-3-Clause
//   typedef shared int *ptr;                  typedef urt_ptr_t ptr;
//   struct pair { shared int *a; int b; };    struct pair { urt_ptr_t a; int b; };     the member alone is written anew
//   int a[sizeof(shared int *)];              its tokens, with the size replaced
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/variables.h"
#include "tokens/clang_versions.h"
#include "types/operators.h"
#include "types/syntax_visitor.h"
#include "types/threads_sizes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

bool needsRewriting(const Decl *d, const Unit &unit) {
  Types &types = unit.types;
  const auto *declared = dyn_cast<DeclaratorDecl>(d);
  // What was written counts as well: a redeclaration's type is the first one's, with its typedefs.
  if (declared && declared->getTypeSourceInfo() && types.bearing(declared->getTypeSourceInfo()->getType())) return true;
  if (declared && types.bearing(declared->getType())) return true;
  if (const auto *f = dyn_cast<FunctionDecl>(d))
    return !unit.stream.grids.empty() && f->getName().starts_with("upc_g_");
  if (const auto *v = dyn_cast<VarDecl>(d))
    return v->hasGlobalStorage() && v->getInit() && needsRuntimeInit(v->getInit(), unit);
  const auto *x = dyn_cast<TypedefDecl>(d); // one of variable length may be that of shared arrays later on
  return x && (types.bearing(x->getUnderlyingType()) || types.spelledOut(x->getUnderlyingType()) ||
               x->getUnderlyingType()->isVariablyModifiedType());
}

static Code bytesOf(const AlignedAttr &aligned, const Context &in) {
  return std::to_string(aligned.getAlignment(in.unit.context) / 8);
}

int declarationEnd(int first, int last, const Unit &unit) {
  OpenBrackets inside;
  const std::vector<Token> &tokens = unit.stream.source;
  for (int i = first; i < (int)tokens.size(); i++) {
    const Token &t = tokens[i];
    if (inside.none() && t.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) return t.is(tok::r_paren) ? i - 1 : last;
    inside.pass(t);
    if (inside.none() && t.is(tok::semi) && i > first) return std::max(last, i - 1);
  }
  return last;
}

// ---- What is kept of the user's text

// What is in the brackets: as written, unless Clang got a number that stands for it.
static c::Expression lowerLength(ArrayTypeLoc array, const Context &in) {
  const Expr *size = array.getSizeExpr();
  if (writtenSize(size) == size) return lowerExpression(size, in);
  return c::primary(in.unit.types.dimension(cast<ConstantArrayType>(array.getTypePtr())->getSize()));
}

// Array bounds in a declarator may hold shared accesses and sizeof of UPC's types, those of a function pointer's
// parameters as well.
static void replaceSizes(TypeLoc loc, Copy &copy, const Context &in) {
  for (; !loc.isNull(); loc = loc.getNextTypeLoc()) {
    if (auto array = loc.getAs<ArrayTypeLoc>())
      if (const Expr *size = array.getSizeExpr()) replace(copy, size, lowerLength(array, in), in.unit);
    if (auto function = loc.getAs<FunctionTypeLoc>())
      for (const ParmVarDecl *p : function.getParams())
        if (p && p->getTypeSourceInfo()) lowerTypeName(p->getTypeSourceInfo()->getTypeLoc(), copy, in);
    if (auto typeOf = loc.getAs<TypeOfTypeLoc>())
      lowerTypeName(typeOf.getUnmodifiedTInfo()->getTypeLoc(), copy, in);
  }
}

static void replaceSizes(const TypeSourceInfo *written, Copy &copy, const Context &in) {
  if (written) replaceSizes(written->getTypeLoc(), copy, in);
}

// The structs whose bodies stand in the type are declared nowhere else.
void lowerTypeName(TypeLoc loc, Copy &copy, const Context &in) {
  replaceSizes(loc, copy, in);
  for (; !loc.isNull(); loc = loc.getNextTypeLoc())
    if (const TagDecl *tag = loc.getAs<QualifiedTypeLoc>() ? nullptr : ownedTag(loc.getTypePtr()))
      replaceInDeclaration(tag, copy, in);
}

namespace {

// Expressions in an attribute's parentheses, as aligned(sizeof(shared int *)).
class Arguments : public SyntaxVisitor {
public:
  Arguments(Copy &copy, const Context &in) : copy(copy), in(in) {}

private:
  Copy &copy;
  const Context &in;
  bool enter(Stmt *s) override {
    if (const auto *e = dyn_cast<Expr>(s)) replace(copy, e, lowerExpression(e, in), in.unit);
    return false;
  }
};

} // namespace

static void replaceInAttribute(const Attr *a, Copy &copy, const Context &in) {
  const auto *aligned = dyn_cast<AlignedAttr>(a);
  if (!aligned || aligned->isAlignmentExpr()) return Arguments(copy, in).walk(a);
  int type = in.unit.index(a->getLocation()) + 2; // _Alignas ( type )
  if (type > 1) copy.replace(type, declarationEnd(type, type, in.unit), bytesOf(*aligned, in));
}

static void replaceInAttributes(const Decl *d, Copy &copy, const Context &in) {
  for (const Attr *a : d->attrs())
    if (!a->isImplicit() && !a->isInherited()) replaceInAttribute(a, copy, in);
}

void dropRegister(const VarDecl *v, Copy &copy, const Unit &unit) {
  if (v->getStorageClass() != SC_Register || v->hasAttr<AsmLabelAttr>() || !unit.types.holdsPts(v->getType())) return;
  for (int i = unit.index(v->getBeginLoc()); i >= 0 && i < unit.index(v->getLocation()); i++)
    if (unit.stream.source[i].is(tok::kw_register)) copy.replace(i, i, {});
}

namespace {

// The members of a struct, in groups `specifiers declarator, declarator;`.
class Members {
public:
  Members(const RecordDecl *record, const Unit &unit);
  std::vector<llvm::SmallVector<Decl *, 4>> groups;

private:
  const Unit &unit;
  bool sameGroup(const Decl *member) const;
};

} // namespace

// Neither written nor declared by the user.
static bool isOurs(const Decl *member, const Unit &unit) {
  if (isa<IndirectFieldDecl>(member)) return true;
  if (member->isImplicit() && !isa<FieldDecl>(member)) return true; // an anonymous member is an implicit field
  const auto *assertion = dyn_cast<StaticAssertDecl>(member);
  if (assertion && unit.index(assertion->getBeginLoc()) >= 0) // it declares a block size (Annotator::blockSize)
    return !unit.stream.source[unit.index(assertion->getBeginLoc())].isOneOf(tok::kw__Static_assert,
                                                                             tok::kw_static_assert);
  if (isBlockSize(member)) return true;
  const auto *tag = dyn_cast<RecordDecl>(member);
  return tag && tag->getName().starts_with("upc_operand_"); // of a size
}

Members::Members(const RecordDecl *record, const Unit &unit) : unit(unit) {
  for (Decl *member : record->decls()) {
    if (isOurs(member, unit)) continue;
    if (groups.empty() || !sameGroup(member)) groups.emplace_back();
    groups.back().push_back(member);
  }
}

// As the last group: it begins at the same token, or inside a struct that the group defines.
bool Members::sameGroup(const Decl *member) const {
  const auto &group = groups.back();
  int begin = unit.index(member->getBeginLoc());
  if (begin == unit.index(group.back()->getBeginLoc())) return true;
  return isa<FieldDecl>(member) && begin <= unit.index(group.back()->getEndLoc()) &&
         begin <= unit.index(group[0]->getBeginLoc());
}

static Code lowerRecord(const RecordDecl *d, const Context &in) {
  const Unit &unit = in.unit;
  Copy copy = copyOf(d, unit);
  replaceInAttributes(d, copy, in); // those before its name
  for (const auto &group : Members(d, unit).groups) {
    int first = unit.index(group[0]->getBeginLoc()), last = -1;
    for (const Decl *member : group) {
      first = std::min(first, unit.index(member->getBeginLoc()));
      last = std::max(last, unit.index(member->getEndLoc()));
    }
    if (first < 0 || last < first) continue;
    last = declarationEnd(first, last, unit);
    if (unit.stream.source[last + 1].is(tok::semi)) last++;
    copy.replace(first, last, lowerDeclarations(group, first, last, in));
  }
  int brace = unit.index(d->getBraceRange().getBegin());
  // A name, so that other places can speak of it.
  if (!d->getIdentifier() && !d->isAnonymousStructOrUnion() && brace > 0)
    copy.replace(brace, brace, unit.types.anonymousName(d) + " {");
  return std::move(copy).code();
}

static void replaceInEnum(const EnumDecl *d, Copy &copy, const Context &in) {
  for (const EnumConstantDecl *c : d->enumerators())
    if (c->getInitExpr()) replace(copy, c->getInitExpr(), lowerExpression(c->getInitExpr(), in), in.unit);
}

static void replaceInVariable(const VarDecl *v, Copy &copy, const Context &in) {
  dropRegister(v, copy, in.unit);
  replaceSizes(v->getTypeSourceInfo(), copy, in);
  if (const Expr *init = v->getInit()) replace(copy, init, lowerAs(v->getType(), init, in), in.unit);
}

void replaceInDeclaration(const Decl *d, Copy &copy, const Context &in) {
  replaceInAttributes(d, copy, in);
  if (const auto *x = dyn_cast<RecordDecl>(d)) {
    if (x->isThisDeclarationADefinition()) replace(copy, x, lowerRecord(x, in), in.unit);
  } else if (const auto *x = dyn_cast<EnumDecl>(d)) {
    replaceInEnum(x, copy, in);
  } else if (const auto *f = dyn_cast<FunctionDecl>(d)) {
    for (const ParmVarDecl *p : f->parameters()) {
      dropRegister(p, copy, in.unit);
      replaceInAttributes(p, copy, in);
      if (p->getTypeSourceInfo()) lowerTypeName(p->getTypeSourceInfo()->getTypeLoc(), copy, in);
    }
    replaceInFunction(f, copy, in);
  } else if (const auto *v = dyn_cast<VarDecl>(d)) {
    replaceInVariable(v, copy, in);
  } else if (const auto *x = dyn_cast<DeclaratorDecl>(d)) {
    const auto *field = dyn_cast<FieldDecl>(x);
    if (field && field->isBitField())
      replace(copy, field->getBitWidth(), lowerExpression(field->getBitWidth(), in), in.unit);
    replaceSizes(x->getTypeSourceInfo(), copy, in);
  } else if (const auto *x = dyn_cast<TypedefDecl>(d)) {
    replaceSizes(x->getTypeSourceInfo(), copy, in);
  } else if (const auto *x = dyn_cast<StaticAssertDecl>(d)) {
    const Expr *asserted = assertion(x, in.unit.stream);
    replace(copy, asserted, lowerExpression(asserted, in), in.unit);
  }
}

// ---- What is written anew

Code attributesOf(const Decl *d, const Context &in, int behind) {
  const Unit &unit = in.unit;
  Code label, attributes;
  for (const Attr *a : d->attrs()) {
    if (const auto *aligned = dyn_cast<AlignedAttr>(a); aligned && aligned->isAlignas() && !a->isInherited())
      attributes += " __attribute__((aligned(" + bytesOf(*aligned, in) + ")))";
    if (a->isImplicit() || a->isInherited() || a->getSyntax() != AttributeCommonInfo::AS_GNU || isa<AsmLabelAttr>(a))
      continue;
    int first = unit.index(a->getRange().getBegin()), last = unit.index(a->getRange().getEnd());
    if (first <= behind || last < first) continue;
    Copy copy(first, last);
    replaceInAttribute(a, copy, in);
    attributes += " __attribute__((" + std::move(copy).code() + "))";
  }
  if (const auto *asmLabel = d->getAttr<AsmLabelAttr>(); asmLabel && !asmLabel->isInherited())
    label = " __asm__(" + stringLiteral(asmLabel->getLabel().str()) + ")";
  return label + attributes;
}

c::Statement lowerTag(const TagDecl *tag, const Context &in) {
  if (!tag->isThisDeclarationADefinition())
    return tag->isFreeStanding() ? c::declareRaw(asWritten(tag, in.unit)) : c::Statement();
  Copy copy = copyOf(tag, in.unit);
  replaceInDeclaration(tag, copy, in);
  return c::declareRaw(std::move(copy).code() + attributesOf(tag, in, in.unit.index(tag->getEndLoc())));
}

static c::Statement lowerField(const FieldDecl *d, const Context &in) {
  Code width;
  if (d->isBitField()) width = " : " + lowerExpression(d->getBitWidth(), in).code;
  return c::declareRaw(in.unit.types.declare(d->getType(), d->getName().str()) + width + attributesOf(d, in));
}

static c::Statement lowerTypedef(const TypedefDecl *d, const Context &in) {
  if (in.unit.types.spelledOut(d->getUnderlyingType())) return {};
  std::string declared = in.unit.types.declare(d->getUnderlyingType(), d->getName().str());
  return c::declareRaw("typedef " + declared + attributesOf(d, in));
}

static c::Statement rewritten(const Decl *d, bool fileScope, const Context &in) {
  if (const auto *x = dyn_cast<TagDecl>(d)) return lowerTag(x, in);
  if (const auto *x = dyn_cast<TypedefDecl>(d)) return lowerTypedef(x, in);
  if (const auto *x = dyn_cast<FieldDecl>(d)) return lowerField(x, in);
  if (const auto *x = dyn_cast<FunctionDecl>(d)) return lowerFunction(x, in);
  if (const auto *x = dyn_cast<VarDecl>(d)) return lowerVariable(x, fileScope, in);
  return c::declareRaw(asWritten(d, in.unit));
}

// C has no arrays of shared elements, and so does not keep how long they were when their type was declared:
//   shared int (*p)[n];      const long upc_n_1 = n; urt_ptr_t p;
// Of a type that has a name, or is that of an expression, they are kept already.
c::Block keepSizes(QualType type, const Context &in, bool isTypedef) {
  c::Block kept;
  bool named = false;
  auto matters = [&](QualType type) {
    return in.unit.types.bearing(type) || (isTypedef && type->isVariablyModifiedType());
  };
  for (QualType next; matters(type); type = next) {
    const auto *array = dyn_cast<ArrayType>(type.getTypePtr());
    const auto *variable = dyn_cast<VariableArrayType>(type.getTypePtr());
    const Expr *size = variable ? variable->getSizeExpr() : nullptr;
    if (size && !(named && in.unit.keptSizes.count(size))) {
      std::string name = "upc_n_" + in.unit.fresh();
      kept.add(c::declare("const long " + name, lowerExpression(size, in)));
      in.unit.keptSizes[size] = name;
    }
    named |= isa<TypedefType, TypeOfExprType, AutoType>(type.getTypePtr());
    if (array) next = array->getElementType();
    else if (const auto *pointer = dyn_cast<PointerType>(type.getTypePtr())) next = pointer->getPointeeType();
    else if ((next = type.getSingleStepDesugaredType(in.unit.context)) == type) break;
  }
  return kept;
}

static c::Block sizesOf(const Decl *d, const Context &in) {
  if (const auto *v = dyn_cast<VarDecl>(d)) return keepSizes(v->getType(), in);
  const auto *name = dyn_cast<TypedefDecl>(d);
  return name ? keepSizes(name->getUnderlyingType(), in, /*isTypedef=*/true) : c::Block();
}

using Tags = llvm::SmallVector<const TagDecl *, 2>;
static void addWithin(TypeLoc loc, Tags &tags);

static void addWritten(const TypeSourceInfo *written, Tags &tags) {
  if (!written) return;
  for (TypeLoc loc = written->getTypeLoc(); !loc.isNull(); loc = loc.getNextTypeLoc())
    if (const TagDecl *tag = loc.getAs<QualifiedTypeLoc>() ? nullptr : ownedTag(loc.getTypePtr())) tags.push_back(tag);
  addWithin(written->getTypeLoc(), tags);
}

static void addWithin(TypeLoc loc, Tags &tags) {
  for (; !loc.isNull(); loc = loc.getNextTypeLoc()) {
    if (auto function = loc.getAs<FunctionTypeLoc>())
      for (const ParmVarDecl *p : function.getParams())
        if (p) addWritten(p->getTypeSourceInfo(), tags);
    if (auto typeOf = loc.getAs<TypeOfTypeLoc>()) addWritten(typeOf.getUnmodifiedTInfo(), tags);
  }
}

// The structs whose bodies stand in __typeof__ or among parameters, and so are no declarations of their own.
static Tags tagsWithin(const Decl *d) {
  const auto *declared = dyn_cast<DeclaratorDecl>(d);
  const auto *name = dyn_cast<TypedefDecl>(d);
  const TypeSourceInfo *written = declared ? declared->getTypeSourceInfo() : name ? name->getTypeSourceInfo() : nullptr;
  Tags tags;
  if (written) addWithin(written->getTypeLoc(), tags);
  return tags;
}

Code lowerDeclarations(llvm::ArrayRef<Decl *> decls, int first, int last, const Context &in) {
  if (llvm::none_of(decls, [&](const Decl *d) { return needsRewriting(d, in.unit); })) {
    Copy copy(first, last);
    for (const Decl *d : decls) replaceInDeclaration(d, copy, in);
    return std::move(copy).code();
  }
  bool fileScope = decls[0]->getDeclContext()->isFileContext();
  c::Block block;
  for (const Decl *d : decls) {
    for (const TagDecl *tag : tagsWithin(d)) block.add(lowerTag(tag, in));
    block.add(sizesOf(d, in));
    c::Statement one = rewritten(d, fileScope, in);
    if (one.code.empty()) continue;
    int at = in.unit.index(d->getLocation());
    block.add(c::Statement(Code::lineOf(at >= 0 ? at : first) + one.code));
  }
  return Code::lineOf(first) + block.code;
}
