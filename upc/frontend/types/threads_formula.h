// SPDX-License-Identifier: BSD-3-Clause
// An integer expression of C that depends on THREADS: as text that computes it while the program runs, and as a
// function that computes it here. Two expressions are the same size if they have one value for each number of threads.
#ifndef UPC_FRONTEND_THREADS_FORMULA_H
#define UPC_FRONTEND_THREADS_FORMULA_H

#include "clang/AST/OperationKinds.h"
#include <functional>
#include <optional>
#include <string>

struct IntegerType { // of C, as far as arithmetic asks
  unsigned width = 32;
  bool isSigned = true, isBool = false;
};

struct Formula {
  std::string text;
  IntegerType type;
  using Value = std::optional<__int128>; // none: undefined, such as a division by 0
  std::function<Value(long threads)> at;
};

// `type` as C spells it. `what`: a string literal, which a message at run time begins with.
Formula castFormula(const Formula &f, IntegerType type, const std::string &spelled);
std::optional<Formula> unaryFormula(clang::UnaryOperatorKind op, const std::string &word, const Formula &f);
std::optional<Formula> binaryFormula(clang::BinaryOperatorKind op, const std::string &word, const Formula &left,
                                     const Formula &right, const std::string &what);
Formula conditionalFormula(const Formula &condition, const Formula &yes, const Formula &no);

#endif
