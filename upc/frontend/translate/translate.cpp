// SPDX-License-Identifier: BSD-3-Clause
// The stages in order, in one Clang instance. Its preprocessor runs to the end first. Then its parser gets the
// annotated tokens, which have the locations of the user's text.
#include "translate/translate.h"
#include "check/check.h"
#include "tokens/diagnostics.h"
#include "lower/lower.h"
#include "tokens/clang_versions.h"
#include "tokens/extension.h"
#include "types/operators.h"
#include "types/threads_sizes.h"
#include "tokens/tokens.h"
#include "types/types.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/CodeCompleteConsumer.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

// Declares UPC's own names to the parser. These tokens are not printed again.
std::string prelude(int threads) {
  std::string text = "# 1 \"<upc>\" 3\n";
  text += threads ? "#define THREADS " + std::to_string(threads) + "\n" : "enum { THREADS = 1 };\n";
  text += "extern const int MYTHREAD;\n"
          "void upc_barrier(int, int);\nvoid upc_notify(int, int);\nvoid upc_wait(int, int);\nvoid upc_fence(void);\n";
  for (auto k = Known<Extension>::newest; k; k = k->next)
    if (k->object.prelude) text += k->object.prelude;
  return text;
}

std::string sourceFolder(const TranslateOptions &options) {
  size_t slash = options.input.rfind('/');
  return slash == std::string::npos ? "./" : options.input.substr(0, slash + 1);
}

