// SPDX-License-Identifier: BSD-3-Clause
// Clang's messages with UPC's types in them: where Clang would name a tag, `shared [4] int` stands.
#ifndef UPC_FRONTEND_DIAGNOSTICS_H
#define UPC_FRONTEND_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnostic.h"
#include <functional>
#include <memory>
#include <string>

class UpcDiagnostics : public clang::DiagnosticConsumer {
public:
  explicit UpcDiagnostics(clang::DiagnosticOptions &options) : options(options) {}

  // What a tag's number means ("shared [4] "); set while its table exists.
  std::function<std::string(int)> describe;
  long threadsMark = 0; // what THREADS was parsed as in dimensions, see tokens.h

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *) override;
  void EndSourceFile() override { text.reset(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;

private:
  clang::DiagnosticOptions &options;
  std::unique_ptr<clang::TextDiagnostic> text;
  std::string untagged(std::string message) const;
  std::string withoutMark(std::string message) const;
};

#endif
