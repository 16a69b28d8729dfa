// SPDX-License-Identifier: BSD-3-Clause
// upcc --language-server: what the server asks of the driver. Each run is a process of its own, so it may change to the
// folder of a compile command, and end at an option that upcc does not know.
#include "driver/command_line.h"
#include "driver/driver.h"
#include "driver/driver_mpi.h"
#include "server/server.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <unistd.h>

namespace path = llvm::sys::path;
namespace json = llvm::json;

// The words of an entry of compile_commands.json, which has them as a list or as a line of the shell.
static std::vector<std::string> wordsOf(const json::Object &entry) {
  std::vector<std::string> words;
  if (const json::Array *list = entry.getArray("arguments"))
    for (const json::Value &word : *list) words.push_back(word.getAsString().value_or("").str());
  for (auto &word : shellWords(entry.getString("command").value_or("").str())) words.push_back(word);
  return words;
}

// The entry that compiles the file.
static const json::Object *entryOf(const json::Array &commands, llvm::StringRef file) {
  for (const json::Value &command : commands) {
    const json::Object *entry = command.getAsObject();
    if (!entry) continue;
    llvm::SmallString<256> named(entry->getString("directory").value_or(""));
    path::append(named, entry->getString("file").value_or(""));
    if (path::is_absolute(entry->getString("file").value_or(""))) named = *entry->getString("file");
    if (llvm::sys::fs::equivalent(named, file)) return entry;
  }
  return nullptr;
}

// Adds the command that compiles the file, and changes to its folder. False if there is none.
static bool addCommand(llvm::StringRef file, std::vector<std::string> &words) {
  for (llvm::StringRef folder = path::parent_path(file); !folder.empty(); folder = path::parent_path(folder)) {
    auto text = llvm::MemoryBuffer::getFile(folder + "/compile_commands.json");
    if (!text) continue;
    auto commands = json::parse((*text)->getBuffer());
    const json::Object *entry = commands && commands->getAsArray() ? entryOf(*commands->getAsArray(), file) : nullptr;
    if (!commands) llvm::consumeError(commands.takeError());
    std::vector<std::string> command = entry ? wordsOf(*entry) : std::vector<std::string>();
    if (command.empty() || chdir(entry->getString("directory").value_or(".").str().c_str())) return false;
    words.insert(words.end(), command.begin() + 1, command.end());
    return true;
  }
  return false;
}

static Options optionsOf(const std::string &file, const Options &given) {
  std::vector<std::string> words = given.words;
  words.erase(std::remove(words.begin(), words.end(), "--language-server"), words.end());
  bool isSource = llvm::StringRef(file).ends_with(".upc") || llvm::StringRef(file).ends_with(".c"); // else a header
  if (!addCommand(file, words)) words.insert(words.end(), {"-fsyntax-only", isSource ? file : file + ".upc"});
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  Options o = parseOptions((int)arguments.size(), arguments.data());
  if (o.usesMpi) addMpiHeaders(o.network, o.frontArgs);
  return o;
}

static std::vector<Remark> remarksOf(const GeneratedC &generated, const std::string &file, Options o,
                                     const Tree &tree) {
  std::vector<Remark> remarks;
  o.stage = Stage::Check;
  o.loops.say = [&](const Remark &remark) { remarks.push_back(remark); };
  o.compileArgs.insert(o.compileArgs.begin(), "-O2"); // without optimisation there would be none
  o.compileArgs.insert(o.compileArgs.end(), {"-Rpass=upc", "-Rpass-missed=upc"});
  compileC(generated, file, o, tree, "/dev/null");
  return remarks;
}

// What is asked of a file follows `options`, and behind them its command in the compile_commands.json of the nearest
// folder above it that has one.
static Compiler compilerFor(const Options &options, const Tree &tree) {
  return [=](const std::string &file) -> Compilation {
    Options o = optionsOf(file, options);
    return {translateOptions(file, o, tree),
            [=](const GeneratedC &generated) { return remarksOf(generated, file, o, tree); }};
  };
}

static int serve(const Options &options, const Tree &tree) {
  return serveEditor(compilerFor(options, tree), UPCC_VERSION);
}

static const char does[] = "serve an editor by the Language Server Protocol; the other options hold for its files";
static const Command languageServer = {"--language-server", does, serve};
static const Known<Command> known(languageServer);
