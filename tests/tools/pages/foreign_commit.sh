#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The run with another UPC compiler that docs/conformance.md tells of is of a commit that is at most 500 commits old.
#   foreign_commit.sh [PAGE]
cd "$(dirname "$0")/../../.." || exit 1
most=500
skip() { tests/tools/missing "$1: how old the latest run with another UPC compiler is"; exit 77; }
die() { echo "FAILED: $*"; exit 1; }

commit_in() { sed -n '/^## With another UPC compiler/,/^## /s/.*commit `\([0-9a-f]\{7,40\}\)`.*/\1/p' "$1" | head -n 1; }
told() {  # COMMIT: says how old it is; status 1 if it is too old
  local age
  git merge-base --is-ancestor "$1" HEAD 2>/dev/null || { echo "commit $1, which HEAD does not come from"; return 1; }
  age=$(git rev-list --count "$1..HEAD") || return
  echo "commit $1 is $age commits old, must be at most $most: make check UPCC= UPCRUN= on a newer one, then write its result down"
  [ "$age" -le $most ]
}

commit=$(commit_in "${1:-docs/conformance.md}")
[ -n "$commit" ] || die "${1:-docs/conformance.md}: no commit in 'With another UPC compiler'"
# An unpacked archive of the sources may lie in the checkout of something else.
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] || skip 'no checkout of git'
[ "$(git rev-parse --is-shallow-repository)" = false ] || skip 'a checkout without all commits'
line=$(told "$commit") || die "$line"

# An old one, and one that does not exist, are found.
first=$(git rev-list --max-parents=0 HEAD | tail -n 1)
[ "$(git rev-list --count HEAD)" -le $((most + 1)) ] || ! told "$first" >/dev/null || die "the first commit, $first, passes"
! told 0123456789abcdef0123456789abcdef01234567 >/dev/null || die 'a commit that does not exist passes'
echo PASS
