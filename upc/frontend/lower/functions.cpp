// SPDX-License-Identifier: BSD-3-Clause
// Functions, and what stands between the program's main and the runtime's.
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/sections.h"
#include "lower/statements.h"
#include "lower/waits.h"
#include "tokens/clang_versions.h"
#include "clang/AST/Attr.h"

using namespace clang;

// struct pair { … } f(…) { … }: the struct that a definition's result type defines, which is in no group of
// declarations.
static const TagDecl *definedByResult(const FunctionDecl *f, ASTContext &context) {
  for (QualType t = f->getReturnType();;) {
    if (const TagDecl *tag = ownedTag(t.getTypePtr())) return tag;
    if (isa<TypedefType>(t.getTypePtr())) return nullptr; // a typedef's struct is defined with the typedef
    QualType next = isa<PointerType>(t.getTypePtr()) ? t->getPointeeType() : t.getSingleStepDesugaredType(context);
    if (next == t) return nullptr;
    t = next;
  }
}

// Is a function `inline` and nothing more, wherever it is declared? C leaves the definition that calls may need to
// another file. Programs written for GNU C before C99 have none: here such a function is static.
static bool inlineAlone(const FunctionDecl *f) {
  const FunctionDecl *definition = f->getDefinition();
  if (!definition || !definition->isInlineSpecified() || definition->isMain()) return false;
  for (const FunctionDecl *d : definition->redecls())
    if (d->getStorageClass() != SC_None || !d->isInlineSpecified()) return false;
  return !definition->isInlineDefinitionExternallyVisible();
}

// ---- main

// main whose second parameter is no char **; Clang takes it for any other function.
static bool isOddMain(const FunctionDecl *f, const Unit &unit) { return unit.stream.oddMain && f->getName() == "main"; }

// int urt_main(int argc, char **argv): calls the program's main.
static Code runtimesMain(const FunctionDecl *f, const Unit &unit) {
  bool value = f->getReturnType()->isIntegerType();
  bool odd = isOddMain(f, unit);
  c::Expression argv = c::name("argv");
  c::Expressions all = {c::name("argc"), odd ? c::cast("void *", argv) : argv, c::name("environ")};
  all.resize(odd ? 2 : std::min(f->getNumParams(), 3u));
  c::Block body = {c::declare("extern char **environ")};
  for (const char *unused : {"argc", "argv", "environ"}) body.add(c::cast("void", c::name(unused)));
  Code call = c::call("main", all).code;
  body.add(c::Statement(value ? "return " + call + ";" : call + "; return 0;"));
  return " int urt_main(int argc, char **argv) " + body.braced().code;
}

Code declareMain(const FunctionDecl *f, const Context &in) {
  bool none = !f->hasPrototype() && !f->getDefinition();
  if (const FunctionDecl *definition = f->getDefinition()) f = definition;
  std::string parameters;
  for (const ParmVarDecl *p : f->parameters())
    parameters += (parameters.empty() ? "" : ", ") + in.unit.types.declare(p->getType(), "");
  if (parameters.empty() && f->hasWrittenPrototype()) parameters = "void";
  std::string type = f->getReturnType()->isVoidType() ? "void" : in.unit.types.declare(f->getReturnType(), "");
  return Code::lineOf(in.unit.index(f->getBeginLoc())) + type + " main(" + (none ? "" : parameters) +
         ") __asm__(\"urt_user_main\"); ";
}

// ---- Definitions

// With this many outside of loops Clang's vectorizer of straight code takes longer than all else.
enum { FewInARow = 300 };

static int countInARow(const Stmt *s, const Context &in) {
  if (!s || isa<ForStmt, WhileStmt, DoStmt>(s)) return 0;
  const auto *element = dyn_cast<ArraySubscriptExpr>(s);
  int count = element && isShared(element, in);
  for (const Stmt *part : s->children()) count += countInARow(part, in);
  return count;
}

static Code lowerBody(const FunctionDecl *f, const Context &around) {
  Context in = around;
  in.returns = f->getReturnType();
  in.function = f;
  in.unit.manyInARow |= countInARow(f->getBody(), in) > FewInARow;
  bool odd = isOddMain(f, in.unit);
  c::Block first = {c::Statement(turnOf(f, in))};
  for (const ParmVarDecl *p : f->parameters()) first.add(keepSizes(p->getType(), in));
  Code body = lowerCompound(cast<CompoundStmt>(f->getBody()), first.code, odd ? "return 0;" : "", in).code;
  if (f->isMain() || odd) in.after += runtimesMain(f, in.unit);
  return body;
}

void replaceInFunction(const FunctionDecl *f, Copy &copy, const Context &in) {
  if (const TagDecl *tag = f->isThisDeclarationADefinition() ? definedByResult(f, in.unit.context) : nullptr)
    replaceInDeclaration(tag, copy, in);
  if (f->isThisDeclarationADefinition() && f->getBody()) replace(copy, f->getBody(), lowerBody(f, in), in.unit);
  if (!inlineAlone(f)) return;
  for (int i = in.unit.index(f->getBeginLoc()); i < in.unit.index(f->getLocation()); i++)
    if (in.unit.stream.source[i].is(tok::kw_inline)) copy.replace(i, i, "static inline");
}

// The parameters, and the declarations of those of an old-style definition.
static Code parametersOf(const FunctionDecl *f, Code &oldStyle, const Context &in) {
  Code parameters;
  bool prototype = f->hasWrittenPrototype();
  for (const ParmVarDecl *p : f->parameters()) {
    std::string name = p->getName().str(), declared = in.unit.types.declare(p->getType(), name);
    if (!parameters.empty()) parameters += ", ";
    parameters += prototype ? declared + attributesOf(p, in) : name;
    if (!prototype) oldStyle += " " + declared + ";";
  }
  if (f->isVariadic()) parameters += ", ...";
  return parameters.empty() && prototype ? "void" : parameters;
}

static Code headerOf(const FunctionDecl *f, const Context &in) {
  Unit &unit = in.unit;
  std::string words;
  if (f->getStorageClass() == SC_Static || inlineAlone(f)) words += "static ";
  if (f->getStorageClass() == SC_Extern) words += "extern ";
  if (f->isInlineSpecified()) words += "inline ";
  Code oldStyle, attributes = attributesOf(f, in);
  std::string parameters = unit.onOneLine(parametersOf(f, oldStyle, in));
  std::string declared = unit.types.declare(f->getReturnType(), f->getName().str() + "(" + parameters + ")");
  if (!f->isThisDeclarationADefinition()) return words + declared + attributes;
  if (!attributes.empty()) attributes += " ";
  return words + attributes + declared + oldStyle;
}

c::Statement lowerFunction(const FunctionDecl *f, const Context &in) {
  if (!in.unit.stream.grids.empty() && f->getName().starts_with("upc_g_")) return c::Statement(defineGrid(f, in).code);
  Code header = headerOf(f, in);
  if (!f->isThisDeclarationADefinition()) return c::declareRaw(header);
  c::Block block;
  if (const TagDecl *tag = definedByResult(f, in.unit.context)) block.add(lowerTag(tag, in));
  block.add(c::Statement(header + " " + lowerBody(f, in)));
  return c::Statement(block.code);
}
