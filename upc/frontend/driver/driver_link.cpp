// SPDX-License-Identifier: BSD-3-Clause
// Links objects, the library and the runtime to a program.
#include "driver/command_line.h"
#include "driver/driver.h"
#include "driver/driver_mpi.h"
#include "tokens/clang_versions.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace clang;

// Compiles a text of upcc's own, in C against urt.h.
static int compileOwn(const std::string &text, const std::string &name, const Options &o, const Tree &tree,
                      const std::string &path) {
  Options plain;
  plain.stage = Stage::Compile;
  plain.network = o.network;
  plain.verbose = o.verbose;
  plain.dry = o.dry;
  plain.compileArgs = {"-fPIC"};
  if (!o.target.empty()) plain.compileArgs.push_back("--target=" + o.target);
  return compileC({text}, name, plain, tree, path);
}

// -shared-heap= becomes a constant in the program, which the runtime reads.
static std::string bakedHeap(const Options &o) {
  return "const unsigned long urt_baked_heap = " + std::to_string(o.sharedHeap) + "ul;\n";
}

// A shared library tells the runtime of its shared variables when it is loaded: what the linker has gathered of them.
static const char moduleText[] = R"(
#define FOUND __attribute__((weak, visibility("hidden")))
extern const urt_static_t __start_urt_statics[] FOUND, __stop_urt_statics[] FOUND;
extern const urt_init_t __start_urt_inits[] FOUND, __stop_urt_inits[] FOUND;
extern const urt_fixed_t __start_urt_fixed[] FOUND, __stop_urt_fixed[] FOUND;
static const urt_module_t module = {__start_urt_statics, __stop_urt_statics, __start_urt_inits,
                                    __stop_urt_inits,    __start_urt_fixed,  __stop_urt_fixed};
static void __attribute__((constructor)) add_module(void) { urt_add_module(&module); }
)";

// Adds what a conduit is linked with: the words of its .link file. An installation that was made on another machine
// has none for mpi: the MPI of this one says them. False, with a line, if there is no such MPI.
static bool addBelow(const Options &o, const Tree &tree, std::vector<std::string> &line) {
  auto file = llvm::MemoryBuffer::getFile(tree.lib + "/urt-" + o.network + ".link");
  if (!file) return conduit(o.network) != "mpi" || addMpiLibraries(o.network, tree.lib, line);
  for (auto &word : shellWords((*file)->getBuffer().str())) line.push_back(word);
  return true;
}

// A program gets the library as an archive, with one runtime. The shared library, which -lupc_stride would find, has
// another runtime in it: it is for programs in C.
static bool isLinkedAnyway(const Options &o, const std::string &input) {
  return !o.shared && input == "-lupc_stride";
}

// Where the libraries of the target are.
static std::string librariesOf(const Options &o, const Tree &tree) {
  return o.target.empty() ? tree.lib : tree.lib + "/" + o.target;
}

bool hasLibraries(const Options &o, const Tree &tree) {
  const std::string lib = librariesOf(o, tree);
  if (o.shared || llvm::sys::fs::exists(lib)) return true;
  llvm::errs() << "upcc: --target=" << o.target << ": this upcc has no libraries for it: no " << lib << "\n";
  return false;
}

// Empty, with a line, if something is missing.
static std::vector<std::string> commandLine(const Options &o, const std::vector<std::string> &objects, const Tree &tree,
                                            const std::string &path) {
  std::vector<std::string> line{"-o", path};
  line.insert(line.end(), o.linkArgs.begin(), o.linkArgs.end());
  size_t object = 0;
  for (auto &input : o.inputs)
    if (!isLinkedAnyway(o, input)) line.push_back(isSource(o, input) ? objects[object++] : input);
  line.insert(line.end(), objects.begin() + object, objects.end());
  if (o.shared) { // it uses the runtime of the program, or of libupc_stride.so
    line.push_back("-shared");
  } else {
    std::string suffix = o.network == defaultNetwork ? "" : "-" + conduit(o.network);
    if (o.instrument) line.push_back(std::string("-Wl,-u,") + o.instrument->symbol);
    line.push_back("-Wl,-u,main_of_the_UPC_program"); // main may be in a library, as in C
    line.insert(line.end(), {"-L" + librariesOf(o, tree), "-l:libupc_stride" + suffix + ".a", "-lurt-" + o.network});
    if (!addBelow(o, tree, line)) return {};
  }
  line.insert(line.end(), {"-lm", "-lpthread", "-ldl", "-lrt"}); // the last two: glibc before 2.34
  return line;
}

// `said` gets what the linker has written to standard error, after it was passed on.
static int run(const std::string &program, const std::vector<llvm::StringRef> &arguments, const Options &o,
               std::string &said) {
  if (o.verbose) {
    for (auto argument : arguments) llvm::errs() << argument << ' ';
    llvm::errs() << '\n';
  }
  if (o.dry) return 0;
  std::string error;
  const int messages = memfd_create("linker", 0);
  const std::string path = "/proc/self/fd/" + std::to_string(messages);
  std::optional<llvm::StringRef> streams[] = {std::nullopt, std::nullopt, std::nullopt};
  if (access(path.c_str(), W_OK) == 0) streams[2] = path;
  llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(program, arguments, std::nullopt, streams, 0, &error);
  linkerRuns(process.Pid);
  int status = process.Pid ? llvm::sys::Wait(process, std::nullopt, &error).ReturnCode : 1;
  linkerRuns(0);
  if (auto text = llvm::MemoryBuffer::getFile(path)) said = (*text)->getBuffer().str();
  if (messages >= 0) close(messages);
  llvm::errs() << said;
  if (!error.empty()) llvm::errs() << "upcc: " << program << ": " << error << "\n";
  return status == 0 ? 0 : 1;
}

