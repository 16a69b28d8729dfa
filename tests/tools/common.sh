# SPDX-License-Identifier: BSD-3-Clause
# Read by the scripts in the folders below: a scratch folder $dir to work in; $top, the project; $tools, this folder; $here, that
# of the script; $build, $apps, absolute $UPCC and $UPCRUN; `die`, `same`, `limited` (tests/limited), `stretched` (tests/load).
set -u
export LANG="${LC_ALL:-${LANG:-}}" LC_ALL= LC_NUMERIC=C # awk, sort and printf read and write 1.5, not 1,5
here=$(cd "$(dirname "$0")" && pwd)
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$tools/../.." && pwd)
. "$top/tests/load"
has_companion() { grep -qw "$1" "$build/companions"; }  # does this build have it?
limited() { "$top/tests/limited" "$@"; }
build=$(realpath -m "${BUILD:-build}") apps=$build/apps
UPCC=$(realpath "$UPCC") UPCRUN=$(realpath "$UPCRUN")
[ -z "${HOSTS:-}" ] || mkdir -p "$build/tests"
dir=$(mktemp -d ${HOSTS:+-p "$build/tests"}) || exit 1  # hosts of tests/tools/hosts have each their own /tmp
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
mpi_launcher() {  # PROGRAM: sets `launcher` to what upcrun starts a program on MPI with
  local command; command=$("$UPCRUN" -t -n 2 "$1")
  launcher=$(grep -Eo '[^ =]*/mpiexec[^ ]*' <<<"$command" | head -n 1)
  [ -x "$launcher" ] || die "no launcher in: $command"
}
die() { echo "FAILED: $*"; exit 1; }
same() { [ "$1" = "$2" ] || die "expected '$2', got '$1'"; }
