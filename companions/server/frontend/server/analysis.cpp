// SPDX-License-Identifier: BSD-3-Clause
// A run is a fork of the server. The child runs the stages over the text and sends its result as JSON through a pipe; a
// child that crashes, or computes for a minute, has no result.
#include "server/analysis.h"
#include "server/completion.h"
#include "server/hover.h"
#include "server/index.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace clang;
namespace json = llvm::json;

enum { MOST_SECONDS = 60 }; // of computing: then a run ends, and with it an endless loop
enum { Error = 1, Warning, Information, Hint }; // the severities of the protocol

// Runs `work` in a process of its own; its value, or null if that process crashed.
static json::Value inProcess(llvm::function_ref<json::Value()> work) {
  int ends[2];
  if (pipe(ends) < 0) return nullptr;
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {MOST_SECONDS, MOST_SECONDS};
    setrlimit(RLIMIT_CPU, &limit);
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(nothing, fd); // the protocol's own are not for Clang
    std::string text;
    llvm::raw_string_ostream(text) << work();
    for (size_t sent = 0; sent < text.size();) {
      ssize_t n = write(ends[1], text.data() + sent, text.size() - sent);
      if (n <= 0) break;
      sent += (size_t)n;
    }
    _exit(0);
  }
  close(ends[1]);
  std::string answer;
  char part[1 << 16];
  for (ssize_t n; child > 0 && (n = read(ends[0], part, sizeof part)) > 0;) answer.append(part, (size_t)n);
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  auto value = json::parse(answer);
  if (!value) {
    llvm::consumeError(value.takeError());
    return nullptr;
  }
  return std::move(*value);
}

// ---- Messages

// One that stands in another file, such as a header, is shown at the first line.
static json::Object diagnostic(DiagnosticsEngine::Level level, FullSourceLoc at, llvm::StringRef message,
                               llvm::StringRef text) {
  Position begin, end;
  std::string said = message.str();
  if (at.isValid()) {
    const SourceManager &sm = at.getManager();
    SourceLocation file = sm.getFileLoc(at);
    if (sm.isWrittenInMainFile(file)) {
      unsigned line = sm.getSpellingLineNumber(file), column = sm.getSpellingColumnNumber(file);
      unsigned length = Lexer::MeasureTokenLength(file, sm, LangOptions());
      begin = positionAt(text, line, column), end = positionAt(text, line, column + std::max(length, 1u));
    } else {
      said = sm.getFilename(file).str() + ":" + std::to_string(sm.getSpellingLineNumber(file)) + ": " + said;
    }
  }
  int severity = level >= DiagnosticsEngine::Error     ? Error
                 : level == DiagnosticsEngine::Warning ? Warning : Information;
  return json::Object{{"range", toJson(begin, end)}, {"severity", severity}, {"source", "upcc"}, {"message", said}};
}

// Runs the stages over the text, up to the generated C. False if it has errors.
static bool run(Compilation compilation, const OpenText &file, Inspection &inspection, GeneratedC &generated) {
  inspection.text = &file.text;
  compilation.options.inspection = &inspection;
  return translate(compilation.options, generated) == 0;
}

json::Object analyse(const Compiler &compiler, const OpenText &file) {
  json::Value result = inProcess([&]() -> json::Value {
    json::Object index;
    json::Array diagnostics;
    Inspection inspection;
    inspection.report = [&](DiagnosticsEngine::Level level, FullSourceLoc at, llvm::StringRef message,
                            llvm::ArrayRef<CharSourceRange>) {
      if (level == DiagnosticsEngine::Note && !diagnostics.empty()) {
        json::Object &last = *diagnostics.back().getAsObject();
        last["message"] = last.getString("message")->str() + "\nnote: " + message.str();
      } else if (level >= DiagnosticsEngine::Remark) {
        diagnostics.push_back(diagnostic(level, at, message, file.text));
      }
    };
    std::vector<NamedMacro> macros;
    inspection.lexes = [&](Preprocessor &pp) { watchMacros(pp, macros); };
    inspection.parsed = [&](ASTContext &context, const TokenStream &stream, Types &types) {
      index = indexOf(context, stream, types, macros, file.text, file.uri);
    };
    GeneratedC ignored;
    run(compiler(pathOf(file.uri)), file, inspection, ignored);
    index["diagnostics"] = std::move(diagnostics);
    return std::move(index);
  });
  if (json::Object *index = result.getAsObject()) return std::move(*index);
  return {};
}

json::Array remarksOn(const Compiler &compiler, const OpenText &file) {
  json::Value result = inProcess([&]() -> json::Value {
    json::Array found;
    Inspection inspection;
    inspection.report = [](auto...) {};
    GeneratedC generated;
    std::string path = pathOf(file.uri);
    Compilation compilation = compiler(path);
    if (!run(compilation, file, inspection, generated)) return std::move(found);
    for (const Remark &remark : compilation.remarks(generated)) {
      llvm::SmallString<256> place(remark.file);
      llvm::sys::fs::make_absolute(place);
      if (place != path && !llvm::sys::fs::equivalent(place, path)) continue;
      llvm::StringRef line = lineOf(file.text, remark.line - 1);
      unsigned first = line.size() - line.ltrim().size() + 1, last = line.size() + 1;
      Position begin = positionAt(file.text, remark.line, first), end = positionAt(file.text, remark.line, last);
      int severity = remark.option == "-Rpass=upc" ? Hint : Information;
      found.push_back(json::Object{{"range", toJson(begin, end)}, {"severity", severity}, {"source", "upcc"},
                                   {"code", remark.option}, {"message", remark.text}});
    }
    return std::move(found);
  });
  if (json::Array *found = result.getAsArray()) return std::move(*found);
  return {};
}

// ---- Completion

static bool isPartOfName(char c) { return llvm::isAlnum(c) || c == '_'; }

// What Clang's parser offers where the name at the position begins.
static json::Value offers(const Compiler &compiler, const OpenText &file, Position at,
                          llvm::function_ref<json::Value(Completion &)> use) {
  llvm::StringRef line = lineOf(file.text, at.line).take_front(byteColumn(file.text, at));
  size_t length = line.size();
  while (length && isPartOfName(line[length - 1])) length--;
  std::string prefix = line.drop_front(length).str();
  return inProcess([&]() -> json::Value {
    Completion completion(prefix);
    Inspection inspection;
    inspection.report = [](auto...) {}; // the messages are those of half a line
    inspection.begins = [&](ASTContext &context, Types &types) {
      completion.describe = [&](const ValueDecl *d) { return declarationText(d, types, context); };
      completion.parameters = [&](const FunctionDecl *f) { return parameterTexts(f, types, context); };
    };
    inspection.line = at.line + 1, inspection.column = (unsigned)length + 1;
    inspection.consumer = &completion;
    GeneratedC ignored;
    run(compiler(pathOf(file.uri)), file, inspection, ignored);
    return use(completion);
  });
}

json::Array complete(const Compiler &compiler, const OpenText &file, Position at) {
  json::Value items = offers(compiler, file, at, [](Completion &c) -> json::Value { return std::move(c.items); });
  if (json::Array *found = items.getAsArray()) return std::move(*found);
  return {};
}

json::Value signaturesAt(const Compiler &compiler, const OpenText &file, Position at) {
  return offers(compiler, file, at, [](Completion &c) -> json::Value {
    if (c.signatures.empty()) return nullptr;
    return json::Object{{"signatures", std::move(c.signatures)}, {"activeParameter", c.argument}};
  });
}
