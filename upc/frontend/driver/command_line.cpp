// SPDX-License-Identifier: BSD-3-Clause
// The words are read once, from the front. `-o` without a word behind it ends upcc with status 2.
#include "driver/command_line.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

void misuse(const std::string &message) {
  std::fprintf(stderr, "upcc: %s\n", message.c_str());
  std::exit(2);
}

bool startsWith(const std::string &text, const char *prefix) {
  return text.compare(0, std::strlen(prefix), prefix) == 0;
}

bool endsWith(const std::string &text, const char *suffix) {
  size_t n = std::strlen(suffix);
  return text.size() >= n && text.compare(text.size() - n, n, suffix) == 0;
}

std::vector<std::string> shellWords(const std::string &text) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 64> words;
  llvm::cl::TokenizeGNUCommandLine(text, saver, words);
  return {words.begin(), words.end()};
}

std::string Words::value(const std::string &option) {
  if (!more()) misuse("option " + option + " needs a value");
  return next();
}

std::string Words::value(const std::string &word, const std::string &option) {
  return word.size() > option.size() ? word.substr(option.size()) : value(option);
}

bool Words::takes(const std::string &word, const char *name, std::string &to) {
  std::string bare = word.substr(startsWith(word, "--") ? 2 : 1), option(name);
  if (bare == option) return to = value(word), true;
  if (!startsWith(bare, (option + "=").c_str())) return false;
  return to = bare.substr(option.size() + 1), true;
}

void Words::skipNumber() {
  if (more() && !words[at].empty() && words[at].find_first_not_of("0123456789") == std::string::npos) at++;
}
