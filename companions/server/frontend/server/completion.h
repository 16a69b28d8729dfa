// SPDX-License-Identifier: BSD-3-Clause
// What may stand at a place, as Clang's parser tells: members and names, to which UPC's words come, and in a call the
// function with its parameters.
#ifndef UPC_FRONTEND_COMPLETION_H
#define UPC_FRONTEND_COMPLETION_H

#include "clang/Sema/CodeCompleteConsumer.h"
#include "llvm/Support/JSON.h"
#include <functional>

class Completion : public clang::CodeCompleteConsumer {
public:
  explicit Completion(llvm::StringRef prefix)
      : CodeCompleteConsumer(options()), prefix(prefix.str()),
        tu(std::make_shared<clang::GlobalCodeCompletionAllocator>()) {}
  llvm::json::Array items; // as the protocol has them
  std::function<std::string(const clang::ValueDecl *)> describe; // its declaration in UPC
  llvm::json::Array signatures; // of the call that the place is in
  int64_t argument = 0;         // which of its arguments stands there, from 0
  std::function<std::vector<std::string>(const clang::FunctionDecl *)> parameters; // in UPC

  void ProcessCodeCompleteResults(clang::Sema &sema, clang::CodeCompletionContext context,
                                  clang::CodeCompletionResult *results, unsigned count) override;
  void ProcessOverloadCandidates(clang::Sema &sema, unsigned current, OverloadCandidate *candidates, unsigned count,
                                 clang::SourceLocation open, bool braced) override;
  clang::CodeCompletionAllocator &getAllocator() override { return tu.getAllocator(); }
  clang::CodeCompletionTUInfo &getCodeCompletionTUInfo() override { return tu; }

private:
  std::string prefix; // what has been typed of the name
  clang::CodeCompletionTUInfo tu;
  static clang::CodeCompleteOptions options();
  void add(const std::string &label, int kind, const std::string &detail, int rank);
};

#endif
