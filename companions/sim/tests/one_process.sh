#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Threads of a simulated machine that are contexts of one process do what they do as processes: the same output, times and status.
# Programs that could notice are processes.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
unset UPC_BACKTRACE UPC_DEBUG UPC_MACHINE_PROCESSES
ulimit -Sc 0
"$UPCC" -O -network=sim "$here/one_process.upc" -o program || die "upcc"

# started PROCESSES COMMAND..: what it prints, in the order of the threads, what it says, its status.
started() {
  UPC_MACHINE_PROCESSES=$1 limited 60 "$UPCRUN" -machine=flat,threads-per-node=2,host-factor="$factor" -n 4 "${@:2}" \
    >out 2>said <input
  status=$?
  sort out
  [ "$factor" = 1 ] || cat said
  echo "status $status"
}
processes() { started "$@" pid | grep -v '[a-z]' | sort -u | grep -c .; }

factor=0
echo hello >input
same "$(processes 0 ./program)" 1
same "$(processes 1 ./program)" 4
(ulimit -Sc 1000 && same "$(processes 0 ./program)" 4) || exit 1
same "$(UPC_BACKTRACE=1 processes 0 ./program)" 4
for what in state input environment standard ends overflow abort; do
  started 1 ./program $what >expected
  started 0 ./program $what >got
  diff expected got || die "$what: differs"
done
grep -q 'its stack of .* overflowed' <(started 0 ./program overflow) || die "overflow: no line about the stack"
grep -q 'thread 1 of 4 died of signal 6' <(started 0 ./program abort) || die "abort: no line about the thread"
factor=1
same "$(started 0 ./program spin)" "$(printf 'thread %d: 1\n' 0 1 2 3; echo status 0)"

started 0 ./program large >got
grep 'its variables are changed' got && die "large: a thread's frame is in another one's variables"
same "$(grep '^status' got)" 'status 0'

# how PROGRAM: how its threads are run, as upcrun -v tells.
how() { "$UPCRUN" -v -machine=flat,host-factor=0 -n 3 "$@" 2>&1 >/dev/null </dev/null | sed -n 's/^upc: //p'; }
same "$(how ./program)" "all threads are in one process"
"$UPCC" -O -g -network=sim "$here/one_process.upc" -o debugged || die "upcc -g"
same "$(how ./debugged)" "all threads are in one process"
diff <(started 1 ./program state) <(started 0 ./debugged state) || die "state, with -g: differs"
same "$(UPC_MACHINE_PROCESSES=1 "$UPCRUN" -v -machine=flat -n 2 ./program 2>&1 | grep -c '^upc:')" 0
same "$(ulimit -Ss 1000000; ulimit -v 2000000; how ./program)" "each thread is a process: the system gives one process too few addresses"

# Each thread reads what another one has written to a file and flushed with all others. One file in memory is among these
# others, and another one has been closed.
cat >files.upc <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
int main(void) {
  char *text = NULL, name[20], line[20] = "", there[20] = "";
  size_t bytes = 0;
  fclose(open_memstream(&text, &bytes));
  free(text);
  sprintf(name, "file%d", MYTHREAD);
  FILE *file = fopen(name, "w"), *memory = fmemopen(there, sizeof there, "w");
  fprintf(file, "written by %d\n", MYTHREAD);
  fprintf(memory, "kept by %d", MYTHREAD);
  fflush(NULL);
  upc_barrier;
  sprintf(name, "file%d", (MYTHREAD + 1) % THREADS);
  FILE *other = fopen(name, "r");
  fgets(line, sizeof line, other);
  printf("thread %d: %s, %s", MYTHREAD, there, line);
  upc_barrier;
  fclose(other), fclose(file), fclose(memory);
  return 0;
}
END
"$UPCC" -O -network=sim files.upc -o files || die "upcc"
same "$(how ./files)" "all threads are in one process"
same "$(started 0 ./files)" "$(started 1 ./files)"

# A process has no other file open than the job's.
cat >open.upc <<'END'
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static _Alignas(4 << 20) char aligned[4 << 20];
int main(void) {
  char name[300], path[300] = "";
  DIR *folder = opendir("/proc/self/fd");
  for (struct dirent *d; (d = readdir(folder));) {
    snprintf(name, sizeof name, "/proc/self/fd/%s", d->d_name);
    ssize_t n = readlink(name, path, sizeof path - 1);
    if (n > 0) path[n] = 0;
    if (n > 5 && strcmp(path + n - 5, "/open") == 0) puts("the program itself is open");
  }
  return aligned[5]++;
}
END
"$UPCC" -O -network=sim open.upc -o open || die "upcc"
same "$(how ./open)" "each thread is a process: it has variables at multiples of more than 2 MB"
same "$(started 0 ./open)" "$(started 1 ./open)"

