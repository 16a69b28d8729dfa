/* SPDX-License-Identifier: BSD-3-Clause
 * The ways a job ends: ends <how> [thread]. The thread (the last by default) does it while the others wait in a
 * barrier, unless said otherwise. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/fail.h"
#include "check.h"

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

int urt_main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int who = argc > 2 ? atoi(argv[2]) : urt_threads - 1, me = urt_mythread == who;
  urt_ptr_t lock = upc_all_lock_alloc(), p = upc_all_alloc((size_t)urt_threads, 100);
  printf("thread %d was here\n", urt_mythread);
  printf("thread %d leaves this unfinished", urt_mythread);
  fflush(stdout);
  barrier();

  if (is(how, "return")) return me ? 7 : 0;
  if (is(how, "segv") && me) *(volatile int *)8 = 1;
  if (is(how, "abort") && me) abort();
  if (is(how, "kill") && me) raise(SIGKILL);
  if (is(how, "exit")) exit(me ? 3 : 1);
  if (is(how, "exit-early") && me) exit(5);
  if (is(how, "quick-exit") && me) _exit(0);
  if (is(how, "return-early") && me) return 0;
  if (is(how, "global-exit") && me) upc_global_exit(42);
  if (is(how, "global-exit-0") && me) upc_global_exit(0);
  if (is(how, "global-exit-all")) upc_global_exit(17);
  if (is(how, "global-exit-forked") && me) {
    if (fork() == 0) upc_global_exit(6);
    wait(NULL);
  }
  if (is(how, "global-exit-unflushed") && me) {
    setvbuf(stdout, NULL, _IOFBF, 4096);
    printf("\nthe last words\n");
    upc_global_exit(0);
  }
  if (is(how, "global-exit-spinning")) {
    if (me) upc_global_exit(4);
    for (;;) {} /* not even a call of the runtime */
  }
  if (is(how, "fatal") && me) urt_fatal("a fatal error with %s", "details");
  if (is(how, "no-memory") && me) urtk_memory((size_t)1 << 40, 1 << 20, "what a test wants");
  if (is(how, "fatal-all")) urt_fatal("everybody fails");
  if (is(how, "mismatch")) urt_barrier(1, me ? 5 : 3);
  if (is(how, "mismatch-notify-wait") && me) urt_notify(1, 1), urt_wait(1, 2);
  if (is(how, "notify-twice") && me) urt_notify(0, 0), urt_notify(0, 0);
  if (is(how, "wait-alone") && me) urt_wait(0, 0);
  if (is(how, "barrier-between") && me) urt_notify(0, 0), barrier();
  if (is(how, "unlock-free") && me) upc_unlock(lock);
  if (is(how, "unlock-others")) {
    if (urt_mythread == 0) upc_lock(lock);
    barrier();
    if (urt_mythread == 1) upc_unlock(lock);
  }
  if (is(how, "lock-twice") && me) upc_lock(lock), upc_lock(lock);
  if (is(how, "lock-kept")) {
    if (me) upc_lock(lock);
    barrier();
    if (!me) upc_lock(lock);
    exit(0);
  }
  if (is(how, "lock-null") && me) upc_lock(URT_NULL);
  if (is(how, "lock-freed") && me) upc_lock_free(lock), upc_lock(lock);
  if (is(how, "lock-no-lock") && me) upc_lock(p);
  if (is(how, "free-bad") && me) p.thread = 0, p.offset += 64, upc_free(p);
  if (is(how, "free-odd") && me) p.offset += 3, upc_free(p);
  if (is(how, "free-twice") && me) upc_free(p), upc_free(p);
  if (is(how, "exhaust") && me) while (urt_nonnull(upc_alloc(1 << 20))) {}
  if (is(how, "exhaust-all")) while (urt_nonnull(upc_all_alloc((size_t)urt_threads, 1 << 20))) {}
  if (is(how, "exhaust-overflow") && me && urt_nonnull(upc_global_alloc((size_t)1 << 62, (size_t)1 << 62))) return 2;
  if (is(how, "disagree")) upc_all_alloc(4, me ? 8 : 16);
  if (is(how, "collective-early")) {
    if (me) return 0;
    upc_all_alloc(1, 1);
  }
  if (is(how, "sleep")) sleep(600);
  barrier();
  return 0;
}
