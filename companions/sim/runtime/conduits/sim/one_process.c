/* SPDX-License-Identifier: BSD-3-Clause
 * sim: threads as contexts: turns, and what goes with the turn. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "base/large.h"
#include "base/sizes.h"
#include "base/tell.h"
#include "base/stack.h"
#include "conduits/sim/one_process.h"
#include "conduits/sim/common_image.h"
#include "conduits/sim/common_lists.h"
#include "conduits/sim/image.h"

struct urtc_contexts *urtc_contexts;

static struct urtc_contexts host;        /* what the copies see */

/* Below a stack nothing may be touched. */
enum { GUARD = 64 << 10 };

/* A table of pages is for SIM_TABLE bytes, and takes a page itself. So the first bytes of stack, image and segment that
 * a thread touches lie together: the image begins so many bytes behind a multiple of SIM_TABLE. */
enum { STACK_FIRST = 128 << 10 };

/* A stack has so many addresses more than it may have bytes. A frame that is larger than the guard lies there, and not
 * in the variables of the thread below. All threads together have an eighth of the addresses of a process for this. */
static const size_t FREE = (size_t)64 << 20, FREE_OF_ALL = (size_t)1 << 44;

struct action { int signal, flags; void *handler; };
struct at_exit { void (*call)(void *); void *argument; struct at_exit *before; };

/* What a thread has of its own beside its image. */
static struct context {
  struct stack stack;
  char *at;                              /* its image */
  struct urtc_elsewhere elsewhere;       /* its variables, while another thread's are there (common_image.h) */
  int begun, gone, preempted;            /* preempted: it has not given its turn back */
  int error;                             /* errno */
  unsigned rounding;
  FILE *in, *out;
  char *locals, **environment;
  int has_environment;                   /* 0: its list of variables is the host's, as long as it changes none */
  struct random_data random;
  char *random_state, *token;
  uint64_t computed, since;              /* nanoseconds up to its latest turn; when this one began */
  int in_program, status;                /* after its constructors; of its end */
  struct at_exit *at_exit;               /* what is called at its end: the latest first */
  uint64_t pending;                      /* signals that it is to handle */
  struct action *action;
  int actions;
  char *posts;                           /* preempted: what it has posted, while others have their turns */
} *context;

static struct {
  int on, threads, status, argc, null, guards;
  unsigned rounding;
  char **argv;
  pid_t process;
  void *simulator;
  void (*run)(void *, char *, sim_run *);
  struct stack stack;
  FILE *in, *out, *no_input;
  char *locals, **environment;           /* the host's */
  uint64_t turns;
  double patience;
  int each;                              /* so many threads have one copy of the image in common */
  struct context **there;                /* whose variables are in each of these copies */
} own;

static struct context *now(void) { return host.thread < 0 ? NULL : &context[host.thread]; }

void *urt_common(void *variable) {
  return urtc_contexts ? urtc_contexts->image + ((char *)variable - urtc_image_here()) : variable;
}

/* ---- turns ---- */
static uint64_t processor_time(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t computed(void) { return now()->computed + processor_time() - now()->since; }

static int counts_time(void) { return host.control->costs.host_factor > 0; }

static void exchange_locals(char *leaving, const char *coming) {
  size_t bytes = urtc_image_thread_local_bytes();
  if (bytes == 0) return;
  memcpy(leaving, urtc_image_thread_locals(), bytes);
  memcpy(urtc_image_thread_locals(), coming, bytes);
}

/* How the processor rounds. What it has noted of exceptions is not kept: programs that ask for it are processes. */
#if defined __x86_64__
static unsigned rounding(void) { return __builtin_ia32_stmxcsr() & ~0x3fu; }
static void round_so(unsigned word) { if (word != rounding()) __builtin_ia32_ldmxcsr(word); }
#elif defined __aarch64__
static unsigned rounding(void) {
  uint64_t word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return (unsigned)word;
}
static void round_so(unsigned word) {
  if (word != rounding()) __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)word));
}
#else
static unsigned rounding(void) { return 0; }
static void round_so(unsigned word) { (void)word; }
#endif

static void handle_pending(struct context *c);
static void begin(void);

