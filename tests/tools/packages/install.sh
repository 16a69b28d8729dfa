#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An installation compiles and runs a program that uses the library, in any folder and without options.
. "$(dirname "$0")/../common.sh"
env -u MAKEFLAGS make --no-print-directory -C "$top" install DESTDIR="$dir/an image" PREFIX=/opt/upc >log 2>&1 || { cat log; die 'make install'; }
(cd "an image/opt/upc/share/doc/upc-stride" && "$top/tests/tools/pages/links" *.md docs/*.md companions/*/*.md >"$dir/links") || { cat links; die 'dead links'; }
grep -q 'blocks of a shared array' "an image/opt/upc/share/man/man7/upc_stride.7" || die 'no manual page upc_stride(7)'
for page in man1/upcc.1 man1/upcrun.1 man1/upc-stride-show.1 man1/upc-stride-tune.1 man1/upc-stride-calibrate.1 man3/upc_stride_broadcast.3 man3/upc_stride_wait.3; do
  [ -s "an image/opt/upc/share/man/$page" ] || die "no manual page $page"
  ! command -v groff >/dev/null || [ -z "$(cd "an image/opt/upc/share/man" && groff -man -ww -Tutf8 -z "$page" 2>&1)" ] || die "warnings about $page"
done
# The explorer, wherever it can be made; elsewhere make says which package is missing.
if make --no-print-directory -C "$top" explorer-packages >log 2>&1; then
  cmp -s "$build/explorer.html" "an image/opt/upc/share/doc/upc-stride/explorer.html" || die 'no explorer.html'
else
  grep -q '^explorer: left out, a package is missing: .*; scripts/setup installs it$' log || { cat log; die 'make explorer-packages'; }
fi
# Debian's packages take each file once, but for what needs a library that is not here, and the Python package.
(cd "an image/opt/upc" && find . ! -type d | sed 's|^\./||' | grep -v -- -packages/ | LC_ALL=C sort) >brought
for pattern in $(cat "$top"/debian/*.install | grep -v dist-packages); do
  (cd "an image/opt/upc" && files=$(compgen -G "${pattern#usr/}") && find $files ! -type d) || echo "nothing like $pattern" >&2
done >taken 2>missing
grep -vE 'mpi|sim' missing && die 'debian/*.install name what make install does not bring'
LC_ALL=C sort taken | diff brought - | grep -v gasnet | grep '^[<>]' && die 'not in one package of debian/*.install'
python_package=$(cd "an image/opt/upc" && ls -d lib/python3*/*-packages/upc_stride) || die 'no Python package'
[ -s "an image/opt/upc/$python_package/__init__.py" ] || die 'no Python package'
[ -s "an image/opt/upc/lib/pkgconfig/upc-stride.pc" ] || die 'no upc-stride.pc'
# One version everywhere.
version=$(sed -n 's/^#define UPC_STRIDE_VERSION "\(.*\)"/\1/p' "$top/include/upc_stride_version.h")
for file in "an image/opt/upc"/lib/pkgconfig/*.pc; do grep -qx "Version: $version" "$file" || die "another version in $file"; done
for page in "an image/opt/upc"/share/man/man[137]/*; do
  head -n 1 "$page" | grep -qE "^\.TH .* \"upc\\\\-stride $version\"$|^\.so " || die "another version in $page: $(head -n 1 "$page")"
done
for tool in upc-stride-show upc-stride-map upc-stride-tune upc-stride-calibrate upc-stride-compare; do same "$("an image/opt/upc/bin/$tool" --version)" "$tool $version"; done
[[ $("an image/opt/upc/bin/upcrun" --version) = "upcrun $version "* ]] || die 'upcrun --version'
[[ $("an image/opt/upc/bin/upcc" --version) = "upcc (upc-stride) $version:"* ]] || die 'upcc --version'
grep -qx "__version__ = '$version'" "an image/opt/upc/$python_package/__init__.py" || die 'another version of the Python package'
cp -r "an image/opt/upc" "moved away"
env -u MAKEFLAGS make --no-print-directory -C "$top" uninstall DESTDIR="$dir/an image" PREFIX=/opt/upc >log 2>&1 || { cat log; die 'make uninstall'; }
left=$(cd "an image/opt/upc" && find . ! -type d -o -path './lib/*' ! -path './lib/python*' -o -path './*/man/*')
same "$left" ''
env -u MAKEFLAGS make --no-print-directory -C "$top" uninstall DESTDIR="$dir/an image" PREFIX=/opt/upc >log 2>&1 || { cat log; die 'a second make uninstall'; }
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
find_package(UpcStride $version EXACT REQUIRED)
add_executable(prog errors.c)
target_include_directories(prog PRIVATE "$top")
target_link_libraries(prog UpcStride::upc_stride)
CMAKE
  { cmake -DCMAKE_PREFIX_PATH="$home" -B made . && cmake --build made; } >log 2>&1 || { cat log; die 'a program by CMake'; }
  same "$("$home/bin/upcrun" -n 2 made/prog)" PASS
  sed -i "s/UpcStride $version EXACT/UpcStride 99/" CMakeLists.txt
  cmake -DCMAKE_PREFIX_PATH="$home" -B newer . >log 2>&1 && die 'find_package(UpcStride 99) found this version'
  grep -q "version: $version" log || { cat log; die 'find_package(UpcStride 99) says something else'; }
fi

# The Python package finds the library of its installation.
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
  PYTHONPATH="$home/${python_package%/*}" "$home/bin/upcrun" -n 2 /usr/bin/python3 -c '
import upc_stride as us
assert us.zeros(4).sum() == 0 and us.threads() == 2' || die 'the Python package'
fi
