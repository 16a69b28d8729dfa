// SPDX-License-Identifier: BSD-3-Clause
// Declarations. One whose types C spells as the user did stays as it is, its initialisers and sizes rendered;
// a group with a pointer-to-shared or a shared object in it is written anew, declarator by declarator.
#include "lower/lower.h"
#include "tokens/diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

Lower::Lower(ASTContext &context, Preprocessor &pp, TokenStream &stream, Types &types, bool allNear, bool strictAliasing)
    : context(context), pp(pp), stream(stream), types(types), allNear(allNear), strictAliasing(strictAliasing), text(pp, stream) {
  types.renderSize = [this](const Expr *e) { return expr(e); };
}

void Lower::error(SourceLocation location, const std::string &message) { report(context.getDiagnostics(), location, message); }

bool Lower::needsRewriting(const Decl *d) {
  // What was written counts as well: a redeclaration's type is the first one's, with its typedefs.
  if (const auto *x = dyn_cast<DeclaratorDecl>(d); x && x->getTypeSourceInfo() && types.bearing(x->getTypeSourceInfo()->getType())) return true;
  if (const auto *f = dyn_cast<FunctionDecl>(d))
    return types.bearing(f->getType()) || (!stream.grids.empty() && f->getName().starts_with("upc_g_"));
  if (const auto *v = dyn_cast<VarDecl>(d)) {
    return types.bearing(v->getType()) || (v->hasGlobalStorage() && v->getInit() && needsRuntimeInit(v->getInit()));
  }
  if (const auto *x = dyn_cast<DeclaratorDecl>(d)) return types.bearing(x->getType());
  if (const auto *x = dyn_cast<TypedefDecl>(d)) return types.bearing(x->getUnderlyingType()) || types.spelledOut(x->getUnderlyingType());
  return false;
}

// Array bounds in a declarator may hold shared accesses and sizeof of UPC's types.
void Lower::arraySizes(TypeLoc loc, std::vector<Replacement> &r) {
  for (; !loc.isNull(); loc = loc.getNextTypeLoc())
    if (auto array = loc.getAs<ArrayTypeLoc>())
      if (const Expr *size = array.getSizeExpr()) replace(r, size, expr(size));
}

// A type's name in an expression may define a struct as well: sizeof(struct { shared int *p; }).
void Lower::typeName(TypeLoc loc, std::vector<Replacement> &r) {
  arraySizes(loc, r);
  for (; !loc.isNull(); loc = loc.getNextTypeLoc())
    if (auto named = loc.getAs<ElaboratedTypeLoc>())
      if (const auto *tag = named.getTypePtr()->getOwnedTagDecl()) inPlace(tag, r);
}

