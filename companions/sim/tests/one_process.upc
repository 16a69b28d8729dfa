/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread has of its own, whether it is a process or a context of one: variables, what the C library keeps
 * between two calls, output, input, handlers, the ends. It prints the same in both ways; with `pid`, its process. */
#include <alloca.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>

static int number = 7, list[1000], *pointer = &number, **of_pointer = &pointer;
static const char *const texts[] = {"a", "b", "c"};
static _Thread_local int local = 5, zero;
_Thread_local int *volatile to_number = &number;  /* has an address of the image when a thread begins */
static _Alignas(65536) char aligned[65536];
static volatile sig_atomic_t heard;
shared int found[THREADS];

static int count(void) {
  static int calls = 100;
  return ++calls;
}

static void hear(int signal) { heard += signal; }
static void third(void) { printf("thread %d: registered at the end\n", MYTHREAD); }
static void first(void) { printf("thread %d: registered first, number %d\n", MYTHREAD, number); atexit(third); }
static void second(void) { printf("thread %d: registered second\n", MYTHREAD), number++; }

static void state(void) {
  char text[] = "one two three four";
  double *memory = malloc(100 * sizeof *memory);
  jmp_buf back;
  srand(MYTHREAD + 1);
  printf("thread %d: ", MYTHREAD);
  char *word = strtok(text, " ");
  for (volatile int i = 0; i < 4; i++) {
    **of_pointer += MYTHREAD, list[i] = number, local += MYTHREAD, zero -= MYTHREAD;
    memory[i] = MYTHREAD;
    errno = MYTHREAD + 1;
    upc_barrier;
    if (errno != MYTHREAD + 1 || memory[i] != MYTHREAD) printf("wrong ");
    if (setjmp(back) == 0) longjmp(back, 1);
    printf("%d %d %d %d %d %s %s %d, ", *pointer, list[i], local, zero, count(), word, texts[MYTHREAD % 3],
           rand() % 1000);
    upc_barrier;
    word = strtok(NULL, " ");
  }
  printf("%ld\n", random() % 1000);
  free(memory);
}

/* What all threads of one process would share. */
static void environment(void) {
  char own[20];
  sprintf(own, "%d", MYTHREAD);
  setenv("HOME", own, 1), setenv("ONE", own, 0), setenv("TWO", "no", 1), unsetenv("TWO");
  upc_barrier;
  if (MYTHREAD % 2) setenv("THREE", own, 1);
  *to_number += MYTHREAD;
  upc_barrier;
  printf("thread %d: HOME %s, ONE %s, TWO %d, THREE %d, number %d, aligned %d\n", MYTHREAD, getenv("HOME"),
         getenv("ONE"), getenv("TWO") != NULL, getenv("THREE") != NULL, number, (int)((size_t)aligned % 65536));
}

static void at_exit(int status, void *what) { printf("thread %d: %s, status %d\n", MYTHREAD, (char *)what, status); }

/* Thread 1 closes what all have. */
static void standard(void) {
  extern int on_exit(void (*)(int, void *), void *);
  on_exit(at_exit, "registered first"), on_exit(at_exit, "registered second");
  if (MYTHREAD == 1) printf("thread 1\n"), fclose(stdin), fclose(stdout), close(STDOUT_FILENO);
  upc_barrier;
  if (MYTHREAD == 1) _exit(0);
  printf("thread %d goes on\n", MYTHREAD);
}

static void frame(size_t bytes) {
  volatile char *low = alloca(bytes);
  memset((void *)low, 255, 1000);
}

/* A frame that reaches past the end of the stack. A thread may die of it, or not, but changes no other one. */
static void large(void) {
  upc_barrier;
  for (size_t mega = 9; MYTHREAD == 3 && mega < 40; mega++) frame(mega << 20);
  if (number != 7 || list[0] || count() != 101) fprintf(stderr, "thread %d: its variables are changed\n", MYTHREAD);
}

static void input(void) {
  char line[100] = "", raw = 0;
  if (MYTHREAD == 0) scanf("%99s", line);
  else raw = (char)read(STDIN_FILENO, &raw, 1);
  int c = MYTHREAD ? getchar() : 0;
  printf("thread %d: '%s' %d %d\n", MYTHREAD, line, c, raw);
}

/* A loop without a call, that only another thread's write ends. */
static void spin(void) {
  int *here = (int *)&found[MYTHREAD];
  upc_barrier;
  if (MYTHREAD == 1) while (*here == 0) __asm__ volatile("" ::: "memory");
  else found[1] = 1;
  printf("thread %d: %d\n", MYTHREAD, found[1]);
}

static void signals(const char *ready) {
  if (MYTHREAD % 2 == 0) signal(SIGUSR1, hear);
  else {
    struct sigaction a = {.sa_handler = hear}, had;
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR1, NULL, &had);
    if (had.sa_handler != hear) printf("wrong handler\n");
  }
  upc_barrier;
  if (MYTHREAD == 0) fclose(fopen(ready, "w"));
  for (int all = 0; !all;) {
    found[MYTHREAD] = heard;
    upc_barrier;
    all = 1;
    for (int t = 0; t < THREADS; t++) all &= found[t] != 0;
    upc_barrier;
  }
  printf("thread %d: heard %d\n", MYTHREAD, (int)heard == SIGUSR1);
}

static int deep(int n) {
  volatile char frame[10000];
  frame[n % 10000] = (char)n;
  return n ? deep(n + 1) + frame[0] : 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "state";
  if (strcmp(what, "pid") == 0) printf("%d\n", (int)getpid());
  if (strcmp(what, "state") == 0) state();
  if (strcmp(what, "input") == 0) input();
  if (strcmp(what, "environment") == 0) environment();
  if (strcmp(what, "standard") == 0) standard();
  if (strcmp(what, "large") == 0) large();
  if (strcmp(what, "spin") == 0) spin();
  if (strcmp(what, "signals") == 0) signals(argv[2]);
  if (strcmp(what, "ends") == 0) {
    atexit(first), atexit(second);
    printf("thread %d: no end of line", MYTHREAD);
    upc_barrier;
    if (MYTHREAD == 1) exit(3);
    if (MYTHREAD == 2) fflush(stdout), _exit(5);
    if (MYTHREAD == 3) raise(SIGUSR2);
  }
  upc_barrier;
  if (MYTHREAD == 1 && strcmp(what, "overflow") == 0) return deep(1);
  if (MYTHREAD == 1 && strcmp(what, "abort") == 0) abort();
  return 0;
}
