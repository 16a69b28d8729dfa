/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <stdio.h>
#include <string.h>
#include "tasks.h"

enum { PROGRAMS = 18 };

static const program_t *program_at(int i) {
  const program_t *const all[PROGRAMS] = {&cobegin_program, &single_program, &sync_program, &loop_program,
                                          &coforall_program, &everywhere_program, &each_program, &nqueens_program,
                                          &mandelbrot_program, &pi_program, &blackscholes_program, &montecarlo_program,
                                          &strassen_program, &recursive_program, &nqueens_pairs_program,
                                          &nqueens_rows_program, &mandelbrot_parts_program, &pi_nested_program};
  return all[i];
}

static const char options_text[] =
    "  --check          compute the result in another way, or a part of it again\n"
    "  --repeat k       timed runs (default 5), after one that is not timed\n"
    "  --beside PROGRAM run another program of the same size too, in alternation, and compare the medians\n"
    "  --serial         begin no tasks: blocks run at once, in order, each on its thread (upc_serial)\n"
    "  --output FILE    mandelbrot: write the picture as a PNG file\n"
    "  --json           print the result as a JSON object\n";

static int usage(void) {
  char line[128], text[4096] = "usage: tasks PROGRAM [N] [options]\nPrograms made of tasks.\n";
  int i;
  for (i = 0; i < PROGRAMS; i++) {
    const program_t *p = program_at(i);
    snprintf(line, sizeof line, "  %-16s %s (default %zu)\n", p->name, p->what, p->size);
    strcat(text, line);
  }
  strcat(text, options_text);
  return app_usage(text);
}

static int find_program(const char *name, const program_t **program) {
  int i;
  for (i = 0; i < PROGRAMS; i++)
    if (strcmp(program_at(i)->name, name) == 0) *program = program_at(i);
  return *program != NULL ? ARGUMENTS_OK : app_wrong("there is no program '%s'; --help names them", name);
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--repeat") == 0) return app_integer("--repeat", value, LARGEST_REPEAT, &o->repeat);
  if (strcmp(word, "--beside") == 0) return find_program(value != NULL ? value : "", &o->beside);
  if (strcmp(word, "--output") == 0) return app_file_name("--output", value, &o->output);
  *used = 0;
  if (strcmp(word, "--check") == 0) return app_set(&o->check, 1);
  if (strcmp(word, "--serial") == 0) return app_set(&o->serial, 1);
  if (strcmp(word, "--json") == 0) return app_set(&o->json, 1);
  if (app_is_help(word)) return usage();
  return app_wrong("unknown option '%s'; --help shows the options", word);
}

static int check(const options_t *o, const program_t *p) {
  if (p == NULL) return app_wrong("a program's name is needed; --help names them");
  if (o->output != NULL && p != &mandelbrot_program) return app_wrong("--output is for mandelbrot");
  if (o->n < p->smallest || o->n > p->largest)
    return app_wrong("N must be from %zu to %zu for %s, not %zu", p->smallest, p->largest, p->name, o->n);
  if (o->n % p->multiple != 0)
    return app_wrong("N must be a multiple of %zu for %s, not %zu", p->multiple, p->name, o->n);
  return ARGUMENTS_OK;
}

static int check_all(const options_t *o, const program_t *p) {
  int status = check(o, p);
  if (o->beside == p && p != NULL) return app_wrong("--beside %s: must be another program", p->name);
  if (status == ARGUMENTS_OK && o->beside != NULL) status = check(o, o->beside);
  return status;
}

int parse_options(int argc, char **argv, options_t *o, const program_t **program) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("tasks");
  memset(o, 0, sizeof *o);
  o->repeat = 5;
  *program = NULL;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 2) status = app_too_many(argv[i]);
    else if (given++ == 0) status = find_program(argv[i], program);
    else status = app_integer("N", argv[i], LARGEST_SIZE, &o->n);
  }
  if (status != ARGUMENTS_OK) return status;
  if (*program != NULL && given < 2) o->n = (*program)->size;
  return check_all(o, *program);
}
