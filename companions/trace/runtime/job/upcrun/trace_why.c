/* SPDX-License-Identifier: BSD-3-Clause
 * What the time of a traced job is made of, along its critical path, and what is at fault. */
#include <inttypes.h>
#include <stdlib.h>
#include "job/upcrun/launch.h"
#include "job/upcrun/trace_path.h"

enum { SHOWN = 8, MOST_PARTS = 4096 };
static const double least_part = 0.01, least_fault = 0.1; /* of the time */

/* Steps of one kind at one call; of computing, by one thread. */
struct part { int kind, thread; const char *text; double ns, longest; int longest_thread; };

struct sums { double kind[STEP_KINDS], *computes; struct part part[MOST_PARTS]; int parts; }; /* computes: by thread */

static int is_of_thread(int kind) { return kind == STEP_COMPUTES; }

static int same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static struct part *part_of(struct sums *s, const struct step *step) {
  int thread = is_of_thread(step->kind) ? step->thread : -1, i = 0;
  while (i < s->parts && (s->part[i].kind != step->kind || s->part[i].thread != thread ||
                          !same_text(s->part[i].text, step->text))) i++;
  if (i == MOST_PARTS) return NULL;
  if (i == s->parts) s->part[s->parts++] = (struct part){.kind = step->kind, .thread = thread, .text = step->text};
  return &s->part[i];
}

static void add_step(struct sums *s, const struct step *step) {
  double ns = (double)(step->end - step->begin);
  struct part *part = part_of(s, step);
  s->kind[step->kind] += ns;
  if (step->kind == STEP_COMPUTES) s->computes[step->thread] += ns;
  if (!part) return;
  part->ns += ns;
  if (ns > part->longest) part->longest = ns, part->longest_thread = step->thread;
}

static int by_time(const void *a, const void *b) {
  const struct part *x = a, *y = b;
  return x->ns < y->ns ? 1 : x->ns > y->ns ? -1 : 0;
}

static const char *said(const char *text) { return text ? text : "the end"; }

static void print_part(const struct part *p, double all) {
  static const char *const words[] = {
      [STEP_COMPUTES] = "computes, before", [STEP_CALLS] = "works, the longest, in",
      [STEP_SENDS] = "sends, the longest, in", [STEP_MEETS] = "meets others, the longest, in",
      [STEP_WAITS] = "waits for one that is not known, the longest, in"};
  fprintf(stderr, "    %.1f%%: thread %d %s %s\n", 100 * p->ns / all,
          is_of_thread(p->kind) ? p->thread : p->longest_thread, words[p->kind], said(p->text));
}

static void print_kinds(const struct sums *s, double all) {
  static const char *const names[] = {
      [STEP_COMPUTES] = "computing", [STEP_CALLS] = "the threads' part of calls", [STEP_SENDS] = "messages",
      [STEP_MEETS] = "the ends of barriers and calls", [STEP_WAITS] = "waits for threads that are not known"};
  const char *between = " ";
  fprintf(stderr, "upcrun: critical path of %.6f s:", all * 1e-9);
  for (int k = 0; k < STEP_KINDS; k++)
    if (s->kind[k] > 0) fprintf(stderr, "%s%.1f%% %s", between, 100 * s->kind[k] / all, names[k]), between = ", ";
  fputc('\n', stderr);
}

/* The longest part, of these kinds and this thread, or of any if it is -1. */
static const struct part *longest(const struct sums *s, unsigned kinds, int thread) {
  for (int i = 0; i < s->parts; i++)
    if (kinds >> s->part[i].kind & 1 && (thread < 0 || s->part[i].thread == thread)) return &s->part[i];
  return NULL;
}

/* More computing lies on the path than a thread has in the mean. */
static void print_uneven(const struct sums *s, const struct trace *trace, double mean, double all) {
  int most = 0, some = 0;
  for (int t = 0; t < trace->threads; t++) {
    some += s->computes[t] > 0;
    if (s->computes[t] > s->computes[most]) most = t;
  }
  double more = s->kind[STEP_COMPUTES] - mean;
  const struct part *part = longest(s, 1 << STEP_COMPUTES, most);
  if (more < least_fault * all || !part) return;
  fprintf(stderr, "  %.0f%%: ", 100 * more / all);
  if (s->computes[most] < 0.6 * s->kind[STEP_COMPUTES])
    fprintf(stderr, "computations of %d threads follow each other, %.3f ms in all, %.3f ms in the mean; most before "
            "%s\n", some, s->kind[STEP_COMPUTES] * 1e-6, mean * 1e-6, said(part->text));
  else
    fprintf(stderr, "thread %d is late: it computes for %.3f ms, the mean of all is %.3f ms; others wait at %s\n", most,
            s->computes[most] * 1e-6, mean * 1e-6, said(part->text));
}

static void print_calls_at_fault(const struct sums *s, double all) {
  unsigned kinds = 1 << STEP_CALLS | 1 << STEP_SENDS | 1 << STEP_MEETS | 1 << STEP_WAITS;
  double ns = all - s->kind[STEP_COMPUTES];
  const struct part *part = longest(s, kinds, -1);
  if (part && ns >= least_fault * all)
    fprintf(stderr, "  %.0f%%: calls, most of it in %s\n", 100 * ns / all, said(part->text));
}

void print_path(const struct trace *trace, const struct path *path) {
  double all = (double)(path->end - path->begin);
  struct sums *s = upcrun_memory(calloc(1, sizeof *s), "the trace");
  s->computes = upcrun_memory(calloc((size_t)trace->threads, sizeof *s->computes), "the trace");
  if (all <= 0) return;
  for (size_t i = 0; i < path->steps; i++) add_step(s, &path->step[i]);
  qsort(s->part, (size_t)s->parts, sizeof *s->part, by_time);
  print_kinds(s, all);
  for (int i = 0; i < s->parts && i < SHOWN && s->part[i].ns >= least_part * all; i++) print_part(&s->part[i], all);
  print_uneven(s, trace, path->computed, all);
  print_calls_at_fault(s, all);
  if (s->kind[STEP_COMPUTES] >= (1 - least_fault) * all && s->kind[STEP_COMPUTES] - path->computed < least_fault * all)
    fprintf(stderr, "  threads compute evenly nearly all the time\n");
  free(s->computes);
  free(s);
}
