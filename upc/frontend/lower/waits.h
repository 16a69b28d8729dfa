// SPDX-License-Identifier: BSD-3-Clause
// Loops that may wait for another thread: they read shared objects each time, and give the core away after a while.
//
//   while (flag == 0);    while (urt_turn(&t), urt_look_again(), URT_GET(int, ..) == 0);
#ifndef UPC_FRONTEND_WAITS_H
#define UPC_FRONTEND_WAITS_H

#include "lower/context.h"

// A loop as the user wrote it.
struct Loop {
  const clang::Expr *condition = nullptr; // null: none
  const clang::Expr *step = nullptr;      // evaluated after each iteration; null: none
  const clang::Stmt *body = nullptr;
};

bool readsShared(const clang::Stmt *s, const Context &in);

// The condition. If it reads a shared object, the loop may wait for another thread to write the object. So may an
// endless loop whose body reads one. The C compiler must then read the object each time.
c::Expression lowerLoopCondition(const Loop &loop, const Context &in);

// A loop that may wait for other threads counts its turns (urt_turn): one whose condition, or whose body if it has
// none, reads what other threads may write, or calls a function that may; and one whose body calls such a function, and
// changes a variable of the condition in some iterations only. A loop that comes to its end by itself does not wait:
// its condition compares a variable that each step changes, or reads another element in each iteration, as in
// for (i = 0; A[i] != 0; i++). `keyword` is the loop's first token.
class Turns {
public:
  Turns(const Loop &loop, int keyword, const Context &in);
  // urt_turn(&turns), condition; none where there was none and nothing is counted
  std::optional<c::Expression> counted(const std::optional<c::Expression> &condition) const;
  c::Statement around(const c::Statement &loop) const;         // { unsigned int turns = 0; loop }

private:
  std::string name; // of the counter; empty: the loop does not wait
};

#endif
