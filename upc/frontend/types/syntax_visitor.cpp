// SPDX-License-Identifier: BSD-3-Clause
// The bridge from Clang's template to SyntaxVisitor's virtual functions; the header says why there is one.
#include "types/syntax_visitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

class SyntaxWalk : public RecursiveASTVisitor<SyntaxWalk> {
public:
  explicit SyntaxWalk(SyntaxVisitor &visitor) : visitor(visitor) {}
  bool dataTraverseStmtPre(Stmt *s) { return visitor.enter(s); }
  bool dataTraverseStmtPost(Stmt *s) { return visitor.leave(s), true; }
  bool VisitDecl(Decl *d) { return visitor.enterDeclaration(d), true; }
  bool VisitTypeLoc(TypeLoc loc) { return visitor.enterType(loc), true; }

private:
  SyntaxVisitor &visitor;
};

void SyntaxVisitor::walk(const Stmt *s) { SyntaxWalk(*this).TraverseStmt(const_cast<Stmt *>(s)); }
void SyntaxVisitor::walk(Decl *d) { SyntaxWalk(*this).TraverseDecl(d); }
void SyntaxVisitor::walk(const Attr *a) { SyntaxWalk(*this).TraverseAttr(const_cast<Attr *>(a)); }
