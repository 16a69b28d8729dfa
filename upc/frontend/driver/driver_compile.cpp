// SPDX-License-Identifier: BSD-3-Clause
// Compiles generated C with Clang inside this process: no other program is started and no file is written between.
#include "driver/driver.h"
#include "lower/code.h"
#include "lower/instrument.h"
#include "optimise/optimise.h"
#include "optimise/watched_accesses.h"
#include "tokens/clang_versions.h"
#include "tokens/extension.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h" // LLVM has AArch64 wherever it is packaged
#include "llvm/TargetParser/Host.h"

using namespace clang;

// The parser of the translator has given all warnings but these, which Clang gives as it generates code.
// -Wframe-larger-than needs a size, which the user gives.
static const llvm::StringRef codeWarnings[] = {"atomic-alignment", "attribute-warning", "backend-plugin", "inline-asm",
                                               "pass-failed", "psabi"};

// The options for code warnings, those of the user last.
static std::vector<std::string> warningOptions(const std::vector<std::string> &asked) {
  std::vector<std::string> options{"-Wno-everything"};
  for (llvm::StringRef name : codeWarnings) options.push_back(("-W" + name).str());
  for (const std::string &option : asked) {
    llvm::StringRef name = option;
    if (name == "-w" || name == "-Werror" || name == "-Wno-error") options.push_back(option);
    if (!name.consume_front("-W")) continue;
    name.consume_front("no-");
    name.consume_front("error=");
    if (name.starts_with("frame-larger-than=") || llvm::is_contained(codeWarnings, name)) options.push_back(option);
  }
  return options;
}

static std::vector<std::string> commandLine(const std::string &source, const Options &o, const Tree &tree,
                                            const std::string &path, const GeneratedC &generated) {
  // -fcommon: headers of old programs define variables. -fbracket-depth=: an access to shared memory is several
  // brackets deep. -fstack-clash-protection: no frame is larger than the page behind a stack that finds its overflow.
  std::vector<std::string> line{tree.clang, "-x",       "c", "-std=gnu17",
                                "-fcommon",   "-fbracket-depth=4096", "-fstack-clash-protection"};
  for (const Extension *extension : generated.extensions)
    if (extension->blocks) line.push_back("-fblocks"); // not else: __block would be no name
  for (const std::string &option : warningOptions(o.frontArgs)) line.push_back(option);
  line.insert(line.end(), o.compileArgs.begin(), o.compileArgs.end());
  if (generated.manyInARow && !llvm::is_contained(o.compileArgs, "-fslp-vectorize"))
    line.push_back("-fno-slp-vectorize"); // behind -O2, which would turn it on again
  if (o.threads) {
    line.push_back("-DURT_THREADS=" + std::to_string(o.threads));
    line.push_back("-DURT_FILE=" + stringLiteral(llvm::sys::path::filename(source).str()));
  }
  line.insert(line.end(),
              {"-I" + tree.include + "/urt-" + conduit(o.network), "-I" + tree.include, "-include", "urt.h"});
  for (const Extension *extension : generated.extensions)
    if (extension->header) line.insert(line.end(), {"-include", extension->header});
  if (o.instrument) line.insert(line.end(), {"-include", o.instrument->header});
  line.insert(line.end(), {o.stage == Stage::Assemble ? "-S" : "-c", source, "-o", path});
  return line;
}

// Calls `use` with the arguments that the clang command would give to its compiler.
static bool jobArguments(const std::vector<std::string> &line, DiagnosticsEngine &diags, bool verbose,
                         llvm::function_ref<bool(llvm::ArrayRef<const char *>)> use) {
  driver::Driver driver(line[0], llvm::sys::getDefaultTargetTriple(), diags);
  driver.setCheckInputsExist(false);
  std::vector<const char *> words;
  for (auto &word : line) words.push_back(word.c_str());
  std::unique_ptr<driver::Compilation> compilation(driver.BuildCompilation(words));
  if (!compilation || diags.hasErrorOccurred() || compilation->getJobs().empty()) return false;
  if (verbose) compilation->getJobs().Print(llvm::errs(), "\n", true);
  return use(compilation->getJobs().begin()->getArguments());
}

