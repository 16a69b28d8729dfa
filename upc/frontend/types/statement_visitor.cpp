// SPDX-License-Identifier: BSD-3-Clause
#include "types/statement_visitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

class StatementWalk : public RecursiveASTVisitor<StatementWalk> {
public:
  explicit StatementWalk(StatementVisitor &visitor) : visitor(visitor) {}
  bool dataTraverseStmtPre(Stmt *s) { return visitor.enter(s); }
  bool dataTraverseStmtPost(Stmt *s) { return visitor.leave(s), true; }

private:
  StatementVisitor &visitor;
};

void StatementVisitor::walk(const Stmt *s) { StatementWalk(*this).TraverseStmt(const_cast<Stmt *>(s)); }
