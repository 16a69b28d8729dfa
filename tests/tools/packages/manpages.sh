#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# scripts/manpages: each call of the headers for C has a page with its prototypes in C and Fortran, a collective also that in
# UPC. Links lead to pages. A companion that the build does not have has none.
. "$(dirname "$0")/../common.sh"
"$top/scripts/manpages" man "$build/bin" || die "scripts/manpages"
page() { # CALL: the text of its page
  local file=man/man3/$1.3
  [ -e "$file" ] || die "$1 has no page"
  grep -q '^\.so ' "$file" && file=man/$(sed -n 's/^\.so //p' "$file")
  sed 's/\\-/-/g; s/\\&//g' "$file"
}
calls_of() {  # HEADER..: the calls that they declare for C
  cat "$@" | sed -nE 's/.*UPC_STRIDE_NAMED\("([a-z_]*)"\).*/upc_stride_\1/p; s/^[a-z].*[ *](upc_stride_graph_[a-z]*)\(.*/\1/p'
}
calls=$(calls_of "$top"/include/upc_stride{,_scalapack}.h <("$top/scripts/operations" c-header)
  for companion in $(<"$build/companions"); do
    for header in "$top/companions/$companion"/include/upc_stride_*.h; do [ ! -e "$header" ] || calls_of "$header"; done
  done)
[ "$(wc -w <<<"$calls")" -gt 100 ] || die "only these calls were found: $calls"
for call in $calls; do
  page "$call" >text
  case $call in *_name | upc_stride_section_here | *_operations | *_place | *_version | *_layout) languages='C' ;; *_write | *_read | \
    *_nb | *_broadcast | *_copy | *_wait) languages='UPC C Fortran' ;; *) languages='C Fortran' ;; esac
  for language in $languages; do
    awk -v head="^.SS $language" '/^\.S[SH] /{on = $0 ~ head} on' text | grep -q "\b$call(" || die "the page of $call lacks it in $language"
  done
done
for file in man/man3/*.3; do
  awk '/^\.SH DESCRIPTION/ { on = 1; next } on && /^[^.]/ { print; exit }' "$file" >first
  grep -qE '^(The same|As above|Likewise|To )' first && die "$file begins with: $(cat first)"
  [ -s first ] || grep -q '^\.so ' "$file" || die "$file has no description"
done
grep -q 'int upc_stride_broadcast(const upc_stride_section_t \*dst, upc_stride_pointer_t src, size_t len' man/man3/upc_stride_broadcast.3 ||
  die "the prototype of upc_stride_broadcast"
mkdir core && ln -s "$build/bin" "$build/include" core && echo >core/companions
"$top/scripts/manpages" core/man core/bin || die "scripts/manpages without companions"
page=$(ls man/man3 | grep -E '^upc_stride_(file|graph|gemm)' | head -n 1)
[ -z "$page" ] || [ ! -e "core/man/man3/$page" ] || die "a build without companions has $page"
[ -e core/man/man3/upc_stride_broadcast.3 ] || die "a build without companions lacks upc_stride_broadcast"
echo PASS
