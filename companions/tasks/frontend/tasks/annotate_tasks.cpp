// SPDX-License-Identifier: BSD-3-Clause
// The statements of tasks. Clang parses the body of a task as a block literal, ^{ … }, which captures the variables
// around it by value. So Clang itself finds what a task captures, and refuses jumps out of it. The statement is written
// __task_here to the parser, which asks for this name each time (parse_tasks.cpp). Bodies without braces have got some
// (complete_tasks.cpp).
//
//   upc_begin { … }                  __task_here(0, ^{ … });
//   upc_on (e) { … }                 __task_here(1, (e), ^{ … });
//   upc_begin upc_on (e) { … }       __task_here(2, (e), ^{ … });
//   upc_coforall (a; b; c) { … }     for (a; b; c) __task_here(0, ^{ … });
//   upc_cobegin { { … } { … } }      { __task_here(0, ^{ … }); __task_here(0, ^{ … }); }
//   upc_sync { … }                   { … }
//   upc_serial (e) { … }             if (e) { … } else ;
//
// The first tokens of the last four have the locations of the words upc_coforall, upc_cobegin, upc_sync and upc_serial.
// By these words lowering knows them.
#include "tasks/tasks.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace clang;

namespace {
class Tasks {
public:
  explicit Tasks(Annotator &a) : a(a) {}
  bool begin(int i) const;
  int statement(int i, int to); // puts it; the index behind it

private:
  Annotator &a;
  void parts(int from, int to);
  int task(int first, int open, int to, int kind);
  int taskOn(int i, int to, int kind);
  int putTask(int first, int open, int to, int kind, llvm::function_ref<void()> where);
  int coforall(int i, int to);
};
} // namespace

int annotateTasks(Annotator &annotator, int i, int to) {
  Tasks tasks(annotator);
  return tasks.begin(i) ? tasks.statement(i, to) : -1;
}

// Are these tokens a statement of tasks? Its name alone may be a name of the program.
bool Tasks::begin(int i) const {
  StringRef word = a.name(i);
  if (!a.inFunction() || i + 1 >= (int)a.in.size() || !word.starts_with("upc_")) return false;
  bool block = a.in[i + 1].is(tok::l_brace);
  if (word == "upc_begin") return block || (a.name(i + 1) == "upc_on" && begin(i + 1));
  if (word == "upc_sync" || word == "upc_cobegin") return block;
  if ((word != "upc_coforall" && word != "upc_on" && word != "upc_serial") || a.in[i + 1].isNot(tok::l_paren))
    return false;
  int close = a.closing(i + 1, (int)a.in.size());
  if (close + 1 >= (int)a.in.size()) return false;
  return a.in[close + 1].is(tok::l_brace) || (word == "upc_coforall" && a.name(close + 1) == "upc_on");
}

int Tasks::statement(int i, int to) {
  StringRef word = a.name(i);
  if (a.options.pedanticUpc) a.error(i, "'" + word.str() + "' is an extension; refused under -pedantic-upc");
  if (word == "upc_begin" && a.name(i + 1) == "upc_on") return taskOn(i + 1, to, 2);
  if (word == "upc_begin") return task(i, i + 1, to, 0);
  if (word == "upc_on") return taskOn(i, to, 1);
  SourceLocation at = a.in[i].getLocation();
  if (word == "upc_coforall") return coforall(i, to);
  if (word == "upc_serial") {
    int close = a.closing(a.closing(i + 1, to) + 1, to);
    if (close >= to) return a.error(i, "the block of 'upc_serial' is not closed"), to;
    a.put("if", at);
    a.emit(i + 1, close + 1);
    a.put("else", a.in[close].getLocation()); // one that follows in the program belongs to an 'if' around this
    a.put(tok::semi, a.in[close].getLocation());
    return close + 1;
  }
  int close = a.closing(i + 1, to);
  if (close >= to) return a.error(i, "the block of '" + word.str() + "' is not closed"), to;
  a.track(i + 1);
  a.put(tok::l_brace, at);
  if (word == "upc_sync") a.emit(i + 2, close);
  else parts(i + 2, close);
  a.track(close);
  a.out.push_back(a.in[close]);
  return close + 1;
}

// The blocks of upc_cobegin.
void Tasks::parts(int from, int to) {
  for (int i = from; i < to;) {
    if (a.in[i].isNot(tok::l_brace)) return a.error(i, "upc_cobegin holds statements, each of which is a task");
    i = task(i, i, to, 0);
  }
}

// __task_here(kind, ^{ … }); the first token of the statement is at `first`.
int Tasks::task(int first, int open, int to, int kind) {
  return putTask(first, open, to, kind, [] {});
}

int Tasks::taskOn(int i, int to, int kind) {
  int close = a.closing(i + 1, to), first = kind == 2 && a.name(i - 1) == "upc_begin" ? i - 1 : i;
  return putTask(first, close + 1, to, kind, [&] {
    a.put(tok::comma, a.in[i].getLocation());
    a.emit(i + 1, close + 1);
  });
}

int Tasks::putTask(int first, int open, int to, int kind, llvm::function_ref<void()> where) {
  SourceLocation at = a.in[first].getLocation();
  int close = a.closing(open, to);
  if (close >= to) return a.error(first, "the block of this task is not closed"), to;
  a.put("__task_here", at);
  a.put(tok::l_paren, at);
  a.putNumber(kind, at);
  where();
  a.put(tok::comma, at);
  a.put(tok::caret, at);
  a.emit(open, close + 1);
  a.put(tok::r_paren, a.in[close].getLocation());
  a.put(tok::semi, a.in[close].getLocation());
  return close + 1;
}

int Tasks::coforall(int i, int to) {
  int close = a.closing(i + 1, to), semis = 0;
  for (int k = i + 2; k < close; k = a.pairedWith(k, close) + 1) semis += a.in[k].is(tok::semi);
  if (semis != 2) {
    a.error(i, "upc_coforall takes three fields, 'init; condition; increment', and this has " +
                 std::to_string(semis + 1));
    return close + 1;
  }
  a.put("for", a.in[i].getLocation());
  a.emit(i + 1, close + 1);
  return a.name(close + 1) == "upc_on" ? taskOn(close + 1, to, 2) : task(close + 1, close + 1, to, 0);
}