class TranslateAction : public ASTFrontendAction {
public:
  TranslateAction(const TranslateOptions &options, ThreadsSizes &sizes, UpcDiagnostics &messages, GeneratedC &output)
      : options(options), sizes(sizes), messages(messages), output(output) {}
  bool again() const { return found; } // were sizes found with which the file must be parsed again?

private:
  const TranslateOptions &options;
  ThreadsSizes &sizes;
  UpcDiagnostics &messages;
  GeneratedC &output;
  bool found = false;
  BlockSizes *blockSizes = nullptr;

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
    auto consumer = std::make_unique<BlockSizes>();
    blockSizes = consumer.get();
    return consumer;
  }

  void ExecuteAction() override {
    CompilerInstance &ci = getCompilerInstance();
    TokenStream stream;
    messages.threadsSizes = stream.threadsSizes = &sizes;
    messages.layouts = &stream.layouts;
    messages.hold();
    messages.silent = sizes.searching;
    messages.usesThreads = [&](SourceRange range) { return stream.usesThreads(range); };
    messages.beforeQualifiers = [&](SourceLocation end) { return stream.beforeQualifiers(end); };
    messages.similarName = [&](StringRef name) { return stream.similarName(ci.getSourceManager(), name); };
    translate(ci, stream);
    if (found) messages.clear(); // Clang would print how many errors there were
    else messages.release();
    messages.silent = false;
    messages.layouts = nullptr;
    messages.threadsSizes = nullptr;
    messages.usesThreads = nullptr;
    messages.beforeQualifiers = nullptr;
    messages.similarName = nullptr;
    messages.mixed = nullptr;
    messages.sharedType = nullptr;
  }

  void translate(CompilerInstance &ci, TokenStream &stream) {
    const Inspection *inspection = options.inspection;
    CodeCompleteConsumer *completion = inspection ? inspection->consumer : nullptr;
    ci.createSema(getTranslationUnitKind(), completion);
    Sema &sema = ci.getSema();
    Preprocessor &pp = ci.getPreprocessor();
    pp.setPredefines(prelude(options.threads) + pp.getPredefines()); // -include comes after

    stream.folders = {options.includeDir, sourceFolder(options)};
    AnnotateOptions annotateOptions{options.threads == 0, options.check.pedanticUpc, options.plainC};
    watchPragmas(pp, stream, annotateOptions);
    if (inspection && inspection->lexes) inspection->lexes(pp);
    Parser parser(pp, sema, /*SkipFunctionBodies=*/false);
    if (!readTokens(ci, stream, annotateOptions)) return;

    ASTContext &context = ci.getASTContext();
    Types types(context, stream, options.threads);
    messages.mixed = [&](QualType a, QualType b) {
      return a->isPointerType() && b->isPointerType() && types.isPts(a) != types.isPts(b);
    };
    messages.sharedType = [&](QualType named) -> std::string {
      for (QualType t = named; !t.isNull(); t = t->isPointerType() ? types.pointee(t) : QualType())
        if (types.isShared(t)) return types.describe(named);
      return "";
    };
    blockSizes->watch(ci.getDiagnostics(), stream, options.check.pedanticUpc);
    llvm::IntrusiveRefCntPtr<Operators> operators(new Operators(sema, stream, types, options.check.pedanticUpc));
    sema.addExternalSource(operators.get());
    context.setExternalSource(operators);
    if (stream.oddMain) ci.getLangOpts().Freestanding = true;
    for (const Extension *extension : stream.extensions)
      if (extension->blocks) ci.getLangOpts().Blocks = true; // __block stays a name
    if (inspection && inspection->begins) inspection->begins(context, types);
    pp.EnterTokenStream(stream.parsed, /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
    std::vector<DeclGroupRef> groups = parse(parser);
    if (completion) return;
    found = searchBegins() || findThreadsSizes(groups, context, stream, types) || searchEnds();
    if (found) return;
    messages.release();
    check(context, stream, types, options.check, messages.errors);
    if (inspection && inspection->parsed) inspection->parsed(context, stream, types);
    if (failed()) return;
    bool optimises = ci.getCodeGenOpts().OptimizationLevel > 0;
    LowerOptions lowering{options.allNear, options.notesAccesses, options.checkBounds, options.instrument, optimises,
                          debugInformation(), options.debugScript};
    output = lowerFile(groups, context, pp, stream, types, lowering);
  }

  // Were sizes refused that the file must be parsed for once more? Has this been done? See ThreadsSizes.
  bool searchBegins() {
    if (options.threads || sizes.searching || sizes.searched || !messages.sizeRefused) return false;
    return sizes.searching = true;
  }
  bool searchEnds() {
    if (!sizes.searching) return false;
    return sizes.searching = false, sizes.searched = true;
  }

  // Reads the source and annotates it. False: there are errors, and an analysis would only add to them; an editor wants
  // one all the same.
  bool readTokens(CompilerInstance &ci, TokenStream &stream, const AnnotateOptions &annotateOptions) {
    const Inspection *inspection = options.inspection;
    Preprocessor &pp = ci.getPreprocessor();
    SourceManager &sm = ci.getSourceManager();
    if (inspection && inspection->consumer) // where the lexer then gives a token of its own
      pp.SetCodeCompletionPoint(*sm.getFileEntryRefForID(sm.getMainFileID()), inspection->line, inspection->column);
    pp.EnterMainSourceFile();
    ci.getSema().CurContext = ci.getASTContext().getTranslationUnitDecl(); // for Sema's warnings about comments
    lexAll(pp, stream);
    ci.getSema().CurContext = nullptr;
    if (failed() && !inspection) return false;
    annotate(pp, stream, annotateOptions);
    if (!options.threads) messages.threadsMark = stream.threadsMark;
    return !failed() || inspection;
  }

  static std::vector<DeclGroupRef> parse(Parser &parser) {
    parser.Initialize();
    std::vector<DeclGroupRef> groups;
    Parser::DeclGroupPtrTy group;
    Sema::ModuleImportState import = Sema::ModuleImportState::NotACXX20Module;
    for (bool end = parser.ParseFirstTopLevelDecl(group, import); !end; end = parser.ParseTopLevelDecl(group, import))
      if (group) groups.push_back(group.get());
    return groups;
  }

  bool debugInformation() const {
    return getCompilerInstance().getCodeGenOpts().hasReducedDebugInfo();
  }

  bool failed() { return messages.getNumErrors() > 0; }
};