static char *place_of_image(const struct context *c) {
  return urtc_segments + (size_t)(c - context) * urtc_stride - urtc_image_bytes();
}

/* Where its memory begins: with the guard. */
static char *lowest_of(const struct context *c) {
  return urtc_segments + (size_t)(c - context) * urtc_stride - (urtc_stride - urtc_control->extent);
}

/* The thread's image becomes its own. 0: the system gives no memory for it. */
static int take_image(struct context *c) {
  struct context **there = &own.there[(c - context) / own.each], *before = *there;
  *there = c;
  if (before == c) return 1;
  if (before) {
    urtc_common_image_put(c->at, &before->elsewhere);
    urtc_common_image_clear(c->at, &before->elsewhere);
  }
  if (!c->begun) return before ? urtc_image_begin_again(c->at) : urtc_image_copy(c->at);
  urtc_common_image_bring(c->at, &c->elsewhere);
  return 1;
}

static void come(struct context *c) {
  if (own.each > 1) take_image(c);
  exchange_locals(own.locals, c->locals);
  environ = c->environment;
  round_so(c->rounding);
  stdin = c->in, stdout = c->out, errno = c->error;
  if (counts_time()) c->since = processor_time();
  host.control->running = host.thread = (int)(c - context);
}

static void leave(struct context *c) {
  host.control->running = host.thread = -1;
  if (counts_time()) c->computed += processor_time() - c->since;
  c->error = errno;
  stdin = own.in, stdout = own.out;
  c->environment = environ, environ = own.environment;
  c->rounding = rounding();
  round_so(own.rounding);
  exchange_locals(c->locals, own.locals);
}

/* Nothing may touch this memory. The system keeps a list of pieces of memory that differ, which has an end
 * (vm.max_map_count). A newer one knows guards, which are no pieces, but may take a table of pages each. */
enum { GUARD_INSTALL = 102 };            /* of Linux 6.13, 6.15 for shared memory */
static int shut(char *at, size_t bytes) {
  return (own.guards && madvise(at, bytes, GUARD_INSTALL) == 0) || mprotect(at, bytes, PROT_NONE) == 0;
}

/* Pieces of a thread's memory, with guards and with shut ones: code, and all else. */
enum { PIECES = 2, PIECES_SHUT = 6, OTHER_PIECES = 2000 };

