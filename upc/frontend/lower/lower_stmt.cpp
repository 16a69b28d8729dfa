// SPDX-License-Identifier: BSD-3-Clause
// Statements: conditions on pointers-to-shared, upc_forall, return.
#include "lower/lower.h"

using namespace clang;

// A statement's last token, its ';' counted: Clang's ranges leave that out.
int Lower::lastToken(const Stmt *s) {
  const Stmt *tail = s;
  for (;;) {
    if (const auto *x = dyn_cast<IfStmt>(tail)) tail = x->getElse() ? x->getElse() : x->getThen();
    else if (const auto *x = dyn_cast<WhileStmt>(tail)) tail = x->getBody();
    else if (const auto *x = dyn_cast<ForStmt>(tail)) tail = x->getBody();
    else if (const auto *x = dyn_cast<SwitchStmt>(tail)) tail = x->getBody();
    else if (const auto *x = dyn_cast<SwitchCase>(tail)) tail = x->getSubStmt();
    else if (const auto *x = dyn_cast<LabelStmt>(tail)) tail = x->getSubStmt();
    else if (const auto *x = dyn_cast<AttributedStmt>(tail)) tail = x->getSubStmt();
    else break;
  }
  int last = index(s->getEndLoc());
  bool terminated = isa<CompoundStmt, DeclStmt, NullStmt>(tail);
  if (!terminated && last >= 0 && last + 1 < (int)stream.source.size() && stream.source[last + 1].is(tok::semi)) last++;
  return last;
}

void Lower::replaceStmt(std::vector<Replacement> &r, const Stmt *s) {
  int first = index(s->getBeginLoc()), last = lastToken(s);
  if (first >= 0 && last >= first) r.push_back({first, last, stmt(s)});
}

std::string Lower::spanOfStmt(const Stmt *s, std::vector<Replacement> r) {
  return text.span(index(s->getBeginLoc()), lastToken(s), std::move(r));
}

bool Lower::readsShared(const Stmt *s) {
  if (const auto *cast = dyn_cast_or_null<ImplicitCastExpr>(s); cast && cast->getCastKind() == CK_LValueToRValue && sharedLvalue(cast->getSubExpr())) return true;
  return s && llvm::any_of(s->children(), [&](const Stmt *child) { return readsShared(child); });
}

// The condition of a while or do. Where it, or in an endless loop the body, reads a shared object, the loop may wait for
// another thread to write that: the C compiler must not read it once for all, relaxed as it is.
std::string Lower::loopCondition(const Expr *e, const Stmt *body) {
  bool always = false;
  bool waits = readsShared(e) || (e->EvaluateAsBooleanCondition(always, context) && always && readsShared(body));
  return waits ? "(urt_look_again(), " + truth(e) + ")" : truth(e);
}

// With its ';'.
std::string Lower::stmt(const Stmt *s) {
  if (const auto *e = dyn_cast<Expr>(s)) return expr(e) + ";";
  if (isa<BreakStmt>(s) && !breakTo.empty()) return text.mark(index(s->getBeginLoc())) + "goto " + breakTo + ";";
  if (!breakTo.empty() && isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(s)) { // whose own a `break` in it is
    std::string outer;
    std::swap(outer, breakTo);
    std::string out = stmt(s);
    return std::swap(outer, breakTo), out;
  }
  std::vector<Replacement> r;
  auto condition = [&](const Expr *e) { if (e) replace(r, e, truth(e)); };
  auto part = [&](const Stmt *x) { if (x) replaceStmt(r, x); };
  if (const auto *x = dyn_cast<DeclStmt>(s)) {
    llvm::SmallVector<Decl *, 4> decls(x->decl_begin(), x->decl_end());
    return group(decls, index(s->getBeginLoc()), index(s->getEndLoc()));
  }
  if (const auto *x = dyn_cast<IfStmt>(s)) {
    condition(x->getCond()), part(x->getThen()), part(x->getElse());
    return spanOfStmt(s, r);
  }
  if (const auto *x = dyn_cast<WhileStmt>(s)) {
    if (std::string taken = countedWhile(x); !taken.empty()) return taken;
    replace(r, x->getCond(), loopCondition(x->getCond(), x->getBody())), part(x->getBody());
    return spanOfStmt(s, r);
  }
  if (const auto *x = dyn_cast<DoStmt>(s)) {
    part(x->getBody()), replace(r, x->getCond(), loopCondition(x->getCond(), x->getBody()));
    return spanOfStmt(s, r);
  }
  if (const auto *x = dyn_cast<ForStmt>(s)) {
    auto affinity = stream.forallAffinity.find(x->getForLoc().getRawEncoding());
    return affinity == stream.forallAffinity.end() ? plainFor(x, x->getInc()) : forall(x, affinity->second);
  }
  if (const auto *x = dyn_cast<ReturnStmt>(s)) {
    if (x->getRetValue()) replace(r, x->getRetValue(), convert(returns, x->getRetValue()));
    return spanOfStmt(s, r);
  }
  if (auto left = stepsLeftOut.find(s); left != stepsLeftOut.end()) r.push_back(left->second);
  bool statements = isa<CompoundStmt, SwitchStmt, SwitchCase, LabelStmt, AttributedStmt>(s);
  for (const Stmt *child : s->children()) {
    const auto *e = dyn_cast_or_null<Expr>(child);
    if (!child) continue;
    bool operand = e && (!statements || (isa<SwitchStmt>(s) && e == cast<SwitchStmt>(s)->getCond()) ||
                         (isa<CaseStmt>(s) && (e == cast<CaseStmt>(s)->getLHS() || e == cast<CaseStmt>(s)->getRHS())));
    if (operand) replace(r, e, expr(e));
    else replaceStmt(r, child);
  }
  return spanOfStmt(s, r);
}
