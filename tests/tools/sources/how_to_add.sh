#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The sections "How to add a tree", "an algorithm", "an operation", "an operator", "an error or a warning", "an option of a conduit", "a word
# to machine files" and "a conduit", followed in a copy of the sources and of what is built. All are built, and programs use them: the operation in UPC, C,
# Fortran and Python. The sections name each file that is changed: they are at most 4 for a tree, 3 for an algorithm, 7 for an operation
# with arguments of its own, 10 for an operator, 4 for a warning with a switch and 8 for an option. A conduit is a folder, here a copy of smp.
tests/tools/has_program gfortran || exit 77
. tests/tools/has_python
top=$PWD copy=$(mktemp -d) && trap 'rm -rf "$copy"' EXIT
for part in Makefile make include src upc apps bench tests scripts docs examples companions; do
  cp -a "$part" "$copy" || exit 1
done
mkdir "$copy/build" && cp -a build/{bin,lib,include,obj,companions} "$copy/build" && cd "$copy" || exit 1
fail() { echo "$*"; exit 1; }

# changed MOST HEADING: the files that differ from those of the last call are at most MOST, and named below the heading.
cp -a "$top/include" "$top/src" "$top/upc" "$top/companions" "$top/tests" "$top/docs" -t "$(mkdir before && echo before)"
changed() {
  local named files file folder pattern
  named=$(sed -n "/^## How to add $2/,/^## /p" "$top"/{src,upc,upc/runtime,companions/sim}/README.md | grep -o '`[^`]*`' | tr -d '`' | sed 's/<[a-z]*>/*/g')
  files=$(for folder in include src upc companions tests docs; do diff -rqN -x __pycache__ "before/$folder" "$folder"; done | awk '{ print $4 }')
  [ "$(wc -l <<<"$files")" -le "$1" ] || fail "to add $2 takes more than $1 files:" $files
  for file in $files; do
    while read -r pattern && [[ $file != $pattern ]]; do :; done <<<"$named"
    [[ $file = $pattern ]] || fail "How to add $2: $file is missing"
    cp -a "$file" "before/$file"
  done
}

# row OLD CHANGE..: one more row in rows.h, a copy of the one that begins with OLD, with each CHANGE "before=after" made.
row() { python3 - "$@" <<'EOF'
import sys
old, *changes = sys.argv[1:]
text = open("src/schedules/rows.h").read()
start = text.index("ROW(" + old)
row = text[start:text.index(")\n", start) + 2]
new = row
for change in changes:
    before, after = change.split("=")
    assert before in new, before
    new = new.replace(before, after)
open("src/schedules/rows.h", "w").write(text.replace(row, row + new))
EOF
}

# insert FILE PLACE TEXT: the text before the place, which the file has once.
insert() { python3 - "$@" <<'EOF'
import sys
file, place, text = sys.argv[1:]
old = open(file).read()
assert old.count(place) == 1, (file, place)
open(file, "w").write(old.replace(place, text + place))
EOF
}

# A tree: a file, a row in tree.h, and a row for an operation.
sed 's/upc_stride_tree_chain/upc_stride_tree_queue/' src/trees/tree_chain.c >src/trees/tree_queue.c
sed -i 's/^  TREE(UPC_STRIDE_FORK, .*/& \\\n  TREE(UPC_STRIDE_QUEUE, upc_stride_tree_queue)/' src/trees/tree.h
row 'UPC_STRIDE_OP_BROADCAST, "flat"' '"flat"="queue"' UPC_STRIDE_FLAT=UPC_STRIDE_QUEUE || exit 1
tests/tools/sources/schedules . | grep -q 'the list of schedules lacks queue' || fail 'a tree that is added by half'
sed -i 's/^ [*]   fork  .*/&\n *   queue                   one after another                                               well known/' include/upc_stride_coll.h
changed 4 'a tree'

# An algorithm: a file and a row.
sed 's/upc_stride_gather_all_ring/upc_stride_gather_all_round/' src/schedules/gather_all_ring.c \
  >src/schedules/gather_all_round.c
row 'UPC_STRIDE_OP_GATHER_ALL, "ring"' '"ring"="round"' gather_all_ring=gather_all_round || exit 1
sed -i 's/^ [*]   fork  .*/&\n *   round                   as ring                                                         well known/' include/upc_stride_coll.h
tests/tools/sources/schedules . || fail 'something is missing'
changed 3 'an algorithm'

