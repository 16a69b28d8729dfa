#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs of upc_stride.hpp, and that of its page, with each compiler for C++20 that there is, without a warning.
. "$(dirname "$0")/../common.sh"
found=0
sed -n '/^```cpp$/,/^```$/p' "$top/docs/cpp.md" | grep -v '^```' >page.cpp
compiled() {  # SOURCE
  $compiler -std=c++20 -O1 -Wall -Wextra -Wold-style-cast -Wconversion -pedantic -Werror -I"$build/include" "$1" \
    -L"$build/lib" -lupc_stride -Wl,-rpath,"$build/lib" -o program || die "$1 does not compile by $compiler"
}
for compiler in g++ clang++-${LLVM:-19}; do
  "$tools/has_program" $compiler || continue
  found=1
  for source in "$top"/tests/c/modern.cpp "$top"/examples/cpp/*.cpp; do
    compiled "$source"
    for count in 1 3 4; do
      same "$(limited 60 "$UPCRUN" -n $count ./program | tail -n 1)" PASS
    done
  done
  compiled page.cpp
  same "$(limited 60 "$UPCRUN" -n 4 ./program)" 'sum 402'
done
[ $found = 1 ] || exit 77
