/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "stencil.h"
#include "../common/work.h"

enum { DEFAULT_N = 2048, DEFAULT_STEPS = 100, LARGEST_N = 1 << 20, LARGEST_PARTS = 64 };

static const char usage[] =
    "usage: stencil [N] [options]\n"
    "Steps of a star-shaped stencil on N x N points (default 2048), in one block for each thread.\n"
    "  --radius r          points of the star on each side, 1 to 4 (default 1)\n"
    "  --steps t           steps of a run (default 100)\n"
    "  --steps-per-halo k  steps between two halos, which are then k times as wide (default 1)\n"
    "  --grid RxC          rows and columns of threads (default: as square as possible)\n"
    "  --check             compute every block again without communication\n"
    "  --repeat k          timed runs (default 1), after one that is not timed\n"
    "  --no-overlap        wait for each halo before computing\n"
    "  --graph             the steps as a graph: the library finds what must be sent, and when\n"
    "  --parts k           with --graph: parts of a thread's block, 1 to 64 (default 1)\n"
    "  --checkpoint dir    save the points in this folder, and go on from what an earlier run has saved there\n"
    "  --every k           steps from checkpoint to checkpoint (default: all)\n"
    "  --output file       the points after the last step, as .npy, .zarr, or numbers row by row\n"
    "  --plain             barriers and copies instead of upc_stride_halo; a halo in each step\n"
    "  --profile           print the time of computing, of halos, and of waiting; the shared memory\n"
    "  --json              print the result as a JSON object\n"
    "  --no-data           on a simulated machine: no data and no arithmetic, only their times\n";

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--radius") == 0) return app_integer("--radius", value, LARGEST_RADIUS, &o->radius);
  if (strcmp(word, "--steps") == 0) return app_integer("--steps", value, LARGEST_STEPS, &o->steps);
  if (strcmp(word, "--steps-per-halo") == 0)
    return app_integer("--steps-per-halo", value, LARGEST_STEPS_PER_HALO, &o->steps_per_halo);
  if (strcmp(word, "--parts") == 0) return app_integer("--parts", value, LARGEST_PARTS, &o->parts);
  if (strcmp(word, "--every") == 0) return app_integer("--every", value, LARGEST_STEPS, &o->every);
  if (strcmp(word, "--checkpoint") == 0) return app_file_name("--checkpoint", value, &o->checkpoint);
  if (strcmp(word, "--output") == 0) return app_file_name("--output", value, &o->output);
  if (strcmp(word, "--grid") == 0) return app_grid(value, o->grid);
  *used = 0;
  if (strcmp(word, "--no-overlap") == 0) return app_set(&o->overlap, 0);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  if (strcmp(word, "--no-data") == 0) return app_set(&o->no_data, 1);
  if (strcmp(word, "--graph") == 0) return app_set(&o->graph, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("stencil");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_N;
  o->steps = DEFAULT_STEPS;
  o->radius = o->steps_per_halo = o->repeat = o->parts = 1;
  o->overlap = 1;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_N, &o->n), given++;
  }
  if (status != ARGUMENTS_OK) return status;
  if (o->plain && o->steps_per_halo > 1) return app_wrong("--plain is for one step per halo");
  if (o->plain && o->graph) return app_wrong("--plain and --graph exclude each other");
  if (o->parts > 1 && !o->graph) return app_wrong("--parts is for --graph");
  if (o->graph && o->steps % o->steps_per_halo != 0)
    return app_wrong("--graph needs --steps %zu to be a multiple of --steps-per-halo %zu", o->steps, o->steps_per_halo);
  if (o->no_data && o->graph) return app_wrong("--graph needs data, and takes no --no-data");
  if (o->checkpoint != NULL && (o->plain || o->graph || o->repeat > 1))
    return app_wrong("--checkpoint takes no --plain, --graph and --repeat");
  if (o->every > 0 && o->checkpoint == NULL) return app_wrong("--every is for --checkpoint");
  if (o->grid[0] == 0) app_default_grid(o->grid);
  if (!o->no_data) return ARGUMENTS_OK;
  return app_no_data(o->check ? "--check" : o->checkpoint ? "--checkpoint" : o->output ? "--output" : NULL);
}
