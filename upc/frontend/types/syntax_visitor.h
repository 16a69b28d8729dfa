// SPDX-License-Identifier: BSD-3-Clause
// A visitor of a statement or a declaration and all that is in it, parents first. Clang's RecursiveASTVisitor is a
// template, and each file that uses it takes seven seconds to compile. So only syntax_visitor.cpp and checker.h use it:
// the checker needs more of Clang's visitor than is here.
#ifndef UPC_FRONTEND_SYNTAX_VISITOR_H
#define UPC_FRONTEND_SYNTAX_VISITOR_H

#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"

class SyntaxVisitor {
public:
  virtual ~SyntaxVisitor() = default;
  void walk(const clang::Stmt *s); // null: nothing
  void walk(clang::Decl *d);
  void walk(const clang::Attr *a); // what its parentheses hold

protected:
  virtual bool enter(clang::Stmt *) { return true; } // false: its parts are left out
  virtual void leave(clang::Stmt *) {}               // after its parts, unless they were left out
  virtual void enterDeclaration(clang::Decl *) {}
  virtual void enterType(clang::TypeLoc) {} // a type where the source writes it

private:
  friend class SyntaxWalk;
};

#endif
