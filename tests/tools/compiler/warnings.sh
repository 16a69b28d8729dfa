#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc gives plain C, in .c and in .upc files, the warnings that the C compiler gives it, at the same places.
sources=$PWD/tests/upc/warnings
. "$(dirname "$0")/../common.sh"
clang=clang-${LLVM:-19}

# messages COMMAND...: what it reports, line by line in order, without quoted text. Columns of code.c, whose warnings
# come from the generated C, are left out.
messages() { "$@" 2>&1 | grep -E '^[^ ].*: (warning|error|note): ' | sed -E 's/^code\.([a-z]*:[0-9]+):[0-9]+:/code.\1:/' | sort; }

compared=0
for source in "$sources"/*.c; do
  name=$(basename "$source" .c)
  options=(-Weverything -ferror-limit=0 -Wno-error=parentheses) # Clang 22 has an error for 1 < i < 3
  [ "$name" = code ] && options=(-O2 -Wframe-larger-than=1000)
  # C99 forbade these, and upcc goes on taking them, with a warning.
  taken=(-Wno-error=implicit-function-declaration -Wno-error=implicit-int -Wno-error=int-conversion)
  for suffix in c upc; do
    cp "$source" "$name.$suffix"
    messages "$clang" -x c "${options[@]}" "${taken[@]}" -c "$name.$suffix" -o /dev/null >theirs
    for threads in '' '-T 3'; do
      messages "$UPCC" $threads "${options[@]}" -c "$name.$suffix" -o /dev/null >ours
      diff theirs ours >differences || { cat differences; die "$name.$suffix $threads: <: the C compiler's, >: upcc's"; }
    done
  done
  grep -q ' error: ' theirs && die "$name.c does not compile"
  compared=$((compared + $(grep -c warning: theirs)))
done
[ $compared -gt 150 ] || die "only $compared warnings were compared"

# Headers beside the source give warnings where they are named with -I as well.
mkdir headers && echo 'static inline int f(int n) { int a[2] = {0}; return a[2] + n; }' >headers/own.h
echo '#include <own.h>' >headers/main.c
"$UPCC" -Iheaders -c headers/main.c -o main.o 2>&1 | grep -q 'own.h:1:.*Warray-bounds' || die "no warning in a header"

# As options ask for.
quiet() { same "$("$UPCC" "$@" -c code.upc -o code.o 2>&1)" ''; }
quiet -w
quiet -Wno-attribute-warning -Wno-psabi -Wno-pass-failed
"$UPCC" -Werror -Wno-psabi -O2 -c code.upc -o code.o >said 2>&1 && die "-Werror has no effect"
grep -q 'code.upc:5: error:.*Werror,-Wattribute-warning' said || die "-Werror leaves a warning"
grep -q defect said && die "a warning counts as a defect of upcc"
"$UPCC" -Werror -c expressions.upc -o e.o 2>&1 | grep -qF '[-Werror,-Warray-bounds]' || die "-Werror names no option"
exit 0
