/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of fft3d. */
#include <upc.h>
#include <string.h>
#include "fft3d.h"
#include "../common/work.h"

enum { LARGEST_SIDE = 1 << 20, LARGEST_PARTS = 64, DEFAULT_SIDE = 256 };

static int effort(const option_use_t *use) {
  effort_t *const value = (effort_t *)use->place;
  *value = EFFORT_MEASURE;
  if (strcmp(use->value, "estimate") == 0) *value = EFFORT_ESTIMATE;
  if (strcmp(use->value, "patient") == 0) *value = EFFORT_PATIENT;
  if (*value == EFFORT_MEASURE && strcmp(use->value, "measure") != 0)
    return app_wrong("--plan must be estimate, measure or patient, not '%s'", use->value);
  return ARGUMENTS_OK;
}

static int npb_class(const option_use_t *use) {
  if (strlen(use->value) == 1 && npb_sizes(use->value[0], (options_t *)use->place)) return ARGUMENTS_OK;
  return app_wrong("--npb must be S, W, A, B or C, not '%s'", use->value);
}

static const option_t operands[] = {
  {"NX", NULL, NULL, option_size, OPTION(nx), 1, LARGEST_SIDE},
  {"NY", NULL, NULL, option_size, OPTION(ny), 1, LARGEST_SIDE},
  {"NZ", NULL, NULL, option_size, OPTION(nz), 1, LARGEST_SIDE},
  {0}};

static const option_t options[] = {
  {"--grid", "PXxPY",
   "Px1: slabs; else pencils (default: slabs if NX and NY are at least the number of threads)", app_grid, OPTION(grid)},
  {"--check", NULL, "compare with FFTW alone or, up to 4096 points, with the definition", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--cold", NULL, "the first run is timed as well", option_on, OPTION(cold)},
  {"--real", NULL,
   "transform real numbers: NZ / 2 + 1 complex ones in z, the others being their conjugates", option_on, OPTION(real)},
  {"--inverse", NULL,
   "e^(+2 pi i ..), from the layout of the forward result; no division by NX NY NZ", option_on, OPTION(inverse)},
  {"--keep", NULL, "keep the data; without this option the result overwrites them", option_on, OPTION(keep)},
  {"--no-overlap", NULL, "wait for every exchange before the next plane is transformed", option_off, OPTION(overlap)},
  {"--npb", "class", "run the NAS parallel benchmark FT and compare with its published checksums", npb_class},
  {"--graph", NULL, "with --npb: as a graph of steps on slabs", option_on, OPTION(graph)},
  {"--parts", "k",
   "with --graph: slabs of each thread, 1 to 64 (default 2)", option_size, OPTION(parts), 1, LARGEST_PARTS},
  {"--plan", "effort",
   "FFTW's effort to find a good plan: estimate, measure (the default) or patient", effort, OPTION(effort)},
  {"--input", "file",
   "a .npy file of numbers of the right type, or with any other name the numbers; z is contiguous",
   option_text, OPTION(input)},
  {"--output", "file", "the result, as .npy, .zarr, .h5, or the numbers", option_text, OPTION(output)},
  {"--wisdom", "file", "keep FFTW's plans there from run to run", option_text, OPTION(wisdom)},
  {"--profile", NULL,
   "print the time in FFTW, in exchanges, and waiting at the end; and the shared memory (which is always printed "
   "from 64 MB a thread on)", option_on, OPTION(profile)},
  APP_NO_DATA, APP_JSON, APP_HELP};

static void default_grid(options_t *o) {
  if (o->nx >= THREADS && o->ny >= THREADS) {
    o->grid[0] = THREADS;
    o->grid[1] = 1;
  } else {
    app_default_grid(o->grid);
  }
}

/* As given, or those of the input. */
static int sizes(int given, options_t *o) {
  const int known = o->input != NULL && app_is_npy(o->input) && !(o->real && o->inverse); /* there NZ has two values */
  size_t shape[3] = {o->nx, o->ny, o->real && o->inverse ? o->nz / 2 + 1 : o->nz};
  int status = ARGUMENTS_OK;
  if (given < 3 && !(given == 0 && known))
    return app_wrong("three sizes NX NY NZ are needed; --help shows the options");
  if (o->input != NULL) status = app_open(&o->file, o->input, o->real && !o->inverse ? "<f8" : "<c16", 3, shape);
  o->nx = shape[0];
  o->ny = shape[1];
  if (given < 3) o->nz = shape[2];
  if (status == ARGUMENTS_OK && (o->nx < 1 || o->ny < 1 || o->nz < 1))
    status = app_wrong("%s: has no elements", o->input);
  return status;
}

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: fft3d [NX NY NZ] [--grid PXxPY] [--check] [--repeat k] [--real] [--inverse] [--keep] [--no-overlap]\n"
      "             [--plan effort] [--input file] [--output file] [--wisdom file] [--profile] [--json]\n"
      "             [--no-data] [--cold]\n"
      "       fft3d --npb S|W|A|B|C [--grid PXxPY] [--repeat k] [--no-overlap] [--plan effort] [--wisdom file]\n"
      "             [--profile] [--json] [--graph [--parts k]]\n"
      "Fourier transform of NX x NY x NZ complex or real numbers on PX*PY threads; any sizes.\n"
      "Without sizes and a file all three are 256, which takes two threads about a second.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status, given;

  app_set_name("fft3d");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  o->overlap = 1;
  o->effort = EFFORT_MEASURE;
  status = options_read(&line, argv + 1, o, &given);
  if (status != ARGUMENTS_OK) return status;
  if (o->npb && (given > 0 || o->inverse || o->real || o->input || o->output))
    return app_wrong("--npb takes no sizes, no --inverse, --real, --input and --output");
  if (o->graph && !o->npb) return app_wrong("--graph is for --npb");
  if (o->graph && (o->grid[0] != 0 || o->keep || !o->overlap))
    return app_wrong("--graph has slabs, and takes no --grid, --keep and --no-overlap");
  if (o->parts > 0 && !o->graph) return app_wrong("--parts is for --graph");
  if (o->parts == 0) o->parts = 2;
  if (given == 0 && !o->npb && o->input == NULL) o->nx = o->ny = o->nz = DEFAULT_SIDE, given = 3;
  if (!o->npb) status = sizes(given, o);
  if (status == ARGUMENTS_OK && o->wisdom != NULL) status = read_wisdom(o->wisdom);
  if (o->grid[0] == 0) default_grid(o);
  if (status == ARGUMENTS_OK && o->no_data)
    status = app_no_data(o->check ? "--check" : o->npb ? "--npb" : o->input ? "--input" : o->output ? "--output" :
                         o->wisdom ? "--wisdom" : NULL);
  return status;
}
