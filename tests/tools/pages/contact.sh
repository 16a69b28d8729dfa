#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# packaging/contact switches all files: with other addresses no file names the old ones, and with a release no page says that there
# is none. With the old addresses again all files are as before.
. "$(dirname "$0")/../common.sh"
files=$(cd "$top" && git ls-files 2>/dev/null) || { echo 'not in a git checkout'; exit 77; }
mkdir before after
(cd "$top" && tar cf - $files) | tar xf - -C before && cp -r before/. after && cd after || exit 1
. packaging/contact
[ -n "$URL" ] && [ -n "$CONTACT" ] || die 'packaging/contact has no addresses'
sed -i -e 's|^URL=.*|URL=https://other.example/x|' -e 's|^CONTACT=.*|CONTACT=ask@other.example|' -e 's|^RELEASE=.*|RELEASE=https://other.example/files|' packaging/contact
scripts/contact --check >../out && die 'other addresses are not noticed'
scripts/contact && scripts/contact --check || die 'scripts/contact'
! grep -rlF -e "$URL" -e "$CONTACT" . >../out || die "an old address in $(cat ../out)"
for page in README.md docs/installing.md; do
  ! grep -q '^There is no release yet' $page || die "no release in $page"
  grep -q '^Release [0-9.]*: a tarball and a wheel are in <https://other.example/files>' $page || die "no release in $page"
done
cp ../before/packaging/contact packaging/contact && scripts/contact || die 'scripts/contact, back'
diff -r . ../before || die 'another file than before'
echo PASS
