// SPDX-License-Identifier: BSD-3-Clause
// The statements of tasks in each stage of the compiler (tokens/extension.h). The body of a task is a block literal of
// Clang's, also in the generated C: it holds the values that the task captures. The runtime copies it, and calls its
// function with the address of the copy.
#ifndef UPC_FRONTEND_TASKS_H
#define UPC_FRONTEND_TASKS_H

#include "lower/context.h"
#include "tokens/annotate.h"
#include "tokens/extension.h"

constexpr char taskWarning[] = "upc-task-thread"; // MYTHREAD in a task that any thread may run

void completeTasks(const Annotator &annotator, int i, int to, std::map<int, Missing> &at);
int annotateTasks(Annotator &annotator, int i, int to);
void explainTasks(std::string &message);
clang::NamedDecl *declareTask(llvm::StringRef name, clang::SourceLocation at, clang::Sema &sema, clang::Scope *scope,
                              Types &types);
void checkTasks(clang::Decl *d, Checker &checker);
std::optional<c::Statement> lowerTasks(const clang::Stmt *s, const Context &in);

// The call that begins a task, as the parser got it; null if s is none.
const clang::CallExpr *taskStatement(const clang::Stmt *s);

#endif
