// SPDX-License-Identifier: BSD-3-Clause
// -MJ file: an entry of compile_commands.json for each source, with a comma behind it, as clang writes it. The entries
// of several runs make an array: `(echo '['; sed '$s/,$//' *.json; echo ']') >compile_commands.json`.
#include "driver/driver.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

// The words of the command line but other sources and -MJ.
static llvm::json::Array argumentsFor(const std::string &source, const Options &o) {
  llvm::json::Array words;
  for (size_t i = 0; i < o.words.size(); i++) {
    const std::string &word = o.words[i];
    if (word == "-MJ") i++;
    if (llvm::StringRef(word).starts_with("-MJ")) continue;
    bool other = o.inputWords.count(i) && word != source && isSource(o, word);
    if (!other) words.push_back(word);
  }
  return words;
}

bool writeCommand(const std::string &source, const Options &o) {
  static bool begun;
  std::error_code error;
  llvm::raw_fd_ostream out(o.commandsFile, error, begun ? llvm::sys::fs::OF_Append : llvm::sys::fs::OF_None);
  begun = true;
  llvm::SmallString<128> folder;
  if (error || (error = llvm::sys::fs::current_path(folder))) {
    llvm::errs() << "upcc: " << o.commandsFile << ": " << error.message() << '\n';
    return false;
  }
  llvm::json::Object entry{{"directory", folder.str()}, {"file", source}, {"arguments", argumentsFor(source, o)}};
  if (!o.output.empty()) entry["output"] = o.output;
  out << llvm::json::Value(std::move(entry)) << ",\n";
  out.close();
  if (!out.has_error()) return true;
  llvm::errs() << "upcc: " << o.commandsFile << ": " << out.error().message() << '\n';
  out.clear_error();
  return false;
}
