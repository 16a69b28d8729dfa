# SPDX-License-Identifier: BSD-3-Clause
# Read by scripts, behind common.sh. bin/upcc is a upcc whose headers ask for URT_CHECKS, for conduit sim. far_checked FILE makes far.o, which
# programs are linked with: FILE in place of core/far.c, or core/far.c itself, with these checks.
mkdir bin && cp "$UPCC" bin/upcc && cp -r "$build/include" . && ln -s "$build/lib" lib || die 'no copy of upcc'
sed -i '1i #define URT_CHECKS 1' include/urt.h
far_checked() {
  local root includes=(-I"$top/upc")
  for root in $(<"$build/obj/runtimes"); do includes+=(-I"$top/$root" -I"$top/$root/conduits/sim"); done
  clang-${LLVM:-19} -std=gnu11 -O2 -w -DURT_CHECKS -D_GNU_SOURCE "${includes[@]}" -c "$1" -o far.o || die "$1"
}
