# SPDX-License-Identifier: BSD-3-Clause
# Read by the scripts of this folder: a scratch folder $dir to work in, $tools, $apps, absolute $UPCC and $UPCRUN, and `die`.
set -u
tools=$(cd "$(dirname "$0")" && pwd)
apps=$(realpath -m "${BUILD:-build}/apps")
UPCC=$(realpath "$UPCC") UPCRUN=$(realpath "$UPCRUN")
dir=$(mktemp -d ${HOSTS:+-p "$PWD/$BUILD/tests"})  # hosts of tests/tools/hosts have each their own /tmp
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
die() { echo "FAILED: $*"; exit 1; }
same() { [ "$1" = "$2" ] || die "expected '$2', got '$1'"; }
