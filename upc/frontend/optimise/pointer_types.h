// SPDX-License-Identifier: BSD-3-Clause
#ifndef UPCC_OPTIMISE_POINTER_TYPES_H
#define UPCC_OPTIMISE_POINTER_TYPES_H

#include "llvm/IR/Module.h"

// Says of the loads and stores of pointers-to-shared what type they have, before LLVM's passes.
void typePointers(llvm::Module &module);

#endif
