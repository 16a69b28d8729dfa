// SPDX-License-Identifier: BSD-3-Clause
// upc_forall loops whose iterations arithmetic distributes: a thread visits only its own.
//
//   upc_forall (i = lo; i < hi; i += s; &A[i + c])        the blocks of A
//   upc_forall (i = lo; i < hi; i += s; &A[i][k])         by rows: also &p->a[i * columns + j], and any such sum
//   upc_forall (i = lo; i < hi; i += s; i + c)            blocks of one iteration
//   upc_forall (i = lo; i < hi; i += s; i * THREADS / n)  blocks of n, THREADS elements from one iteration to the next
//
// A thread's iterations come in chunks, one for each of its blocks. In a chunk, accesses are as in any loop that counts
// (counted.h). If blocks have one iteration, the same holds for accesses to other cyclic arrays.
#ifndef UPC_FRONTEND_FORALL_H
#define UPC_FRONTEND_FORALL_H

#include "lower/loops/counted.h"
#include "clang/AST/Stmt.h"

struct ForallLoop {
  CountedLoop counted;
  std::optional<Subscripted> base;       // what the affinity is an element of, if anything
  const clang::Expr *number = nullptr;   // of the element, where it is none
  Stride stride;                         // elements from one iteration to the next
  long block = 1;                        // elements; if it is known only as the loop starts, `blocks` is the size
  const clang::Expr *blocks = nullptr;
};

// Fills `loop` in and returns true where an upc_forall with this condition, affinity and these steps has such a form.
bool recogniseForall(const clang::Expr *condition, llvm::ArrayRef<const clang::Expr *> steps,
                     const clang::Expr *affinity, LoopBody &body, const LoopFacts &facts, ForallLoop &loop);

#endif