// --coverage: the files for gcov have the names that clang would give them, not those of temporary objects. An editor's
// remarks leave those of the program alone.
static void nameCoverageFiles(CodeGenOptions &code, const std::string &source, const Options &o) {
  if (o.stage == Stage::Check) code.CoverageNotesFile.clear(), code.CoverageDataFile.clear();
  if (code.CoverageNotesFile.empty() && code.CoverageDataFile.empty()) return;
  llvm::SmallString<128> name(o.output);
  if (o.stage == Stage::Link) {
    if (name.empty()) name = "a.out";
    name += '-';
    name += llvm::sys::path::stem(source);
    name += ".o";
  } else if (name.empty()) {
    name = llvm::sys::path::filename(source);
  }
  llvm::sys::fs::make_absolute(name);
  llvm::sys::path::replace_extension(name, "gcno");
  if (!code.CoverageNotesFile.empty()) code.CoverageNotesFile = name.str().str();
  llvm::sys::path::replace_extension(name, "gcda");
  if (!code.CoverageDataFile.empty()) code.CoverageDataFile = name.str().str();
}

// Messages about the generated C. Lines are the user's, columns are not. Notes errors that are defects of upcc.
class CodeMessages : public TextDiagnosticPrinter {
public:
  explicit CodeMessages(DiagnosticOptions &options) : TextDiagnosticPrinter(llvm::errs(), asTaken(options)) {
    options.ShowColumn = options.ShowCarets = false;
  }
  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
    unsigned id = info.getID();
    if (level >= DiagnosticsEngine::Error && textOf(info).starts_with("cannot compile this GNU array range")) {
      DiagnosticConsumer::HandleDiagnostic(level, info); // counts it
      return rangeOfCalls(info);
    }
    bool users = isWarning(*info.getDiags()->getDiagnosticIDs(), id) || id == diag::err_fe_inline_asm ||
                 id == diag::err_fe_backend_error_attr;
    defect |= level >= DiagnosticsEngine::Error && !users;
    TextDiagnosticPrinter::HandleDiagnostic(level, info);
  }
  bool defect = false;

private:
  llvm::SmallString<100> text;

  StringRef textOf(const Diagnostic &info) {
    text.clear();
    info.FormatDiagnostic(text);
    return text;
  }

  // {[0 ... 3] = f()}: Clang has no code for it, in plain C either.
  static void rangeOfCalls(const Diagnostic &info) {
    PresumedLoc at = info.getSourceManager().getPresumedLoc(info.getLocation());
    llvm::errs() << at.getFilename() << ":" << at.getLine()
                 << ": error: in an initialiser, a value for a range of elements, [a ... b], can make no calls, "
                    "read no shared memory and compute no pointer-to-shared; assign the elements in a loop\n";
  }
};

// -S or -c, and for LLVM's code -S -emit-llvm or -c -emit-llvm. With -fsyntax-only what is of interest is the remarks.
static std::unique_ptr<FrontendAction> actionOf(const Options &o) {
  if (o.stage == Stage::Check) return std::make_unique<EmitLLVMOnlyAction>();
  bool text = o.stage == Stage::Assemble;
  if (o.emitLlvm && text) return std::make_unique<EmitLLVMAction>();
  if (o.emitLlvm) return std::make_unique<EmitBCAction>();
  if (text) return std::make_unique<EmitAssemblyAction>();
  return std::make_unique<EmitObjAction>();
}

// On x86 some instructions keep a part of the register that they write, so they wait for whoever wrote it before. LLVM
// breaks this dependency by an `xorps`, which costs next to nothing. By default it does so only if the write was less
// than 64 instructions ago, and it counts a call as one. Processors have hundreds in flight. A double made of an
// integer, one in each turn of a loop with calls, then waits for the turn before.
static void breakFalseDependencies() {
  const char *name = "partial-reg-update-clearance", *instructions = "512";
  auto &all = llvm::cl::getRegisteredOptions();
  auto found = all.find(name);
  if (found == all.end()) return;                                  // LLVM for other processors
  found->second->setNumOccurrencesFlag(llvm::cl::ZeroOrMore);      // the user may set it as well, by -mllvm
  found->second->addOccurrence(0, name, instructions);
}

