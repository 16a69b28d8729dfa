// SPDX-License-Identifier: BSD-3-Clause
// Calls of other libraries whose arguments say what they read and write (upc/common/foreign_calls.inc).
#ifndef UPCC_OPTIMISE_FOREIGN_CALLS_H
#define UPCC_OPTIMISE_FOREIGN_CALLS_H

#include "llvm/ADT/StringRef.h"

struct ForeignCall {
  const char *name;
  bool routine, makes, ofC; // of BLAS or LAPACK; it makes a plan of FFTW; it is of C's library
};

// Null: it is none of them.
const ForeignCall *foreignCall(llvm::StringRef name);

#endif
