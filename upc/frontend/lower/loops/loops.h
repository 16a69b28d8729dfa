// SPDX-License-Identifier: BSD-3-Clause
// Loops. Where the conduit has far threads, one that counts (counted.h) is written anew, with a C pointer for each
// access to shared memory that moves with it at a constant stride; all others keep the user's tokens. Where all threads
// are near, loops are left to the passes of optimise/.
#ifndef UPC_FRONTEND_LOOPS_H
#define UPC_FRONTEND_LOOPS_H

#include "lower/loops/counted.h"
#include "lower/loops/forall.h"
#include "lower/statements.h"

// What a loop that is written anew is made of.
struct Loop {
  const clang::Expr *condition = nullptr; // null: none
  std::vector<const clang::Expr *> steps; // evaluated after each iteration
  const clang::Stmt *body = nullptr;
  TokenRange leftOut;                     // of the body: a while loop's steps, which stand there
};

c::Statement lowerFor(const clang::ForStmt *s, const Context &in); // an upc_forall too
// A `while` that ends in its steps, as a for loop. None if it has no such steps, or nothing is to be gained.
std::optional<c::Statement> fastWhile(const clang::WhileStmt *s, const Context &in);

std::optional<c::Expression> conditionOf(const Loop &loop, const Context &in);
std::optional<c::Expression> stepsOf(const Loop &loop, const Context &in);
c::Statement bodyOf(const Loop &loop, const Context &in);

// ---- forall_loops.cpp
c::Statement lowerForall(const clang::ForStmt *s, const Loop &loop, const clang::Expr *affinity, const Context &in);

// ---- fast_loops.cpp
// The loop after its first field. None if nothing is to be gained. `keyword` is the loop's first token.
std::optional<c::Statement> fastLoop(const Loop &loop, int keyword, const Context &in);

// ---- loop_pointers.cpp
// The C pointers that stand for shared accesses in a loop.
struct LoopPointers {
  c::Block setup;                   // declares them
  std::optional<c::Expression> near; // whether all that they point to is near, and with -fcheck-bounds inside of the
                                     // arrays; none where this is known
  Places places;                    // the accesses they stand for, with those of the loops around
};
// They start where the loop is now. `counter` counts iterations from there on; `count`, the number of iterations, is
// cut to those for which every access stays in its block.
LoopPointers declarePointers(const std::vector<StridedRun> &runs, const std::string &counter, const std::string &count,
                             const Context &in);
c::Expression strideOf(const Stride &stride, const Context &in); // a long
// `fast`; if what it points to may be far, a choice between `fast` and the general version.
c::Statement nearOrFar(const LoopPointers &pointers, const c::Statement &fast,
                       llvm::function_ref<c::Statement()> general);

#endif
