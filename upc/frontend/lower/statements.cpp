// SPDX-License-Identifier: BSD-3-Clause
// A statement keeps its tokens, less its operands and inner statements.
#include "lower/statements.h"
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/loops.h"
#include "tokens/extension.h"

using namespace clang;

// The statement that a statement ends with.
static const Stmt *tailOf(const Stmt *s) {
  for (;;) {
    if (const auto *x = dyn_cast<IfStmt>(s)) s = x->getElse() ? x->getElse() : x->getThen();
    else if (const auto *x = dyn_cast<WhileStmt>(s)) s = x->getBody();
    else if (const auto *x = dyn_cast<ForStmt>(s)) s = x->getBody();
    else if (const auto *x = dyn_cast<SwitchStmt>(s)) s = x->getBody();
    else if (const auto *x = dyn_cast<SwitchCase>(s)) s = x->getSubStmt();
    else if (const auto *x = dyn_cast<LabelStmt>(s)) s = x->getSubStmt();
    else if (const auto *x = dyn_cast<AttributedStmt>(s)) s = x->getSubStmt();
    else return s;
  }
}

int lastToken(const Stmt *s, const Unit &unit) {
  int last = unit.index(s->getEndLoc());
  bool terminated = isa<CompoundStmt, DeclStmt, NullStmt>(tailOf(s));
  const std::vector<Token> &tokens = unit.stream.source;
  return !terminated && last >= 0 && last + 1 < (int)tokens.size() && tokens[last + 1].is(tok::semi) ? last + 1 : last;
}

// ---- What is kept of the user's text

static Copy copyOfStatement(const Stmt *s, const Unit &unit) {
  return Copy(unit.index(s->getBeginLoc()), lastToken(s, unit));
}

static void replacePart(Copy &copy, const Stmt *part, const Context &in) {
  if (!part) return;
  copy.replace(in.unit.index(part->getBeginLoc()), lastToken(part, in.unit), lowerStatement(part, in).code);
}

// An expression among a statement's children is an operand of the statement, or a statement itself.
static bool isOperand(const Stmt *s, const Expr *child) {
  if (const auto *x = dyn_cast<SwitchStmt>(s)) return child == x->getCond();
  if (const auto *x = dyn_cast<CaseStmt>(s)) return child == x->getLHS() || child == x->getRHS();
  return !isa<CompoundStmt, SwitchCase, LabelStmt, AttributedStmt>(s);
}

static void replaceChildren(Copy &copy, const Stmt *s, const Context &in) {
  for (const Stmt *child : s->children()) {
    const auto *e = dyn_cast_or_null<Expr>(child);
    if (e && isOperand(s, e)) replace(copy, e, lowerExpression(e, in), in.unit);
    else replacePart(copy, child, in);
  }
}

static c::Statement finished(Copy copy) { return c::Statement(std::move(copy).code()); }

c::Statement lowerCompound(const CompoundStmt *s, const Code &first, const Code &last, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  replaceChildren(copy, s, in);
  int open = in.unit.index(s->getLBracLoc()), close = in.unit.index(s->getRBracLoc());
  // The word of an extension: it was parsed as this brace, and has another one behind it.
  if (open >= 0 && in.unit.stream.source[open].isNot(tok::l_brace)) copy.replace(open, open, {});
  if (!first.empty()) copy.replace(open, open, Code("{") + first);
  if (!last.empty()) copy.replace(close, close, last + " }");
  return finished(std::move(copy));
}

// ---- Statements

static c::Statement lowerIf(const IfStmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  replace(copy, s->getCond(), lowerCondition(s->getCond(), in), in.unit);
  replacePart(copy, s->getThen(), in);
  replacePart(copy, s->getElse(), in);
  return finished(std::move(copy));
}

static c::Statement lowerWhile(const WhileStmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  Loop loop{s->getCond(), nullptr, s->getBody()};
  Turns turns(loop, in.unit.index(s->getWhileLoc()), in);
  replace(copy, s->getCond(), *turns.counted(lowerCondition(loop.condition, in)), in.unit);
  replacePart(copy, s->getBody(), in);
  return turns.around(finished(std::move(copy)));
}

static c::Statement lowerDo(const DoStmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  Loop loop{s->getCond(), nullptr, s->getBody()};
  Turns turns(loop, in.unit.index(s->getDoLoc()), in);
  replacePart(copy, s->getBody(), in);
  replace(copy, s->getCond(), *turns.counted(lowerCondition(loop.condition, in)), in.unit);
  return turns.around(finished(std::move(copy)));
}

static c::Statement lowerReturn(const ReturnStmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  if (const Expr *value = s->getRetValue()) replace(copy, value, lowerAs(in.returns, value, in), in.unit);
  return finished(std::move(copy));
}

// A goto, also to a label whose address was taken.
static c::Statement lowerGoto(const Stmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  replaceChildren(copy, s, in);
  c::Statement kept = finished(std::move(copy));
  Code turn = turnOf(s, in);
  return turn.empty() ? kept : c::Block{c::Statement(turn), kept}.braced();
}

static c::Statement lowerLoop(const Stmt *s, const Context &in) {
  if (const auto *x = dyn_cast<WhileStmt>(s)) return lowerWhile(x, in);
  if (const auto *x = dyn_cast<DoStmt>(s)) return lowerDo(x, in);
  return lowerFor(cast<ForStmt>(s), in);
}

c::Statement lowerStatementOfC(const Stmt *s, const Context &in) {
  if (const auto *x = dyn_cast<DeclStmt>(s)) {
    llvm::SmallVector<Decl *, 4> decls(x->decl_begin(), x->decl_end());
    return c::Statement(lowerDeclarations(decls, in.unit.index(s->getBeginLoc()), in.unit.index(s->getEndLoc()), in));
  }
  if (const auto *x = dyn_cast<IfStmt>(s)) return lowerIf(x, in);
  if (isa<WhileStmt, DoStmt, ForStmt>(s)) return lowerLoop(s, in);
  if (const auto *x = dyn_cast<ReturnStmt>(s)) return lowerReturn(x, in);
  if (isa<GotoStmt, IndirectGotoStmt>(s)) return lowerGoto(s, in);
  if (const auto *x = dyn_cast<CompoundStmt>(s)) return lowerCompound(x, {}, {}, in);
  Copy copy = copyOfStatement(s, in.unit);
  replaceChildren(copy, s, in);
  return finished(std::move(copy));
}

// If lowering made text for the expression, the text has no line number. It gets the line of the expression.
static c::Statement expressionStatement(const Expr *e, const Context &in) {
  c::Statement made = c::statement(lowerExpression(e, in));
  int token = in.unit.index(e->getBeginLoc());
  return made.code.beginsWithText() && token >= 0 ? c::Statement(Code::lineOf(token) + made.code) : made;
}

c::Statement lowerStatement(const Stmt *s, const Context &in) {
  for (const Extension *extension : in.unit.stream.extensions)
    if (extension->lower)
      if (auto lowered = extension->lower(s, in)) return *lowered;
  if (const auto *e = dyn_cast<Expr>(s)) return expressionStatement(e, in);
  return lowerStatementOfC(s, in);
}
