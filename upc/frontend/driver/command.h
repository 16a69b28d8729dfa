// SPDX-License-Identifier: BSD-3-Clause
// What upcc does in place of compiling, by an option of its own. A companion defines a Command outside of all
// functions, and so upcc has the option wherever the companion is built.
#ifndef UPC_FRONTEND_COMMAND_H
#define UPC_FRONTEND_COMMAND_H

#include <string>

struct Options;
struct Tree;

class Command {
public:
  // The option, a line for `upcc -h`, and the function, whose result is the exit status of upcc.
  Command(const char *option, const char *does, int (*run)(const Options &, const Tree &));
  const char *const option, *const does;
  int (*const run)(const Options &, const Tree &);

  static const Command *first();
  const Command *next() const { return following; }
  // The command with this option, or null.
  static const Command *find(const std::string &option);

private:
  const Command *following;
};

#endif
