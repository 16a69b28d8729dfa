// SPDX-License-Identifier: BSD-3-Clause
// Loops that gather, such as `for (k ..) s += v[k] * x[col[k]];`. The address of x[col[k]] takes three multiplications
// and some more instructions. Clang unrolls short loops by itself, but not this one, and processors of AMD then take
// twice as long as for the same loop unrolled. So upcc asks for it.
#ifndef UPC_FRONTEND_GATHERS_H
#define UPC_FRONTEND_GATHERS_H

#include "lower/context.h"

// The loop of C, unrolled if `body` is short and gathers floating-point numbers in blocks of 2^k elements. Where blocks
// have another size, a fourth multiplication takes the time, and whole numbers are added up so fast that copies of the
// loop gain little.
c::Statement unrolledIfGathers(const c::Statement &loop, const clang::Stmt *body, const Context &in);

#endif
