// SPDX-License-Identifier: BSD-3-Clause
// Build files pass options of Berkeley UPC, GUPC, and Cray's and IBM's compilers. They work unchanged, since
// upcc reads these options too: `upcc -nolink-cache -pthreads 4 a.upc` is `upcc a.upc`.
#include "driver/foreign_options.h"

#include <cstdio>

// `plain` have no value, and may have "no" before them; `valued` have one; `gupc` are written as they are. `missed` get
// a note, since the user would expect an effect.
bool isHarmless(const std::string &word, Words &words) {
  static const char *const plain[] = {
      // clang-format off
      "opt", "norc", "q", "quiet", "link-cache", "lines", "size-warn", "checks", "ansi-alias", "fast-symptr",
      "extern-main", // a main of another language is found without it
      "uses-threads", "allow-deprecated", "compress", "keep-c", "force-trans", "cheap", "nightly", "stable",
      "yesterday", "hier", "at-remote-ssh", "at-remote-http", "notrace", "nostats", "noinst", "notv", "nopthreads",
      "norequire-size", "nosave-temps", "nosave-all-temps", "lang-upc", "hupc", "pipe", "dwarf-2-upc",
      "bupc", "gupc", "cupc", "cupc2c"}; // the last four choose a translator of Berkeley's
  // clang-format on
  static const char *const missed[] = {"trace", "stats",      "inst",           "profile",
                                       "tv",    "inst-local", "inst-functions", "inst-only"};
  static const char *const gupc[] = {"fupc-inline-lib",        "fno-upc-inline-lib",  "fupc-pre-include",
                                     "fno-upc-pre-include",    "fupc-debug",          "fno-upc-debug",
                                     "fupc-pthreads-model-tls"};
  static const char *const valued[] = {"shared-heap-max", "shared-heap-offset", "heap-offset", "translator",
                                       "opt-enable",      "opt-disable",        "sizes-file",  "arch-size",
                                       "inst-toolname"};
  std::string bare = word.substr(startsWith(word, "--") ? 2 : 1), ignored;
  for (const char *name : plain)
    if (bare == name || bare == "no" + std::string(name)) return true;
  // -qarch=auto is IBM's; -require-size, Berkeley's.
  bool none = startsWith(word, "-q") || bare == "require-size" || bare.find("require-size=") == 0;
  for (const char *name : missed) none |= bare == name;
  // Nor are GUPC's options that begin so, or one of ours that is misspelt.
  bool ofGupc = startsWith(bare, "fupc-") || startsWith(bare, "fno-upc-");
  for (const char *name : gupc) ofGupc &= bare != name;
  none |= ofGupc;
  if (none) return std::fprintf(stderr, "upcc: note: %s has no effect here\n", word.c_str()), true;
  for (const char *name : valued)
    if (words.takes(word, name, ignored)) return true;
  if (words.takes(word, "conf", ignored)) {
    std::fprintf(stderr, "upcc: note: -conf=%s is not read; UPCC_FLAGS has options for every call\n", ignored.c_str());
    return true;
  }
  if (bare == "pthreads") return words.skipNumber(), true;
  for (const char *start : {"pthreads=", "compress="})
    if (startsWith(bare, start)) return true;
  // -Wu, -Ww, and -Wb, pass options to Berkeley's translator.
  for (const char *start : {"-fupc", "-fno-upc", "-Wu,", "-Ww,", "-Wb,", "--param="})
    if (startsWith(word, start)) return true;
  return false;
}
