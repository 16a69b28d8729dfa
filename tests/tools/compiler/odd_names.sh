#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A folder and a file with %, " and \ in their names: programs compile, and messages show the names as they are.
. "$(dirname "$0")/../common.sh"
folder='a%2Fb"c' file='d%s\n.upc'
mkdir "$folder"
source=$folder/$file

compiles() { # the program on standard input
  cat >"$source"
  "$UPCC" -g -I"$folder" "$source" -o prog || die "$source does not compile"
}
says() { # TEXT: the program ends with this text in its messages
  "$UPCRUN" -n 2 ./prog >messages 2>&1 && die "the program ends well, expected: $1"
  grep -qF -- "$1" messages || die "expected '$1', got '$(cat messages)'"
}

compiles <<<'#include <upc.h>
shared int a[THREADS] = {1, 2, 3};
int main(void) { return a[0] - 1; }'
says "$source:2: the initialiser of 'a' has 3 elements"

compiles <<<'#include <upc.h>
shared [2][3] int A[6][9];
int main(void) { return *(int *)&A[2][4] + *(int *)&A[0][0]; }'
says "$source:3: A["

echo 'int i = 5;' >"$folder/part%s.h"
compiles <<<'#include <upc_stride_coll.h>
#include "part%s.h"
shared [2] int A[2 * THREADS];
int main(void) { return upc_haveaffinity(A<i>); }'
says "$source:4"

compiles <<<'#include <stdio.h>
int main(void) { printf("%s\n", __FILE__); return 0; }'
same "$("$UPCRUN" -n 1 ./prog)" "$source"

echo 'int f(int x) { return y; }' >"$source"
"$UPCC" -c "$source" 2>messages && die 'an error was not found'
grep -qF -- "$source:1:23: error: use of undeclared identifier 'y'" messages || die "expected another message than '$(cat messages)'"

echo 'int main(void) { return 0; }' >"$source" && echo 'int other;' >other.upc
"$UPCC" -T 2 -c "$source" -o two.o && "$UPCC" -T 3 -c other.upc && "$UPCC" two.o other.o -o prog || die 'objects for -T'
says "$file was compiled for 2 threads"
