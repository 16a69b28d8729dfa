/* SPDX-License-Identifier: BSD-3-Clause
 * The start of the threads: of a program of UPC (main.c), or inside a program with another main (embedded.c).
 * A segment is [urtk_first bytes that end the job: null | SPARE | static shared objects | shared heap]. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "core/copy_bounds.h"
#include "base/companions.h"
#include "base/sizes.h"
#include "base/tell.h"
#include "conduits/barrier.h"
#include "job/job.h"

/* Some programs read x[-1] and ignore what they get. If x is the first static object, this address must not be one of
 * the null pointers that end the job. */
enum { SPARE = 4096 };

/* Null with an index should end the job rather than reach an object, so the objects begin late where bytes that are not
 * touched cost nothing but addresses. All threads compute the same. */
static size_t first_offset(int threads) {
  struct rlimit addresses;
  int limited = getrlimit(RLIMIT_AS, &addresses) < 0 || addresses.rlim_cur != RLIM_INFINITY;
  return threads <= URTC_GAP_FOR && !limited ? URTK_GAP : URTK_PAGE;
}

/* Between the frame of main and the end of the stack there are the environment and the arguments. */
enum { SPARE_STACK = 256 << 10 };

int urt_forall_depth = 0;

/* The next record from *word on, null behind the last. A linker may leave zeroed bytes between two files' records. */
static const urt_fixed_t *next_fixed(const long **word, const void *end) {
  while (*word < (const long *)end && !**word) (*word)++;
  if (*word >= (const long *)end) return NULL;
  const urt_fixed_t *one = (const urt_fixed_t *)*word;
  *word += sizeof *one / sizeof **word;
  return one;
}

/* Of the program's files that were compiled for a number of threads the first one, and one for another number; null if
 * there is none. */
static void threads_compiled(const urt_fixed_t **first, const urt_fixed_t **other) {
  const urt_fixed_t *one;
  *first = *other = NULL;
  for (int i = 0; i < urtk_modules(); i++)
    for (const long *word = urtk_module(i)->fixed; (one = next_fixed(&word, urtk_module(i)->fixed_end));) {
      if (!*first) *first = one;
      if (one->threads != (*first)->threads) *other = one;
    }
}

int urtk_threads_asked(void) {
  int asked = urtk_env_threads();
  const urt_fixed_t *first, *other;
  threads_compiled(&first, &other);
  return asked || !first ? asked : (int)first->threads;
}

/* Once the conduit has seen to it that one process speaks for all. */
static void check_compiled(int threads) {
  const urt_fixed_t *first, *other;
  threads_compiled(&first, &other);
  if (other)
    urtk_usage(1, "%s was compiled for %ld threads (-T %ld) and %s for %ld: "
               "compile all files of a program with the same -T",
               first->file, first->threads, first->threads, other->file, other->threads);
  if (first && first->threads != threads)
    urtk_usage(1, "this program was compiled for %ld threads (-T %ld) and was started with %d", first->threads,
               first->threads, threads);
}

/* The end of main's stack, and how far it may grow; 0 if it has no limit. */
static uintptr_t stack_end;
static size_t stack_limit;

static void note_stack(void) {
  struct rlimit limit;
  stack_end = (uintptr_t)__builtin_frame_address(0);
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) stack_limit = limit.rlim_cur;
}

/* Linux leaves 128 MB below a stack's limit free. An address there is of an automatic variable that did not fit. */
static const char *stack_overflow(const void *address) {
  static char line[100];
  size_t below = stack_end - (uintptr_t)address; /* huge if the address is above */
  if (!stack_limit || below < stack_limit - SPARE_STACK || below > stack_limit + ((size_t)128 << 20)) return NULL;
  snprintf(line, sizeof line, "upc: thread %%d: its stack of %zu KB overflowed; ulimit -s raises it\n",
           stack_limit >> 10);
  return line;
}

enum { NOTHING_BELOW = 64 << 10 };       /* Linux maps nothing at lower addresses, unless a system is told to */

/* The first bytes of segments are inaccessible: a null pointer-to-shared points there. So are as many behind the last
 * segment. */
static const char *reason_of(const void *address) {
  const char *known = urtk_explain_crash ? urtk_explain_crash(address) : NULL, *behind = NULL;
  if (!known) known = stack_overflow(address);
  if (known) return known;
  for (int t = 0; t < urt_threads; t++) {
    urt_ptr_t start = urtk_at(t, 0);
    if (urt_is_near(start) && (uintptr_t)address - (uintptr_t)urt_near(start) < urtk_first)
      return "upc: thread %d read or wrote through a null pointer-to-shared, or far past a private array\n";
    start.offset = urtk_segment_size();
    if (urt_is_near(start) && (uintptr_t)address - (uintptr_t)urt_near(start) < urtk_first)
      behind = "upc: thread %d read or wrote behind the end of shared memory\n";
  }
  if (behind) return behind;
  return (uintptr_t)address < NOTHING_BELOW ? "upc: thread %d read or wrote through a null pointer\n" : NULL;
}

