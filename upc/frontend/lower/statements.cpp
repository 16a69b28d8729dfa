// SPDX-License-Identifier: BSD-3-Clause
// A statement keeps its tokens, less its operands and inner statements. A loop that may wait for another thread reads
// the object each time, and gives the core away after a while:
//
//   while (flag == 0);    while (urt_turn(&t), urt_look_again(), URT_GET(int, ..) == 0);
#include "lower/statements.h"
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/loops/effects.h"
#include "lower/loops/loops.h"
#include "lower/tasks.h"
#include "types/task_statements.h"

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

bool readsShared(const Stmt *s, const Context &in) {
  if (!s) return false;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(s); cast && cast->getCastKind() == CK_LValueToRValue)
    if (isShared(cast->getSubExpr(), in)) return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return readsShared(child, in); });
}

static bool isEndless(const Expr *condition, const Context &in) {
  bool always = false;
  return !condition || (condition->EvaluateAsBooleanCondition(always, in.unit.context) && always);
}

// Reads what other threads may write, or calls a function that may. The functions that are looked at already are in
// `seen`.
static bool mayAwait(const Stmt *s, llvm::SmallPtrSetImpl<const FunctionDecl *> &seen, const Context &in) {
  if (!s) return false;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(s); cast && cast->getCastKind() == CK_LValueToRValue)
    if (isShared(cast->getSubExpr(), in) || cast->getSubExpr()->getType().isVolatileQualified()) return true;
  if (const auto *call = dyn_cast<CallExpr>(s)) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition;
    if (!callee || !callee->hasBody(definition)) return LoopBody(call, in.facts()).opaque;
    if (seen.insert(definition).second && mayAwait(definition->getBody(), seen, in)) return true;
  }
  return llvm::any_of(s->children(), [&](const Stmt *child) { return mayAwait(child, seen, in); });
}

static void variablesOf(const Stmt *s, Variables &found) {
  if (!s) return;
  if (const auto *e = dyn_cast<Expr>(s))
    if (const VarDecl *v = variableOf(e)) found.insert(v);
  for (const Stmt *child : s->children()) variablesOf(child, found);
}

static bool isConditional(const Stmt *s) {
  if (const auto *binary = dyn_cast<BinaryOperator>(s)) return binary->isLogicalOp();
  return isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, ConditionalOperator>(s);
}

// Is one of these variables changed where not every iteration comes?
static bool changesAtTimes(const Stmt *s, const Variables &variables, bool conditional) {
  if (!s) return false;
  const auto *unary = dyn_cast<UnaryOperator>(s);
  const auto *binary = dyn_cast<BinaryOperator>(s);
  const Expr *changed = unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                        : binary && binary->isAssignmentOp()     ? binary->getLHS()
                                                                 : nullptr;
  if (changed && conditional && variables.count(variableOf(changed))) return true;
  conditional |= isConditional(s);
  return llvm::any_of(s->children(), [&](const Stmt *child) { return changesAtTimes(child, variables, conditional); });
}

// `for (i = 0; i < n; i++) if (!sent(i)) i--;`: whether the loop comes nearer to its end may depend on another thread.
static bool triesAgain(const Expr *condition, const Stmt *body, const Context &in) {
  Variables variables;
  variablesOf(condition, variables);
  return changesAtTimes(body, variables, false) && LoopBody(body, in.facts()).opaque;
}

Turns::Turns(const Expr *condition, const Stmt *body, int keyword, const Context &in) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> seen;
  if (in.unit.followsPragma(keyword)) return; // a pragma wants its loop
  if (mayAwait(isEndless(condition, in) ? body : condition, seen, in) || triesAgain(condition, body, in))
    name = "upc_t" + in.unit.fresh();
}

std::optional<c::Expression> Turns::counted(const std::optional<c::Expression> &condition) const {
  if (name.empty()) return condition;
  return c::comma(c::call("urt_turn", {c::addressOf(c::name(name))}), condition ? *condition : c::number(1));
}

c::Statement Turns::around(const c::Statement &loop) const {
  return name.empty() ? loop : c::Block{c::declare("unsigned int " + name, c::number(0)), loop}.braced();
}

