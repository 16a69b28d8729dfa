#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An installation compiles and runs a program that uses the library, in any folder and without options.
top=$PWD
. "$(dirname "$0")/common.sh"
env -u MAKEFLAGS make --no-print-directory -C "$top" install DESTDIR="$dir/an image" PREFIX=/opt/upc >log 2>&1 || { cat log; die 'make install'; }
(cd "an image/opt/upc/share/doc/upc-stride" && "$top/tests/tools/links" *.md docs/*.md >"$dir/links") || { cat links; die 'dead links'; }
grep -q 'blocks of a shared array' "an image/opt/upc/share/man/man7/upc_stride.7" || die 'no manual page upc_stride(7)'
for page in man1/upcc.1 man1/upcrun.1 man1/upc-stride-show.1 man1/upc-stride-tune.1 man3/upc_stride_broadcast.3 man3/upc_stride_wait.3; do
  [ -s "an image/opt/upc/share/man/$page" ] || die "no manual page $page"
  ! command -v groff >/dev/null || [ -z "$(cd "an image/opt/upc/share/man" && groff -man -ww -Tutf8 -z "$page" 2>&1)" ] || die "warnings about $page"
done
for pattern in $(cat "$top"/debian/*.install | grep -v dist-packages); do # what Debian's packages take
  compgen -G "an image/opt/upc/${pattern#usr/}" >/dev/null || die "debian/*.install name $pattern, which make install does not bring"
done
python_package=$(cd "an image/opt/upc" && ls -d lib/python3*/*-packages/upc_stride) || die 'no Python package'
[ -s "an image/opt/upc/$python_package/__init__.py" ] || die 'no Python package'
[ -s "an image/opt/upc/lib/pkgconfig/upc-stride.pc" ] || die 'no upc-stride.pc'
cp -r "an image/opt/upc" "moved away"
env -u MAKEFLAGS make --no-print-directory -C "$top" uninstall DESTDIR="$dir/an image" PREFIX=/opt/upc >log 2>&1 || { cat log; die 'make uninstall'; }
[ -z "$(find "an image" -type f)" ] || { find "an image" -type f; die 'make uninstall left files'; }
cat >uses.upc <<'C'
#include <stdio.h>
#include <upc_stride_coll.h>
shared [1] int A[THREADS];
int main(void) {
  upc_stride_array_t V = upc_stride_view(A, 1, (const size_t[]){THREADS}, (const size_t[]){1}, sizeof(int), 0, NULL);
  A[MYTHREAD] = MYTHREAD == 0 ? 41 : 0;
  upc_barrier;
  upc_stride_broadcast(UPC_SECTION(V, UPC_STRIDE_ALL), &A[0], sizeof(int), 0);
  if (MYTHREAD == THREADS - 1) printf("%d\n", A[MYTHREAD] + 1);
  return 0;
}
C
"moved away/bin/upcc" -O2 uses.upc -o uses && same "$("moved away/bin/upcrun" -n 3 ./uses)" 42

# Programs in C: by pkg-config and by CMake, which find the library in a folder that has been moved too.
cp "$top/tests/c/errors.c" errors.c
home="$dir/moved away"
if command -v pkg-config >/dev/null; then
  mv "$home" there # a compiler's options from pkg-config have no blanks
  options=$(PKG_CONFIG_PATH=there/lib/pkgconfig pkg-config --define-variable=prefix="$dir/there" --cflags --libs upc_stride) || die 'pkg-config'
  cc -I"$top" errors.c $options -Wl,-rpath,"$dir/there/lib" -o by_pkg_config || die 'a program by pkg-config'
  same "$(there/bin/upcrun -n 2 ./by_pkg_config)" PASS
  mv there "$home"
fi
if command -v cmake >/dev/null; then
  cat >CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.13)
project(prog C)
find_package(UpcStride REQUIRED)
add_executable(prog errors.c)
target_include_directories(prog PRIVATE "$top")
target_link_libraries(prog UpcStride::upc_stride)
CMAKE
  { cmake -DCMAKE_PREFIX_PATH="$home" -B made . && cmake --build made; } >log 2>&1 || { cat log; die 'a program by CMake'; }
  same "$("$home/bin/upcrun" -n 2 made/prog)" PASS
fi

# The Python package finds the library of its installation.
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
  PYTHONPATH="$home/${python_package%/*}" "$home/bin/upcrun" -n 2 /usr/bin/python3 -c '
import upc_stride as us
assert us.zeros(4).sum() == 0 and us.threads() == 2' || die 'the Python package'
fi
