// SPDX-License-Identifier: BSD-3-Clause
// Messages: our own, and Clang's with UPC's types in them. Where Clang would name a type tag, `shared [4] int` stands.
#ifndef UPC_FRONTEND_DIAGNOSTICS_H
#define UPC_FRONTEND_DIAGNOSTICS_H

#include "tokens/clang_versions.h"
#include "tokens/tokens.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

// Prints an error or a warning of UPC's own at `location`, through Clang's engine.
void report(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation location, const std::string &message,
            bool warning = false);

// The layout as the user would write it, with a blank behind it: "shared [4] ".
std::string describeLayout(const Layout &layout);

// Is the message about the command, which has no place in a source, a new one? Clang reads the options for each source
// twice, and would give it each time.
bool isNewInCommand(const std::string &message);

// Prints messages about options.
class OptionMessages : public clang::TextDiagnosticPrinter {
public:
  explicit OptionMessages(clang::DiagnosticOptions &options) : TextDiagnosticPrinter(llvm::errs(), asTaken(options)) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;
};

// The parser gets names such as THREADS in plain C (`#pragma upc c_code`) with this prefix. Messages leave it out.
constexpr char plainCPrefix[] = "upc_c_";

// Prints messages and counts errors. Clang's own count may be too high: a warning that -Werror made an error can be
// dropped here.
class UpcDiagnostics : public clang::DiagnosticConsumer {
public:
  explicit UpcDiagnostics(clang::DiagnosticOptions &options) : options(options) {}

  const LayoutTable *layouts = nullptr; // what the numbers of tags mean; set while the table exists
  long threadsMark = 0;                 // what THREADS was parsed as in dimensions, see tokens.h; 0: it is a constant
  const ThreadsSizes *threadsSizes = nullptr;
  std::function<bool(clang::SourceRange)> usesThreads; // does THREADS stand there?
  std::function<clang::SourceLocation(clang::SourceLocation)> beforeQualifiers; // see tokens.h
  std::function<std::string(llvm::StringRef)> similarName; // a name of our headers that is spelled much like it, or ""

  std::function<bool(clang::QualType, clang::QualType)> mixed; // a private pointer and a pointer-to-shared?
  std::function<std::string(clang::QualType)> sharedType; // what a name stands for, if that is shared somewhere; or ""

  // Gets the messages in place of standard error, if set. The location may be invalid.
  using Report = std::function<void(clang::DiagnosticsEngine::Level, clang::FullSourceLoc, llvm::StringRef message,
                                    llvm::ArrayRef<clang::CharSourceRange>)>;
  Report report;

  std::vector<clang::SourceLocation> errors; // where errors were reported
  bool sizeRefused = false;                  // is one of them about the size of an array?
  bool silent = false;                       // messages are dropped

  // Keeps messages back: the file may have to be parsed again, and would give them again.
  void hold() { held.emplace(); }
  void release();

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *) override;
  void EndSourceFile() override { text.reset(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;

private:
  clang::DiagnosticOptions &options;
  clang::LangOptions language;
  std::optional<std::vector<std::function<void()>>> held;
  std::unique_ptr<clang::TextDiagnostic> text;
  unsigned sectionReported = 0; // where the UPC_SECTION stands of which an error was printed; see misuseOfSection
  std::set<std::string> missingHeaders;    // headers that errors have named
  std::set<std::string> undeclaredNames;   // that errors have named; variables with a type of such a header
  bool lastDropped = false; // was the last warning dropped? Then its notes are dropped as well
  bool isMisled(const std::string &message, llvm::StringRef option, const clang::Diagnostic &info) const;
  bool aboutMixed(llvm::StringRef option, const clang::Diagnostic &info) const;
  bool nearThreads(long number) const;
  void give(std::function<void()> message);
  bool undeclared(std::string &message, clang::DiagnosticsEngine::Level &level) const;
  bool follows(llvm::StringRef message, llvm::StringRef option, const clang::Diagnostic &info);
  bool misuseOfSection(std::string &message, clang::SourceLocation &at, const clang::Diagnostic &info);
  std::string untagged(std::string message) const;
  void explainNames(std::string &message, const clang::Diagnostic &info) const;
  std::string withoutMark(std::string message) const;
};

#endif