c::Expression lowerLoopCondition(const Expr *e, const Stmt *body, const Context &in) {
  bool endless = isEndless(e, in);
  c::Expression condition = lowerCondition(e, in);
  if (!readsShared(e, in) && !(endless && readsShared(body, in))) return condition;
  return c::comma(c::call("urt_look_again", {}), condition);
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

c::Statement lowerCompound(const CompoundStmt *s, const Code &before, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  replaceChildren(copy, s, in);
  int first = in.unit.index(s->getLBracLoc());
  if (isOfTasks(s, in.unit.stream)) copy.replace(first, first, {}); // upc_sync, before its own brace
  int close = in.unit.index(s->getRBracLoc());
  if (!before.empty()) copy.replace(close, close, before + " }");
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
  Turns turns(s->getCond(), s->getBody(), in.unit.index(s->getWhileLoc()), in);
  replace(copy, s->getCond(), *turns.counted(lowerLoopCondition(s->getCond(), s->getBody(), in)), in.unit);
  replacePart(copy, s->getBody(), in);
  return turns.around(finished(std::move(copy)));
}

static c::Statement lowerDo(const DoStmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  Turns turns(s->getCond(), s->getBody(), in.unit.index(s->getDoLoc()), in);
  replacePart(copy, s->getBody(), in);
  replace(copy, s->getCond(), *turns.counted(lowerLoopCondition(s->getCond(), s->getBody(), in)), in.unit);
  return turns.around(finished(std::move(copy)));
}

static c::Statement lowerReturn(const ReturnStmt *s, const Context &in) {
  Copy copy = copyOfStatement(s, in.unit);
  if (const Expr *value = s->getRetValue()) replace(copy, value, lowerAs(in.returns, value, in), in.unit);
  return finished(std::move(copy));
}

static c::Statement lowerLoop(const Stmt *s, const Context &in) {
  if (const auto *x = dyn_cast<WhileStmt>(s)) return lowerWhile(x, in);
  if (const auto *x = dyn_cast<DoStmt>(s)) return lowerDo(x, in);
  return lowerFor(cast<ForStmt>(s), in);
}

static c::Statement lowerOther(const Stmt *s, const Context &in) {
  if (const auto *x = dyn_cast<DeclStmt>(s)) {
    llvm::SmallVector<Decl *, 4> decls(x->decl_begin(), x->decl_end());
    return c::Statement(lowerDeclarations(decls, in.unit.index(s->getBeginLoc()), in.unit.index(s->getEndLoc()), in));
  }
  if (const auto *x = dyn_cast<IfStmt>(s)) return lowerIf(x, in);
  if (isa<WhileStmt, DoStmt, ForStmt>(s)) return lowerLoop(s, in);
  if (const auto *x = dyn_cast<ReturnStmt>(s)) return lowerReturn(x, in);
  if (const auto *x = dyn_cast<CompoundStmt>(s)) return lowerCompound(x, {}, in);
  Copy copy = copyOfStatement(s, in.unit);
  replaceChildren(copy, s, in);
  return finished(std::move(copy));
}

static c::Statement lowerOfTasks(const Stmt *s, const Context &in) {
  if (const auto *x = dyn_cast<IfStmt>(s)) return lowerSerial(x, in);
  if (const auto *x = dyn_cast<ForStmt>(s))
    if (auto tree = lowerOnEachThread(x, in)) return *tree;
  return withGroup(s, lowerOther(s, in), in);
}

// If lowering made text for the expression, the text has no line number. It gets the line of the expression.
static c::Statement expressionStatement(const Expr *e, const Context &in) {
  c::Statement made = c::statement(lowerExpression(e, in));
  int token = in.unit.index(e->getBeginLoc());
  bool text = !made.code.empty() && made.code.parts().front().kind == Code::Piece::Text;
  return text && token >= 0 ? c::Statement(Code::lineOf(token) + made.code) : made;
}

c::Statement lowerStatement(const Stmt *s, const Context &in) {
  if (isTask(s)) return lowerTask(s, in);
  if (isOfTasks(s, in.unit.stream)) return lowerOfTasks(s, in);
  if (const auto *e = dyn_cast<Expr>(s)) return expressionStatement(e, in);
  return lowerOther(s, in);
}
