// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=NAME: what watches a program's accesses to shared memory while it runs. A companion has a
// Known<Instrument>.
#ifndef UPC_FRONTEND_INSTRUMENT_H
#define UPC_FRONTEND_INSTRUMENT_H

#include "tokens/known.h"

struct WatchedCalls;

struct Instrument {
  const char *name;   // of -fsanitize=NAME
  const char *does;   // for upcc -h
  const char *macro;  // defined in its programs
  const char *header; // what the generated C calls
  const char *symbol; // the program is linked with what defines it
  const char *why;    // its conduits are those whose threads map one memory: why it needs that. Null: any conduit
  bool alsoClangs;    // Clang has a sanitizer of this name, which sees to private memory
  const WatchedCalls *watch; // what is called (optimise/watched_accesses.h)
};

#endif
