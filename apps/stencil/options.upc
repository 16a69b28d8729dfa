/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "stencil.h"
#include "../common/work.h"

enum { DEFAULT_N = 2048, DEFAULT_STEPS = 100, LARGEST_N = 1 << 20, LARGEST_PARTS = 64 };

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_N}, {0}};

static const option_t options[] = {
  {"--radius", "r",
   "points of the star on each side, 1 to 4 (default 1)", option_size, OPTION(radius), 1, LARGEST_RADIUS},
  {"--steps", "t", "steps of a run (default 100)", option_size, OPTION(steps), 1, LARGEST_STEPS},
  {"--steps-per-halo", "k",
   "steps between two halos, which are then k times as wide (default 1)",
   option_size, OPTION(steps_per_halo), 1, LARGEST_STEPS_PER_HALO},
  {"--grid", "RxC", "rows and columns of threads (default: as square as possible)", app_grid, OPTION(grid)},
  {"--check", NULL, "compute every block again without communication", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--no-overlap", NULL, "wait for each halo before computing", option_off, OPTION(overlap)},
  {"--graph", NULL, "the steps as a graph: the library finds what must be sent, and when", option_on, OPTION(graph)},
  {"--lists", NULL, "each thread lists the strips around its block, instead of upc_stride_halo", option_on,
   OPTION(lists)},
  {"--parts", "k",
   "with --graph: parts of a thread's block, 1 to 64 (default 1)", option_size, OPTION(parts), 1, LARGEST_PARTS},
  {"--checkpoint", "dir",
   "save the points in this folder, and go on from what an earlier run has saved there", option_text,
   OPTION(checkpoint)},
  {"--every", "k", "steps from checkpoint to checkpoint (default: all)", option_size, OPTION(every), 1, LARGEST_STEPS},
  {"--output", "file",
   "the points after the last step, as .npy, .zarr, or numbers row by row", option_text, OPTION(output)},
  {"--plain", NULL, "barriers and copies instead of upc_stride_halo; a halo in each step", option_on, OPTION(plain)},
  {"--profile", NULL,
   "print the time of computing, of halos, and of waiting; the shared memory", option_on, OPTION(profile)},
  APP_NO_DATA, APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: stencil [N] [options]\n"
      "Steps of a star-shaped stencil on N x N points (default 2048), in one block for each thread.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status;
  app_set_name("stencil");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_N;
  o->steps = DEFAULT_STEPS;
  o->radius = o->steps_per_halo = o->repeat = o->parts = 1;
  o->overlap = 1;
  status = options_read(&line, argv + 1, o, NULL);
  if (status != ARGUMENTS_OK) return status;
  if (o->plain && o->steps_per_halo > 1) return app_wrong("--plain is for one step per halo");
  if (o->plain + o->graph + o->lists > 1) return app_wrong("--plain, --graph and --lists exclude each other");
  if (!o->overlap && (o->plain || o->graph)) return app_wrong("--no-overlap is not for --plain and --graph");
  if (o->parts > 1 && !o->graph) return app_wrong("--parts is for --graph");
  if (o->graph && o->steps % o->steps_per_halo != 0)
    return app_wrong("--graph needs --steps %zu to be a multiple of --steps-per-halo %zu", o->steps, o->steps_per_halo);
  if (o->no_data && (o->graph || o->lists)) return app_wrong("--graph and --lists need data, and take no --no-data");
  if (o->checkpoint != NULL && (o->plain || o->graph || o->repeat > 1))
    return app_wrong("--checkpoint takes no --plain, --graph and --repeat");
  if (o->every > 0 && o->checkpoint == NULL) return app_wrong("--every is for --checkpoint");
  if (o->grid[0] == 0) app_default_grid(o->grid);
  if (!o->no_data) return ARGUMENTS_OK;
  return app_no_data(o->check ? "--check" : o->checkpoint ? "--checkpoint" : o->output ? "--output" : NULL);
}