# An operation with two arguments that no other one has: block i of src goes to block k-1-i+by, modulo k, of dst; then two blocks
# of dst, those of the list `pair`, change places.
python3 - <<'EOF'
header = "include/upc_stride_coll.h"
text = open(header).read()
before = "/* A barrier of the owners of a section's blocks."
assert before in text
open(header, "w").write(text.replace(before, """/* The first len bytes of src block i go to dst block k-1-i+by, and those of a pair of dst change places. */
void upc_stride_reverse(upc_stride_section_t dst, upc_stride_section_t src, int by, const int *pair, size_t len,
                        upc_flag_t sync_flags);

""" + before))
members = "include/upc_stride_calls.h"
text = open(members).read()
before = "  int split;  "
assert before in text
open(members, "w").write(text.replace(before, "  int by;\n  const int *pair;\n" + before))
calls = "companions/python/upc_stride/_calls/_pieces.py"
text = open(calls).read()
open(calls, "w").write(text.replace("__all__ = [", "__all__ = ['reverse', ") + '''

@of_sections
def reverse(dst: Blocks, src: Blocks, by: int = 0, *, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Block i of src goes to block k-1-i+by of dst."""
    return called('reverse', wait, dst.reference, src.reference, by, None, src.array.block_bytes, sync)
''')
EOF
row 'UPC_STRIDE_OP_PERMUTE, "pairwise"' PERMUTE=REVERSE || exit 1
cat >src/reverse.upc <<'EOF'
#include "operations.h"

