/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-show: the command line, and which drawing it asks for. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/about.h"
#include "common/mistake.h"
#include "show.h"

#define AT(field) offsetof(request_t, field)
enum { MOST = 1 << 30 };

static const option_t operands[] = {{.name = "a declaration", .read = option_text, .at = AT(declaration)}, {0}};

static const option_t options[] = {
  {"--threads", "N", "the number of threads", option_int, AT(threads), 1, MOST},
  {"--grid", "2x2", "the grid of threads, as of #pragma processors (default: none, blocks go round the threads)",
   option_text, AT(grid)},
  {"--section", "'S'", "the intervals between < and >, for example ':, 1:5' (default: every block)", option_text,
   AT(section)},
  {"--tree", "NAME",
   "a tree over the team: flat, binomial, knomial:<k>, kary:<k>, chain or fork. It follows the torus if "
   "UPC_STRIDE_TORUS and UPC_STRIDE_MAP are set", option_text, AT(tree)},
  {"--root", "THREAD", "with --tree or --call: its root (default: the first member)", option_int, AT(root), 0, MOST},
  {"--machine", "NAME",
   "draws the links of this machine's torus in place of the blocks, with the bytes that a call puts on each: that "
   "of --call with --play; a broadcast down the tree, also --tree torus; or an exchange in the team. NAME as for "
   "upcrun -machine=; threads sit where UPC_STRIDE_MAP says", option_text, AT(machine)},
  {"--bytes", "N",
   "with --machine or --call: of the message, or of each piece (default: those of an element if the array has a type "
   "and there is --call, else 1)", option_size, AT(bytes), 1, MOST},
  {"--call", "NAME",
   "says which schedule a call of this operation in the team has, and by which line of which file; with --bytes, and "
   "--network; UPC_STRIDE_RULE is used", option_text, AT(call)},
  {"--network", "NAME", "with --call: the conduit (default: smp)", option_text, AT(network)},
  {"--schedule", "NAME", "with --call: this schedule in place of the chosen one", option_text, AT(schedule)},
  {"--play", NULL, "with --call: what the members send each other, step by step, by the plans of the library",
   option_on,
   AT(play)},
  {"--to", "DECLARATION", "with --call copy: the array that the whole array is copied to", option_text, AT(to)},
  {"--to-grid", "2x2", "with --to: the grid of that array", option_text, AT(to_grid)},
  {"--block", "1,5", "who owns this block, where it lies, and by which arithmetic", option_text, AT(block)},
  {"--json", NULL, "all of this as one line of JSON, not drawn", option_on, AT(json)},
  {"--open", NULL, "in a browser: the array in the explorer (companions/explorer/explorer.md)", option_on, AT(open)},
  {"--flow", "FILE", "draws the graph of steps in a file of upc_stride_graph_draw, with what is moved", option_text,
   AT(flow)},
  {"--trace", "FILE", "with --flow: the timeline of a run, from a file of upcrun -trace", option_text, AT(trace)},
  {"--svg", "FILE", "write the picture as SVG too", option_text, AT(svg)},
  {"--no-colour", NULL, "plain text (default if the output is no terminal)", option_off, AT(colour)},
  ABOUT_OPTIONS};

static const command_line_t line = {
  .usage =
    "usage: upc-stride-show 'shared [4][3] A[18][20]' --threads 4 [options]\n"
    "       upc-stride-show --flow graph.dot [--trace prog.trace.json]\n"
    "Draws which thread owns each block of an array, the blocks that a section picks, the team and a tree over it.\n",
  .options = options,
  .operands = operands,
  .wrong = mistake};

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
  if (r->root >= 0 && !r->tree && !r->call) mistake("--root is for --tree and --call");
  if (r->bytes && !r->machine && !r->call) mistake("--bytes is for --machine and --call");
  if (r->schedule && !r->call) mistake("--schedule is for --call");
  if (r->play && !r->call) mistake("--play is for --call");
  if (r->to && (!r->call || strcmp(r->call, "copy"))) mistake("--to is for --call copy");
  if (r->to_grid && !r->to) mistake("--to-grid is for --to");
  if (r->network && r->machine && r->call) 
    mistake("--network is not for a simulated machine: leave out --network or --machine");
  if (r->network && !r->call) mistake("--network is for --call");
}

static request_t read_request(char **words) {
  request_t r = {.root = -1, .colour = isatty(1)};
  options_read(&line, words, &r, NULL);
  check_together(&r);
  return r;
}

static void end_output(void) {
  if (fflush(stdout) || ferror(stdout)) mistake("standard output: %s", strerror(errno));
}

picture_t picture;

static void show_block(const picture_t *p, const size_t *c) {
  char words[700];
  describe_block(p, c, words, sizeof words);
  printf("%s\n", words);
}

int main(int argc, char **argv) {
  (void)argc;
  const request_t r = read_request(argv + 1);
  if (r.flow) {
    draw_flow(r.flow, r.trace);
    end_output();
    return 0;
  }
  if (!r.declaration) mistake("no array is declared; --help shows the usage");
  if (!r.threads) mistake("--threads is missing");
  static machine_t machine;
  size_t block[UPC_STRIDE_MAX_DIMS];
  force_schedule(&r);
  if (r.machine) use_machine(&machine, &r);
  build_picture(&picture, &r);
  if (r.machine && !r.json && !r.call) {
    if (!machine.is_torus) mistake("--machine %s: it is no torus, so there are no links to draw", r.machine);
    if (machine.no_torus) mistake("--machine %s: %s", r.machine, machine.no_torus);
  }
  upc_stride_played_t play = {.message = NULL};
  if (r.call) play_call(&play, &picture, &r, &machine); /* what is wrong with it is said before anything is written */
  if (r.block) read_block(&picture, r.block, block);
  if (r.open) open_page(&r);
  else if (r.json) write_json(&picture, &r, &machine, &play);
  else if (r.machine && machine.is_torus && !machine.no_torus && (r.play || !r.call))
    draw_links(&picture, &r, &machine, &play);
  else draw_terminal(&picture, r.colour);
  if (r.block) show_block(&picture, block);
  if (r.call && !r.json) show_choice(&r, &play);
  free(play.message);
  end_output();
  if (r.svg) draw_svg(&picture, r.svg);
  return 0;
}
