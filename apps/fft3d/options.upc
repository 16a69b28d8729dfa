/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of fft3d. */
#include <upc.h>
#include <string.h>
#include "fft3d.h"
#include "../common/work.h"

enum { LARGEST_SIDE = 1 << 20, LARGEST_PARTS = 64, DEFAULT_SIDE = 256 };

static const char usage[] =
    "usage: fft3d [NX NY NZ] [--grid PXxPY] [--check] [--repeat k] [--real] [--inverse] [--keep] [--no-overlap]\n"
    "             [--plan effort] [--input file] [--output file] [--wisdom file] [--profile] [--json]\n"
    "             [--no-data] [--cold]\n"
    "       fft3d --npb S|W|A|B|C [--grid PXxPY] [--repeat k] [--no-overlap] [--plan effort] [--wisdom file]\n"
    "             [--profile] [--json] [--graph [--parts k]]\n"
    "Fourier transform of NX x NY x NZ complex or real numbers on PX*PY threads; any sizes.\n"
    "Without sizes and a file all three are 256, which takes two threads about a second.\n"
    "  --grid PXxPY    Px1: slabs; else pencils (default: slabs if NX and NY are at least the number of threads)\n"
    "  --check         compare with FFTW alone or, up to 4096 points, with the definition\n"
    "  --repeat k      timed runs (default 1), after one that is not timed\n"
    "  --cold          the first run is timed as well\n"
    "  --real          transform real numbers: NZ / 2 + 1 complex ones in z, the others being their conjugates\n"
    "  --inverse       e^(+2 pi i ..), from the layout of the forward result; no division by NX NY NZ\n"
    "  --keep          keep the data; without this option the result overwrites them\n"
    "  --no-overlap    wait for every exchange before the next plane is transformed\n"
    "  --npb class     run the NAS parallel benchmark FT and compare with its published checksums\n"
    "  --graph         with --npb: as a graph of steps on slabs\n"
    "  --parts k       with --graph: slabs of each thread, 1 to 64 (default 2)\n"
    "  --plan effort   FFTW's effort to find a good plan: estimate, measure (the default) or patient\n"
    "  --input file    a .npy file of numbers of the right type, or with any other name the numbers; z is contiguous\n"
    "  --output file   the result, as .npy, .zarr, .h5, or the numbers\n"
    "  --wisdom file   keep FFTW's plans there from run to run\n"
    "  --profile       print the time in FFTW, in exchanges, and waiting at the end; and the shared memory (which is\n"
    "                  always printed from 64 MB a thread on)\n"
    "  --json          print the result as a JSON object\n"
    "  --no-data       on a simulated machine: no data and no arithmetic, only their times\n";

static int effort(const char *text, effort_t *value) {
  const char *given = text ? text : "";
  *value = EFFORT_MEASURE;
  if (strcmp(given, "estimate") == 0) *value = EFFORT_ESTIMATE;
  if (strcmp(given, "patient") == 0) *value = EFFORT_PATIENT;
  if (*value == EFFORT_MEASURE && strcmp(given, "measure") != 0)
    return app_wrong("--plan must be estimate, measure or patient, not '%s'", given);
  return ARGUMENTS_OK;
}

static int npb_class(const char *text, options_t *o) {
  if (text && strlen(text) == 1 && npb_sizes(text[0], o)) return ARGUMENTS_OK;
  return app_wrong("--npb must be S, W, A, B or C, not '%s'", text ? text : "");
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--parts") == 0) return app_integer("--parts", value, LARGEST_PARTS, &o->parts);
  if (strcmp(word, "--grid") == 0) return app_grid(value, o->grid);
  if (strcmp(word, "--plan") == 0) return effort(value, &o->effort);
  if (strcmp(word, "--npb") == 0) return npb_class(value, o);
  if (strcmp(word, "--input") == 0) return app_file_name("--input", value, &o->input);
  if (strcmp(word, "--output") == 0) return app_file_name("--output", value, &o->output);
  if (strcmp(word, "--wisdom") == 0) return app_file_name("--wisdom", value, &o->wisdom);
  *used = 0;
  if (strcmp(word, "--graph") == 0) return app_set(&o->graph, 1);
  if (strcmp(word, "--real") == 0) return app_set(&o->real, 1);
  if (strcmp(word, "--inverse") == 0) return app_set(&o->inverse, 1);
  if (strcmp(word, "--keep") == 0) return app_set(&o->keep, 1);
  if (strcmp(word, "--no-overlap") == 0) return app_set(&o->overlap, 0);
  if (strcmp(word, "--cold") == 0) return app_set(&o->cold, 1);
  if (strcmp(word, "--no-data") == 0) return app_set(&o->no_data, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

static void default_grid(options_t *o) {
  if (o->nx >= THREADS && o->ny >= THREADS) {
    o->grid[0] = THREADS;
    o->grid[1] = 1;
  } else {
    app_default_grid(o->grid);
  }
}

/* As given, or those of the input. */
static int sizes(const size_t size[3], int given, options_t *o) {
  const int known = o->input != NULL && app_is_npy(o->input) && !(o->real && o->inverse); /* there NZ has two values */
  size_t shape[3] = {size[0], size[1], o->real && o->inverse ? size[2] / 2 + 1 : size[2]};
  int status = ARGUMENTS_OK;
  if (given < 3 && !(given == 0 && known))
    return app_wrong("three sizes NX NY NZ are needed; --help shows the options");
  if (o->input != NULL) status = app_open(&o->file, o->input, o->real && !o->inverse ? "<f8" : "<c16", 3, shape);
  o->nx = shape[0];
  o->ny = shape[1];
  o->nz = given == 3 ? size[2] : shape[2];
  if (status == ARGUMENTS_OK && (o->nx < 1 || o->ny < 1 || o->nz < 1))
    status = app_wrong("%s: has no elements", o->input);
  return status;
}

int parse_options(int argc, char **argv, options_t *o) {
  static const char *const names[3] = {"NX", "NY", "NZ"};
  size_t size[3] = {0, 0, 0};
  int status = ARGUMENTS_OK, i, used, given = 0;

  app_set_name("fft3d");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  o->overlap = 1;
  o->effort = EFFORT_MEASURE;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 3) status = app_too_many(argv[i]);
    else status = app_integer(names[given], argv[i], LARGEST_SIDE, &size[given]), given++;
  }
  if (status != ARGUMENTS_OK) return status;
  if (o->npb && (given > 0 || o->inverse || o->real || o->input || o->output))
    return app_wrong("--npb takes no sizes, no --inverse, --real, --input and --output");
  if (o->graph && !o->npb) return app_wrong("--graph is for --npb");
  if (o->graph && o->grid[0] != 0) return app_wrong("--graph has slabs, and takes no --grid");
  if (o->parts > 0 && !o->graph) return app_wrong("--parts is for --graph");
  if (o->parts == 0) o->parts = 2;
  if (given == 0 && o->input == NULL) size[0] = size[1] = size[2] = DEFAULT_SIDE, given = 3;
  if (!o->npb) status = sizes(size, given, o);
  if (status == ARGUMENTS_OK && o->wisdom != NULL) status = read_wisdom(o->wisdom);
  if (o->grid[0] == 0) default_grid(o);
  if (status == ARGUMENTS_OK && o->no_data)
    status = app_no_data(o->check ? "--check" : o->npb ? "--npb" : o->input ? "--input" : o->output ? "--output" :
                         o->wisdom ? "--wisdom" : NULL);
  return status;
}
