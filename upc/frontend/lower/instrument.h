// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=NAME: what watches a program's accesses to shared memory while it runs. A companion has a
// Known<Instrument>.
#ifndef UPC_FRONTEND_INSTRUMENT_H
#define UPC_FRONTEND_INSTRUMENT_H

#include "tokens/known.h"

namespace llvm {
class PassBuilder;
}
class Code;
class Unit;

struct Instrument {
  const char *name;   // of -fsanitize=NAME
  const char *does;   // for upcc -h
  const char *macro;  // defined in its programs
  const char *header; // what the generated C calls
  const char *symbol; // the program is linked with what defines it
  const char *why;    // its conduits are those whose threads map one memory: why it needs that, for the message

  // Records of the shared variables that a file defines: C for its end.
  Code (*records)(Unit &unit);
  // Behind the passes of addPasses, before the vectorizer: there an access is still a load or a store of its own.
  void (*addPasses)(llvm::PassBuilder &builder, bool optimised);
};

#endif
