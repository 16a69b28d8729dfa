/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <stdio.h>
#include <string.h>
#include "tasks.h"

enum { PROGRAMS = 19 };

static const program_t *program_at(int i) {
  const program_t *const all[PROGRAMS] = {&cobegin_program, &single_program, &sync_program, &loop_program,
                                          &coforall_program, &everywhere_program, &each_program, &nqueens_program,
                                          &mandelbrot_program, &pi_program, &blackscholes_program, &montecarlo_program,
                                          &strassen_program, &recursive_program, &nqueens_pairs_program,
                                          &nqueens_rows_program, &mandelbrot_parts_program, &pi_nested_program,
                                          &montecarlo_single_program};
  return all[i];
}

static int find_program(const option_use_t *use) {
  const program_t **const program = (const program_t **)use->place;
  int i;
  for (i = 0; i < PROGRAMS; i++)
    if (strcmp(program_at(i)->name, use->value) == 0) {
      *program = program_at(i);
      return ARGUMENTS_OK;
    }
  return app_wrong("there is no program '%s'; --help names them", use->value);
}

/* X,Y,SIDE */
static int read_square(const option_use_t *use) {
  options_t *const o = (options_t *)use->place;
  square_t *const s = &o->square;
  int end = 0;
  o->square_given = 1;
  if (sscanf(use->value, "%lf,%lf,%lf%n", &s->x, &s->y, &s->side, &end) != 3 || use->value[end] != 0 || !(s->side > 0))
    return app_wrong("--square must be X,Y,SIDE, three numbers, the last one above 0, not '%s'", use->value);
  return ARGUMENTS_OK;
}

static const option_t operands[] = {
  {"PROGRAM", NULL, NULL, find_program, OPTION(program)},
  {"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE},
  {0}};

static const option_t options[] = {
  {"--check", NULL, "compute the result in another way, or a part of it again", option_on, OPTION(check)},
  APP_REPEAT("5"),
  {"--beside", "PROGRAM",
   "run another program of the same size too, or the same one without tasks, in alternation, and compare the medians",
   find_program, OPTION(beside)},
  {"--serial", NULL, "begin no tasks: blocks run at once, in order, each on its thread (upc_serial)", option_on,
   OPTION(serial)},
  {"--square", "X,Y,SIDE",
   "mandelbrot, mandelbrot-parts: the square of the plane with this corner and side (default -2.25,-1.5,3)",
   read_square},
  {"--output", "FILE", "mandelbrot: write the picture as a PNG file", option_text, OPTION(output)},
  APP_JSON, APP_HELP};

/* The text of --help above the options, with all programs. */
static const char *usage(void) {
  static char text[4096];
  int i, used = sprintf(text, "usage: tasks PROGRAM [N] [options]\nPrograms made of tasks.\n");
  for (i = 0; i < PROGRAMS; i++) {
    const program_t *p = program_at(i);
    used += snprintf(text + used, sizeof text - (size_t)used, "  %-20s %s (default %zu)\n", p->name, p->what, p->size);
  }
  return text;
}

static int check(const options_t *o, const program_t *p) {
  if (p == NULL) return app_wrong("a program's name is needed; --help names them");
  if (o->square_given && o->program != &mandelbrot_program && o->program != &mandelbrot_parts_program)
    return app_wrong("--square is for mandelbrot and mandelbrot-parts");
  if (o->output != NULL && p != &mandelbrot_program) return app_wrong("--output is for mandelbrot");
  if (o->n < p->smallest || o->n > p->largest)
    return app_wrong("N must be from %zu to %zu for %s, not %zu", p->smallest, p->largest, p->name, o->n);
  if (o->n % p->multiple != 0)
    return app_wrong("N must be a multiple of %zu for %s, not %zu", p->multiple, p->name, o->n);
  return ARGUMENTS_OK;
}

static int check_all(const options_t *o, const program_t *p) {
  int status = check(o, p);
  if (status == ARGUMENTS_OK && o->beside != NULL) status = check(o, o->beside);
  return status;
}

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {.usage = usage(), .options = options, .operands = operands, .wrong = app_wrong};
  int status, given;
  app_set_name("tasks");
  memset(o, 0, sizeof *o);
  o->repeat = 5;
  o->square = WHOLE_SET;
  status = options_read(&line, argv + 1, o, &given);
  if (status != ARGUMENTS_OK) return status;
  if (o->program != NULL && given < 2) o->n = o->program->size;
  return check_all(o, o->program);
}
