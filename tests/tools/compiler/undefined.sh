#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What is undefined when a program is linked is said in one line, with the program's names; the linker's own lines stay.
. "$(dirname "$0")/../common.sh"
cat >uses.upc <<'C'
#include <upc.h>
extern shared int there[THREADS];
int f(int), g(int);
int main(void) { return f(there[0]) + g(1); }
C
echo 'int g(int i) { return i; } int urt_gone(void); int h(void) { return urt_gone(); }' >g.c
echo 'int f(int i) { return i; }' >f.c
says() { # LINE COMMAND...: the only line of upcc's
  local line=$1; shift
  "$@" 2>errors && die "status 0: $*"
  same "$(grep '^upcc: ' errors)" "$line"
  [ ! -e a.out ] || die 'there is an output'
}
file='name the file, or the library behind the files that use it'
says "upcc: no file defines 'there', 'f', 'g'; $file" "$UPCC" uses.upc
grep -q "undefined reference to .f'" errors || die "$(cat errors)"
says 'upcc: no file has the function main' "$UPCC" f.c
cc -c g.c f.c && ar rc libg.a g.o || die cc
says "upcc: no file defines 'there', 'f'; $file
upcc: the runtime has no 'urt_gone': a library was compiled for another conduit, or by another release of upcc" "$UPCC" uses.upc libg.a
says "upcc: no file defines 'there', 'f', 'g'; $file" "$UPCC" -link-with=cc uses.upc
echo PASS
