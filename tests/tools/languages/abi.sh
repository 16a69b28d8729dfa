#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What the shared libraries export, compared with the kept list src/c/libupc_stride.map and with the headers; their SONAMEs; one
# version everywhere.
. "$(dirname "$0")/../common.sh"
grep -o 'upc_stride_c_[a-z_]*' "$build/obj/operations/libupc_stride.map" | LC_ALL=C sort >kept
sed -n 's/.*UPC_STRIDE_NAMED("\([a-z_]*\)").*/upc_stride_c_\1/p' "$build"/include/upc_stride{,_scalapack,_collectives,_file}.h | LC_ALL=C sort >declared
diff kept declared >differ || die "the headers and src/c/libupc_stride.map differ: $(cat differ)"
added=$(for c in $(<"$build/companions"); do cat "$top/companions/$c/exports" 2>/dev/null; done | sed -n 's/\*.*/|/p')
for library in "$build"/lib/libupc_stride{,-*}.so; do
  [ -e "$library" ] || continue # no conduit but smp is built
  nm -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" { print $3 }' >exported
  sed -n 's/@@UPC_STRIDE_0.1$//p' exported | LC_ALL=C sort >calls
  diff kept calls >differ || die "$library lacks calls of src/c/libupc_stride.map, or has others: $(cat differ)"
  others=$(grep -v '@@UPC_STRIDE_0.1$' exported | grep -vE "^(${added//$'\n'/}upc_|urt_)[A-Za-z0-9_]*@@UPC_STRIDE_UPC\$")
  [ -z "$others" ] || die "$library exports $others"
  objdump -p "$library" | grep -qE "SONAME +$(basename "$library").0\$" || die "$library has another SONAME"
done

version=$(sed -n 's/^#define UPC_STRIDE_VERSION "\(.*\)"/\1/p' "$top/include/upc_stride_version.h")
[ -n "$version" ] || die 'no version in upc_stride_version.h'
[[ $("$UPCC" --version) = *"(upc-stride) $version:"* ]] || die 'upcc --version'
[[ $("$UPCRUN" --version) = "upcrun $version "* ]] || die 'upcrun --version'
for tool in upc-stride-show upc-stride-map upc-stride-tune; do same "$("$build/bin/$tool" --version)" "$tool $version"; done
same "$(sed -n 's/^version: //p' "$top/CITATION.cff")" "$version"
same "$(sed -n "s/^__version__ = '\(.*\)'/\1/p" "$top/companions/python/upc_stride/__init__.py")" "$version"
