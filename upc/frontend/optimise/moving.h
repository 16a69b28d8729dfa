// SPDX-License-Identifier: BSD-3-Clause
// Addresses of shared elements that move by the same number of elements in each round of a loop.
//
// What a loop round has to do with the address of an element is known to ScalarEvolution, after all of LLVM's
// simplifications: an index that moves by the same number in each round is an add recurrence, and it does not wrap.
#ifndef UPCC_OPTIMISE_MOVING_H
#define UPCC_OPTIMISE_MOVING_H

#include "optimise/accesses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

// Can the value be computed before the loop?
bool isKnownBefore(const llvm::SCEV *value, const llvm::Loop &loop, const llvm::SCEVExpander &expander);
// A value that is start + k * step in round k, both known before the loop; null for others.
const llvm::SCEVAddRecExpr *evenly(llvm::Value *value, const llvm::Loop &loop, llvm::ScalarEvolution &evolution,
                                   const llvm::SCEVExpander &expander);

// The address of element start + k * step from p on, in round k.
struct Moving {
  ElementAddress address;       // of a pointer that walks: `add` moves it
  llvm::Value *offset, *where;  // p
  const llvm::SCEV *start, *step;
  // Strip: it stays in its block for some rounds. Row: it moves by whole rows of blocks, and stays on its thread.
  // Linear: in an indefinite block of a thread that may be far; start and step are bytes of the thread's memory.
  // Listed: in blocks of one, by a few elements; its addresses come from a list.
  enum { Strip, Row, Linear, Listed } kind = Strip;
  long elements = 0; // Strip, Listed: the step. Row: by how many elements of the thread it moves
  llvm::Value *first = nullptr, *place = nullptr; // of the loop, its index; of the loop or of a strip, its address
  llvm::Value *stride = nullptr;                  // Linear: the step
  const Moving *leader = nullptr;                 // Listed: it is taken from the same list, `behind` words further
  long behind = 0;
  llvm::Value *elem() const { return address.elem(); }
  llvm::Value *block() const { return address.blockSize(); }
  long size() const { return llvm::cast<llvm::ConstantInt>(elem())->getSExtValue(); }
  long blockSize() const { return llvm::cast<llvm::ConstantInt>(block())->getSExtValue(); }
};

// Why neither pass changes a loop, as both remarks say it.
inline constexpr const char *BySwitch = "LLVM has made a switch of the test at the end of the loop";
inline constexpr const char *ByGoto = "the loop begins or ends by a computed goto";

// Why each round computes an address. Each decision notes its reason at the call that gives the place (`upc.computed`),
// and the remark prints this reason; nothing guesses it afterwards.
enum class Computed { Used, Pointer, Uneven, Leaves, Switch, Form, Off };
void leaveComputed(llvm::CallInst &place, Computed why);
// None: LLVM has made the call anew from others.
std::optional<std::string> whyComputed(const llvm::CallInst &place);

// Those of a loop, but not of loops in it, by urt_near or by urt_shared (`place`). `threads`: THREADS; 0 if it is not
// known. `mayList`: the loop may take addresses from lists.
std::vector<Moving> movingAddresses(const llvm::Loop &loop, const llvm::LoopInfo &loops,
                                    llvm::ScalarEvolution &evolution,
                                    const llvm::SCEVExpander &expander, llvm::StringRef place, int threads,
                                    bool mayList = false);

#endif
