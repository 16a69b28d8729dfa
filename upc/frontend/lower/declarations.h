// SPDX-License-Identifier: BSD-3-Clause
// Declarations. One whose types C spells as the user did keeps its tokens, its initialisers and sizes lowered. A
// group with a pointer-to-shared or a shared object in it is written anew, declarator by declarator.
#ifndef UPC_FRONTEND_DECLARATIONS_H
#define UPC_FRONTEND_DECLARATIONS_H

#include "lower/context.h"

// The declarations of one `specifiers declarator, declarator;`, tokens first..last.
Code lowerDeclarations(llvm::ArrayRef<clang::Decl *> decls, int first, int last, const Context &in);
// Must it be written anew, since C needs other types or another initialiser?
bool needsRewriting(const clang::Decl *d, const Unit &unit);
// The last token before a declaration's ';', or before the ) of a type's name: Clang ends a declarator early where a
// struct's body stands in it.
int declarationEnd(int first, int last, const Unit &unit);
// Changes within a declaration that keeps the user's spelling.
void replaceInDeclaration(const clang::Decl *d, Copy &copy, const Context &in);
// A type's name in an expression: its array bounds are lowered, and what it defines: sizeof(struct { shared int *p; }).
void lowerTypeName(clang::TypeLoc loc, Copy &copy, const Context &in);
// The attributes of a declaration that is written anew; only those behind token `behind`.
Code attributesOf(const clang::Decl *d, const Context &in, int behind = -1);
// The sizes of variable-length arrays in a type, as they are where it is declared.
c::Block keepSizes(clang::QualType type, const Context &in, bool isTypedef = false);
// A struct, union or enum that is written anew, with its ';'.
c::Statement lowerTag(const clang::TagDecl *tag, const Context &in);

// ---- functions.cpp
c::Statement lowerFunction(const clang::FunctionDecl *f, const Context &in);
void replaceInFunction(const clang::FunctionDecl *f, Copy &copy, const Context &in);
// The declaration that gives main another symbol, under which the runtime calls it.
Code declareMain(const clang::FunctionDecl *f, const Context &in);
// `register` goes from what holds a pointer-to-shared, which is changed through its address.
void dropRegister(const clang::VarDecl *v, Copy &copy, const Unit &unit);

#endif