void upc_stride_build_reverse(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  int *perm, i, k, there;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  upc_stride_check_counts(P);
  upc_stride_check_len(&P->site, "dst", &B->flow->dst.picks, 1, args->len);
  upc_stride_check_len(&P->site, "src", &B->flow->src.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  k = (int)B->flow->src.picks.blocks;
  perm = upc_stride_plan_alloc(B, (size_t)k * sizeof *perm);
  P->args.pair = upc_stride_prepared_keep(P, args->pair, 2 * sizeof *args->pair);
  for (i = 0; i < k; i++) {
    there = (k - 1 - i + args->by) % k;
    perm[i] = args->pair == NULL || (there != args->pair[0] && there != args->pair[1]) ? there : args->pair[0] + args->pair[1] - there;
  }
  B->flow->kind = UPC_STRIDE_BLOCKS;
  B->flow->len = args->len;
  B->flow->perm = perm;
  upc_stride_plan_call(P, args->len, 0);
}
EOF
cat >tests/library/ext/reverse.upc <<'EOF'
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>
#pragma processors line(THREADS)
shared [2] (line) int A[3 * 2 * THREADS], B[3 * 2 * THREADS];

/* Calls of which each differs from the one before in one argument; each comes several times, so plans are kept. */
static int k, wrong;

static void check(int by, const int *pair) {
  int i;
  upc_barrier;
  for (i = 0; i < k; i++) {
    int there = (k - 1 - i + by) % k;
    if (pair != NULL && there == pair[0]) there = pair[1];
    else if (pair != NULL && there == pair[1]) there = pair[0];
    if (B[2 * there] != 2 * i || B[2 * there + 1] != 2 * i + 1) wrong++;
  }
  upc_barrier;
  upc_forall (i = 0; i < 2 * k; i++; &B[i]) B[i] = -1;
  upc_barrier;
}

int main(int argc, char **argv) {
  const int other = argc > 1 && MYTHREAD == THREADS - 1 ? argv[1][0] : 0;
  int round, by, i, pair[2];
  upc_stride_handle_t h;
  k = 3 * THREADS;
  upc_forall (i = 0; i < 2 * k; i++; &A[i]) A[i] = i, B[i] = -1;
  upc_barrier;
  pair[0] = 0, pair[1] = other == 'p' ? 1 : 2;
  if (argc > 1) upc_stride_reverse(B<:>, A<:>, other == 'b' ? 1 : 0, pair, 2 * sizeof(int), 0);
  for (round = 0; round < 3; round++)
    for (by = 0; by < k; by++) {
      upc_stride_reverse(B<:>, A<:>, by, NULL, 2 * sizeof(int), 0);
      check(by, NULL);
      for (pair[0] = 0, pair[1] = 1; pair[1] < k; pair[1]++) {
        upc_stride_reverse(B<:>, A<:>, by, pair, 2 * sizeof(int), 0);
        check(by, pair);
        h = upc_stride_reverse_nb(B<:>, A<:>, by, pair, 2 * sizeof(int), 0);
        upc_stride_wait(&h);
        check(by, pair);
      }
    }
  if (MYTHREAD == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
EOF
cat >>tests/library/list <<'EOF'
run 1,2,3 smp tests/library/ext/reverse.upc UPC_STRIDE_TEST=near={yes,no}
run 3 smp tests/library/ext/reverse.upc UPC_STRIDE_CHECK=1
run 3 smp tests/library/ext/reverse.upc by UPC_STRIDE_CHECK=1 => 1 upc_stride_reverse: by: 0 on thread
run 3 smp tests/library/ext/reverse.upc pair UPC_STRIDE_CHECK=1 => 1 upc_stride_reverse: pair: a list with checksum
EOF
changed 7 'an operation'

# An operator of integers, of reductions and updates: a bit of the result is 1 if those of both values are alike.
insert include/upc_stride_values.h $'\n/* Types: ' $'#define UPC_STRIDE_XNOR 0x4000000UL\n' &&
  insert include/upc_stride_coll.h ' *   places    UPC_STRIDE_MINLOC' $' *   alike     UPC_STRIDE_XNOR is for integers: a bit is 1 if those of both are alike.\n' &&
  insert include/upc_stride.f90.in 'UPC_STRIDE_MINLOC = ' 'UPC_STRIDE_XNOR = 2_c_long**26, ' &&
  insert companions/python/upc_stride/_base/_library.py 'PUT = 1 << 27' $'XNOR = 1 << 26\n' &&
  insert companions/python/upc_stride/_base/_values.py "'bitwise_and'" "'bitwise_xnor': _library.XNOR, " &&
  insert src/plan/values.c '  case UPC_AND: EACH(' $'  case UPC_STRIDE_XNOR: EACH(~(in[i] ^ inout[i])); \\\n' &&
  insert src/plan/values.c 'op == UPC_AND ||' 'op == UPC_STRIDE_XNOR || ' &&
  insert src/arrays/spelling.upc 'NAME(UPC_STRIDE_MINLOC)' 'NAME(UPC_STRIDE_XNOR), ' &&
  insert src/apply_update.upc '};
enum { TYPES' ', UPC_STRIDE_XNOR' &&
  insert tests/library/model_values.h 'UPC_STRIDE_MINLOC, UPC_STRIDE_MAXLOC};' 'UPC_STRIDE_XNOR, ' &&
  insert tests/library/model_values.h '    case UPC_AND: return' $'    case UPC_STRIDE_XNOR: return ~(x ^ y);\n' &&
  insert tests/library/update.upc '};
enum { OPS_OF_REALS' ', UPC_STRIDE_XNOR' || exit 1
changed 10 'an operator'

# A warning with a switch: a division by MYTHREAD.
insert upc/frontend/check/check.h '  NamedWarning format = ' $'  NamedWarning divisor = {"upc-divisor"}; // a division by MYTHREAD\n' &&
  insert upc/frontend/driver/driver_options.cpp '    "  -Wno-upc-format  ' $'    "  -Wno-upc-divisor       do not warn if a number is divided by MYTHREAD\\n"\n' &&
  insert upc/frontend/driver/driver_options.cpp 'parseNamedWarning(word, o.check.format)' 'parseNamedWarning(word, o.check.divisor) || ' &&
  insert upc/frontend/check/checker.cpp '  QualType a = types.of(bare(l)), b = types.of(bare(r));
  bool ap' '  const auto *divisor = dyn_cast<DeclRefExpr>(r->IgnoreParenImpCasts());
  if (e->isMultiplicativeOp() && e->getOpcode() != BO_Mul && divisor && divisor->getDecl()->getName() == "MYTHREAD")
    warn(options.divisor, e->getOperatorLoc(), "a division by MYTHREAD, which is 0 on a thread");
' || exit 1
cat >tests/upc/warn/divisor.upc <<'EOF'
// A division by MYTHREAD.
// expect: 4: a division by MYTHREAD, which is 0 on a thread [-Wupc-divisor]
// expect: 4: a division by MYTHREAD
int f(int n) { return n / MYTHREAD + n % (MYTHREAD) + n * MYTHREAD + MYTHREAD / n; }
EOF
changed 4 'an error or a warning'

# An option of a conduit, with an option of upcrun that sets it.
insert upc/runtime/base/environment.c 'int urtk_env_lenient_exit(' $'int urtk_env_greeting(void) { return urtk_env_yes("UPC_GREETING"); }\n\n' &&
  insert upc/runtime/base/environment.c '  urtk_env_lenient_exit();' $'  urtk_env_greeting();\n' &&
  insert upc/runtime/base/environment.h 'int urtk_env_lenient_exit(' $'int urtk_env_greeting(void);                    /* UPC_GREETING */\n' &&
  insert docs/environment.md '| `UPC_LENIENT_EXIT` | A thread' $'| `UPC_GREETING` | Threads say that they begin | 0 or 1 | `-greeting` |\n' &&
  insert upc/runtime/job/upcrun/options.c '  {"-lenient-exit", NULL,' $'  {"-greeting", NULL, "threads say that they begin", option_on, AT(greeting)},\n' &&
  insert upc/runtime/job/upcrun/launch.h '  int variables; ' $'  int greeting;\n' &&
  insert upc/runtime/job/upcrun/upcrun.c '  if (job.lenient) ' $'  if (job.greeting) upcrun_set(&job, "UPC_GREETING", "1");\n' &&
  insert tests/tools/jobs/wrong_values.sh ' UPC_LENIENT_EXIT=7' ' UPC_GREETING=2' || exit 1
changed 8 'an option of a conduit'

# A word of machine files: a field and a row.
sed -i 's/^  double nearTime, /  double quietTime;\n&/' upc/common/machine_file.h
sed -i 's/^  {"near-time", .*/  {"quiet-time", \&a_time, AT(number.quietTime), 2e-6},\n&/' upc/common/machine_words.c

make -j2 build/bin/upcc build/bin/upcrun build/bin/upc-stride-{show,tune} build/lib/{liburt-smp.a,libupc_stride.{a,so}} >make.out 2>&1 || { cat make.out; exit 1; }
upcc=build/bin/upcc upcrun=build/bin/upcrun

# The warning, its switches, and -pedantic-upc, which makes it an error.
LIST=tests/upc/list tests/run tests/upc/warn/divisor.upc >run.out 2>&1 && grep -q '^1 passed, 0 failed, 0 skipped' run.out || { cat run.out; exit 1; }
says() { [[ $("$upcc" "$1" -c tests/upc/warn/divisor.upc -o /dev/null 2>&1) = $2 ]] || fail "upcc $1, of a division by MYTHREAD"; }
says -Wno-upc-divisor ''
says -Werror=upc-divisor '*error: a division by MYTHREAD*'
says -pedantic-upc '*error: a division by MYTHREAD*'

"$upcc" -O -Isrc tests/library/operations.upc -o operations || exit 1
for threads in 1 3 5; do
  UPC_STRIDE_SCHEDULE=broadcast=queue "$upcrun" -n $threads ./operations 20 1 broadcast || exit 1
  UPC_STRIDE_SCHEDULE=gather_all=round "$upcrun" -n $threads ./operations 20 1 gather_all || exit 1
done
UPC_STRIDE_VERBOSE=1 UPC_STRIDE_SCHEDULE=broadcast=queue "$upcrun" -n 3 ./operations 5 1 broadcast 2>&1 | grep -q ': queue ' ||
  fail 'no call used the tree'

# The player knows the tree and the algorithm, and each operation that was there.
for call in 'broadcast --schedule queue' 'gather_all --schedule round' barrier 'reduce_scatter --schedule halving'; do
  build/bin/upc-stride-show 'shared [4] double A[16]' --threads 4 --call $call --bytes 8 --network mpi --play >play.out ||
    fail "upc-stride-show --call $call"
done
# Their plans have a cost: the round's that of the ring, whose plans it writes; and rules are written of what has one.
seconds() { # OPERATION SCHEDULE
  build/bin/upc-stride-show 'shared [8] double A[64]' --threads 8 --call "$1" --bytes 8 --machine flat --json |
    "$python" -c "import json, sys; print(next(s['seconds'] for s in json.load(sys.stdin)['call']['schedules'] if s['name'] == '$2'))"
}
[ "$(seconds gather_all round)" = "$(seconds gather_all ring)" ] || fail "the algorithm: $(seconds gather_all round) s"
[[ $(seconds broadcast queue) = *[1-9]* ]] || fail 'the tree has no cost'
build/bin/upc-stride-tune --costs send=1,receive=1,latency=1,link=1000 --operations broadcast --output by.rules ||
  fail 'upc-stride-tune, of the tree'
UPC_STRIDE_RULE=by.rules "$upcrun" -n 3 ./operations 5 1 broadcast || fail 'its rules'
# The option sets the variable, which upcrun lists, and a wrong value of it ends a program.
[[ $("$upcrun" -greeting -env) = *'UPC_GREETING=1'*'Threads say that they begin'* ]] || fail 'upcrun -env, of the variable'
"$upcrun" -t -greeting -n 2 ./operations | grep -q 'UPC_GREETING=1' || fail 'upcrun -greeting'
BUILD=build UPCC=$upcc UPCRUN=$upcrun tests/tools/jobs/wrong_values.sh smp || fail 'a wrong value of the variable'
# The word is read, and refused.
on() { build/bin/upc-stride-show 'shared [1] A[4]' --threads 4 --call barrier --machine "flat,$1" 2>&1; }
on quiet-time=1us >word.out || { cat word.out; fail 'upc-stride-show does not know the word'; }
[[ $(on quiet-time=1) = *"quiet-time is '1'; its unit must be one of"* ]] || fail 'a wrong value of the word is not refused'
LIST=tests/library/list tests/run tests/library/unit_plans.c >run.out 2>&1 || { cat run.out; exit 1; }
LIST=tests/library/list tests/run tests/library/ext/reverse.upc >run.out 2>&1 && grep -q '^5 passed, 0 failed, 0 skipped' run.out || { cat run.out; exit 1; }
UPC_STRIDE_SCHEDULE=reverse=fastest "$upcrun" -n 1 ./operations 1 1 broadcast 2>&1 | grep -q 'upc_stride_reverse: .* no schedule "fastest"' ||
  fail 'UPC_STRIDE_SCHEDULE does not know the operation'
cat >reverse.c <<'EOF'
#include <stdio.h>
#include <upc_stride.h>

int main(void) {
  upc_stride_init(NULL);
  size_t n = (size_t)upc_stride_threads(), one = 1;
  upc_stride_array_t A = upc_stride_all_alloc(1, &n, &one, sizeof(int), 0, NULL), B = upc_stride_all_alloc(1, &n, &one, sizeof(int), 0, NULL);
  upc_stride_section_t a = UPC_SECTION(A, UPC_STRIDE_ALL), b = UPC_SECTION(B, UPC_STRIDE_ALL);
  int *mine = upc_stride_own_block(A, 0, NULL), *got = upc_stride_own_block(B, 0, NULL), me = upc_stride_mythread();
  upc_stride_handle_t h;
  *mine = me;
  if (upc_stride_reverse(&b, &a, 0, NULL, sizeof(int), 0) != 0 || *got != (int)n - 1 - me) return 1;
  if (upc_stride_reverse_nb(&h, &a, &b, (int)n, NULL, sizeof(int), 0) != 0 || upc_stride_wait(&h) != 0 || *mine != me) return 1;
  if (me == 0) puts("PASS");
  return upc_stride_finalize();
}
EOF
cat >reverse.f90 <<'EOF'
program reverse
  use upc_stride
  type(upc_stride_section) :: sa, sb
  type(upc_stride_array_handle) :: a, b
  integer(c_int), pointer :: mine(:), got(:)
  integer(c_int) :: n, me, ierr
  integer(c_size_t) :: at(1)
  ierr = upc_stride_start()
  n = upc_stride_threads()
  me = upc_stride_mythread()
  a = upc_stride_all_alloc(1, [int(n, c_size_t)], [1_c_size_t], 4_c_size_t, 0, [0])
  b = upc_stride_all_alloc(1, [int(n, c_size_t)], [1_c_size_t], 4_c_size_t, 0, [0])
  ierr = upc_stride_select(sa, a, ':')
  ierr = upc_stride_select(sb, b, ':')
  call c_f_pointer(upc_stride_own_block(a, 0_c_size_t, at), mine, [1])
  call c_f_pointer(upc_stride_own_block(b, 0_c_size_t, at), got, [1])
  mine(1) = me
  ierr = upc_stride_reverse(sb, sa, 0, len=4_c_size_t, sync_flags=0)
  if (ierr /= 0 .or. got(1) /= n - 1 - me) error stop 'got'
  if (me == 0) print '(A)', 'PASS'
  ierr = upc_stride_finalize()
end program
EOF
cat >reverse.py <<'EOF'
import upc_stride as us
n, me = us.threads(), us.thread()
A, B = us.zeros((n,), block=(1,), dtype='i4'), us.zeros((n,), block=(1,), dtype='i4')
for _, tile in A.local:
    tile[...] = me
us.reverse(B.blocks[:], A.blocks[:], wait=False).wait()
assert [tile[0] for _, tile in B.local] == [n - 1 - me]
for _, tile in A.local:
    tile[...] = me + 4
us.reduce_all(B.blocks[:], A.blocks[:], op='bitwise_xnor')
assert [tile[0] for _, tile in B.local] == [4 ^ 5 ^ 6]
us.barrier()
if me == 0:
    print('PASS')
EOF
# The operator: the random tests draw it, it updates an element, and the message for other types names it.
for threads in 1 3 4; do "$upcrun" -n $threads ./operations 40 7 reduce reduce_all prefix_reduce || exit 1; done
LIST=tests/library/list tests/run 'smp tests/library/update.upc' >run.out 2>&1 || { cat run.out; exit 1; }
cat >xnor.upc <<'EOF'
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>
#pragma processors line(THREADS)
shared [1] (line) int A[THREADS];
shared [1] (line) double D[THREADS];
shared int sum, updated;

int main(int argc, char **argv) {
  int mine = MYTHREAD + 4;
  (void)argv;
  A[MYTHREAD] = mine;
  if (MYTHREAD == 0) updated = 3;
  upc_barrier;
  upc_stride_reduce(&sum, A<:>, 1, UPC_STRIDE_XNOR, UPC_INT, NULL, 0);
  upc_stride_update(&updated, UPC_STRIDE_XNOR, UPC_INT, &mine);
  upc_stride_update_fence();
  if (argc > 1) upc_stride_reduce(&D[0], D<:>, 1, UPC_STRIDE_XNOR, UPC_DOUBLE, NULL, 0);
  if (MYTHREAD == 0) puts(sum == (4 ^ 5 ^ 6) && updated == ~(3 ^ 4 ^ 5 ^ 6) ? "PASS" : "FAIL");
  return 0;
}
EOF
"$upcc" -O xnor.upc -o xnor && [ "$("$upcrun" -n 3 ./xnor)" = PASS ] || fail 'the operator'
"$upcrun" -n 3 ./xnor real 2>&1 | grep -q 'upc_stride_reduce: op: UPC_STRIDE_XNOR, must be' || fail 'the operator, of real numbers'

link="-Lbuild/lib -Wl,-rpath,$copy/build/lib -lupc_stride"
passes() { [ "$("$upcrun" -n 3 "$@")" = PASS ] || fail "$*"; }
cc -Ibuild/include reverse.c $link -o reverse_c && passes ./reverse_c || exit 1
gfortran build/include/upc_stride.f90 reverse.f90 $link -o reverse_f && passes ./reverse_f || exit 1
export PYTHONPATH=$copy/companions/python LIBUPC_STRIDE=$copy/build/lib/libupc_stride.so PYTHONDONTWRITEBYTECODE=1
passes "$python" reverse.py

cp -r upc/runtime/conduits/{smp,copied}
printf '%s\n' 'LIBRARIES_OF_copied := copied' 'SOURCES_OF_copied := upc/runtime/job/smp/monitor.c' >upc/runtime/conduits/copied/conduit.mk
make -j2 build/lib/{liburt,libupc_stride}-copied.a build/include/urt-copied/urt_near.h >make.out 2>&1 || { cat make.out; exit 1; }
[[ $("$upcc" -version) = *copied* ]] || fail 'upcc does not know the conduit'
"$upcc" -network=copied -O -Isrc tests/library/operations.upc -o operations && "$upcrun" -n 3 ./operations 20 1 || exit 1
