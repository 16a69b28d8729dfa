// SPDX-License-Identifier: BSD-3-Clause
// Elements whose subscripts a loop computes or reads: their addresses come from tables (urt_gathers.h).
#ifndef UPCC_OPTIMISE_GATHERS_H
#define UPCC_OPTIMISE_GATHERS_H

#include "optimise/remarks.h"

#include "llvm/IR/PassManager.h"

void useTables(llvm::Function &f, llvm::FunctionAnalysisManager &analyses, const Remarks &remarks);

#endif
