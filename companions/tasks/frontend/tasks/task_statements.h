// SPDX-License-Identifier: BSD-3-Clause
// The statements of tasks as the parser got them (tokens/annotate_tasks.cpp): calls of upc_task_statement, which it
// finds under the name upc_task_here.
#ifndef UPC_FRONTEND_TASK_STATEMENTS_H
#define UPC_FRONTEND_TASK_STATEMENTS_H

#include "tokens/tokens.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

// The call that begins a task; null if s is none.
inline const clang::CallExpr *taskStatement(const clang::Stmt *s) {
  if (const auto *full = llvm::dyn_cast<clang::FullExpr>(s)) s = full->getSubExpr(); // around one with a block literal
  const auto *call = llvm::dyn_cast<clang::CallExpr>(s);
  const clang::FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
  return f && f->getIdentifier() && f->getName() == "upc_task_statement" ? call : nullptr;
}

// Is it the block, loop or condition that upc_sync, upc_cobegin, upc_coforall or upc_serial became?
inline bool isOfTasks(const clang::Stmt *s, const TokenStream &stream) {
  if (!llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::IfStmt>(s)) return false;
  int first = stream.index(s->getBeginLoc());
  if (first < 0 || stream.source[first].isNot(clang::tok::identifier)) return false;
  llvm::StringRef word = stream.source[first].getIdentifierInfo()->getName();
  return word == "upc_sync" || word == "upc_cobegin" || word == "upc_coforall" || word == "upc_serial";
}

#endif
