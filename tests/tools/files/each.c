/* SPDX-License-Identifier: BSD-3-Clause
 * each.h: makes the files, starts the processes and looks how they end. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "damage.h"
#include "each.h"

enum { SECONDS = 10, REPORTED = 99, SAID = 1 << 16 };
static const char said_name[] = "said";  /* what the reader writes to standard error */

/* A report of the address sanitizer ends a process with this status. More memory than this is a fault as well. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "exitcode=99:detect_leaks=0:allocator_may_return_null=1:hard_rss_limit_mb=3000:max_allocation_size_mb=3000";
}

void nonsense(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  vfprintf(stderr, format, rest);
  va_end(rest);
  fputc('\n', stderr);
  exit(NONSENSE);
}

/* ---- files ---- */

static char *contents(const char *name, size_t *bytes) {
  FILE *f = fopen(name, "rb");
  if (!f) fprintf(stderr, "%s: %s\n", name, strerror(errno)), exit(1);
  fseek(f, 0, SEEK_END);
  *bytes = (size_t)ftell(f);
  rewind(f);
  char *text = malloc(*bytes + DAMAGE_ROOM + 1);
  if (!text || fread(text, 1, *bytes, f) != *bytes) fprintf(stderr, "%s: it cannot be read\n", name), exit(1);
  fclose(f);
  return text;
}

static void make_damaged(const char *example, unsigned long seed) {
  size_t size;
  char *text = contents(example, &size);
  size = damage(text, size, seed);
  FILE *f = fopen(file_name, "wb");
  if (!f || fwrite(text, 1, size, f) != size || fclose(f) != 0) perror(file_name), exit(1);
  free(text);
}

/* ---- how a process ends ---- */

static const char *said(void) {
  static char text[SAID];
  FILE *f = fopen(said_name, "r");
  size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  if (f) fclose(f);
  text[n] = 0;
  return text;
}

static int run(void) {
  int how;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("printed", "w", stdout) || !freopen(said_name, "w", stderr)) exit(1);
    setvbuf(stderr, NULL, _IONBF, 0);
    setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS + 1});
    alarm(6 * SECONDS); /* it may wait for something else than the processor */
    exit(read_file());
  }
  if (child < 0 || waitpid(child, &how, 0) < 0) perror("a process"), exit(1);
  return WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
}

/* What is wrong with the end of a process; null: nothing. */
static const char *fault(int status, const char *text) {
  const char *end = strchr(text, '\n');
  if (status == REPORTED || strstr(text, "runtime error: ")) return "a report of a sanitizer";
  if (status == 128 + SIGXCPU || status == 128 + SIGALRM) return "it takes too long";
  if (status > 128) return "a crash";
  if (status == NONSENSE) return "accepted, and nonsense";
  if (status == ACCEPTED || status == PARTLY) return NULL;
  if (status != REFUSED && status != NO_PROGRAM) return "a status that means nothing";
  if (!end) return "refused without a line";
  if (end[1]) return "refused with several lines";
  return strstr(text, file_name) ? NULL : "refused with a line that does not name the file";
}

int main(int argc, char **argv) {
  unsigned long first = argc > 3 ? strtoul(argv[1], NULL, 10) : 0, last = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
  unsigned long accepted = 0, refused = 0, faults = 0;
  if (argc < 4) return fprintf(stderr, "usage: %s FIRST LAST EXAMPLE...\n", argv[0]), 2;
  for (unsigned long seed = first; seed <= last; seed++) {
    const char *example = argv[3 + seed % (unsigned long)(argc - 3)];
    make_damaged(example, seed);
    int status = run();
    const char *text = said(), *wrong = fault(status, text);
    if (wrong) printf("FAILED: seed %lu, %s: status %d, %s: %.1500s\n", seed, example, status, wrong, text);
    if (wrong) faults++;
    else if (status == ACCEPTED) accepted++;
    else refused++;
  }
  printf("%lu accepted, %lu refused, %lu faults\n", accepted, refused, faults);
  return faults > 0;
}
