// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation variables: objects of upc_syncvar and upc_singlevar types. All lie in shared memory, as a
// urt_syncvar_t each. One that is not declared shared is the declaring thread's own: an automatic one is a pointer to
// storage that its scope frees, so what a task captures of it is the pointer.
#ifndef UPC_FRONTEND_SYNC_VARIABLES_H
#define UPC_FRONTEND_SYNC_VARIABLES_H

#include "lower/context.h"
#include "tokens/extension.h"

bool isSingle(const Qualifier *qualifier); // that of upc_singlevar: its objects are written once

void checkSyncType(clang::QualType type, const Sharing &s, clang::SourceLocation at, Checker &checker);
void checkSyncVariables(clang::Decl *d, Checker &checker);

c::Expression readSync(clang::QualType sync, const c::Expression &at, const Context &in);
c::Expression writeSync(clang::QualType sync, const c::Expression &at, const c::Expression &value, const Context &in);
c::Statement declareSync(const clang::VarDecl *v, const Context &in);
c::Expression fillSync(const clang::VarDecl *v, const std::string &offset, const c::Expression &value,
                       const Context &in);

#endif
