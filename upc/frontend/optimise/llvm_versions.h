// SPDX-License-Identifier: BSD-3-Clause
// What differs between the versions of LLVM, as tokens/clang_versions.h has it of Clang. It stands here since a source
// takes three seconds longer to compile if it includes Clang's headers behind those of LLVM.
#ifndef UPCC_OPTIMISE_LLVM_VERSIONS_H
#define UPCC_OPTIMISE_LLVM_VERSIONS_H

#include "llvm/Config/llvm-config.h"

// Up to LLVM 21 an SCEVExpander takes the module's data layout as its second argument.
#if LLVM_VERSION_MAJOR >= 22
#define SCEV_LAYOUT(module)
#else
#define SCEV_LAYOUT(module) (module).getDataLayout(),
#endif

#endif