// The last token before a declaration's ';' or the ) of a type's name: Clang ends a declarator early where a tag stands in it.
int Lower::declarationEnd(int first, int last) const {
  int depth = 0;
  for (int i = first; i < (int)stream.source.size(); i++) {
    const Token &t = stream.source[i];
    if (t.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
    if (t.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && --depth < 0) return t.is(tok::r_paren) ? i - 1 : last;
    if (depth == 0 && t.is(tok::semi) && i > first) return std::max(last, i - 1);
  }
  return last;
}

std::string Lower::record(const RecordDecl *d) {
  std::vector<Replacement> r;
  llvm::SmallVector<Decl *, 4> pending;
  auto flush = [&] {
    if (pending.empty()) return;
    int first = index(pending[0]->getBeginLoc()), last = -1;
    for (const Decl *p : pending) {
      first = std::min(first, index(p->getBeginLoc()));
      last = std::max(last, index(p->getEndLoc()));
    }
    if (first >= 0 && last >= first) {
      last = declarationEnd(first, last);
      r.push_back({first, last, group(pending, first, -last)});
    }
    pending.clear();
  };
  for (Decl *member : d->decls()) {
    if (isa<IndirectFieldDecl>(member) || member->isImplicit()) {
      if (!isa<FieldDecl>(member)) continue; // an anonymous member is an implicit field after its record
    }
    if (const auto *tag = dyn_cast<RecordDecl>(member); tag && tag->getName().starts_with("upc_operand_")) continue; // of a size
    if (!pending.empty() && !(isa<FieldDecl>(member) && index(member->getBeginLoc()) <= index(pending.back()->getEndLoc()) &&
                              index(member->getBeginLoc()) <= index(pending[0]->getBeginLoc())) &&
        index(member->getBeginLoc()) != index(pending.back()->getBeginLoc()))
      flush();
    pending.push_back(member);
  }
  flush();
  int first = index(d->getBeginLoc()), brace = index(d->getBraceRange().getBegin());
  if (!d->getIdentifier() && !d->isAnonymousStructOrUnion() && brace > 0) {
    // A name, so that other places can speak of it.
    r.push_back({brace, brace, types.anonymousName(d) + " {"});
  }
  return text.span(first, index(d->getEndLoc()), r);
}

// struct pair { … } f(…) { … }: the struct that a definition's result type defines, which is in no group of declarations.
static const TagDecl *definedByResult(const FunctionDecl *f, ASTContext &context) {
  for (QualType t = f->getReturnType();;) {
    if (const auto *x = dyn_cast<ElaboratedType>(t.getTypePtr()); x && x->getOwnedTagDecl()) return x->getOwnedTagDecl();
    if (isa<TypedefType>(t.getTypePtr())) return nullptr; // a typedef's struct is defined with the typedef
    QualType next = isa<PointerType>(t.getTypePtr()) ? t->getPointeeType() : t.getSingleStepDesugaredType(context);
    if (next == t) return nullptr;
    t = next;
  }
}

// Is a function `inline` and nothing more, wherever it is declared? C leaves the definition that calls may need to another
// file. Programs written for GNU C before C99 have none: here such a function is static.
static bool inlineAlone(const FunctionDecl *f) {
  const FunctionDecl *definition = f->getDefinition();
  if (!definition || !definition->isInlineSpecified() || definition->isMain()) return false;
  for (const FunctionDecl *d : definition->redecls())
    if (d->getStorageClass() != SC_None || !d->isInlineSpecified()) return false;
  return !definition->isInlineDefinitionExternallyVisible();
}

// `register` goes from what holds a pointer-to-shared, which is changed through its address.
void Lower::withoutRegister(const VarDecl *v, std::vector<Replacement> &r) {
  if (v->getStorageClass() != SC_Register || v->hasAttr<AsmLabelAttr>() || !types.holdsPts(v->getType())) return;
  for (int i = index(v->getBeginLoc()); i >= 0 && i < index(v->getLocation()); i++)
    if (stream.source[i].is(tok::kw_register)) r.push_back({i, i, ""});
}

// Changes within a declaration that keeps the user's spelling.
void Lower::inPlace(const Decl *d, std::vector<Replacement> &r) {
  if (const auto *x = dyn_cast<RecordDecl>(d)) {
    if (x->isThisDeclarationADefinition()) replace(r, x, record(x));
  } else if (const auto *x = dyn_cast<EnumDecl>(d)) {
    for (const EnumConstantDecl *c : x->enumerators())
      if (c->getInitExpr()) replace(r, c->getInitExpr(), expr(c->getInitExpr()));
  } else if (const auto *f = dyn_cast<FunctionDecl>(d)) {
    if (const TagDecl *tag = f->isThisDeclarationADefinition() ? definedByResult(f, context) : nullptr) inPlace(tag, r);
    for (const ParmVarDecl *p : f->parameters()) {
      withoutRegister(p, r);
      if (p->getTypeSourceInfo()) arraySizes(p->getTypeSourceInfo()->getTypeLoc(), r);
    }
    if (f->isThisDeclarationADefinition() && f->getBody()) replace(r, f->getBody(), body(f));
    if (inlineAlone(f))
      for (int i = index(f->getBeginLoc()); i < index(f->getLocation()); i++)
        if (stream.source[i].is(tok::kw_inline)) r.push_back({i, i, "static inline"});
  } else if (const auto *v = dyn_cast<VarDecl>(d)) {
    withoutRegister(v, r);
    if (v->getTypeSourceInfo()) arraySizes(v->getTypeSourceInfo()->getTypeLoc(), r);
    if (const Expr *init = v->getInit()) replace(r, init, convert(v->getType(), init));
  } else if (const auto *x = dyn_cast<DeclaratorDecl>(d)) {
    if (const auto *field = dyn_cast<FieldDecl>(x); field && field->isBitField()) replace(r, field->getBitWidth(), expr(field->getBitWidth()));
    if (x->getTypeSourceInfo()) arraySizes(x->getTypeSourceInfo()->getTypeLoc(), r);
  } else if (const auto *x = dyn_cast<TypedefDecl>(d)) {
    arraySizes(x->getTypeSourceInfo()->getTypeLoc(), r);
  } else if (const auto *x = dyn_cast<StaticAssertDecl>(d)) {
    const Expr *asserted = assertion(x, stream);
    replace(r, asserted, expr(asserted));
  }
}

// The declarations of one `specifiers declarator, declarator;`, tokens first..last; a negative last is a member
// group, whose final ';' is printed by the record around it.
std::string Lower::group(llvm::ArrayRef<Decl *> decls, int first, int last) {
  bool members = last < 0, rewrite = false;
  if (members) last = -last;
  for (const Decl *d : decls) rewrite |= needsRewriting(d);
  if (!rewrite) {
    std::vector<Replacement> r;
    for (const Decl *d : decls) inPlace(d, r);
    return text.span(first, last, r);
  }
  std::string out = text.mark(first);
  bool fileScope = !members && decls[0]->getDeclContext()->isFileContext();
  for (const Decl *d : decls) {
    std::string one = rewritten(d, fileScope);
    if (one.empty()) continue;
    if (!out.empty() && out.back() == ';') out += ' ';
    out += text.mark(index(d->getLocation()) >= 0 ? index(d->getLocation()) : first) + one;
  }
  if (members && !out.empty() && out.back() == ';') out.pop_back();
  return out;
}

// The attributes of a declaration that is written anew; `behind` a token, where those before it are printed with it.
std::string Lower::attributes(const Decl *d, int behind) {
  std::string s;
  for (const Attr *a : d->attrs()) {
    if (const auto *aligned = dyn_cast<AlignedAttr>(a); aligned && aligned->isAlignas() && !a->isInherited())
      s += " __attribute__((aligned(" + std::to_string(aligned->getAlignment(context) / 8) + ")))";
    if (a->isImplicit() || a->isInherited() || a->getSyntax() != AttributeCommonInfo::AS_GNU) continue;
    int first = index(a->getRange().getBegin()), last = index(a->getRange().getEnd());
    if (first <= behind || last < first) continue;
    if (isa<AsmLabelAttr>(a)) continue;
    s += " __attribute__((" + text.span(first, last) + "))";
  }
  if (const auto *label = d->getAttr<AsmLabelAttr>(); label && !label->isInherited()) s = " __asm__(\"" + label->getLabel().str() + "\")" + s;
  return s;
}

std::string Lower::rewritten(const Decl *d, bool fileScope) {
  if (const auto *x = dyn_cast<TagDecl>(d)) {
    std::vector<Replacement> r;
    if (!x->isThisDeclarationADefinition()) return x->isFreeStanding() ? spanOf(x) + ";" : "";
    inPlace(x, r);
    return spanOf(x, r) + attributes(x, index(x->getEndLoc())) + ";";
  }
  if (const auto *x = dyn_cast<TypedefDecl>(d); x && types.spelledOut(x->getUnderlyingType())) return "";
  if (const auto *x = dyn_cast<TypedefDecl>(d)) return "typedef " + types.declare(x->getUnderlyingType(), x->getName().str()) + attributes(d) + ";";
  if (const auto *x = dyn_cast<FieldDecl>(d)) {
    std::string width = x->isBitField() ? " : " + expr(x->getBitWidth()) : "";
    return types.declare(x->getType(), x->getName().str()) + width + attributes(d) + ";";
  }
  if (const auto *f = dyn_cast<FunctionDecl>(d)) return function(f);
  if (const auto *v = dyn_cast<VarDecl>(d)) return variable(v, fileScope);
  return spanOf(d) + ";";
}

// ---- Functions

std::string Lower::body(const FunctionDecl *f) {
  QualType outer = returns;
  returns = f->getReturnType();
  addressTaken = addressesTaken(f->getBody());
  std::string out = stmt(f->getBody());
  returns = outer;
  if (stream.oddMain && f->getName() == "main") out.insert(out.rfind('}'), "return 0;");
  if (f->isMain() || (stream.oddMain && f->getName() == "main")) {
    bool value = f->getReturnType()->isIntegerType();
    std::string arguments = f->getNumParams() == 0 ? "" : f->getNumParams() == 1 ? "argc" : f->getNumParams() == 2 ? "argc, argv" : "argc, argv, environ";
    trailer += " int urt_main(int argc, char **argv) { extern char **environ; (void)argc; (void)argv; (void)environ; " +
               std::string(value ? "return " : "") + "main(" + (stream.oddMain ? "argc, (void *)argv" : arguments) + ");" + (value ? "" : " return 0;") + " }";
  }
  return out;
}

std::string Lower::functionHeader(const FunctionDecl *f) {
  std::string s;
  if (f->getStorageClass() == SC_Static || inlineAlone(f)) s += "static ";
  if (f->getStorageClass() == SC_Extern) s += "extern ";
  if (f->isInlineSpecified()) s += "inline ";
  std::string parameters, oldStyle;
  bool prototype = f->hasWrittenPrototype();
  for (const ParmVarDecl *p : f->parameters()) {
    std::string one = types.declare(p->getType(), p->getName().str());
    if (prototype) parameters += (parameters.empty() ? "" : ", ") + one + attributes(p);
    else parameters += (parameters.empty() ? "" : ", ") + p->getName().str(), oldStyle += " " + one + ";";
  }
  if (f->isVariadic()) parameters += ", ...";
  if (parameters.empty() && prototype) parameters = "void";
  std::string name = f->getName().str();
  if (f->isThisDeclarationADefinition()) {
    std::string written = attributes(f);
    return s + (written.empty() ? "" : written + " ") + types.declare(f->getReturnType(), name + "(" + parameters + ")") + oldStyle;
  }
  return s + types.declare(f->getReturnType(), name + "(" + parameters + ")") + attributes(f);
}

std::string Lower::function(const FunctionDecl *f) {
  if (!stream.grids.empty() && f->getName().starts_with("upc_g_")) return defineGrid(f);
  if (!f->isThisDeclarationADefinition()) return functionHeader(f) + ";";
  const TagDecl *tag = definedByResult(f, context);
  return (tag ? rewritten(tag, true) + " " : "") + functionHeader(f) + " " + body(f);
}

// ---- The file

std::string Lower::mainParameters(const FunctionDecl *f) {
  std::string s;
  if (!f->hasPrototype() && !f->getDefinition()) return "";
  if (const FunctionDecl *definition = f->getDefinition()) f = definition;
  for (const ParmVarDecl *p : f->parameters()) s += (s.empty() ? "" : ", ") + types.declare(p->getType(), "");
  return s.empty() && f->hasWrittenPrototype() ? "void" : s;
}

std::string Lower::file(const std::vector<DeclGroupRef> &groups) {
  std::string out, names = types.shadowedNames();
  int cursor = stream.firstVisible;
  SourceManager &sm = context.getSourceManager();
  for (const DeclGroupRef &g : groups) {
    llvm::SmallVector<Decl *, 4> decls(g.begin(), g.end());
    if (isa<EmptyDecl>(decls[0])) continue; // a stray ';'
    int first = -1, last = -1;
    for (const Decl *d : decls) {
      int b = index(d->getBeginLoc()), e = index(d->getEndLoc());
      if (b >= 0 && (first < 0 || b < first)) first = b;
      if (e > last) last = e;
    }
    if (first < cursor || last < first) continue;
    const auto *defined = dyn_cast<FunctionDecl>(decls[0]);
    bool body = defined && defined->isThisDeclarationADefinition();
    if (!body) last = declarationEnd(first, last);
    if (const auto *v = dyn_cast<EnumDecl>(decls[0]))
      if (!v->enumerators().empty() && v->enumerator_begin()->getName().starts_with("upc_b_")) continue;
    out += text.span(cursor, first - 1) + ' '; // __extension__ and stray ';'
    bool system = stream.fromSystem(sm, sm.getExpansionLoc(stream.source[first].getLocation()));
    // The program's main keeps its name and meaning for C, under another symbol: main itself is the runtime's.
    if (const auto *f = dyn_cast<FunctionDecl>(decls[0]); f && f->isMain() && !f->getPreviousDecl() && !stream.oddMain)
      out += text.mark(first) + (f->getReturnType()->isVoidType() ? "void" : types.declare(f->getReturnType(), "")) + " main(" +
             mainParameters(f) + ") __asm__(\"urt_user_main\"); ";
    out += system ? text.span(first, last) : group(decls, first, last);
    cursor = last + 1;
    if (!trailer.empty()) {
      if (!body && cursor < (int)stream.source.size() && stream.source[cursor].is(tok::semi)) out += text.span(cursor, cursor), cursor++;
      out += " " + trailer;
      trailer.clear();
    }
  }
  out += text.span(cursor, (int)stream.source.size() - 1) + ending;
  std::string head = stream.oddMain ? "#define main urt_user_main\n" : "";
  needsLayouts |= out.find("upc_stride_declared_t") != std::string::npos; // a parameter may be all there is
  if (needsLayouts && !context.getTranslationUnitDecl()->lookup(DeclarationName(&context.Idents.get("upc_stride_declared_t"))).isSingleResult())
    head += "#include \"upc_stride_layout.h\"\n";
  return head + (names.empty() ? "" : names + "\n") + text.assemble(out);
}
