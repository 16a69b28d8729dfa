/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: MPI's launcher decides how many threads there are. Threads are numbered host by host, also if the launcher
 * numbers the ranks otherwise, so that a node's threads have consecutive numbers:
 *
 *   ranks dealt out to hosts a, b in turn:  0a 1b 2a 3b     threads:  0 = 0a, 1 = 2a, 2 = 1b, 3 = 3b  */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "conduits/mpi/control.h"
#include "job/mpi/leftovers.h"

/* Whose binary interface the program has. What it needs of an MPI with this interface is asked when it runs
 * (job/mpi/manners.c). */
#if defined MPI_ABI_VERSION
#define SPEAKS "abi"
#elif defined OPEN_MPI
#define SPEAKS "openmpi"
#else
#define SPEAKS "mpich"
#endif
const char urtc_name[] = "mpi-" SPEAKS;

/* upcrun looks for this text in a program: for which MPI it was built, as mpich-4.0.2, and where the launcher of that
 * was. */
#define TEXT(word) #word
#define TEXT_OF(macro) TEXT(macro)
const char urtc_launcher[] __attribute__((used)) =
  "[upcrun: start with " TEXT_OF(URTC_MPI_BUILT) " " URTC_MPIEXEC "]";

static MPI_Comm given;            /* if embedded: the program's communicator */
static MPI_Comm all_ranks(void) { return urtc_embedded ? given : MPI_COMM_WORLD; }

/* A launcher may have bound each process to a core: the job has the cores of all processes here. */
static void count_cores(MPI_Comm host) {
  struct cores set = urtk_affinity();
  MPI_Allreduce(MPI_IN_PLACE, set.bits, sizeof set.bits / sizeof *set.bits, MPI_UINT64_T, MPI_BOR, host);
  urtk_cores = urtk_count_cores(&set);
}

/* Open MPI's launcher reads the output of each process in pieces, which may end within a line, and writes those of
 * several processes as they come. So the threads of a host write to one stream, in which lines stay whole: that of the
 * first of them. Where the system does not let a process open it, the thread keeps its own. */
static void share_output(MPI_Comm host, int place) {
  char path[64];
  int first = getpid(), fd;
  MPI_Bcast(&first, 1, MPI_INT, 0, host);
  snprintf(path, sizeof path, "/proc/%d/fd/%d", first, STDOUT_FILENO);
  if (place > 0 && (fd = open(path, O_WRONLY | O_NOCTTY)) >= 0) dup2(fd, STDOUT_FILENO), close(fd);
  MPI_Barrier(host); /* the first one's is open until then */
}

