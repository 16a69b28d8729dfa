// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation variables: objects of upc_syncvar and upc_singlevar types. All lie in shared memory, as a
// urt_syncvar_t each. One that is not declared shared is the declaring thread's own: an automatic one is a pointer to
// storage that its scope frees, so what a task captures of it is the pointer.
#ifndef UPC_FRONTEND_SYNC_VARIABLES_H
#define UPC_FRONTEND_SYNC_VARIABLES_H

#include "lower/accesses.h"

c::Expression loadSync(const clang::Expr *lvalue, const Context &in);
c::Expression storeSync(const clang::Expr *lvalue, const c::Expression &value, const Context &in);
c::Expression updateSync(const clang::Expr *lvalue, Change change, bool yieldsOld, const Context &in);

// The address of a variable that is not declared shared.
c::Expression addressOfSync(const clang::VarDecl *v, const Context &in);
c::Statement lowerAutomaticSync(const clang::VarDecl *v, const Context &in);
// What fills a static one that has an initialiser, before main.
c::Expression fillSync(const clang::VarDecl *v, const std::string &offset, const c::Expression &value,
                       const Context &in);

#endif
