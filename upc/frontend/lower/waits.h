// SPDX-License-Identifier: BSD-3-Clause
// Loops that may wait for another thread (exits.h): they read shared objects each time, let other threads' requests be
// answered, and give the core away after a while.
//
//   while (flag == 0);    { unsigned int t = urt_turns(how); while (urt_turn(&t, how, "f.upc:12"), URT_GET(..) == 0); }
//
// So does what is a loop without being written as one: a goto to a label above, or to one that an address names, and a
// function that ends with a call of itself. They count their turns in a variable of the thread's, and so do loops after
// a pragma, which wants its loop.
#ifndef UPC_FRONTEND_WAITS_H
#define UPC_FRONTEND_WAITS_H

#include "lower/exits.h"

// `keyword` is the loop's first token.
class Turns {
public:
  Turns(const Loop &loop, int keyword, const Context &in);
  // urt_turn(&turns), condition; none where there was none and nothing is counted
  std::optional<c::Expression> counted(const std::optional<c::Expression> &condition) const;
  c::Statement around(const c::Statement &loop) const;         // { unsigned int turns = 0; loop }

private:
  std::string name;     // of the counter; empty: the loop does not wait
  bool isOwn = false;   // the counter is this loop's
  Ending ending;
  std::string place;    // "file.upc:12"
};

// urt_turn(..), if the goto or the function may close a loop that waits; else nothing.
Code turnOf(const clang::Stmt *jump, const Context &in);
Code turnOf(const clang::FunctionDecl *f, const Context &in);

#endif