static int has_guards(void) {
  void *page = mmap(NULL, SIM_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int has = page != MAP_FAILED && madvise(page, SIM_PAGE, GUARD_INSTALL) == 0;
  munmap(page, SIM_PAGE);
  return has;
}

static int most_pieces(void) {
  FILE *file = fopen("/proc/sys/vm/max_map_count", "r");
  int most = 65530;
  if (file && fscanf(file, "%d", &most) != 1) most = 65530;
  if (file) fclose(file);
  return most - OTHER_PIECES;
}

/* Null: there is room in the list, with guards if there must be, and with images in common. */
URTK_LARGE char urtc_beyond_list[200];
static const char *beyond_list(int threads) {
  const int most = most_pieces();
  own.each = 1;
  own.guards = threads > most / PIECES_SHUT && has_guards();
  int pieces = own.guards ? PIECES : PIECES_SHUT;
  if (threads <= most / pieces) return NULL;
  if (own.guards && most >= PIECES && urtc_common_image_is_possible()) {
    own.each = (threads - 1) / (most / PIECES) + 1;
    return NULL;
  }
  snprintf(urtc_beyond_list, sizeof urtc_beyond_list, "vm.max_map_count is %d; raise it (sysctl vm.max_map_count=%lld)",
           most + OTHER_PIECES, (long long)threads * pieces + OTHER_PIECES);
  return urtc_beyond_list;
}

static void make(struct context *c) {
  const int thread = (int)(c - context);
  char *low = lowest_of(c) + GUARD;
  c->at = place_of_image(c - thread % own.each);
  c->environment = own.environment;
  c->rounding = own.rounding;
  c->in = c == context ? own.in : own.no_input;
  c->out = c == context ? own.out : fdopen(STDOUT_FILENO, "w");
  c->locals = urtk_memory(1, urtc_image_thread_local_bytes() + 1, "a thread's variables");
  if (!c->out) c->out = own.out;
  if (!shut(low - GUARD, GUARD) || !take_image(c))
    urtk_usage(1, "the system gives no memory for thread %d: %s", thread, strerror(errno));
  c->begun = 1;
  urtc_image_first_thread_locals(c->at, c->locals);
  urtk_stack_lay(&c->stack, low, (size_t)(place_of_image(c) - low), 0, begin);
}

/* All threads have their posts at one place. */
static void put_posts_aside(struct context *c) {
  c->posts = urtk_memory(1, SIM_POSTS, "messages of a thread");
  memcpy(c->posts, sim_posts_of(host.control, (int)(c - context)), SIM_POSTS);
}

static void bring_posts_back(struct context *c) {
  memcpy(sim_posts_of(host.control, (int)(c - context)), c->posts, SIM_POSTS);
  free(c->posts);
  c->posts = NULL;
}

static int run(int thread, double patience) {
  struct context *c = &context[thread];
  if (!c->begun) make(c);
  if (c->preempted) bring_posts_back(c);
  own.patience = patience;
  own.turns++;
  c->preempted = 0;
  come(c);
  urtk_stack_switch(&own.stack, &c->stack);
  leave(c);
  if (c->preempted) put_posts_aside(c);
  if (c->gone) __atomic_store_n(&urtc_gone[thread], 1, __ATOMIC_RELEASE);
  return !c->gone && !c->preempted;
}

static void give_back(void) {
  struct context *c = now();
  urtk_stack_switch(&c->stack, &own.stack);
  if (c->pending) handle_pending(c);
}

/* ---- a thread that computes for long may wait for what another one will write: the others go on ---- */
enum { TICK_MS = 10 };
#define TICK (SIGRTMAX - 2)

static void tick(int signal, siginfo_t *info, void *at) {
  static uint64_t turn;
  static int ticks;
  struct context *c = now();
  (void)signal, (void)info;
#if defined __x86_64__
  const void *address = (const void *)((ucontext_t *)at)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  const void *address = (const void *)((ucontext_t *)at)->uc_mcontext.pc;
#else
  const void *address = NULL;
#endif
  if (!c) return;
  if (turn != own.turns) turn = own.turns, ticks = 0;
  if (++ticks * TICK_MS * 1e-3 < own.patience || !urtc_image_has(c->at, address)) return;
  int error = errno;                     /* its own code was interrupted, and none of the C library's */
  c->preempted = 1;
  give_back();
  errno = error;
}

static void start_ticks(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TICK};
  struct itimerspec each = {{0, TICK_MS * 1000000}, {0, TICK_MS * 1000000}};
  timer_t timer;
  action.sa_sigaction = tick;
  event._sigev_un._tid = own.process;
  sigaction(TICK, &action, NULL);
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0) timer_settime(timer, 0, &each, NULL);
}

/* ---- the ends ---- */
static void __attribute__((noreturn)) end_process(int status) {
  fflush(NULL);
  _exit(status & 255);
}

/* The program has forked, or has a thread of the system's beside its own. */
static int is_elsewhere(void) { return syscall(SYS_gettid) != own.process; }

static _Noreturn void go(int status) {
  struct context *c = now();
  if (is_elsewhere()) _exit(status);
  if ((status & 255) > own.status) own.status = status & 255;
  c->gone = 1;
  urtk_stack_switch(&c->stack, &own.stack);
  abort();                               /* never comes back */
}

/* The C library's list of such calls has those of all copies, and each copy that ends would search it. */
static int register_call(void (*call)(void *), void *argument, void *library) {
  struct context *c = now();
  struct at_exit *a = urtk_memory(1, sizeof *a, "what is called at the end");
  (void)library;
  *a = (struct at_exit){call, argument, c->at_exit};
  c->at_exit = a;
  return 0;
}

/* A call may register others. */
static void call_registered(struct context *c) {
  while (c->at_exit) {
    struct at_exit a = *c->at_exit;
    free(c->at_exit);
    c->at_exit = a.before;
    a.call(a.argument);
  }
}

static int flush(FILE *file);

/* exit of a copy, or of a process that it has forked: what it has registered by atexit is called. Its files are
 * flushed. */
