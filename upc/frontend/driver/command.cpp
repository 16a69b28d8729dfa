// SPDX-License-Identifier: BSD-3-Clause
#include "driver/command.h"

static const Command *newest; // it is null before any constructor runs

Command::Command(const char *option, const char *does, int (*run)(const Options &, const Tree &))
    : option(option), does(does), run(run), following(newest) {
  newest = this;
}

const Command *Command::first() { return newest; }

const Command *Command::find(const std::string &option) {
  const Command *command = newest;
  while (command && option != command->option) command = command->following;
  return command;
}
