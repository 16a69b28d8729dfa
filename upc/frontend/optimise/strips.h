// SPDX-License-Identifier: BSD-3-Clause
// Loops in strips: as many iterations as all addresses that move evenly stay in their blocks for.
#ifndef UPCC_OPTIMISE_STRIPS_H
#define UPCC_OPTIMISE_STRIPS_H

#include "optimise/moving.h"
#include "optimise/remarks.h"
#include "optimise/strip_loop.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

// Where everything is near. True if the loop was changed: analyses of its function are no longer valid then.
bool makeStrips(llvm::Loop &loop, llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution, LoopOptions options,
                const Remarks &remarks);

// ---- also for loops with far elements (far_loops.cpp)
bool isStripMinable(const llvm::Loop &loop);
// The reason if it is not: LLVM has made a switch of the test at the end of the loop.
bool endsBySwitch(const llvm::Loop &loop);
// How many rounds the loop makes up to the test at its end, if this is known when it begins; else null: its own test
// says. It may have other exits.
llvm::Value *roundsOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution, llvm::SCEVExpander &expander);
// The value, frozen: in the program it may stand behind a condition.
llvm::Value *expandFrozen(llvm::SCEVExpander &expander, const llvm::SCEV *value, llvm::Instruction *at);
// Of a function of the runtime: it writes to what its arguments point to alone, and returns.
void writesToArguments(llvm::Function &f);
// An urt_window_t, the block in which an address last lay. Before its first use it has to be forgotten.
llvm::AllocaInst *makeWindow(llvm::Function &function);
void forgetWindow(llvm::AllocaInst &window, llvm::Instruction &at);
// Does an address lie beside another one of these, which leads it? It is placed by that one.
bool isLed(const Moving &m, const std::vector<Moving> &moving);
void placeLed(std::vector<Moving> &moving, llvm::IRBuilder<> &b);
// Are there so many addresses in strips that one call is to find their places (urt_strips)? It is made for a strip
// behind `done` rounds. The result is how many rounds of `left` it has, negative if an address is far. Its movers are
// made before the loop is changed: afterwards LLVM would take new blocks in the nest for exits, where they die.
bool areManyStrips(const std::vector<Moving> &moving);
llvm::AllocaInst *makeMovers(std::vector<Moving> &moving, const llvm::Loop &loop);
llvm::Value *placeStrips(std::vector<Moving> &moving, const llvm::Loop &loop, llvm::ScalarEvolution &evolution,
                         llvm::BasicBlock *before, llvm::AllocaInst *movers, llvm::Value *done, llvm::Value *left,
                         llvm::IRBuilder<> &b);
// In a loop of the program's: the one over the strips of an upc_forall (division.h) does not count.
bool isNested(const llvm::Loop &loop);
// The address becomes m.place, moved by so many rounds.
void moveWith(const Moving &m, llvm::PHINode *rounds);
std::string movingRemark(size_t count);

#endif