static _Noreturn void exit_context(int status) {
  struct context *c = now();
  int forked = getpid() != own.process;
  if (is_elsewhere() && !forked) _exit(status);
  c->status = status;
  call_registered(c);
  flush(forked ? c->out : NULL);
  go(status);
}

/* ---- signals: each thread has its own handlers ---- */
static struct action *action_of(struct context *c, int signal) {
  for (int i = 0; i < c->actions; i++)
    if (c->action[i].signal == signal) return &c->action[i];
  return NULL;
}

static int is_ignored(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

static void die_of(int signal) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &usual, NULL);
  raise(signal);
}

static void handle(struct context *c, int signal, siginfo_t *info, void *at) {
  struct action *a = action_of(c, signal), found = a ? *a : (struct action){0};
  if (found.handler == (void *)SIG_IGN) return;
  if (!found.handler) {
    if (!is_ignored(signal)) die_of(signal);
    return;
  }
  if (found.flags & (int)SA_RESETHAND) a->handler = NULL;
  if (found.flags & SA_SIGINFO) ((void (*)(int, siginfo_t *, void *))found.handler)(signal, info, at);
  else ((void (*)(int))found.handler)(signal);
}

static void handle_pending(struct context *c) {
  while (c->pending) {
    int signal = __builtin_ctzll(c->pending) + 1;
    siginfo_t info = {.si_signo = signal};
    c->pending &= c->pending - 1;
    handle(c, signal, &info, NULL);
  }
}

static int is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
}

/* A thread's own fault is its own affair. What comes from elsewhere is for all: those that do not run handle it in
 * their next turn. */
static void hear(int signal, siginfo_t *info, void *at) {
  if (!is_fault(signal) && is_elsewhere()) {
    if (getpid() == own.process) syscall(SYS_tgkill, own.process, own.process, signal);
    else die_of(signal);
    return;
  }
  int error = errno, is_own = is_fault(signal) || info->si_pid == getpid();
  struct context *c = now();
  for (int t = 0; !is_own && t < own.threads; t++) {
    struct action *a = action_of(&context[t], signal);
    if (!(a && a->handler) && !context[t].gone && !is_ignored(signal)) die_of(signal);
    if (&context[t] != c && a) context[t].pending |= 1ull << (signal - 1);
  }
  if (c) handle(c, signal, info, at);
  else if (is_own) die_of(signal);
  errno = error;
}

static int change_action(int signal, const struct sigaction *new, struct sigaction *old) {
  struct context *c = now();
  struct sigaction all = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  if (is_elsewhere() || signal < 1 || signal > 64) return sigaction(signal, new, old);
  struct action *a = action_of(c, signal);
  if (old) {
    memset(old, 0, sizeof *old);
    if (a) old->sa_handler = (void (*)(int))a->handler, old->sa_flags = a->flags;
  }
  if (!new) return 0;
  if (signal == SIGKILL || signal == SIGSTOP) return errno = EINVAL, -1;
  if (!a) {
    c->action = urtk_larger(c->action, (size_t)c->actions + 1, sizeof *a, "signal handlers");
    *(a = &c->action[c->actions++]) = (struct action){.signal = signal};
  }
  a->handler = (void *)new->sa_handler, a->flags = new->sa_flags;
  all.sa_sigaction = hear;
  all.sa_flags |= new->sa_flags & SA_ONSTACK;
  if (!(new->sa_flags & SA_RESTART)) all.sa_flags &= ~SA_RESTART;
  return sigaction(signal, &all, NULL);
}

static void (*change_signal(int signal, void (*handler)(int)))(int) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  return change_action(signal, &action, &old) < 0 ? SIG_ERR : old.sa_handler;
}

/* ---- calls of the C library that keep something ---- */
/* Files that threads write beside their output. While there are none, to flush all files of a thread is cheap. Of a
 * program that opens files in memory, they are not counted. */
static int written_files;

static FILE *count_file(FILE *file) {
  written_files += file && __fwritable(file);
  return file;
}

static FILE *open_file(const char *name, const char *mode) { return count_file(fopen(name, mode)); }
static FILE *open_descriptor(int file, const char *mode) { return count_file(fdopen(file, mode)); }

