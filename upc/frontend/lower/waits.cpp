// SPDX-License-Identifier: BSD-3-Clause
#include "lower/waits.h"

using namespace clang;

static const char *const counterOfThread = "urt_strict_reads";

// URT_OWN_END and its like
static c::Expression numberOf(const Ending &e) {
  return c::number(e.own | e.alone << 1 | e.counted << 2 | e.plain << 3);
}

static c::Expression turn(const std::string &counter, const Ending &ending, const std::string &place) {
  return c::call("urt_turn", {c::addressOf(c::name(counter)), numberOf(ending), c::string(place)});
}

Turns::Turns(const Loop &loop, int keyword, const Context &in) {
  if (!mayWait(loop, in)) return;
  isOwn = !in.unit.followsPragma(keyword);
  name = isOwn ? "upc_t" + in.unit.fresh() : counterOfThread;
  ending = endingOf(loop, in);
  Place at = in.unit.place(in.unit.stream.source[keyword].getLocation());
  place = at.file.str() + ":" + std::to_string(at.line);
}

std::optional<c::Expression> Turns::counted(const std::optional<c::Expression> &condition) const {
  if (name.empty()) return condition;
  return c::comma(turn(name, ending, place), condition ? *condition : c::number(1));
}

c::Statement Turns::around(const c::Statement &loop) const {
  if (!isOwn) return loop;
  return c::Block{c::declare("unsigned int " + name, c::call("urt_turns", {numberOf(ending)})), loop}.braced();
}

// ---- Loops that are not written as loops

static Code turnOfThread() { return Code(" ") + c::statement(turn(counterOfThread, {}, "")).code; }

Code turnOf(const Stmt *jump, const Context &in) {
  const auto *known = dyn_cast<GotoStmt>(jump); // else any label may be meant
  const LabelStmt *label = known ? known->getLabel()->getStmt() : nullptr;
  bool isBack = !known || (label && in.unit.index(label->getBeginLoc()) < in.unit.index(known->getGotoLoc()));
  if (!isBack || !in.function || !functionMayAwait(in.function, in)) return {};
  return turnOfThread();
}

static bool isCallOf(const FunctionDecl *f, const Expr *e) {
  e = e->IgnoreParenCasts();
  if (const auto *call = dyn_cast<CallExpr>(e))
    return call->getDirectCallee() && call->getDirectCallee()->getCanonicalDecl() == f->getCanonicalDecl();
  if (const auto *choice = dyn_cast<ConditionalOperator>(e))
    return isCallOf(f, choice->getTrueExpr()) || isCallOf(f, choice->getFalseExpr());
  const auto *binary = dyn_cast<BinaryOperator>(e);
  return binary && (binary->isLogicalOp() || binary->isCommaOp()) && isCallOf(f, binary->getRHS());
}

// Does it end with a call of f? `last`: nothing follows it in the function but a return.
static bool endsWith(const FunctionDecl *f, const Stmt *s, bool last) {
  if (!s) return false;
  if (const auto *x = dyn_cast<ReturnStmt>(s)) return x->getRetValue() && isCallOf(f, x->getRetValue());
  if (const auto *x = dyn_cast<Expr>(s)) return last && isCallOf(f, x);
  last &= !isa<ForStmt, WhileStmt, DoStmt>(s);
  const auto *block = dyn_cast<CompoundStmt>(s);
  bool isLast = false; // of the statements of a block, from the last one on
  llvm::SmallVector<const Stmt *, 16> parts(s->child_begin(), s->child_end());
  for (const Stmt *part : llvm::reverse(parts)) {
    const auto *end = dyn_cast_or_null<ReturnStmt>(part);
    bool follows = block && part != block->body_back() && !isLast;
    if (endsWith(f, part, last && !follows)) return true;
    isLast = end && !end->getRetValue();
  }
  return false;
}

Code turnOf(const FunctionDecl *f, const Context &in) {
  return endsWith(f, f->getBody(), true) && functionMayAwait(f, in) ? turnOfThread() : Code();
}