// -MMD: Clang takes each header that -idirafter finds for a system header, and would leave it out.
class Dependencies : public DependencyFileGenerator {
public:
  Dependencies(const DependencyOutputOptions &how, std::vector<std::string> folders)
      : DependencyFileGenerator(how), folders(std::move(folders)) {}
  void maybeAddDependency(StringRef file, bool fromModule, bool isSystem, bool isModuleFile, bool isMissing) override {
    for (const std::string &folder : folders) isSystem &= !file.starts_with(folder);
    DependencyFileGenerator::maybeAddDependency(file, fromModule, isSystem, isModuleFile, isMissing);
  }

private:
  std::vector<std::string> folders;
};

// -E: the preprocessed text is the output.
class PreprocessAction : public PreprocessorFrontendAction {
public:
  explicit PreprocessAction(std::string &output) : output(output) {}

private:
  std::string &output;
  void ExecuteAction() override {
    llvm::raw_string_ostream out(output);
    DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &out,
                             getCompilerInstance().getPreprocessorOutputOpts());
  }
};

// Does some -I of the command line name the folder?
bool named(const std::string &folder, const std::vector<std::string> &arguments) {
  for (const std::string &argument : arguments)
    if (llvm::StringRef path = argument; path.consume_front("-I") && llvm::sys::fs::equivalent(path, folder))
      return true;
  return false;
}

std::vector<std::string> clangArguments(const TranslateOptions &options) {
  std::vector<std::string> args = {options.clang, options.preprocessOnly ? "-E" : "-fsyntax-only", "-x", "c"};
  for (const char *macro : {"UPC", "URT", "UPC_TICK", "UPC_CASTABLE", "UPC_COLLECTIVE", "UPC_ATOMIC", "UPC_NB",
                            "UPC_PUPC"})
    args.push_back("-D__" + std::string(macro) + "__=1");
  args.push_back("-D__UPC_IO__=2"); // 1 is the library of UPC 1.2, without UPC_ASYNC
  args.insert(args.end(), {"-D__UPC_VERSION__=201311L", "-DUPC_MAX_BLOCK_SIZE=2147483648"});
  args.push_back(options.threads ? "-D__UPC_STATIC_THREADS__=1" : "-D__UPC_DYNAMIC_THREADS__=1");
  if (options.instrument) args.push_back(std::string("-D") + options.instrument->macro + "=1");
  if (!options.check.pedanticUpc) args.push_back("-D__UPC_STRIDE_SECTIONS__=1");
  // C99 forbade these, and compilers went on accepting them. Old programs have them. The user's -Werror would not undo
  // -Wno-error=NAME.
  bool strict = false;
  for (const std::string &a : options.clangArgs)
    if (a == "-Werror" || a == "-Wno-error") strict = a == "-Werror";
  for (const char *taken : {"implicit-function-declaration", "implicit-int", "int-conversion",
                            "incompatible-function-pointer-types", "incompatible-pointer-types"})
    if (!strict) args.push_back(std::string("-Wno-error=") + taken);
  for (const std::string &a : options.clangArgs) args.push_back(a);
  if (options.check.pedanticUpc) args.push_back("-Werror=pointer-arith"); // GNU C's sizeof(void)
  // An angled include falls back on the source's own folder, then on our headers. Clang reports nothing in such
  // folders, so a folder that the user named stays as it is.
  for (const std::string &folder : {sourceFolder(options), options.includeDir})
    if (!named(folder, options.clangArgs)) args.push_back("-idirafter"), args.push_back(folder);
  args.push_back(options.input);
  return args;
}

// Do the folders of headers have the C library's? A program without them is told so in one line.
bool hasHeadersOfC(const CompilerInvocation &invocation) {
  const HeaderSearchOptions &search = invocation.getHeaderSearchOpts();
  if (!search.UseStandardSystemIncludes) return true; // -nostdinc: the program's own matter
  for (const HeaderSearchOptions::Entry &entry : search.UserEntries)
    if (llvm::sys::fs::exists(entry.Path + "/stdio.h")) return true;
  llvm::errs() << "upcc: there is no stdio.h: " << howToGetC << "\n";
  return false;
}

