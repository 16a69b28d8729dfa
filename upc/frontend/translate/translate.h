// SPDX-License-Identifier: BSD-3-Clause
// One UPC file to one C file: all stages up to the generated C.
#ifndef UPC_FRONTEND_TRANSLATE_H
#define UPC_FRONTEND_TRANSLATE_H

#include "check/check.h"
#include "lower/lower.h"
#include "tokens/diagnostics.h"
#include "types/types.h"

#include <functional>
#include <string>
#include <vector>

namespace clang {
class CodeCompleteConsumer;
}

// For editors: the stages run on a text that may not be on disk, and tell what they find.
struct Inspection {
  const std::string *text = nullptr;   // the file's, in place of what is on disk
  UpcDiagnostics::Report report;       // gets messages; else they are printed
  std::function<void(clang::Preprocessor &)> lexes;         // before the preprocessor runs
  std::function<void(clang::ASTContext &, Types &)> begins; // before the parser
  // Gets what was parsed, also after errors. An error of preprocessing or annotation comes before it.
  std::function<void(clang::ASTContext &, const TokenStream &, Types &)> parsed;
  // Completion at this place of the text, from 1; the consumer gets what may stand there.
  unsigned line = 0, column = 0;
  clang::CodeCompleteConsumer *consumer = nullptr;
};

struct TranslateOptions {
  std::string input;                   // path of the .upc or .c file
  bool plainC = false;                 // it is C
  std::vector<std::string> clangArgs;  // -I -D -U -W* -std= -include -f… -m… -g -O…, in order, as the user gave them
  int threads = 0;                     // -T n; 0: the dynamic THREADS environment
  CheckOptions check;                  // -pedantic-upc: refuse what UPC 1.3 does not have; warnings with names
  std::string clang;                   // where a clang would be that has the same headers of its own
  std::string includeDir;              // our headers
  std::string debugScript;             // gdb's commands for UPC, which programs made with -g name
  const Inspection *inspection = nullptr;
  bool preprocessOnly = false;         // -E
  bool checkBounds = false;            // -fcheck-bounds
  const Instrument *instrument = nullptr; // -fsanitize=race and its kin
  bool allNear = true;                 // -network=smp: every thread's shared memory is reached by address
  bool notesAccesses = false;          // the conduit wants to know where copies are made, as it does of waits
};

// The end of a message about what C needs beside a compiler: the C library's headers and gcc's linker.
constexpr const char *howToGetC =
    "install gcc and the C library's headers (packages gcc and libc6-dev on Debian and Ubuntu, gcc and glibc-devel on "
    "Fedora, RHEL and SUSE)";

// Returns 0 with the generated C, or what -E asks for, in `output`; otherwise diagnostics have been printed and the
// status is non-zero.
int translate(const TranslateOptions &options, GeneratedC &output);

#endif
