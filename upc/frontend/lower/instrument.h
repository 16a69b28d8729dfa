// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=NAME: what watches a program's accesses to shared memory while it runs. A companion defines an Instrument
// outside of all functions, and so upcc has the option wherever the companion is built.
#ifndef UPC_FRONTEND_INSTRUMENT_H
#define UPC_FRONTEND_INSTRUMENT_H

#include <string>

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
  const char *why;    // it is for conduits on which all threads map one memory, since ..

  // Records of the shared variables that a file defines: C for its end.
  Code (*records)(Unit &unit);
  // Behind the passes of addPasses, before the vectorizer: there an access is still a load or a store of its own.
  void (*addPasses)(llvm::PassBuilder &builder, bool optimised);

  static const Instrument *find(const std::string &name); // or null
  // Makes an instrument known. The object lasts as long as upcc.
  struct Known {
    explicit Known(const Instrument &instrument);
    const Instrument &instrument;
    const Known *next;
  };
  static const Known *known();
};

#endif
