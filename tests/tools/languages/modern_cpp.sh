#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs of upc_stride.hpp, and that of its page, with each compiler for C++20 that there is, without a warning. The examples run
# as the first compiler makes them.
. "$(dirname "$0")/../common.sh"
found=0
sed -n '/^```cpp$/,/^```$/p' "$top/docs/cpp.md" | grep -v '^```' >page.cpp
compiled() {  # SOURCE OPTION...
  $compiler -std=c++20 -O1 -Wall -Wextra -Wold-style-cast -Wconversion -pedantic -Werror -I"$build/include" "$@" ||
    die "$1 does not compile by $compiler"
}
passes() {  # SOURCE THREADS TEXT
  compiled "$1" -L"$build/lib" -lupc_stride -Wl,-rpath,"$build/lib" -o program
  for count in $2; do
    same "$(limited 60 "$UPCRUN" -n $count ./program | tail -n 1)" "$3"
  done
}
for compiler in g++ clang++-${LLVM:-19}; do
  "$tools/has_program" $compiler || continue
  passes "$top/tests/c/modern.cpp" '1 3 4' PASS
  passes "$top/tests/c/random_values.cpp" '1 3 4' PASS
  passes page.cpp 4 'sum 402'
  $compiler -std=gnu++20 -O1 -Wall -Werror -I"$build/include" "$top/tests/c/wide_numbers.cpp" -L"$build/lib" -lupc_stride \
    -Wl,-rpath,"$build/lib" -o program || die "wide_numbers.cpp does not compile by $compiler"
  same "$(limited 60 "$UPCRUN" -n 3 ./program)" PASS
  for source in "$top"/examples/cpp/*.cpp; do
    if [ $found = 0 ]; then passes "$source" '1 3 4' PASS; else compiled "$source" -fsyntax-only; fi
  done
  found=1
done
[ $found = 1 ] || exit 77
