#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A thread that crashes after main, in a destructor, has a line and its status, and one that calls _exit there has that status. One
# whose main calls pthread_exit ends with its last pthread. A process that a thread has forked may call exit, and upc_global_exit.
#   ends_late.sh CONDUIT
tests/tools/has_conduit "$1" || exit 77
. "$(dirname "$0")/../common.sh"
cat >late.upc <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <upc.h>
static const char *how;
static int who;
static void __attribute__((destructor)) after_all(void) {
  if (MYTHREAD == who && strcmp(how, "abort") == 0) abort();
  if (MYTHREAD == who && strcmp(how, "_exit") == 0) _exit(9);
}
static void *work(void *unused) {
  usleep(200000);
  puts("worked");
  return unused;
}
int main(int argc, char **argv) {
  pthread_t worker;
  how = argv[1], who = atoi(argv[2]);
  upc_barrier;
  if (strcmp(how, "pthread_exit") == 0) {
    if (MYTHREAD != who) pthread_create(&worker, NULL, work, NULL);
    pthread_exit(NULL);
  }
  if (strncmp(how, "fork", 4) == 0 && fork() == 0) {
    if (strcmp(how, "fork_global") == 0) upc_global_exit(6);
    exit(5);
  }
  if (strncmp(how, "fork", 4) == 0) wait(NULL);
  upc_barrier;
  return atoi(argv[3]);
}
C
"$UPCC" -network="$1" late.upc -o late -lpthread || exit 1
late() {  # HOW THREAD STATUS EXPECTED LINES
  limited 60 "$UPCRUN" -n 3 ./late "$1" "$2" "$3" >out 2>err </dev/null
  same "$*: $? $(grep -c "^upc: thread $2 of 3 died of signal 6 (Aborted)" err)" "$*: $4 $5"
}
for who in 0 2; do
  late abort $who 0 134 1
  late _exit $who 0 9 0
  late _exit $who 11 11 0
  late pthread_exit $who 0 0 0
  same "$(grep -c worked out)" 2
done
late fork 0 0 0 0
late fork 0 3 3 0
late fork_global 0 0 6 0
