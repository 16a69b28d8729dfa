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
  "  --bytes N        with --machine or --call: of the message, or of each piece (default: those of an\n"
  "                   element if the array has a type and there is --call, else 1)\n"
  "  --call NAME      says which schedule a call of this operation in the team has, and by which line of which file;\n"
  "                   with --bytes, and --network NAME (default smp); UPC_STRIDE_RULE is used\n"
  "  --schedule NAME  with --call: this schedule in place of the chosen one\n"
  "  --play           with --call: what the members send each other, step by step, by the plans of the library\n"
  "  --to DECLARATION with --call copy: the array that the whole array is copied to; --to-grid is its grid\n"
  "  --block 1,5      who owns this block, where it lies, and by which arithmetic\n"
  "  --json           all of this as one line of JSON, not drawn\n"
  "  --open           in a browser: the array in the explorer (docs/explorer.md)\n"
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
                         : r->svg ? "--svg" : r->json ? "--json" : r->open ? "--open" : r->block ? "--block" : NULL;
  if (r->trace && !r->flow) mistake("--trace is for --flow");
  if (r->flow && r->declaration) mistake("--flow draws no array: leave out '%s' or --flow", r->declaration);
  if (r->flow && of_array) mistake("--flow draws no array: leave out %s or --flow", of_array);
  if (r->machine && r->svg) mistake("--svg draws no links: leave out --svg or --machine");
  if (r->root >= 0 && !r->tree) mistake("--root is for --tree");
  if (r->bytes && !r->machine && !r->call) mistake("--bytes is for --machine and --call");
  if (r->schedule && !r->call) mistake("--schedule is for --call");
  if (r->play && !r->call) mistake("--play is for --call");
  if (r->to && (!r->call || strcmp(r->call, "copy"))) mistake("--to is for --call copy");
  if (r->to_grid && !r->to) mistake("--to-grid is for --to");
  if (r->network && r->machine && r->call) 
    mistake("--network is not for a simulated machine: leave out --network or --machine");
  if (r->network && !r->call) mistake("--network is for --call");
}

/* Reads an option and its value; ends the tool if there is no such option, or if its value is wrong. */
static void read_option(const char *option, const char *value, request_t *r) {
  const struct {
    const char *name, **text;
  } texts[] = {{"--grid", &r->grid}, {"--section", &r->section}, {"--tree", &r->tree}, {"--svg", &r->svg},
               {"--machine", &r->machine}, {"--flow", &r->flow}, {"--trace", &r->trace},
               {"--call", &r->call}, {"--network", &r->network},
               {"--schedule", &r->schedule}, {"--to", &r->to}, {"--to-grid", &r->to_grid}, {"--block", &r->block}};
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
    } else if (!strcmp(argv[i], "--json") || !strcmp(argv[i], "--play") || !strcmp(argv[i], "--open")) {
      *(argv[i][2] == 'j' ? &r.json : argv[i][2] == 'p' ? &r.play : &r.open) = 1;
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

picture_t picture;

/* 1,5 */
static void show_block(const picture_t *p, const char *text) {
  size_t c[UPC_STRIDE_MAX_DIMS];
  char words[700];
  read_block(p, text, c);
  describe_block(p, c, words, sizeof words);
  printf("%s\n", words);
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
  static machine_t machine;
  force_schedule(&r);
  if (r.machine) use_machine(&machine, &r);
  build_picture(&picture, &r);
  if (r.machine && !r.json && !r.call) {
    if (!machine.is_torus) mistake("--machine %s: it is no torus, so there are no links to draw", r.machine);
    if (machine.no_torus) mistake("--machine %s: %s", r.machine, machine.no_torus);
  }
  if (r.open) open_page(&r);
  else if (r.json) write_json(&picture, &r, &machine);
  else if (r.machine && machine.is_torus && !machine.no_torus) draw_links(&picture, machine.file.number.linkBandwidth);
  else draw_terminal(&picture, r.colour);
  if (r.block) show_block(&picture, r.block);
  if (r.call && !r.json) show_choice(&picture, &r, &machine);
  end_output();
  if (r.svg) draw_svg(&picture, r.svg);
  return 0;
}
