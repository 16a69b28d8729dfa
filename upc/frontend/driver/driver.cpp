// SPDX-License-Identifier: BSD-3-Clause
// upcc, the compiler command. It translates each source to C and compiles it, all in this process. Then one call of
// the linker makes the program.
#include "driver/driver.h"
#include "driver/command_line.h"
#include "driver/driver_mpi.h"
#include "driver/networks.h"
#include "translate/translate.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <memory>
#include <sys/resource.h>

static std::string withExtension(const std::string &source, const char *extension) {
  llvm::SmallString<128> name(llvm::sys::path::filename(source));
  llvm::sys::path::replace_extension(name, extension);
  return name.str().str();
}

static int checkInputs(const Options &o) {
  int status = 0;
  for (auto &input : o.inputs) {
    bool folder = llvm::sys::fs::is_directory(input);
    if (input[0] == '-' || (!folder && llvm::sys::fs::exists(input))) continue;
    llvm::errs() << "upcc: " << input << (folder ? ": is a folder, not a file\n" : ": no such file\n");
    status = 1;
  }
  return status;
}

// -M, -MMD: Clang writes the rule while it preprocesses. It must know the target and the file.
static void addDependencies(const std::string &source, const Options &o, std::vector<std::string> &clangArgs) {
  std::string object = o.output.empty() ? withExtension(source, "o") : o.output;
  llvm::SmallString<128> file(object);
  llvm::sys::path::replace_extension(file, "d");
  if (o.dependencyTargets.empty() && o.dependencies) clangArgs.insert(clangArgs.end(), {"-MT", object});
  clangArgs.insert(clangArgs.end(), o.dependencyTargets.begin(), o.dependencyTargets.end());
  if (!o.dependencyFile.empty()) clangArgs.insert(clangArgs.end(), {"-MF", o.dependencyFile});
  else if (o.dependencies) clangArgs.insert(clangArgs.end(), {"-MF", file.str().str()});
  else if (!o.output.empty()) clangArgs.insert(clangArgs.end(), {"-MF", o.output});
}

TranslateOptions translateOptions(const std::string &source, const Options &o, const Tree &tree) {
  TranslateOptions t;
  t.input = source;
  t.plainC = isPlainC(o, source);
  t.clangArgs = o.frontArgs;
  t.threads = o.threads;
  t.check = o.check;
  t.checkBounds = o.checkBounds;
  t.instrument = o.instrument;
  t.clang = tree.clang;
  t.includeDir = tree.include;
  t.debugScript = tree.lib + "/upc-gdb.py";
  t.allNear = allNear(o.network, tree);
  t.notesAccesses = notesAccesses(o.network, tree);
  t.preprocessOnly = o.stage == Stage::Preprocess || o.stage == Stage::Dependencies;
  return t;
}

// Writes an object, assembly or C to `path`, as the stage asks.
static int compileSource(const std::string &source, const Options &o, const Tree &tree, const std::string &path) {
  TranslateOptions options = translateOptions(source, o, tree);
  if (o.dry) return o.stage < Stage::Assemble ? 0 : compileC({}, source, o, tree, path);
  if (!o.commandsFile.empty() && !writeCommand(source, o)) return 1;
  if (o.dependencies || o.stage == Stage::Dependencies) addDependencies(source, o, options.clangArgs);
  GeneratedC generated;
  if (translate(options, generated)) return 1;
  if (o.stage == Stage::Dependencies || o.stage == Stage::Check) return 0;
  if (o.stage == Stage::Preprocess || o.stage == Stage::Translate) return writeFile(path, generated.text) ? 0 : 1;
  if (o.saveTemps && !writeFile(withExtension(source, "trans.c"), generated.text)) return 1;
  return compileC(generated, source, o, tree, path);
}

