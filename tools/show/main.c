/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-show: the command line, and which drawing it asks for. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/about.h"
#include "common/mistake.h"
#include "show.h"

static const char usage[] =
  "usage: upc-stride-show 'shared [4][3] A[18][20]' --threads 4 [options]\n"
  "       upc-stride-show --flow graph.dot [--trace prog.trace.json]\n"
  "Draws which thread owns each block of an array, the blocks that a section picks, the team and a tree over it.\n"
  "  --threads N      the number of threads\n"
  "  --grid 2x2       the grid of threads, as of #pragma processors (default: none, blocks go round the threads)\n"
  "  --section 'S'    the intervals between < and >, for example ':, 1:5' (default: every block)\n"
  "  --tree NAME      a tree over the team: flat, binomial, knomial:<k>, kary:<k>, chain or fork. It follows the\n"
  "                   torus if UPC_STRIDE_TORUS and UPC_STRIDE_MAP are set\n"
  "  --root THREAD    with --tree: its root (default: the first member of the team)\n"
  "  --machine NAME   draws the links of this machine's torus in place of the blocks, with the bytes that a call puts\n"
  "                   on each: a broadcast down the tree, also --tree torus; without --tree an exchange in the team.\n"
  "                   NAME as for upcrun -machine=; threads sit where UPC_STRIDE_MAP says\n"
  "  --bytes N        with --machine or --call: of the message, or of each piece (default 1)\n"
  "  --call NAME      says which schedule a call of this operation in the team has, and by which line of which file;\n"
  "                   with --bytes, and --network NAME (default smp); UPC_STRIDE_RULE is used\n"
  "  --flow FILE      draws the graph of steps in a file of upc_stride_graph_draw, with what is moved\n"
  "  --trace FILE     with --flow: the timeline of a run, from a file of upcrun -trace\n"
  "  --svg FILE       write the picture as SVG too\n"
  "  --no-colour      plain text (default if the output is no terminal)\n"
  "  --help, --version\n";

static int whole(const char *option, const char *text, int least) {
  enum { MOST = 1 << 30 };
  char *end;
  long n = strtol(text, &end, 10);
  if (!*text || *end || n < least || n > MOST)
    mistake("%s %s: it must be a number from %d to %d", option, text, least, MOST);
  return (int)n;
}

/* Options that have no effect together, or without another one. */
static void check_together(const request_t *r) {
  const char *of_array = r->threads ? "--threads" : r->grid ? "--grid" : r->section ? "--section" : r->tree ? "--tree"
                         : r->root >= 0 ? "--root" : r->machine ? "--machine" : r->call ? "--call"
                         : r->bytes ? "--bytes"
                         : r->svg ? "--svg" : NULL;
  if (r->trace && !r->flow) mistake("--trace is for --flow");
  if (r->flow && r->declaration) mistake("--flow draws no array: leave out '%s' or --flow", r->declaration);
  if (r->flow && of_array) mistake("--flow draws no array: leave out %s or --flow", of_array);
  if (r->machine && r->svg) mistake("--svg draws no links: leave out --svg or --machine");
  if (r->root >= 0 && !r->tree) mistake("--root is for --tree");
  if (r->bytes && !r->machine && !r->call) mistake("--bytes is for --machine and --call");
  if (r->network && !r->call) mistake("--network is for --call");
}

/* Reads an option and its value; ends the tool if there is no such option, or if its value is wrong. */
static void read_option(const char *option, const char *value, request_t *r) {
  const struct {
    const char *name, **text;
  } texts[] = {{"--grid", &r->grid}, {"--section", &r->section}, {"--tree", &r->tree}, {"--svg", &r->svg},
               {"--machine", &r->machine}, {"--flow", &r->flow}, {"--trace", &r->trace},
               {"--call", &r->call}, {"--network", &r->network}};
  const char **text = NULL;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    if (!strcmp(option, texts[i].name)) text = texts[i].text;
  int threads = !strcmp(option, "--threads"), root = !strcmp(option, "--root"), bytes = !strcmp(option, "--bytes");
  if (!text && !threads && !root && !bytes) mistake("unknown option %s; --help lists them", option);
  if (!value) mistake("%s needs a value", option);
  if (text) *text = value;
  if (threads) r->threads = whole(option, value, 1);
  if (root) r->root = whole(option, value, 0);
  if (bytes) r->bytes = whole(option, value, 1);
}

static request_t read_request(int argc, char **argv) {
  request_t r = {.root = -1, .colour = isatty(1)};
  for (int i = 1; i < argc; i++) {
    about(argv[i], usage);
    if (!strcmp(argv[i], "--no-colour")) {
      r.colour = 0;
    } else if (argv[i][0] == '-') {
      read_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, &r);
      i++;
    } else {
      if (r.declaration) mistake("two declarations: '%s' and '%s'", r.declaration, argv[i]);
      r.declaration = argv[i];
    }
  }
  check_together(&r);
  return r;
}

static void end_output(void) {
  if (fflush(stdout) || ferror(stdout)) mistake("standard output: %s", strerror(errno));
}

int main(int argc, char **argv) {
  const request_t r = read_request(argc, argv);
  if (r.flow) {
    draw_flow(r.flow, r.trace);
    end_output();
    return 0;
  }
  if (!r.declaration) mistake("no array is declared; --help shows the usage");
  if (!r.threads) mistake("--threads is missing");
  static picture_t p;
  double rate = r.machine ? use_machine(&r) : 0;
  build_picture(&p, &r);
  if (r.machine) draw_links(&p, rate);
  else draw_terminal(&p, r.colour);
  if (r.call) show_choice(&p, &r);
  end_output();
  if (r.svg) draw_svg(&p, r.svg);
  return 0;
}
