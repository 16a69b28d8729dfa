// SPDX-License-Identifier: BSD-3-Clause
// What upcc does in place of compiling, by an option of its own. A companion has a Known<Command> (tokens/known.h).
#ifndef UPC_FRONTEND_COMMAND_H
#define UPC_FRONTEND_COMMAND_H

#include "tokens/known.h"

struct Options;
struct Tree;

struct Command {
  const char *name; // the option
  const char *does; // for upcc -h
  int (*run)(const Options &, const Tree &); // its result is the exit status of upcc
};

#endif
