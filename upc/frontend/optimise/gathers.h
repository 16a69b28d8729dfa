// SPDX-License-Identifier: BSD-3-Clause
// Elements whose subscripts a loop computes or reads: their addresses come from tables (urt_gathers.h).
#ifndef UPCC_OPTIMISE_GATHERS_H
#define UPCC_OPTIMISE_GATHERS_H

#include "optimise/remarks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

#include <optional>

inline constexpr const char *InTable =
    "the address of this shared element comes from a table, if the table fits the cache";
// Why an innermost loop takes no addresses from tables; none: it does, as a short one without calls.
std::optional<std::string> whyNoTable(const llvm::Loop &loop);
// Copies of the body of a loop without branches, which takes addresses from tables.
void copyBody(llvm::Loop &loop);

void useTables(llvm::Function &f, llvm::FunctionAnalysisManager &analyses, const Remarks &remarks);

#endif