/* urtc_comm: all ranks, host by host. Hosts are told apart by their lowest rank. */
static void number_threads(void) {
  struct { int host, place; } mine, *all;
  int rank, ranks, thread = 0;
  MPI_Comm host;
  MPI_Comm_rank(all_ranks(), &rank);
  MPI_Comm_size(all_ranks(), &ranks);
  MPI_Comm_split_type(all_ranks(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &mine.place);
  MPI_Comm_size(host, &urtk_threads_here);
  count_cores(host); /* all have begun MPI by now */
  if (!urtc_embedded) urtc_note_mpi_memory(urtc_watch->memory, getpid());
  if (!urtc_embedded && urtc_mpi.drops_names) urtc_remove_memory(urtc_watch->memory);
  if (!urtc_embedded && urtc_mpi.cuts_lines) share_output(host, mine.place);
  mine.host = rank;
  MPI_Bcast(&mine.host, 1, MPI_INT, 0, host);
  MPI_Comm_free(&host);
  all = urtk_memory((size_t)ranks, sizeof *all, "the list of hosts");
  MPI_Allgather(&mine, 2, MPI_INT, all, 2, MPI_INT, all_ranks());
  urtc_hosts = 0;
  for (int r = 0; r < ranks; r++) {
    urtc_hosts += all[r].place == 0;
    thread += all[r].host < mine.host || (all[r].host == mine.host && all[r].place < mine.place);
  }
  free(all);
  MPI_Comm_split(all_ranks(), 0, thread, &urtc_comm);
  urtc_first_here = thread - mine.place;
  urtc_node = mine.place; /* until urtc_group */
}

void urtc_group(int most) {
  static int place = -1;
  int thread, threads, size = 0;
  if (place < 0) place = urtc_node;
  MPI_Comm_rank(urtc_comm, &thread);
  MPI_Comm_size(urtc_comm, &threads);
  int first = thread - (most ? place % most : place);
  free(urtc_first_of);
  urtc_first_of = urtk_memory((size_t)threads, sizeof *urtc_first_of, "the list of nodes");
  MPI_Allgather(&first, 1, MPI_INT, urtc_first_of, 1, MPI_INT, urtc_comm);
  free(urtc_leader);
  urtc_leader = urtk_memory((size_t)threads, sizeof *urtc_leader, "the list of nodes");
  urtc_nodes = 0;
  for (int t = 0; t < threads; t++) {
    if (urtc_first_of[t] == t) urtc_leader[urtc_nodes++] = t;
    if (t == thread) urtc_node = urtc_nodes - 1;
    size += urtc_first_of[t] == first;
  }
  urtc_set_segments(NULL, 0, first, size);
}

/* MPI libraries catch crashes to print pages about them; ours is a line (monitor.c), and a stack if asked for. MPICH
 * catches SIGUSR1 too, for programs that outlive a process: ours do not. */
static void start_mpi(int *argc, char ***argv) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGUSR1};
  enum { COUNT = sizeof deadly / sizeof *deadly };
  struct sigaction now;
  int given;
  urtc_learn_manners();
  if (urtc_needs_pt2pt() && urtc_lacks_windows()) setenv(URTC_OSC, URTC_OSC_ALLOWED, 0);
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given);
  for (int i = 0; i < COUNT; i++)
    if (sigaction(deadly[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) signal(deadly[i], SIG_DFL);
}

/* Inside a program that has begun MPI itself: this process is the thread, and no other watches it. */
static void start_embedded(void) {
  static struct watch unwatched;
  urtc_watch = &unwatched;
  urtc_learn_manners();
  number_threads();
  urtc_leave_with_mpi();
}

/* Thread 0 takes what upcrun feeds. */
static void take_fed(void) {
  int fed = urtk_fed_input();
  if (fed >= 0) dup2(fed, STDIN_FILENO), close(fed);
  if (fed == -1)
    fputs("upc: this MPI's launcher hands on no standard input, and upcrun is on another host: thread 0 has none\n",
          stderr);
}

/* Only thread 0 has input. MPICH's launcher leaves that of the others open, and nothing comes. */
static void take_input(int rank) {
  int inherited = urtk_inherited_input();
  if (rank > 0) urtk_empty_input();
  else if (inherited >= 0) dup2(inherited, STDIN_FILENO);
  else take_fed();
  if (inherited >= 0) close(inherited);
  unsetenv("UPCRUN_INPUT"); /* not for programs that the thread starts */
}

/* Its launcher may have gone: then MPI ends a thread in its start. */
static void leave_start(void) {
  if (!urtc_watch->threads && !urtk_is_forked()) urtc_remove_memory_of(getpid(), urtc_watch->memory);
}

static void start_alone(int *argc, char ***argv, int asked) {
  int rank, threads;
  if (getenv("UPCRUN_ASKS")) exit(printf("%d\n", asked ? asked : 1) < 0);
  urtc_start_monitor();
  atexit(leave_start);
  start_mpi(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  if (threads == 1) urtk_check_launcher(1, URTC_MPIEXEC);
  if (asked && asked != threads) {
    if (rank == 0)
      fprintf(stderr, "upc: %d threads are asked for, and MPI's launcher has started %d\n", asked, threads);
    exit(1);
  }
  take_input(rank);
  number_threads();
  on_exit(urtc_finish, NULL);
  MPI_Comm_rank(urtc_comm, &rank);
  if (rank > 0) urtk_hush();
}

int urtc_start(int *argc, char ***argv, int asked) {
  int threads;
  if (urtc_embedded) start_embedded();
  else start_alone(argc, argv, asked);
  urtc_group(urtk_env_near());
  MPI_Comm_size(urtc_comm, &threads);
  return threads;
}

static void (*merge_now)(const void *from, void *to);
static void merge_one(void *from, void *to, int *count, MPI_Datatype *type) {
  (void)count, (void)type;
  merge_now(from, to);
}

int urtc_merge(void *value, size_t bytes, void (*merge)(const void *from, void *to)) {
  MPI_Datatype whole;
  MPI_Op merging;
  int thread;
  merge_now = merge;
  MPI_Type_contiguous((int)bytes, MPI_BYTE, &whole);
  MPI_Type_commit(&whole);
  MPI_Op_create(merge_one, 1, &merging);
  MPI_Allreduce(MPI_IN_PLACE, value, 1, whole, merging, urtc_comm);
  MPI_Op_free(&merging);
  MPI_Type_free(&whole);
  MPI_Comm_rank(urtc_comm, &thread);
  return thread;
}

/* Where MPI has one process: why that may be wrong. The job ends if another MPI's launcher has started several. upcrun
 * becomes MPI's launcher only if the program's file names MPI: a script does not, nor does an interpreter. */
static const char *alone(void) {
  static char line[160];
  int processes, asked = urtk_env_threads();
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes == 1) urtk_check_launcher(1, URTC_MPIEXEC);
  if (processes > 1 || asked <= 1) return NULL;
  snprintf(line, sizeof line, "%d threads are asked for (upcrun -n, UPC_THREADS), and MPI has one process: start the "
           "program by MPI's launcher, mpiexec -n %d", asked, asked);
  return line;
}

static MPI_Comm from_fortran(int communicator) {
#ifdef MPI_ABI_VERSION
  return MPI_Comm_fromint(communicator);
#else
  return MPI_Comm_f2c(communicator);
#endif
}

const char *urtc_embed(const void *communicator, const char *mpi) {
  int begun, ended, alike;
  MPI_Comm asked;
  if (!communicator) return "this library is for programs on MPI; they call upc_stride_init_mpi";
  if (strcmp(mpi, "fortran") != 0 && strcmp(mpi, SPEAKS) != 0)
    return "the program was compiled for another MPI than this library, which is for " SPEAKS;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  if (!begun || ended) return "MPI is not running: call MPI_Init_thread before, and MPI_Finalize after";
  if (strcmp(mpi, "fortran") == 0) asked = from_fortran(*(const int *)communicator);
  else asked = *(const MPI_Comm *)communicator;
  if (asked == MPI_COMM_NULL) return "the communicator is MPI_COMM_NULL";
  const char *few = alone();
  if (few) return few;
  if (!urtc_embedded) {
    MPI_Comm_dup(asked, &given);
    urtc_embedded = 1;
    return NULL;
  }
  MPI_Comm_compare(asked, given, &alike);
  if (alike == MPI_IDENT || alike == MPI_CONGRUENT) return NULL;
  return "the communicator must have the processes of the first one, in the same order";
}
