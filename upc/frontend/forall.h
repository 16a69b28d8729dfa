// SPDX-License-Identifier: BSD-3-Clause
// upc_forall loops whose iterations can be given out by arithmetic, so that a thread visits its own alone, and the
// accesses in them that are local.
//
//   upc_forall (i = lo; i < hi; i++; &A[i + c]) { .. A[i + c] .. B[i + c] .. }     A and B with the same block size
//   upc_forall (i = lo; i < hi; i++; i + c)     { .. A[i + c] .. }                 A with blocks of one
//
// A thread's iterations come in chunks, one per block of its own; in a chunk, A[i + c] is at consecutive addresses.
#ifndef UPC_FRONTEND_FORALL_H
#define UPC_FRONTEND_FORALL_H

#include "types.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <map>
#include <string>
#include <vector>

struct ForallLoop {
  const clang::VarDecl *index = nullptr; // i
  const clang::Expr *end = nullptr;      // hi
  bool inclusive = false;                // i <= hi
  long shift = 0;                        // c
  const clang::VarDecl *base = nullptr;  // A; null for an integer affinity
  long block = 1;
  std::vector<const clang::VarDecl *> local; // arrays and pointers-to-shared whose [i + c] is accessed in the body
};

// Fills `loop` and returns true where `s`, an upc_forall with the affinity `affinity` and the increment `increment`,
// has such a form.
bool recogniseForall(const clang::ForStmt *s, const clang::Expr *increment, const clang::Expr *affinity, Types &types,
                     const TokenStream &stream, clang::ASTContext &context, ForallLoop &loop);

// The array or pointer A where `e` is A[i + c] of this loop; else null.
const clang::VarDecl *localElement(const clang::Expr *e, const ForallLoop &loop, Types &types, clang::ASTContext &context);

#endif