// Runs the analysis. Clang's parser may crash after an error about an unknown name, which it has reported by then.
bool survives(llvm::function_ref<void()> analysis) {
#if __has_feature(address_sanitizer) // it reports the crash
  return analysis(), true;
#else
  llvm::CrashRecoveryContext::Enable();
  bool ended = llvm::CrashRecoveryContext().RunSafely(analysis);
  llvm::CrashRecoveryContext::Disable();
  return ended;
#endif
}

} // namespace

// Parses the file once. The status; none: `sizes` has got sizes with which it must be parsed again.
static std::optional<int> translateOnce(const TranslateOptions &options, ThreadsSizes &sizes, GeneratedC &output) {
  std::vector<std::string> args = clangArguments(options);
  std::vector<const char *> argv;
  for (const std::string &a : args) argv.push_back(a.c_str());

  auto *earlyOptions = new DiagnosticOptions;
  IntrusiveRefCntPtr<DiagnosticsEngine> early(
      new DiagnosticsEngine(new DiagnosticIDs, asTaken(*earlyOptions), new OptionMessages(*earlyOptions)));
  CreateInvocationOptions how;
  how.Diags = early;
  if (options.preprocessOnly) // createInvocation adds -fsyntax-only, which is unused
    early->setSeverityForGroup(diag::Flavor::WarningOrError, "unused-command-line-argument", diag::Severity::Ignored);
  std::shared_ptr<CompilerInvocation> invocation = createInvocation(argv, how);
  if (!invocation || early->hasErrorOccurred() || !hasHeadersOfC(*invocation)) return 1;

  CompilerInstance &ci = newInstance(invocation);
  ci.getFrontendOpts().DisableFree = true;
  DependencyOutputOptions dependencies = ci.getDependencyOutputOpts();
  if (!dependencies.OutputFile.empty()) {
    ci.getDependencyOutputOpts().OutputFile.clear();
    if (!options.inspection) // whose text may be no file's
      ci.addDependencyCollector(std::make_shared<Dependencies>(
          dependencies, std::vector<std::string>{options.includeDir, sourceFolder(options)}));
  }
  auto *messages = new UpcDiagnostics(ci.getDiagnosticOpts()); // owned by the compiler instance
  if (const Inspection *inspection = options.inspection) {
    messages->report = inspection->report;
    if (inspection->text)
      ci.getPreprocessorOpts().addRemappedFile(options.input,
          llvm::MemoryBuffer::getMemBufferCopy(*inspection->text, options.input).release());
    ci.getLangOpts().CommentOpts.ParseAllComments = true; // they explain what is declared below them
    ci.getLangOpts().RetainCommentsFromSystemHeaders = true; // those of the library, for one
  }
  createDiagnostics(ci, messages, /*owned=*/true);
  if (!ci.hasDiagnostics()) return 1;
  if (options.preprocessOnly) {
    PreprocessAction action(output.text);
    return ci.ExecuteAction(action) ? 0 : 1;
  }
  auto *action = new TranslateAction(options, sizes, *messages, output);
  bool ok = false, ended = survives([&] { ok = ci.ExecuteAction(*action); });
  bool errors = messages->getNumErrors() > 0;
  if (!ended) messages->release();
  if (ended && action->again()) return {};
  if (!ended && !errors)
    llvm::errs() << "upcc: " << options.input
                 << ": the analysis crashed: a defect of upcc or of Clang, please report it\n";
  return ended && ok && !errors ? 0 : 1;
}

int translate(const TranslateOptions &options, GeneratedC &output) {
  ThreadsSizes sizes;
  for (;;)
    if (auto status = translateOnce(options, sizes, output)) return *status;
}
