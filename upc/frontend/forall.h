// SPDX-License-Identifier: BSD-3-Clause
// upc_forall loops whose iterations can be given out by arithmetic, so that a thread visits its own alone.
//
//   upc_forall (i = lo; i < hi; i += s; &A[i + c])       the blocks of A
//   upc_forall (i = lo; i < hi; i += s; &A[i + c][k])    rows of A, of which each block holds a whole number
//   upc_forall (i = lo; i < hi; i += s; i + c)           blocks of one
//
// A thread's iterations come in chunks, one per block of its own; in a chunk, accesses are as in any loop that counts
// (counted.h), and where blocks of one are given out, those to other arrays with such blocks are, too.
#ifndef UPC_FRONTEND_FORALL_H
#define UPC_FRONTEND_FORALL_H

#include "counted.h"
#include "clang/AST/Stmt.h"

struct ForallLoop {
  CountedLoop counted;
  long shift = 0;                        // c
  const clang::VarDecl *base = nullptr;  // A; null for an integer affinity
  long block = 1;                        // in rows
};

// Fills `loop` in and returns true where `s`, an upc_forall with the affinity `affinity` and the increment `increment`,
// has such a form.
bool recogniseForall(const clang::ForStmt *s, const clang::Expr *increment, const clang::Expr *affinity, const LoopBody &body,
                     const LoopFacts &facts, ForallLoop &loop);

#endif
