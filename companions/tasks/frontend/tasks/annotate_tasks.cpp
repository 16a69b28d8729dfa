// SPDX-License-Identifier: BSD-3-Clause
// The statements of tasks. Clang parses the body of a task as a block literal, ^{ … }, which captures the variables
// around it by value. So Clang itself finds what a task captures, and refuses jumps out of it. The statement is written
// upc_task_here to the parser, which asks for this name each time (types/operators.cpp). Bodies without braces have got
// some (annotate_missing.cpp).
//
//   upc_begin { … }                  upc_task_here(0, ^{ … });
//   upc_on (e) { … }                 upc_task_here(1, (e), ^{ … });
//   upc_begin upc_on (e) { … }       upc_task_here(2, (e), ^{ … });
//   upc_coforall (a; b; c) { … }     for (a; b; c) upc_task_here(0, ^{ … });
//   upc_cobegin { { … } { … } }      { upc_task_here(0, ^{ … }); upc_task_here(0, ^{ … }); }
//   upc_sync { … }                   { … }
//   upc_serial (e) { … }             if (e) { … } else ;
//
// The first tokens of the last four have the locations of the words upc_coforall, upc_cobegin, upc_sync and upc_serial.
// By these words lowering knows them.
#include "tokens/annotate.h"

using namespace clang;

// Are these tokens a statement of tasks? Its name alone may be a name of the program.
bool Annotator::beginsTasks(int i) const {
  StringRef word = name(i);
  if (braces == 0 || i + 1 >= (int)in.size() || !word.starts_with("upc_")) return false;
  bool block = in[i + 1].is(tok::l_brace);
  if (word == "upc_begin") return block || (name(i + 1) == "upc_on" && beginsTasks(i + 1));
  if (word == "upc_sync" || word == "upc_cobegin") return block;
  if ((word != "upc_coforall" && word != "upc_on" && word != "upc_serial") || in[i + 1].isNot(tok::l_paren))
    return false;
  int close = closing(i + 1, (int)in.size());
  if (close + 1 >= (int)in.size()) return false;
  return in[close + 1].is(tok::l_brace) || (word == "upc_coforall" && name(close + 1) == "upc_on");
}

int Annotator::tasks(int i, int to) {
  StringRef word = name(i);
  if (options.pedanticUpc) error(i, "'" + word.str() + "' is an extension; refused under -pedantic-upc");
  if (word == "upc_begin" && name(i + 1) == "upc_on") return taskOn(i + 1, to, 2);
  if (word == "upc_begin") return task(i, i + 1, to, 0);
  if (word == "upc_on") return taskOn(i, to, 1);
  SourceLocation at = in[i].getLocation();
  if (word == "upc_coforall") return coforall(i, to);
  if (word == "upc_serial") {
    int close = closing(closing(i + 1, to) + 1, to);
    if (close >= to) return error(i, "the block of 'upc_serial' is not closed"), to;
    put("if", at);
    emit(i + 1, close + 1);
    put("else", in[close].getLocation()); // one that follows in the program belongs to an 'if' around this
    put(tok::semi, in[close].getLocation());
    return close + 1;
  }
  int close = closing(i + 1, to);
  if (close >= to) return error(i, "the block of '" + word.str() + "' is not closed"), to;
  track(i + 1);
  put(tok::l_brace, at);
  if (word == "upc_sync") emit(i + 2, close);
  else parts(i + 2, close);
  track(close);
  out.push_back(in[close]);
  return close + 1;
}

// The blocks of upc_cobegin.
void Annotator::parts(int from, int to) {
  for (int i = from; i < to;) {
    if (in[i].isNot(tok::l_brace)) return error(i, "upc_cobegin holds statements, each of which is a task");
    i = task(i, i, to, 0);
  }
}

// upc_task_here(kind, ^{ … }); the first token of the statement is at `first`.
int Annotator::task(int first, int open, int to, int kind) {
  return putTask(first, open, to, kind, [] {});
}

int Annotator::taskOn(int i, int to, int kind) {
  int close = closing(i + 1, to), first = kind == 2 && name(i - 1) == "upc_begin" ? i - 1 : i;
  return putTask(first, close + 1, to, kind, [&] {
    put(tok::comma, in[i].getLocation());
    emit(i + 1, close + 1);
  });
}

int Annotator::putTask(int first, int open, int to, int kind, llvm::function_ref<void()> where) {
  SourceLocation at = in[first].getLocation();
  int close = closing(open, to);
  if (close >= to) return error(first, "the block of this task is not closed"), to;
  put("upc_task_here", at);
  put(tok::l_paren, at);
  putNumber(kind, at);
  where();
  put(tok::comma, at);
  put(tok::caret, at);
  emit(open, close + 1);
  put(tok::r_paren, in[close].getLocation());
  put(tok::semi, in[close].getLocation());
  return close + 1;
}

int Annotator::coforall(int i, int to) {
  int close = closing(i + 1, to), semis = 0;
  for (int k = i + 2; k < close; k = pairedWith(k, close) + 1) semis += in[k].is(tok::semi);
  if (semis != 2) {
    error(i, "upc_coforall takes three fields, 'init; condition; increment', and this has " +
                 std::to_string(semis + 1));
    return close + 1;
  }
  put("for", in[i].getLocation());
  emit(i + 1, close + 1);
  return name(close + 1) == "upc_on" ? taskOn(close + 1, to, 2) : task(close + 1, close + 1, to, 0);
}
