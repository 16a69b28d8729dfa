// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=race: the accesses of a program call the race detector (../../runtime/race/).
#ifndef UPCC_OPTIMISE_RACES_H
#define UPCC_OPTIMISE_RACES_H

namespace llvm {
class PassBuilder;
}

// Behind the passes of addPasses, before the vectorizer: there an access is still a load or a store of its own.
void addRacePasses(llvm::PassBuilder &builder, bool optimised);

#endif
