/* SPDX-License-Identifier: BSD-3-Clause
 * sim: starts the simulator. It reads the machine's file, and says how many nodes the threads are on and what calls
 * cost. The simulator is a program of its own (companions/sim/simulator/), so that no UPC program needs SimGrid when it
 * is built. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "conduits/sim/one_process.h"

const char urtc_name[] = "sim";

/* upcrun looks for this text in a program. */
const char urtc_launcher[] __attribute__((used)) = "[upcrun: simulate]";

int urtc_file, urtc_simulator;

/* The file up to the seats: what does not depend on the program. */
static void make_file(int threads) {
  size_t ints = sim_whole_pages((size_t)threads * sizeof(int)), at = sim_whole_pages(sizeof(struct sim_control));
  urtc_file = memfd_create("upc-sim", 0);
  if (urtc_file < 0 || ftruncate(urtc_file, (off_t)(at + 4 * ints)) < 0)
    urtk_usage(1, "cannot make a file in memory: %s", strerror(errno));
  char *base = mmap(NULL, at + 4 * ints, PROT_READ | PROT_WRITE, MAP_SHARED, urtc_file, 0);
  if (base == MAP_FAILED) urtk_usage(1, "cannot map a file in memory: %s", strerror(errno));
  urtc_control = (struct sim_control *)base;
  urtc_control->version = SIM_VERSION;
  urtc_control->threads = threads;
  urtc_control->ended_at = at;
  urtc_control->gone_at = at + ints;
  urtc_control->node_at = at + 2 * ints;
  urtc_control->leader_at = at + 3 * ints;
  urtc_control->seats_at = at + 4 * ints;
}

static _Noreturn void become_simulator(const char *program, const char *machine, int ready, pid_t parent) {
  char file[16], pipe_end[16];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  snprintf(file, sizeof file, "%d", urtc_file);
  snprintf(pipe_end, sizeof pipe_end, "%d", ready);
  urtk_empty_input();
  execl(program, program, machine, file, pipe_end, (char *)NULL);
  fprintf(stderr, "upc: cannot run the simulator %s: %s\n", program, strerror(errno));
  _exit(127);
}

/* Waits until the simulator has read the machine's file. If it ends instead, it has said why. */
static void await_simulator(int ready) {
  char byte;
  int how;
  ssize_t n;
  while ((n = read(ready, &byte, 1)) < 0 && errno == EINTR) {}
  close(ready);
  if (n == 1) return;
  waitpid(urtc_simulator, &how, 0);
  if (WIFSIGNALED(how)) urtk_usage(128 + WTERMSIG(how), "the simulator died of signal %d", WTERMSIG(how));
  exit(WEXITSTATUS(how) ? WEXITSTATUS(how) : 1);
}

/* The machine's rules go behind the user's. UPC_STRIDE_RULE= without a value leaves them out. */
static void add_rules(void) {
  const char *own = secure_getenv("UPC_STRIDE_RULE");
  if (own && !own[0]) return;
  size_t bytes = (own ? strlen(own) : 0) + sizeof urtc_control->rules + 2;
  char *files = urtk_memory(bytes, 1, "the machine's rules");
  snprintf(files, bytes, "%s%s%s", own ? own : "", own ? ":" : "", urtc_control->rules);
  setenv("UPC_STRIDE_RULE", files, 1);
  free(files);
}

/* One thread runs at a time, or the simulator. If all are on one core, to wake another process is to change to it, and
 * no message to another core: a turn costs half. The system has put this process on a core that was idle. */
static void take_one_core(void) {
  cpu_set_t one;
  int core = sched_getcpu();
  if (core < 0 || core >= CPU_SETSIZE) return;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
}

static void start_simulator(const char *program, const char *machine) {
  int ready[2];
  take_one_core();
  if (pipe2(ready, 0) < 0) urtk_usage(1, "cannot make a pipe: %s", strerror(errno));
  fflush(NULL);
  pid_t parent = getpid();
  urtc_simulator = fork();
  if (urtc_simulator < 0) urtk_usage(1, "cannot start the simulator: %s", strerror(errno));
  if (urtc_simulator == 0) {
    close(ready[0]);
    become_simulator(program, machine, ready[1], parent);
  }
  close(ready[1]);
  await_simulator(ready[0]);
}

/* What follows from the machine. */
static void describe(void) {
  urtk_cores = urtk_threads_here = urtc_control->most_near; /* each thread has a processor of its machine */
}

int urtc_start(int *argc, char ***argv, int asked) {
  const char *program = secure_getenv("UPC_SIMULATOR"), *machine = secure_getenv("UPC_MACHINE");
  int threads = asked ? asked : 1;
  if (urtc_contexts) {
    urtc_control = urtc_contexts->control;
    return describe(), urtc_control->threads;
  }
  if (getenv("UPCRUN_ASKS")) exit(printf("%d\n", threads) < 0);
  if (!program || !*program || !machine || !*machine)
    urtk_usage(1, "this program is for a simulated machine; start it with upcrun -machine=NAME");
  make_file(threads);
  if (!urtc_choose_contexts(*argc, *argv, program, machine, urtc_file)) start_simulator(program, machine);
  urtc_open_record(threads);
  if (urtc_control->torus[0]) setenv("UPC_STRIDE_TORUS", urtc_control->torus, 0); /* the library's trees follow it */
  if (urtc_control->rules[0]) add_rules();
  describe();
  return threads;
}