/* upcrun -n 4 has become a program with a main of its own, which ends well as the process that it was from the start.
 * Had it started the threads, this process would be their monitor. */
static void look_at_end(int status, void *unused) {
  const char *program = getenv("UPCRUN_PROGRAM");
  (void)unused;
  if (status || !program || atol(program) != getpid()) return;
  fflush(NULL);
  fprintf(stderr, "upc: the program has run as one process, not as %d threads: it has not called upc_stride_init, or "
          "upc_stride.init in Python, which starts them\n", urtk_env_threads());
  _exit(1);
}

static void __attribute__((constructor)) watch_end(void) {
  urtk_constructors++;
  if (getenv("UPCRUN_PROGRAM")) on_exit(look_at_end, NULL);
}

void urtk_handle_crashes(void) {
  note_stack();
  urtk_crash_handlers(urtk_env_backtrace(), reason_of);
}

/* UPC_BIND=verbose: "0-3,8" of this thread. */
static void say_processors(void) {
  int verbose, used = 0;
  char list[512] = "", host[64] = "";
  urtk_env_bind(&verbose);
  if (!verbose) return;
  struct cores set = urtk_affinity();
  const int most = 8 * sizeof set;
  for (int i = 0, last; i < most && used < (int)sizeof list - 24; i = last + 1) {
    for (last = i; last < most && set.bits[last / 64] >> last % 64 & 1;) last++;
    if (last == i) continue;
    used += sprintf(list + used, last - i > 1 ? "%s%d-%d" : "%s%d", used ? "," : "", i, last - 1);
  }
  gethostname(host, sizeof host - 1);
  fprintf(stderr, "upc: thread %d on %s runs on processors %s\n", urt_mythread, host, list);
}

static size_t beside(size_t objects) {
  return urtk_memory_events && urtk_memory_events->beside ? urtk_memory_events->beside(objects) : 0;
}

void urtk_start(int *argc, char ***argv, int asked, size_t heap) {
  urtk_end_job = urtc_end_job;
  urtk_long_wait = urtk_stuck;
  urtk_serve = urtk_answer;
  urtk_close_modules();
  int threads = urtc_start(argc, argv, asked), mythread, given = heap != 0;
  if (threads > URTC_MOST_THREADS)
    urtk_usage(2, "there are %d threads; conduit %s can have at most %d", threads, urtc_name, URTC_MOST_THREADS);
  urtk_set_identity(0, threads); /* layouts may ask for THREADS */
  check_compiled(threads);
  urtk_check_environment();

  urtk_first = first_offset(threads);
  size_t from = urtk_place_statics(urtk_first + SPARE, threads), want = heap ? heap : urtk_env_heap(threads, &given);
  urtk_check_alike();
  urtk_set_patience(urtk_env_patience());
  const char *checked = getenv("UPC_STRIDE_CHECK"); /* the library says which values are wrong */
  urtk_checks_copies = checked && strcmp(checked, "1") == 0;
  from = (from + 63) & ~(size_t)63;
  if (want > URTK_MOST_HEAP - from)
    urtk_usage(1, "%zu MB of heap and %zu MB of static objects; a thread's shared memory has less than 1T", want >> 20,
               from >> 20);
  size_t least = from + (given ? want : 1 << 20), most = from + want;
  if (urtk_memory_events) urtk_memory_events->reserve(most);
  size_t size = urtc_attach(least + beside(least), most + beside(most), &mythread);
  if (!size)
    urtk_usage(1, "the system does not give %zu MB of shared memory to each of %d threads%s",
               ((least - urtk_first) >> 20) + 1, threads, given ? "; UPC_SHARED_HEAP_SIZE lowers it" : "");
  urtk_set_identity(mythread, threads);
  /* a thread's own static objects are in any core file */
  madvise(urt_near(urtk_at(mythread, urtk_first)), from - urtk_first, MADV_DODUMP);
  size_t objects = size == most + beside(most) ? most : size - beside(size);
  if (objects < size) urtk_memory_events->has_beside(objects);
  urtk_heap_init(from, objects);
  urtk_use_large_pages(urtk_first, from - urtk_first);
  urtk_size_gather_tables();
  urtk_open_calls();
  say_processors();
  if (mythread == 0) urtk_say_unknown_variables();
  for (const struct urtk_companion *const *one = urtk_companions; *one; one++)
    if ((*one)->start) (*one)->start();
}
