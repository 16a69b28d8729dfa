#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# scripts/manpages: each call of the headers for C has a page with its prototypes in C and Fortran, a collective also that in
# UPC. Links lead to pages.
. "$(dirname "$0")/../common.sh"
"$top/scripts/manpages" man "$build/bin" || die "scripts/manpages"
page() { # CALL: the text of its page
  local file=man/man3/$1.3
  [ -e "$file" ] || die "$1 has no page"
  grep -q '^\.so ' "$file" && file=man/$(sed -n 's/^\.so //p' "$file")
  sed 's/\\-/-/g; s/\\&//g' "$file"
}
calls=$({ cat "$top"/include/upc_stride{,_scalapack}.h "$top/companions/files/include/upc_stride_file.h"; "$top/scripts/operations" c-header; } |
  sed -n 's/.*UPC_STRIDE_NAMED("\([a-z_]*\)").*/upc_stride_\1/p'; grep -o '^[a-z].*[ *]upc_stride_graph_[a-z]*(' \
  "$top/companions/graphs/include/upc_stride_graph.h" | sed 's/.*[ *]\(upc_.*\)(/\1/')
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
echo PASS
