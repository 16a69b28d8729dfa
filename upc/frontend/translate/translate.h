// SPDX-License-Identifier: BSD-3-Clause
// One UPC file to one C file: all stages up to the generated C.
#ifndef UPC_FRONTEND_TRANSLATE_H
#define UPC_FRONTEND_TRANSLATE_H

#include "check/check.h"

#include <string>
#include <vector>

struct TranslateOptions {
  std::string input;                   // path of the .upc or .c file
  bool plainC = false;                 // it is C
  std::vector<std::string> clangArgs;  // -I -D -U -W* -std= -include -f… -m… -g -O…, in order, as the user gave them
  int threads = 0;                     // -T n; 0: the dynamic THREADS environment
  CheckOptions check;                  // -pedantic-upc: refuse what UPC 1.3 does not have; -Wupc-block-size
  std::string includeDir;              // our headers
  std::string debugScript;             // gdb's commands for UPC, which programs made with -g name
  bool preprocessOnly = false;         // -E
  bool checkBounds = false;            // -fcheck-bounds
  bool aggregate = true;               // not -fno-aggregate
  bool allNear = true;                 // -network=smp: every thread's shared memory is reached by address
};

// Returns 0 with the generated C in `output`; otherwise diagnostics have been printed and the status is non-zero.
int translate(const TranslateOptions &options, std::string &output);

#endif
