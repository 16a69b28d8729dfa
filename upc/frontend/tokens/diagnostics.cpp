// SPDX-License-Identifier: BSD-3-Clause
#include "tokens/diagnostics.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

void report(DiagnosticsEngine &diagnostics, SourceLocation location, const std::string &message, bool warning) {
  if (warning && diagnostics.getIgnoreAllWarnings()) return; // Clang applies -w to its own warnings only
  unsigned id = diagnostics.getDiagnosticIDs()->getCustomDiagID(
      warning ? DiagnosticIDs::Warning : DiagnosticIDs::Error, "%0");
  diagnostics.Report(location, id) << message;
}

static std::string describeBlock(const Bracket &b) {
  return b.kind == Bracket::Empty ? "[]" : b.kind == Bracket::Star ? "[*]" : "[" + b.text + "]";
}

std::string describeLayout(const Layout &layout) {
  std::string text = layout.strict ? "strict " : layout.relaxed ? "relaxed " : "";
  if (!layout.shared) return text;
  text += "shared ";
  if (layout.resolved) {
    if (layout.block == 1) return text;
    return text + (layout.block ? "[" + std::to_string(layout.block) + "] " : "[] ");
  }
  for (const Bracket &b : layout.brackets) text += describeBlock(b);
  if (!layout.brackets.empty()) text += ' ';
  return layout.grid.empty() ? text : text + "(" + layout.grid + ") ";
}

void UpcDiagnostics::BeginSourceFile(const LangOptions &language, const Preprocessor *) {
  text = std::make_unique<TextDiagnostic>(llvm::errs(), language, &options);
}

// 'int __attribute__((btf_type_tag("upc.7")))[10]' (aka 'int[10]')  ->  'shared [4] int[10]'
std::string UpcDiagnostics::untagged(std::string message) const {
  const std::string open = "__attribute__((btf_type_tag(\"upc.", close = "\")))";
  for (size_t at; (at = message.find(open)) != std::string::npos;) {
    size_t end = message.find(close, at), quote = message.rfind('\'', at);
    if (end == std::string::npos) break;
    int id = std::atoi(message.c_str() + at + open.size());
    size_t from = at;
    while (from > 0 && message[from - 1] == ' ') from--;
    end += close.size();
    bool glued = end < message.size() && message[end] == '*';
    message.replace(from, end - from, glued ? " " : "");
    size_t aka = message.find("' (aka '", from), past = aka == std::string::npos ? aka : message.find("')", aka + 8);
    if (past != std::string::npos && message.find('\'', from) == aka) message.erase(aka + 1, past + 1 - aka);
    message.insert(quote == std::string::npos ? 0 : quote + 1, layouts ? describeLayout((*layouts)[id]) : "shared ");
  }
  const std::string plain = "'" + std::string(plainCPrefix);
  for (size_t at; (at = message.find(plain)) != std::string::npos;) message.erase(at + 1, plain.size() - 1);
  for (size_t at = message.find('['); at != std::string::npos; at = message.find('[', at + 1)) { // [10000030]
    size_t end = message.find_first_not_of("0123456789", at + 1);
    if (end == std::string::npos || end - at < 2 || end - at > 18 || message[end] != ']') continue;
    long n = std::atol(message.c_str() + at + 1);
    if (n == 0 || !threadsMark || n % threadsMark) continue;
    message.replace(at + 1, end - at - 1, n == threadsMark ? "THREADS" : std::to_string(n / threadsMark) + "*THREADS");
  }
  return message;
}

// Is the number a multiple of THREADS, as it was parsed in dimensions, or close to one?
bool UpcDiagnostics::nearThreads(long number) const {
  const long near = 4096;
  return threadsMark && number >= threadsMark / 2 && (number + near) % threadsMark <= 2 * near;
}

// Clang looks at designators before we do: "array designator index (1146833) exceeds array bounds (5)".
std::string UpcDiagnostics::withoutMark(std::string message) const {
  const std::string open = "array designator index (";
  if (message.compare(0, open.size(), open) != 0 || !nearThreads(std::atol(message.c_str() + open.size())))
    return message;
  return "THREADS is not a constant in the dynamic THREADS environment, and a designator must be one; "
         "compile with -T n";
}

// Is it a warning about what the user's text was parsed as, and not about the text itself? Clang does not know the
// value of THREADS, takes pointers-to-shared for pointers of C, and sees our type tags.
bool UpcDiagnostics::isMisled(const std::string &message, StringRef option, const Diagnostic &info) const {
  if (message.find("'struct upc_operand_") != std::string::npos) return true; // a size among parameters
  bool bounds = option.starts_with("array-bounds");
  if (bounds || option == "division-by-zero" || option.starts_with("tautological")) {
    size_t digit = message.find_first_of("0123456789");
    if (bounds && digit != std::string::npos && nearThreads(std::atol(message.c_str() + digit))) return true;
    return threadsMark && usesThreads && llvm::any_of(info.getRanges(), [&](const CharSourceRange &range) {
             return usesThreads(range.getAsRange());
           });
  }
  bool tagged = message.find("btf_type_tag") != std::string::npos;
  return tagged && (option.ends_with("attributes") || option.ends_with("-cast"));
}

void UpcDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  llvm::SmallString<256> formatted;
  info.FormatDiagnostic(formatted);
  StringRef option = DiagnosticIDs::getWarningOptionForDiag(info.getID());
  if (level == DiagnosticsEngine::Note && lastDropped) return;
  lastDropped =
      DiagnosticIDs::isBuiltinWarningOrExtension(info.getID()) && isMisled(std::string(formatted), option, info);
  if (lastDropped) return;
  DiagnosticConsumer::HandleDiagnostic(level, info);
  std::string message = withoutMark(untagged(std::string(formatted)));
  if (level >= DiagnosticsEngine::Warning && !option.empty()) {
    bool raised = level > DiagnosticsEngine::Warning && !DiagnosticIDs::isDefaultMappingAsError(info.getID());
    message += std::string(raised ? " [-Werror,-W" : " [-W") + option.str() + "]";
  }
  if (!info.getLocation().isValid() || !text) {
    TextDiagnostic::printDiagnosticLevel(llvm::errs() << "upcc: ", level, options.ShowColors);
    TextDiagnostic::printDiagnosticMessage(llvm::errs(), level == DiagnosticsEngine::Note, message, 0, 0,
                                           options.ShowColors);
    return;
  }
  text->emitDiagnostic(FullSourceLoc(info.getLocation(), info.getSourceManager()), level, message, info.getRanges(),
                       info.getFixItHints());
  llvm::errs().flush();
}
