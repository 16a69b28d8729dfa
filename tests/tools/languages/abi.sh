#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What the shared libraries export, compared with the kept list src/c/libupc_stride.map and with the headers; the second name of each
# call; their SONAMEs; one version everywhere.
. "$(dirname "$0")/../common.sh"
grep -ow 'upc_stride_c_[a-z_]*' "$build/obj/operations/libupc_stride.map" | LC_ALL=C sort >kept
headers=("$build"/include/upc_stride{,_scalapack,_collectives,_tools}.h) added=
for companion in $(<"$build/companions"); do
  for header in "$top/companions/$companion"/include/upc_stride*.h; do [ ! -e "$header" ] || headers+=("$header"); done
  [ ! -e "$top/companions/$companion/exports" ] || added+=$(sed -n 's/\*.*/|/p' "$top/companions/$companion/exports")
done
sed -n 's/.*UPC_STRIDE_NAMED("\([a-z_]*\)").*/upc_stride_c_\1/p; s/.*__asm__("\(upc_stride_c_[a-z_]*\)").*/\1/p' "${headers[@]}" | LC_ALL=C sort >declared
diff kept declared >differ || die "the headers and src/c/libupc_stride.map differ: $(cat differ)"
for library in "$build"/lib/libupc_stride{,-*}.so; do
  [ -e "$library" ] || continue # no conduit but smp is built
  nm -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" { print $3 }' >exported
  sed -n 's/@@UPC_STRIDE_0.1$//p' exported | LC_ALL=C sort >both
  grep '^upc_stride_c_' both >calls # and those of upc_stride_tools.h, which have one name in C and in UPC
  same "$(grep -v '^p\?upc_stride_c_' both | paste -sd ' ')" 'upc_stride_observe upc_stride_unobserve'
  diff <(sed 's/^/p/' calls) <(grep '^pupc_' both) >differ || die "$library: calls without a second name, or second names alone: $(cat differ)"
  diff kept calls >differ || die "$library lacks calls of src/c/libupc_stride.map, or has others: $(cat differ)"
  others=$(grep -v '@@UPC_STRIDE_0.1$' exported | grep -vE "^(${added}upc_|urt_)[A-Za-z0-9_]*@@UPC_STRIDE_UPC\$")
  [ -z "$others" ] || die "$library exports $others"
  objdump -p "$library" | grep -qE "SONAME +$(basename "$library").0\$" || die "$library has another SONAME"
done

version=$(sed -n 's/^#define UPC_STRIDE_VERSION "\(.*\)"/\1/p' "$top/include/upc_stride_version.h")
[ -n "$version" ] || die 'no version in upc_stride_version.h'
[[ $("$UPCC" --version) = *"(upc-stride) $version:"* ]] || die 'upcc --version'
[[ $("$UPCRUN" --version) = "upcrun $version "* ]] || die 'upcrun --version'
for tool in "$build"/bin/upc-stride-*; do
  [ ! -x "$tool" ] || same "$("$tool" --version)" "${tool##*/} $version" # a build without companions has none
done
same "$(sed -n 's/^version: //p' "$top/CITATION.cff")" "$version"
for package in "$top"/companions/*/upc_stride/__init__.py; do
  [ ! -e "$package" ] || same "$(sed -n "s/^__version__ = '\(.*\)'/\1/p" "$package")" "$version"
done