/* The others go on with the job's input and output. */
static int is_of_job(int descriptor) {
  return descriptor >= STDIN_FILENO && descriptor <= STDERR_FILENO && getpid() == own.process;
}

static int close_descriptor(int descriptor) { return is_of_job(descriptor) ? 0 : close(descriptor); }

static int close_file(FILE *file) {
  if (is_of_job(fileno(file)) || file == own.no_input) return fflush(file);
  written_files -= __fwritable(file) != 0;
  return fclose(file);
}

static int flush(FILE *file) {
  struct context *c = now();
  const int all = written_files || urtc_image_lends();
  return fflush(file || all || !c ? file : c->out);
}

static void have_environment(struct context *c) {
  if (!c || c->has_environment) return;
  c->has_environment = 1;
  size_t n = 0;
  while (environ && environ[n]) n++;
  char **copy = urtk_memory(n + 1, sizeof *copy, "the environment");
  if (n) memcpy(copy, environ, n * sizeof *copy);
  environ = copy;
}

/* The C library's setenv takes it that there is one environment. */
static char **variable(const char *name, size_t length) {
  char **at = environ;
  while (*at && (strncmp(*at, name, length) != 0 || (*at)[length] != '=')) at++;
  return at;
}

static int is_name(const char *name) { return name && *name && !strchr(name, '='); }

static int set_variable(const char *name, const char *value, int again) {
  if (!is_name(name)) return errno = EINVAL, -1;
  have_environment(now());
  size_t length = strlen(name), number = (size_t)(variable(name, length) - environ);
  if (environ[number] && !again) return 0;
  if (!environ[number]) {
    environ = urtk_larger(environ, number + 2, sizeof *environ, "the environment");
    environ[number + 1] = NULL;
  }
  char *text = urtk_memory(length + strlen(value) + 2, 1, "the environment");
  sprintf(text, "%s=%s", name, value);
  environ[number] = text;
  return 0;
}

static int unset_variable(const char *name) {
  if (!is_name(name)) return errno = EINVAL, -1;
  have_environment(now());
  char **at = variable(name, strlen(name));
  for (; *at; at++) at[0] = at[1];
  return 0;
}

enum { RANDOM_STATE = 128 };

static void seed(unsigned seed) {
  struct context *c = now();
  if (!c->random_state) {
    c->random_state = urtk_memory(1, RANDOM_STATE, "random numbers");
    initstate_r(seed, c->random_state, RANDOM_STATE, &c->random);
  }
  srandom_r(seed, &c->random);
}

static long next_random(void) {
  int32_t number;
  if (!now()->random_state) seed(1);
  random_r(&now()->random, &number);
  return number;
}

static char *next_token(char *text, const char *ends) { return strtok_r(text, ends, &now()->token); }

/* A buffer in an image that is common is not there when files of all threads are flushed. */
static int set_buffer(FILE *file, char *buffer, int mode, size_t bytes) {
  return setvbuf(file, own.each > 1 ? NULL : buffer, mode, bytes);
}

/* Threads of the system would find another thread's variables in an image that is common. */
static int create_thread(pthread_t *thread, const pthread_attr_t *how, void *(*function)(void *), void *argument) {
  return own.each > 1 ? EAGAIN : pthread_create(thread, how, function, argument);
}

static int next_rand(void) { return (int)next_random(); }

/* Thread 0 has the job's input. */
static ssize_t read_file(int file, void *to, size_t bytes) {
  return read(file == STDIN_FILENO && host.thread > 0 && !is_elsewhere() ? own.null : file, to, bytes);
}

/* What on_exit has registered is told the status. */
struct on_exit { void (*call)(int, void *); void *argument; };

static void call_on_exit(void *registered) {
  struct on_exit r = *(struct on_exit *)registered;
  free(registered);
  r.call(now()->status, r.argument);
}

/* What constructors register is the runtime's, for processes. */
static int register_on_exit(void (*call)(int, void *), void *argument) {
  if (!now()->in_program) return 0;
  struct on_exit *r = urtk_memory(1, sizeof *r, "what is called at the end");
  *r = (struct on_exit){call, argument};
  return register_call(call_on_exit, r, NULL);
}