# Programs that the variables of one process would change.
while IFS=: read -r lines why; do
  printf '%s\nint main(void) { use(); return 0; }\n' "${lines//%/$'\n'}" >other.upc
  "$UPCC" -O -network=sim other.upc -o other -lm || die "upcc"
  [ "$why" ] && why="each thread is a process: it $why"
  same "$(how ./other)" "${why:-all threads are in one process}"
done <<'END'
#ifdef __x86_64__%static int use(void) { return __builtin_cpu_supports("avx2"); }%#else%static void use(void) {}%#endif:
static _Alignas(65536) char zeros[65536];%static int use(void) { return zeros[5]++; }:
#include <unistd.h>%static void use(void) { getopt(0, (char *[]){"a", 0}, "a"); }:uses getopt
#include <unistd.h>%static void use(void) { dup2(2, 1); }:uses dup2
#include <fenv.h>%static void use(void) { fesetround(FE_UPWARD); }:uses fesetround
volatile int n;%static void __attribute__((constructor)) use(void) { n++; }:has constructors or destructors
volatile int n;%static void __attribute__((destructor)) use(void) { n++; }:has constructors or destructors
END

# Without a call: how the processor rounds.
cat >rounds.upc <<'END'
#include <stdio.h>
#include <upc.h>
int main(void) {
  volatile double one = 1, three = 3;
#ifdef __x86_64__
  if (MYTHREAD == 1) __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x4000);
#endif
  upc_barrier;
  printf("thread %d: %a\n", MYTHREAD, one / three);
  return 0;
}
END
"$UPCC" -O -network=sim rounds.upc -o rounds || die "upcc"
same "$(started 0 ./rounds)" "$(started 1 ./rounds)"

# Shared memory that is only read takes none of this host, and what a loop reads ahead of many threads takes little.
cat >memory.upc <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#define EACH (32 << 20)
shared [EACH] char a[EACH * THREADS];
shared long b[64 * THREADS], c[THREADS], sums;
static long own(void) {
  long sum = 0;
  for (long i = 0; i < EACH; i += 4096) sum += a[EACH * (long)MYTHREAD + i];
  return sum;
}
static long reduced(void) {
  upc_all_reduceL(&sums, c, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
static long all(void) {
  long sum = 0;
  for (int i = 0; i < 2 * THREADS; i++) sum += b[i];
  return sum;
}
int main(int argc, char **argv) {
  char line[200];
  long kb = -1, sum = argc == 1 ? own() : strcmp(argv[1], "all") == 0 ? all() : reduced();
  upc_barrier;
  FILE *file = MYTHREAD ? NULL : fopen("/proc/self/smaps_rollup", "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "Private_Dirty:", 14) == 0) kb = atol(line + 14);
  if (file && argc > 1 && strcmp(argv[1], "pieces") == 0) {
    long pieces = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    for (int c; maps && (c = getc(maps)) != EOF;) pieces += c == '\n';
    printf("%ld\n", pieces);
  } else if (file && argc > 1 && strcmp(argv[1], "kb") == 0) printf("%ld\n", kb);
  else if (file) printf("%ld %s\n", sum, kb > 0 && kb < 32 * 1024 ? "little" : "much");
  return 0;
}
END
"$UPCC" -O -network=sim memory.upc -o memory || die "upcc"
little() { limited 60 "$UPCRUN" -machine=flat,host-factor=0 -n "$@" 2>said | head -n 1; }
same "$(little 4 ./memory)" "0 little"
same "$(little 64 ./memory all)" "0 little"
# So does a thread of a small collective. What all threads read alike, such as a file of rules, one has read for all.
few=$(little 64 ./memory kb) many=$(little 320 ./memory kb)
each=$(((many - few) / 256))
[ "$(getconf PAGESIZE)" -gt 4096 ] || { [ "$each" -gt 20 ] && [ "$each" -lt 49 ]; } ||
  die "a thread takes $each KB, must be less than 49: 64 threads take $few KB, 320 take $many KB"

# The system lets a process have so many pieces of memory. A thread has few.
few=$(little 64 ./memory pieces) many=$(little 320 ./memory pieces)
[ $(((many - few) / 256)) -le 6 ] || die "64 threads have $few pieces of memory, 320 have $many"

# Signals are for all threads.
for signal in USR1 TERM; do
  for one in 1 0; do
    rm -f ready
    UPC_MACHINE_PROCESSES=$one "$UPCRUN" -machine=flat,host-factor=0 -n 3 ./program signals ready >out 2>said &
    job=$!
    until [ -e ready ]; do kill -0 $job 2>kill || break; sleep 0.05; done
    kill -$signal $job
    wait $job
    status=$?
    echo "status $status" | cat - <(sort out) >"signals$one"
  done
  diff signals1 signals0 || { cat said; die "SIG$signal: differs"; }
done
grep -q 'status 143' signals0 || die "SIGTERM: $(cat signals0)"
echo PASS
