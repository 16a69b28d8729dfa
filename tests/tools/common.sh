# SPDX-License-Identifier: BSD-3-Clause
# Read by the scripts of this folder: a scratch folder $dir to work in, $tools, $build, $apps, absolute $UPCC and $UPCRUN;
# `die`, `same`, `limited` (tests/limited) and `stretched` (tests/load).
set -u
tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/../load"
limited() { "$tools/../limited" "$@"; }
build=$(realpath -m "${BUILD:-build}") apps=$build/apps
UPCC=$(realpath "$UPCC") UPCRUN=$(realpath "$UPCRUN")
dir=$(mktemp -d ${HOSTS:+-p "$PWD/$BUILD/tests"})  # hosts of tests/tools/hosts have each their own /tmp
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
die() { echo "FAILED: $*"; exit 1; }
same() { [ "$1" = "$2" ] || die "expected '$2', got '$1'"; }