/* No table: its addresses would be variable memory (base/large.h). */
static void *replacement(const char *name) {
#define REPLACE(call, function) if (strcmp(name, call) == 0) return (void *)function
  REPLACE("exit", exit_context);
  REPLACE("_exit", go);
  REPLACE("_Exit", go);
  REPLACE("on_exit", register_on_exit);
  REPLACE("__cxa_atexit", register_call);
  REPLACE("sigaction", change_action);
  REPLACE("signal", change_signal);
  REPLACE("rand", next_rand);
  REPLACE("random", next_random);
  REPLACE("srand", seed);
  REPLACE("srandom", seed);
  REPLACE("read", read_file);
  REPLACE("strtok", next_token);
  REPLACE("close", close_descriptor);
  REPLACE("setenv", set_variable);
  REPLACE("unsetenv", unset_variable);
  REPLACE("fopen", open_file);
  REPLACE("fopen64", open_file);
  REPLACE("fdopen", open_descriptor);
  REPLACE("fclose", close_file);
  REPLACE("fflush", flush);
  REPLACE("setvbuf", set_buffer);
  REPLACE("pthread_create", create_thread);
#undef REPLACE
  return NULL;
}

/* ---- the start ---- */
static char **copy_arguments(void) {
  size_t list = ((size_t)own.argc + 1) * sizeof(char *), bytes = list;
  for (int i = 0; i < own.argc; i++) bytes += strlen(own.argv[i]) + 1;
  char **copy = urtk_memory(bytes, 1, "arguments"), *text = (char *)copy + list;
  for (int i = 0; i < own.argc; i++) {
    copy[i] = strcpy(text, own.argv[i]);
    text += strlen(text) + 1;
  }
  return copy;
}

/* The first function on a context's stack. */
static void begin(void) {
  struct context *c = now();
  char **argv = copy_arguments();
  urtk_stack_arrived();
  *(struct urtc_contexts **)urtc_image_there(c->at, &urtc_contexts) = &host;
  urtc_image_initialise(c->at, own.argc, argv);
  c->in_program = 1;
  int (*program)(int, char **) = (int (*)(int, char **))urtc_image_there(c->at, (void *)urtk_main);
  exit_context(program(own.argc, argv));
}

static struct urtc_room room(void) {
  const size_t most = (size_t)1 << 30, alignment = urtc_image_alignment();
  struct rlimit limit;
  size_t stack = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < most ? limit.rlim_cur : most;
  size_t first = alignment > STACK_FIRST ? alignment : STACK_FIRST;
  size_t share = FREE_OF_ALL / (size_t)own.threads;
  stack = (stack + (share < FREE ? share : FREE) + SIM_PAGE - 1) & ~(size_t)(SIM_PAGE - 1);
  return (struct urtc_room){GUARD + stack + urtc_image_bytes(),
                            (first + urtc_image_bytes()) % SIM_TABLE};
}

struct urtc_room urtc_room_of_context(void) { return own.on ? room() : (struct urtc_room){0, 0}; }

static int is_room(int threads) {
  size_t all = room().bytes * (size_t)threads;
  char *at = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at != MAP_FAILED) munmap(at, all);
  return at != MAP_FAILED;
}

/* UPC_MACHINE_PROCESSES: 1: each thread is a process. 0, the default: where possible one process has them all.
 * `verbose`: this, and the program says which it is; *verbose is 1. */
static int wants_processes(int *verbose) {
  const char *text = getenv("UPC_MACHINE_PROCESSES");
  *verbose = text && strcmp(text, "verbose") == 0;
  return !*verbose && urtk_env_yes("UPC_MACHINE_PROCESSES");
}

/* Processes can be looked at one by one: by a debugger, in a core file, by their stacks of calls. */
static const char *unfit(int processes) {
  struct rlimit core;
  const char *debug = getenv("UPC_DEBUG"), *why;
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return "it has sanitizers";
#endif
#endif
  if (processes) return "UPC_MACHINE_PROCESSES is set";
  if (getauxval(AT_SECURE)) return "it has rights of its own";
  if (!urtk_main) return "the job starts in a program with a main of its own";
  if (debug && *debug) return "UPC_DEBUG is set";
  if (urtk_env_backtrace()) return "UPC_BACKTRACE is set";
  if (getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur) return "there are core files";
  if (getenv("UPC_MACHINE_RECORD") || getenv("UPC_MACHINE_REPLAY")) return "times are recorded";
  if (urtk_memory_events) return "accesses are watched, in memory that processes inherit";
  why = urtc_image_unfit(replacement);
  if (why || (why = beyond_list(own.threads))) return why;
  if (urtc_image_alignment() > SIM_TABLE) return "it has variables at multiples of more than 2 MB";
  return is_room(own.threads) ? NULL : "the system gives one process too few addresses";
}

