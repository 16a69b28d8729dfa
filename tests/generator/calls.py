#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random graphs of functions with loops over shared arrays: recursion, `pure`, two files, pointers to functions.

Each function is written twice, for shared arrays and for private ones that only one thread has. The program compares.
  calls.py SEED GRAPHS FOLDER     writes main.upc and other.upc
"""
import random
import re
import sys

N = 24  # elements of each thread


class Graph:
    """Functions number to number: 0 is the root. Those with higher numbers, and themselves, they may call."""

    def __init__(self, random_, name):
        self.r, self.name = random_, name
        self.count = self.r.randint(3, 6)
        self.reads_only = [False] * self.count
        self.private = [False] * self.count
        self.file = [self.r.choice("ab") for _ in range(self.count)]
        self.file[0] = "a"
        self.bodies = [None] * self.count
        for number in reversed(range(self.count)):
            self.make(number)

    def subscript(self):
        i = self.r.choice(["i", "i", "k + i", "3 * i + k", "5 * i", "i + %d" % self.r.randint(1, 9), "k"])
        return "(%s) %% n" % i

    def element(self):
        array = self.r.choice("ABC")
        if self.r.random() < 0.15:
            return "%s[(%s[%s] & 1023) %% n]" % (array, self.r.choice("ABC"), self.subscript())
        return "%s[%s]" % (array, self.subscript())

    def call(self, caller):
        callees = list(range(caller + 1, self.count)) + ([caller] if caller and not self.private[caller] else [])
        if self.reads_only[caller]:
            callees = [c for c in callees if c == caller or self.reads_only[c] or self.private[c]]
        if self.private[caller]:
            callees = [c for c in callees if self.private[c]]
        if not callees:
            return "i"
        callee = self.r.choice(callees)
        if self.r.random() < 0.15:
            return "@%s_p%d(i + k, d - 1)" % (self.name, callee)
        return "@%s_f%d(%s, d - 1)" % (self.name, callee, self.r.choice(["i", "k + i", "k"]))

    def statement(self, number):
        kind = self.r.random()
        writes = not self.reads_only[number] and not self.private[number]
        if self.private[number]:
            return "s = 3 * s + (i ^ k) + own[i & 7];" if kind < 0.7 else "s += d > 0 ? %s : 1;" % self.call(number)
        if writes and kind < 0.3:
            operation = self.r.choice(["+=", "-=", "^=", "=", "|="])
            return "%s %s i + %d;" % (self.element(), operation, self.r.randint(0, 99))
        if kind < 0.6:
            return "s = 3 * s + %s;" % self.element()
        if kind < 0.7:
            return "if (i & 1) s ^= %s;" % self.element()
        if kind < 0.75:
            return "s += (long)sqrt((double)(%s & 0xffff));" % self.element()
        if writes and kind < 0.8:
            return "own[i & 7] = s;"
        return "if (d > 0) s += %s;" % self.call(number)

    def loop(self, number):
        rounds = "n" if number == 0 else "%d + (k & 1)" % self.r.randint(2, 5)
        inner = [self.statement(number) for _ in range(self.r.randint(1, 3))]
        if self.r.random() < 0.2 and number == 0:
            inner.append("for (int j = 0, i_ = i; j < 3; j++) { int i = (i_ + j) %% n; %s }" % self.statement(number))
        return "for (int i = 0; i < %s; i++) { %s }" % (rounds, " ".join(inner))

    def make(self, number):
        if number:
            kind = self.r.random()
            self.reads_only[number] = kind < 0.5
            self.private[number] = kind > 0.9
        statements = [self.loop(number) for _ in range(self.r.randint(1, 2))]
        self.bodies[number] = "long s = d; %s return s;" % " ".join(statements)

    def head(self, number, prefix):
        pure = self.reads_only[number] and self.r.random() < 0.6
        return "%slong %s%s_f%d(int k, int d)" % ("__attribute__((pure)) " if pure else "", prefix, self.name, number)

    def texts(self):
        """The declarations, and the functions of each file."""
        heads, files = [], {"a": [], "b": []}
        for prefix, arrays in (("s_", "ABC"), ("p_", "abc")):
            for number in range(self.count):
                heads.append(self.head(number, prefix) + ";")
                heads.append("extern long (*volatile %s%s_p%d)(int, int);" % (prefix, self.name, number))
                body = self.bodies[number].replace("@", prefix).replace("own[", prefix + "own[")
                for old, new in zip("ABC", arrays):
                    body = body.replace(old + "[", new + "[")
                start = self.r.choice(["__attribute__((noinline)) ", "__attribute__((noinline)) ", ""])
                name = "%s%s" % (prefix, self.name)
                files[self.file[number]] += [
                    "%slong %s_f%d(int k, int d) { %s }" % (start, name, number, body),
                    "long (*volatile %s_p%d)(int, int) = %s_f%d;" % (name, number, name, number)]
        return heads, files


def unsigned(text):
    """The program with values that may wrap."""
    return re.sub(r'\blong\b', 'value', text).replace('#define N ', 'typedef unsigned long value;\n#define N ', 1)


def main():
    seed, graphs, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    head = ["#include <upc_relaxed.h>", "#include <math.h>", '#include "check.h"', "#define N %d" % N,
            "extern shared long A[N * THREADS], C[N * THREADS];", "extern shared [N] long B[N * THREADS];",
            "extern long *a, *b, *c, s_own[8], p_own[8];", "extern int n;"]
    files = {"a": [], "b": []}
    runs = []
    for number in range(graphs):
        graph = Graph(random.Random("%d.%d" % (seed, number)), "g%d" % number)
        heads, texts = graph.texts()
        head += heads
        for key in files:
            files[key] += texts[key]
        runs.append("  one(%d, s_g%d_f0, p_g%d_f0);" % (number, number, number))
    main_text = """
shared long A[N * THREADS], C[N * THREADS];
shared [N] long B[N * THREADS];
long *a, *b, *c, s_own[8], p_own[8];
int n;
static void one(int graph, long (*shared_one)(int, int), long (*private_one)(int, int)) {
  for (int i = 0; i < n; i++) {
    a[i] = (i + graph) %% 13, b[i] = 7 * i %% 31, c[i] = 1000 - i;
    if (i %% THREADS == MYTHREAD) A[i] = a[i], B[i] = b[i], C[i] = c[i];
  }
  upc_barrier;
  if (MYTHREAD == graph %% THREADS) {
    long got = shared_one(graph, 2), want = private_one(graph, 2);
    int wrong = got != want;
    for (int i = 0; i < n; i++) wrong += A[i] != a[i] || B[i] != b[i] || C[i] != c[i];
    if (wrong) printf("graph %%d of seed %d is wrong\\n", graph);
    CHECK_EQ(wrong, 0);
  }
  upc_barrier;
}
int main(void) {
  n = N * THREADS;
  a = calloc((size_t)n, sizeof *a), b = calloc((size_t)n, sizeof *b), c = calloc((size_t)n, sizeof *c);
%s
  return done();
}
""" % (seed, "\n".join(runs))
    with open(folder + "/main.upc", "w") as out:
        out.write(unsigned("\n".join(head + files["a"]) + main_text))
    with open(folder + "/other.upc", "w") as out:
        out.write(unsigned("\n".join(head + files["b"]) + "\n"))


main()
