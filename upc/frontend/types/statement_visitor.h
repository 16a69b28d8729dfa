// SPDX-License-Identifier: BSD-3-Clause
// A visitor of a statement and all statements and expressions in it, parents first. Clang's RecursiveASTVisitor is a
// template, and a file that uses one takes ten seconds to compile. All our visitors of statements share this one.
#ifndef UPC_FRONTEND_STATEMENT_VISITOR_H
#define UPC_FRONTEND_STATEMENT_VISITOR_H

#include "clang/AST/Stmt.h"

class StatementVisitor {
public:
  virtual ~StatementVisitor() = default;
  void walk(const clang::Stmt *s); // null: nothing

protected:
  virtual bool enter(clang::Stmt *s) = 0; // false: its parts are left out
  virtual void leave(clang::Stmt *) {}    // after its parts, unless they were left out

private:
  friend class StatementWalk;
};

#endif