// Clang's driver with the objects that it needs for messages.
struct ClangDriver {
  DiagnosticOptions &options = *new DiagnosticOptions;
  DiagnosticsEngine diags{new DiagnosticIDs, asTaken(options),
                          new TextDiagnosticPrinter(llvm::errs(), asTaken(options))};
  driver::Driver driver;
  explicit ClangDriver(const Tree &tree) : driver(tree.clang, llvm::sys::getDefaultTargetTriple(), diags) {}
};

int askClang(const std::string &option, const Tree &tree) {
  ClangDriver clang(tree);
  std::unique_ptr<driver::Compilation> compilation(clang.driver.BuildCompilation({tree.clang.c_str(), option.c_str()}));
  return clang.diags.hasErrorOccurred();
}

// Is there a library libNAME in one of the folders that the linker looks in?
static bool isFound(const driver::Command &linker, const std::string &name) {
  return llvm::any_of(linker.getArguments(), [&](llvm::StringRef argument) {
    return argument.consume_front("-L") && (llvm::sys::fs::exists(argument + "/lib" + name + ".so") ||
                                            llvm::sys::fs::exists(argument + "/lib" + name + ".a"));
  });
}

// Are the linker and the files there that each program begins and ends with? Clang's driver gives those that it does
// not find without their folder. They come with gcc and the C library's headers.
static bool hasLinker(const driver::Command &command) {
  std::string missing;
  if (!llvm::sys::findProgramByName(command.getExecutable())) missing = "linker (ld)";
  for (llvm::StringRef argument : command.getArguments())
    if (argument.starts_with("crt") && argument.ends_with(".o") && missing.empty())
      missing = (argument + ", a part of each program").str();
  if (!missing.empty()) llvm::errs() << "upcc: there is no " << missing << ": " << howToGetC << "\n";
  return missing.empty();
}

// Runs the command of -link-with= with our arguments, otherwise the linker that clang would run.
static int link(const std::vector<std::string> &line, const Options &o, const Tree &tree, std::string &said) {
  if (line.empty()) return 1;
  std::vector<llvm::StringRef> words;
  if (!o.linkWith.empty()) {
    llvm::SmallVector<llvm::StringRef, 4> command;
    llvm::StringRef(o.linkWith).split(command, ' ', -1, false);
    words.assign(command.begin(), command.end());
    words.insert(words.end(), line.begin(), line.end());
    auto program = words.empty() ? std::make_error_code(std::errc::no_such_file_or_directory)
                                 : llvm::sys::findProgramByName(words[0]);
    if (!program) return llvm::errs() << "upcc: cannot run the linker '" << o.linkWith << "'\n", 1;
    return run(*program, words, o, said);
  }
  ClangDriver clang(tree);
  std::vector<const char *> clangLine{tree.clang.c_str()};
  for (auto &word : line) clangLine.push_back(word.c_str());
  std::unique_ptr<driver::Compilation> compilation(clang.driver.BuildCompilation(clangLine));
  if (!compilation || clang.diags.hasErrorOccurred()) return 1;
  if (compilation->getJobs().size() != 1)
    return llvm::errs() << "upcc: a file to link is neither an object nor a library\n", 1;
  const driver::Command &command = *compilation->getJobs().begin();
  if (llvm::is_contained(command.getArguments(), llvm::StringRef("-lomp")) && !isFound(command, "omp"))
    return llvm::errs() << "upcc: -fopenmp needs LLVM's OpenMP library, which is not installed; the package is libomp-"
                        << CLANG_VERSION_MAJOR << "-dev\n", 1;
  if (!hasLinker(command)) return 1;
  words.push_back(command.getExecutable());
  for (const char *argument : command.getArguments()) words.push_back(argument);
  return run(command.getExecutable(), words, o, said);
}

int linkProgram(const Options &o, const std::vector<std::string> &objects, const Tree &tree) {
  Output program(o.output.empty() ? "a.out" : o.output), heap, module;
  std::vector<std::string> all = objects;
  if (o.sharedHeap) {
    if (!heap.scratch("o") || compileOwn(bakedHeap(o), "shared-heap.c", o, tree, heap.path())) return 1;
    all.push_back(heap.path());
  }
  if (o.shared) {
    if (!module.scratch("o") || compileOwn(moduleText, "module.c", o, tree, module.path())) return 1;
    all.push_back(module.path());
  }
  if (!program.open()) return 1;
  std::string said;
  if (link(commandLine(o, all, tree, program.path()), o, tree, said)) {
    explainUndefined(said, nameObjectsOfOtherConduits(o, tree));
    return 1;
  }
  return o.dry || program.keep() ? 0 : 1;
}
