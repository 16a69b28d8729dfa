// SPDX-License-Identifier: BSD-3-Clause
// The rules for tasks: what they may capture, jumps out of them, barriers in them.
#ifndef UPC_FRONTEND_CHECK_TASKS_H
#define UPC_FRONTEND_CHECK_TASKS_H

#include "types/types.h"
#include "clang/AST/Decl.h"

// Refuses what a task cannot capture, and jumps out of it. `warn`: for a task that depends on the thread that runs it.
void checkTasks(clang::FunctionDecl *f, clang::DiagnosticsEngine &diagnostics, Types &types,
                llvm::function_ref<void(clang::SourceLocation, const std::string &)> warn);

#endif
