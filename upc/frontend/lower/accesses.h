// SPDX-License-Identifier: BSD-3-Clause
// Shared accesses: the address of a shared lvalue, its value, and changing it.
#ifndef UPC_FRONTEND_ACCESSES_H
#define UPC_FRONTEND_ACCESSES_H

#include "lower/context.h"

c::Expression address(const clang::Expr *lvalue, const Context &in); // a urt_ptr_t
c::Expression load(const clang::Expr *lvalue, const Context &in);
c::Expression store(const clang::Expr *lvalue, const c::Expression &value, const Context &in);

// An expression that changes `object`, a private lvalue. Its value, the old one where `yieldsOld`, may not be used.
using Change = llvm::function_ref<c::Expression(const c::Expression &object, bool yieldsOld)>;
// Changes what is shared, or any pointer-to-shared.
c::Expression update(const clang::Expr *lvalue, Change change, bool yieldsOld, const Context &in);

bool isStrict(const clang::Expr *lvalue, const Context &in); // of a shared lvalue

const clang::Expr *decayedMember(const clang::Expr *e); // s.a for s.a[k], a an array; null for anything else

// Is it a member of a packed struct, or a part of one, whose address need not be a multiple of its alignment?
bool mayBeUnaligned(const clang::Expr *lvalue);

// A name for a shared variable that no other one has: its own, and for a static local a number.
std::string uniqueName(const clang::VarDecl *v, Unit &unit);

// The name of the variable that holds a shared variable's offset.
std::string offsetOf(const clang::VarDecl *v, Unit &unit);

// ---- bit_fields.cpp
// A bit-field of a shared struct, which has no address: null where `lvalue` is none.
const clang::FieldDecl *sharedBitField(const clang::Expr *lvalue);
c::Expression loadBitField(const clang::Expr *lvalue, bool strict, const Context &in);
c::Expression storeBitField(const clang::Expr *lvalue, const c::Expression &value, bool strict, const Context &in);
// `change` must not reach the fields beside this one: a copy of them is written back.
c::Expression updateBitField(const clang::Expr *lvalue, Change change, bool yieldsOld, bool strict, const Context &in);

// The struct that a member is in, as it is written: members of C11's anonymous structs and unions are its own.
struct Object {
  const clang::Expr *base;
  bool arrow;            // base is a pointer to it
  clang::QualType type;
  uint64_t bits;         // from its start to that of the anonymous one
};
Object objectOf(const clang::MemberExpr *e, const Context &in);
c::Expression addressOf(const Object &object, const Context &in);

#endif