// -mllvm: as the clang command does. Once: LLVM takes most of its options once in a process.
static void setLlvmOptions(const std::vector<std::string> &options) {
  static bool set = false;
  if (std::exchange(set, true)) return;
  breakFalseDependencies();
  if (options.empty()) return;
  std::vector<const char *> words = {"upcc (LLVM option parsing)"};
  for (auto &option : options) words.push_back(option.c_str());
  llvm::cl::ParseCommandLineOptions(words.size(), words.data());
}

// The passes of optimise/ take part in LLVM's optimisation. The linker's, -flto, has no passes of ours.
static void optimiseAccesses(CompilerInstance &compiler, const Options &o, const Tree &tree) {
  CodeGenOptions &code = compiler.getCodeGenOpts();
  const Instrument *watched = o.instrument;
  bool near = allNear(o.network, tree), optimises = code.OptimizationLevel > 0;
  bool optimised = optimises && (near || !(code.PrepareForLTO || watched)); // each far access is to be seen
  // An instrument does not see what the runtime does by calls.
  if (!optimises && !watched) compiler.getPreprocessorOpts().addMacroDef("URT_CALLS");
  if (!optimised && !watched) return;
  // They look for calls with pointers-to-shared as two arguments, as x86-64 passes them. Elsewhere the accesses stay
  // calls of inline functions.
  if (!llvm::StringRef(compiler.getTargetOpts().Triple).starts_with("x86_64")) return;
  using Lines = decltype(code.getDebugInfo());
  if ((watched || notesAccesses(o.network, tree)) && code.getDebugInfo() == Lines::NoDebugInfo)
    code.setDebugInfo(Lines::LocTrackingOnly); // the passes know the lines, the program has none
  LoopOptions loops = o.loops;
  loops.threads = o.threads;
  loops.remarks = code.OptimizationRemark.patternMatches("upc");
  loops.remarksMissed = code.OptimizationRemarkMissed.patternMatches("upc");
  addPassCallback(code, [=](llvm::PassBuilder &builder) {
    if (optimised) addPasses(builder, loops);
    if (watched) addWatchedAccesses(builder, optimises, *watched->watch);
  });
  if (optimised) compiler.getPreprocessorOpts().addMacroDef("URT_OPTIMISED");
}

int compileC(const GeneratedC &generated, const std::string &source, const Options &o, const Tree &tree,
             const std::string &path) {
  static bool ready = (llvm::InitializeNativeTarget(), llvm::InitializeNativeTargetAsmPrinter(),
                       llvm::InitializeNativeTargetAsmParser(), LLVMInitializeAArch64TargetInfo(),
                       LLVMInitializeAArch64Target(), LLVMInitializeAArch64TargetMC(),
                       LLVMInitializeAArch64AsmPrinter(), LLVMInitializeAArch64AsmParser(), true);
  (void)ready;
  auto *diagnosticOptions = new DiagnosticOptions;
  DiagnosticsEngine diags(new DiagnosticIDs, asTaken(*diagnosticOptions), new OptionMessages(*diagnosticOptions));
  CompilerInstance compiler;
  std::vector<std::string> line = commandLine(source, o, tree, path, generated);
  bool understood = jobArguments(line, diags, o.verbose, [&](llvm::ArrayRef<const char *> arguments) {
    return CompilerInvocation::CreateFromArgs(compiler.getInvocation(), arguments, diags, tree.clang.c_str());
  });
  if (!understood || o.dry) return !understood;
  setLlvmOptions(compiler.getFrontendOpts().LLVMArgs);
  nameCoverageFiles(compiler.getCodeGenOpts(), source, o);
  optimiseAccesses(compiler, o, tree);
  compiler.getFrontendOpts().DisableFree = true;
  auto text = llvm::MemoryBuffer::getMemBuffer(generated.text, source);
  compiler.getPreprocessorOpts().addRemappedFile(source, text.release());
  CodeMessages messages(compiler.getDiagnosticOpts());
  createDiagnostics(compiler, &messages, /*owned=*/false);
  llvm::SmallVector<char, 0> code;
  compiler.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(code));
  std::unique_ptr<FrontendAction> action = actionOf(o);
  if (compiler.ExecuteAction(*action))
    return o.stage == Stage::Check || writeInto(path, {code.data(), code.size()}) ? 0 : 1;
  if (!messages.defect) return 1;
  llvm::errs() << "upcc: the C translated from " << source << " does not compile: a defect of upcc, please report it"
               << " (-trans shows the C)\n";
  return 1;
}