/* SimGrid sets handlers of its own. */
static const int kept[] = {SIGINT, SIGSEGV, SIGFPE, SIGABRT, SIGILL, SIGBUS, SIGTERM, SIGHUP, SIGQUIT};
enum { KEPT = sizeof kept / sizeof *kept };

static void *load(const char *simulator, const char *machine, int file) {
  struct sigaction before[KEPT];
  stack_t none = {.ss_flags = SS_DISABLE};
  void *library = dlopen(simulator, RTLD_NOW | RTLD_LOCAL);
  void *(*open_simulator)(const char *, const char *, int) = NULL;
  if (library) *(void **)&open_simulator = dlsym(library, "upc_simulator_open");
  if (library) *(void **)&own.run = dlsym(library, "upc_simulator_run");
  if (!open_simulator || !own.run) return NULL;
  for (int i = 0; i < KEPT; i++) sigaction(kept[i], NULL, &before[i]);
  void *made = open_simulator(simulator, machine, file);
  for (int i = 0; i < KEPT; i++) sigaction(kept[i], &before[i], NULL);
  sigaltstack(&none, NULL);
  return made;
}

int urtc_choose_contexts(int argc, char **argv, const char *simulator, const char *machine, int file) {
  own.threads = urtc_control->threads;
  int verbose, processes = wants_processes(&verbose);
  const char *why = unfit(processes);
  own.argc = argc, own.argv = argv;
  if (!why && !(own.simulator = load(simulator, machine, file))) why = "the simulator cannot be loaded";
  if (why) urtc_image_forget();
  if (why && (own.threads > URTK_MOST_PROCESSES || why == urtc_beyond_list) && urtk_limit_exceeded(own.threads, 1))
    urtk_usage(1, "%d threads cannot be in one process: %s", own.threads, why);
  if (verbose && why) fprintf(stderr, "upc: each thread is a process: %s\n", why);
  else if (verbose && own.each > 1)
    fprintf(stderr, "upc: all threads are in one process, %d with each copy of the program\n", own.each);
  else if (verbose) fprintf(stderr, "upc: all threads are in one process\n");
  return own.on = !why;
}

int urtc_chose_contexts(void) { return own.on; }

URTK_LARGE char urtc_crash_stack[64 << 10];
void urtc_run_contexts(size_t bytes) {
  stack_t other = {.ss_size = sizeof urtc_crash_stack, .ss_sp = urtc_crash_stack};
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) files.rlim_cur = files.rlim_max, setrlimit(RLIMIT_NOFILE, &files);
  own.process = getpid();
  own.environment = environ, own.rounding = rounding();
  own.in = stdin, own.out = stdout;
  own.null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  own.no_input = fdopen(own.null, "r");
  own.locals = urtk_memory(1, urtc_image_thread_local_bytes() + 1, "a thread's variables");
  context = urtk_memory((size_t)own.threads, sizeof *context, "threads");
  if (own.each > 1) urtc_common_image_open();
  own.there = urtk_memory((size_t)own.threads, sizeof *own.there, "threads");
  host = (struct urtc_contexts){.thread = -1, .image = urtc_image_here(), .bytes = bytes,
                                .control = urtc_control, .give_back = give_back, .computed = computed,
                                .allocate = malloc, .release = free, .keep = urtc_list_keep, .drop = urtc_list_drop,
                                .end_process = end_process};
  urtc_control->running = -1;
  for (int t = 0; t < own.threads; t++) shut(urtc_segments + (size_t)t * urtc_stride, urtk_first);
  sigaltstack(&other, NULL);
  start_ticks();
  own.run(own.simulator, (char *)urtc_control, run);
  end_process(own.status);
}
