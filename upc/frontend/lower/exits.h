// SPDX-License-Identifier: BSD-3-Clause
// What decides when a loop ends. See waits.h for what is made of it.
#ifndef UPC_FRONTEND_EXITS_H
#define UPC_FRONTEND_EXITS_H

#include "lower/context.h"

// A loop as the user wrote it.
struct Loop {
  const clang::Expr *condition = nullptr; // null: none
  const clang::Expr *step = nullptr;      // evaluated after each iteration; null: none
  const clang::Stmt *body = nullptr;
};

// Reads what other threads may write, or calls a function that may.
bool mayAwait(const clang::Stmt *s, const Context &in);
bool functionMayAwait(const clang::FunctionDecl *definition, const Context &in);

// May the loop wait for another thread? It may if a value that it reads of shared memory, or that a function gives it
// which may read there, decides one of its exits: the condition, a break, a return, a goto. The value may have gone
// through variables, through memory that pointers reach, and through decisions. A loop that has no exit may wait too.
//
// A read whose place moves on in each iteration is not waited for: A[i] in for (i = 0; A[i] != 0; i++). Nor does a
// condition wait that compares a variable which each iteration moves on: i < n.
//
// Where it is not certain, the answer is yes: a turn costs less than a read of shared memory.
bool mayWait(const Loop &loop, const Context &in);

// What ends a loop that may wait. A simulated machine stops a loop that waits until a word changes.
struct Ending {
  bool own = false;     // a variable that each iteration moves on ends it sooner or later, whatever it reads
  bool alone = false;   // what shared objects hold ends it, and nothing else
  bool plain = false;   // it reads some that are neither strict nor volatile
  bool counted = false; // it changes what outlives an iteration: how often it has looked may be seen
};
Ending endingOf(const Loop &loop, const Context &in);

#endif