static int compileOnly(const Options &o, const Tree &tree) {
  bool text = o.stage == Stage::Assemble;
  const char *extension = o.stage == Stage::Translate ? "trans.c" : o.emitLlvm ? text ? "ll" : "bc" : text ? "s" : "o";
  int status = 0;
  for (auto &source : o.inputs) {
    if (!isSource(o, source)) continue;
    std::string path = o.stage == Stage::Preprocess ? "-" : withExtension(source, extension);
    if (!o.output.empty()) path = o.output;
    if (o.stage < Stage::Assemble || o.dry) {
      status |= compileSource(source, o, tree, path);
      continue;
    }
    Output output(path);
    if (!output.open()) return 1;
    status |= compileSource(source, o, tree, output.path()) || !output.keep();
  }
  return status;
}

static int buildProgram(const Options &o, const Tree &tree) {
  if (!hasLibraries(o, tree)) return 1; // said before anything is compiled
  std::vector<std::unique_ptr<Output>> scratch;
  std::vector<std::string> objects;
  int status = 0;
  for (auto &source : o.inputs) {
    if (!isSource(o, source)) continue;
    scratch.push_back(std::make_unique<Output>());
    if (!scratch.back()->scratch("o")) return 1;
    objects.push_back(scratch.back()->path());
    status |= compileSource(source, o, tree, objects.back());
  }
  return status ? status : linkProgram(o, objects, tree);
}

// -print-mpicc
static int showMpicc() {
  std::string network = "mpi", compiler;
  if (!pickNetwork(network)) {
    llvm::errs() << "upcc: -print-mpicc: the conduit mpi is not built into this upcc (built: " << builtNetworks()
                 << ")\n";
    return 1;
  }
  if (compiler = mpiCompiler(network); compiler.empty())
    return llvm::errs() << "upcc: -print-mpicc: there is no compiler of MPICH or Open MPI in PATH\n", 1;
  llvm::outs() << compiler << "\n";
  return 0;
}

// -echo-var: makefiles for Berkeley's upcc ask which command compiles C, and which one links. With GASNet's udp, whose
// library is in C++, the second names a compiler of C++.
static int showVariable(const std::string &name, const std::string &network) {
  if (name != "UPCR_CC" && name != "UPCR_LD") {
    llvm::errs() << "upcc: -echo-var=" << name << ": the variables are UPCR_CC and UPCR_LD\n";
    return 1;
  }
  llvm::outs() << (name == "UPCR_LD" && network == "gasnet-udp" ? "c++" : "cc") << "\n";
  return 0;
}

// -print-include-dir, -print-mpicc, -show-sizes and -echo-var, and what Clang itself answers.
static int answer(const std::string &question, const std::string &network) {
  Tree tree;
  if (llvm::StringRef variable = question; variable.consume_front("echo-var "))
    return showVariable(variable.str(), network);
  if (llvm::StringRef(question).ltrim('-') == "print-mpicc") return showMpicc();
  if (question == "-show-sizes") {
    llvm::errs() << "upcc: note: -show-sizes: there is no file of sizes; types have those of cc\n";
    return 0;
  }
  if (!findTree(tree)) return 1;
  if (llvm::StringRef(question).ltrim('-') != "print-include-dir") return askClang(question, tree);
  llvm::outs() << tree.include << "\n";
  return 0;
}

// Clang takes some 30 KB of the stack for each expression in another one: an access within an access becomes several.
static void takeLargeStack() {
  enum { Bytes = 96 << 20 }; // less than what Linux leaves free below a stack
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= Bytes) return;
  limit.rlim_cur = std::min<rlim_t>(Bytes, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

int main(int argc, char **argv) {
  takeLargeStack();
  cleanUpWithoutMemory();
  cleanUpOnSignals(); // parseOptions writes a source from standard input to a file
  Options options = parseOptions(argc, argv);
  if (!options.question.empty()) return answer(options.question, options.network);
  if (options.usesMpi) addMpiHeaders(options.network, options.frontArgs);
  Tree tree;
  if (checkInputs(options) || !findTree(tree)) return 1;
  if (options.instrument && options.instrument->why && !isOneMapping(options.network, tree)) {
    llvm::errs() << "upcc: -fsanitize=" << options.instrument->name << " needs -network=smp or sim, where "
                 << options.instrument->why << "\n";
    return 2;
  }
  if (options.command) return options.command->run(options, tree);
  return options.stage == Stage::Link ? buildProgram(options, tree) : compileOnly(options, tree);
}
