/* SPDX-License-Identifier: BSD-3-Clause
 * The records that the threads of a traced job leave for upcrun, which makes a timeline and a table of them. The record
 * is that of thread 0. Records that are damaged are left out. */
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "each.h"
#include "job/upcrun/launch.h"

/* What makes the timeline is a part of upcrun, and the only one here. */
extern const option_t *const __start_upcrun_options[];
extern upcrun_before_t *const __start_upcrun_before[];

static void make_timeline(void) {
  struct job job = {.threads = 1};
  const option_t *option = *__start_upcrun_options;
  while (!option->name || strcmp(option->name, "-tracefile") != 0) option++;
  option->read(&(option_use_t){.option = option, .value = "timeline.json", .place = &job});
  (*__start_upcrun_before)(&job, "prog");
}

const char *const file_name = "timeline.0";

/* The timeline is JSON but for its strings, which are of the record: in UTF-8, without control characters. */
static void check_text(const char *name) {
  char *line = NULL;
  size_t room = 0;
  FILE *f = fopen(name, "r");
  if (!f || !setlocale(LC_ALL, "C.UTF-8")) nonsense("no timeline, or no UTF-8");
  for (ssize_t bytes; (bytes = getline(&line, &room, f)) > 0;) {
    if (line[bytes - 1] == '\n') line[--bytes] = 0;
    if (mbstowcs(NULL, line, 0) == (size_t)-1) nonsense("not UTF-8: %s", line);
    for (ssize_t i = 0; i < bytes; i++)
      if ((unsigned char)line[i] < ' ') nonsense("a control character: %s", line);
  }
  free(line);
  fclose(f);
}

/* It returns in the process that becomes the job. Another one merges, which prints a table. */
int read_file(void) {
  int how;
  unlink("timeline.json");
  pid_t merging = fork();
  if (merging == 0) {
    make_timeline();
    _exit(0);
  }
  if (merging < 0 || waitpid(merging, &how, 0) < 0) nonsense("no process");
  if (WIFSIGNALED(how)) raise(WTERMSIG(how));
  if (WEXITSTATUS(how) != 0) exit(WEXITSTATUS(how));
  if (access(file_name, F_OK) == 0) nonsense("the record is left");
  char line[4096];
  int refused = 0, none = 0;
  FILE *f = fopen("said", "r");
  while (fgets(line, sizeof line, f)) {
    double time[3];
    refused |= strstr(line, "is no record") != NULL;
    none |= strstr(line, "no trace") != NULL;
    if (sscanf(line, "%lf %lf %lf", &time[0], &time[1], &time[2]) != 3) continue;
    for (int i = 0; i < 3; i++)
      if (!(time[i] >= 0) || isinf(time[i])) nonsense("this is in the table: %s", line);
  }
  fclose(f);
  if (!none) check_text("timeline.json");
  else if (access("timeline.json", F_OK) == 0) nonsense("an empty timeline is left");
  return refused ? PARTLY : ACCEPTED;
}
