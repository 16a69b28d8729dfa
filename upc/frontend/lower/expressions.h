// SPDX-License-Identifier: BSD-3-Clause
// Expressions: the user's tokens, but for what UPC says and C does not.
#ifndef UPC_FRONTEND_EXPRESSIONS_H
#define UPC_FRONTEND_EXPRESSIONS_H

#include "lower/context.h"

// Its value, or a private lvalue.
c::Expression lowerExpression(const clang::Expr *e, const Context &in);

// ---- conversions.cpp
c::Expression lowerImplicitCast(const clang::ImplicitCastExpr *e, const Context &in);
c::Expression lowerCast(const clang::CStyleCastExpr *e, const Context &in);
// Its value as one of type `to`, to which C converts it implicitly.
c::Expression lowerAs(clang::QualType to, const clang::Expr *e, const Context &in);
// As a condition.
c::Expression lowerCondition(const clang::Expr *e, const Context &in);

// The expression is a null pointer constant.
bool isNull(const clang::Expr *e, const Unit &unit);
bool isShared(const clang::Expr *lvalue, const Context &in);

// How tightly this binds as the user wrote it.
c::Precedence precedenceOf(const clang::Expr *e);
// In a copy of the user's tokens, `lowered` stands for `e`, in parentheses where it binds less tightly than `e` does.
void replace(Copy &copy, const clang::Expr *e, const c::Expression &lowered, const Unit &unit);
// As the user wrote it, what is inside lowered.
c::Expression copyWithChildren(const clang::Expr *e, const Context &in);

// ---- initialisers.cpp
c::Expression lowerInitialiserList(const clang::InitListExpr *e, const Context &in);
c::Expression lowerCompoundLiteral(const clang::CompoundLiteralExpr *e, const Context &in);

// ---- sizes.cpp: sizeof and its kin
c::Expression lowerSizeOf(const clang::UnaryExprOrTypeTraitExpr *e, const Context &in);
struct Operand;
c::Expression lowerSizeOperator(const std::string &word, const Operand &of, const Context &in);

#endif
