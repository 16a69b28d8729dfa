#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs of upc_stride.hpp, with each compiler for C++20 that there is, without a warning.
. "$(dirname "$0")/../common.sh"
found=0
for compiler in g++ clang++-${LLVM:-19}; do
  "$tools/has_program" $compiler || continue
  found=1
  for source in "$top"/tests/c/modern.cpp "$top"/examples/cpp/*.cpp; do
    $compiler -std=c++20 -O1 -Wall -Wextra -Wold-style-cast -Wconversion -pedantic -Werror -I"$build/include" "$source" \
      -L"$build/lib" -lupc_stride -Wl,-rpath,"$build/lib" -o program || die "$source does not compile by $compiler"
    for count in 1 3 4; do
      same "$(limited 60 "$UPCRUN" -n $count ./program | tail -n 1)" PASS
    done
  done
done
[ $found = 1 ] || exit 77
