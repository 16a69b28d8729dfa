// SPDX-License-Identifier: BSD-3-Clause
// What upcc knows of tasks.
#include "tasks/tasks.h"

static const StatementWord words[] = {
    {"upc_begin", "upc_begin { .. } or upc_begin upc_on (..) { .. }",
     "Begins a task, on any thread of the node: the statement behind it may run beside what follows."},
    {"upc_sync", "upc_sync { .. }",
     "Carries out a statement, and waits at its end for all tasks that were begun in it."},
    {"upc_cobegin", "upc_cobegin { { .. } { .. } }",
     "Begins a task for each statement of the block, and waits for all."},
    {"upc_coforall", "upc_coforall (init; condition; increment) { .. }",
     "Begins a task for each iteration, and waits for all."},
    {"upc_on", "upc_on (thread or pointer-to-shared) { .. }",
     "Runs the statement on that thread, or on that of the pointer-to-shared, and waits for it."},
    {"upc_serial", "upc_serial (condition) { .. }",
     "If the condition is true, what is in it begins no tasks: they run at once, in order."}};

static const Extension tasks = {words,
                                /*qualifiers=*/{},
                                /*constants=*/{},
                                /*functions=*/nullptr,
                                "urt_tasks.h",
                                /*blocks=*/true,
                                "void __task_statement(int, ...);\n",
                                "a statement of tasks has its body in braces",
                                taskWarning,
                                "do not warn if a task that any thread may run reads MYTHREAD",
                                completeTasks,
                                annotateTasks,
                                explainTasks,
                                declareTask,
                                checkTasks,
                                lowerTasks};
static const Known<Extension> known(tasks);
