// SPDX-License-Identifier: BSD-3-Clause
// The statements of tasks (tokens/annotate_tasks.cpp) as C. The body of a task stays a block literal of Clang's, which
// holds the values that it captures. The runtime copies it, and calls its function with the address of the copy.
#ifndef UPC_FRONTEND_TASKS_H
#define UPC_FRONTEND_TASKS_H

#include "lower/context.h"

// A task to be begun, as a statement.
bool isTask(const clang::Stmt *s);
c::Statement lowerTask(const clang::Stmt *s, const Context &in);

// `upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { .. }`: the runtime starts these tasks by a tree. None where
// the loop is another one.
std::optional<c::Statement> lowerOnEachThread(const clang::ForStmt *s, const Context &in);

// Of a statement for which isOfTasks is true: upc_sync, upc_cobegin and upc_coforall with the group that is waited for;
// upc_serial.
c::Statement withGroup(const clang::Stmt *s, const c::Statement &inside, const Context &in);
c::Statement lowerSerial(const clang::IfStmt *s, const Context &in);

#endif
