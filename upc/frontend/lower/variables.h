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

// A shared object of file scope: storage for its offset, and its record, which has its bytes in each thread's segment,
// or the function and its argument that give them.
void addStatic(const clang::VarDecl *v, bool local, const c::Expression &bytes, const c::Expressions &layout,
               const Context &in);
// The records of the file's shared objects as one array, and the storage as one piece of assembly: the compiler of C
// goes through many small ones slowly. It stands at the end, where all types are complete.
Code allStatics(const Unit &unit);

#endif
