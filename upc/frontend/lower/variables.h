// SPDX-License-Identifier: BSD-3-Clause
// Variables that are written anew. A shared object is an offset, the same in every thread's segment, and a record
// that asks the runtime for memory.
#ifndef UPC_FRONTEND_VARIABLES_H
#define UPC_FRONTEND_VARIABLES_H

#include "lower/context.h"

c::Statement lowerVariable(const clang::VarDecl *v, bool fileScope, const Context &in);
// Is there a pointer-to-shared other than null in the initialiser of a static object? C cannot fold it: its offset is
// known when the program starts.
bool needsRuntimeInit(const clang::Expr *init, const Unit &unit);

// Storage for the variable that holds an offset, at file scope.
c::Statement storageOf(const std::string &offset, bool local);
// The record of a shared object: its bytes in each thread's segment, or the function and its argument that give them.
c::Declaration staticRecord(const clang::VarDecl *v, const std::string &name, const c::Expression &bytes,
                            const c::Expressions &layout, const Context &in,
                            const std::optional<c::Expression> &image = std::nullopt);

#endif
