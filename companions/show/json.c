/* SPDX-License-Identifier: BSD-3-Clause
 * --json: the array, its section, team and tree, and the call with its choice, times, messages and links, as one
 * line of JSON. Owners of more than MOST_LISTED blocks are left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "common/most_threads.h"
#include "show.h"
#include "torus/torus.h"
#include "trees/disjoint.h"

enum { MOST_LISTED = 4096 };

static int comma;                     /* 1: something stands before in the same object or list */

static void begin(const char *name, char bracket) {
  printf("%s", comma ? "," : "");
  if (name) printf("\"%s\":", name);
  if (bracket) putchar(bracket);
  comma = !bracket;
}
static void end(char bracket) { putchar(bracket); comma = 1; }

/* The character of UTF-8 at *at, which is then behind it. U+FFFD for a byte that begins none. */
static unsigned character(const unsigned char **at) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *s = *at;
  const int bytes = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
  unsigned c = bytes > 1 ? *s & 0x7fu >> bytes : *s;
  int i = 1;
  for (; i < bytes && s[i] >> 6 == 2; i++) c = c << 6 | (s[i] & 0x3f);
  const int good = i == bytes && c >= least[bytes] && c <= 0x10ffff && c >> 11 != 0xd800 >> 11;
  *at += good ? bytes : 1;
  return good ? c : 0xfffd;
}

static void text(const char *name, const char *words) {
  begin(name, 0);
  if (!words) { printf("null"); return; }
  putchar('"');
  for (const unsigned char *s = (const unsigned char *)words; *s;) {
    const unsigned c = character(&s);
    if (c == '"' || c == '\\') printf("\\%c", (int)c);
    else if (c > 0xffff) printf("\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
    else if (c < 32 || c > 126) printf("\\u%04x", c);
    else putchar((int)c);
  }
  putchar('"');
}
static void number(const char *name, double n) { begin(name, 0); printf("%.15g", n); }
static void sizes(const char *name, const size_t *n, int count) {
  begin(name, '[');
  for (int k = 0; k < count; k++) number(NULL, (double)n[k]);
  end(']');
}

/* ---- the array, its section and team ---- */

static void write_array(const picture_t *p) {
  const upc_stride_layout_t *l = &p->layout;
  char words[600], colour[8];
  describe_array(p, words, sizeof words);
  text("name", p->name), text("words", words), text("type", p->type), number("threads", (double)l->threads);
  sizes("shape", l->shape, l->ndims), sizes("block", l->block, l->ndims), sizes("nblocks", l->nblocks, l->ndims);
  if (l->gridded) sizes("grid", l->grid, l->ndims);
  number("placed", l->placed != 0), number("blocks", (double)l->blocks), number("elements", (double)l->elements);
  number("elemsize", (double)l->elemsize), number("blockelems", (double)l->blockelems);
  begin("owned", '[');
  for (size_t t = 0; t < l->threads && t < MOST_LISTED && !l->placed; t++)
    number(NULL, (double)upc_stride_layout_owned(l, t));
  end(']');
  begin("colours", '[');
  for (int t = 0; t < (int)l->threads && t < MOST_LISTED; t++) colour_of(colour, t, 0.68), text(NULL, colour);
  end(']');
}

static void write_blocks(const picture_t *p) {
  const upc_stride_layout_t *l = &p->layout;
  size_t c[UPC_STRIDE_MAX_DIMS];
  if (l->blocks > MOST_LISTED) return;
  for (int positions = 0; positions < 2; positions++) {
    begin(positions ? "positions" : "owners", '[');
    for (size_t i = 0; i < l->blocks; i++) {
      size_t rest = i;
      for (int k = l->ndims - 1; k >= 0; k--) c[k] = rest % l->nblocks[k], rest /= l->nblocks[k];
      number(NULL, positions ? (double)position_of(p, c) : owner_of(p, c));
    }
    end(']');
  }
}

static void write_team(const picture_t *p) {
  char words[1200];
  describe_team(p, words, sizeof words);
  text("section", p->section), number("picked", (double)p->picks.blocks), text("who", words);
  number("smallest", (double)(p->picks.blocks ? upc_stride_smallest(&p->picks) : p->layout.blockbytes));
  begin("bounds", '[');
  for (int k = 0; k < p->layout.ndims; k++) {
    static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
    upc_stride_bounds_t b = upc_stride_bounds(k < p->intervals ? &p->interval[k] : &all, p->layout.nblocks[k]);
    begin(NULL, '[');
    number(NULL, (double)b.lo), number(NULL, (double)b.step), number(NULL, (double)((b.hi - b.lo) / b.step + 1));
    end(']');
  }
  end(']');
  begin("box", '[');
  for (int k = 0; k < p->team.ndims; k++) number(NULL, p->team.size[k]);
  end(']');
  begin("team", '[');
  for (int r = 0; r < p->team.n && r < URTK_MOST_THREADS; r++) number(NULL, upc_stride_team_thread(&p->team, r));
  end(']');
  number("members", p->team.n), number("root", p->root);
}

static int thread_of(const picture_t *p, int rank) {
  return rank < p->topology.members ? upc_stride_team_thread(&p->team, rank) : p->root;
}

/* By rank: the parent's thread, and the number of the child among the parent's. */
static void write_tree(const picture_t *p) {
  const upc_stride_topology_t *G = &p->topology;
  begin("tree", '{');
  text("name", p->tree_name);
  begin("edges", '[');
  for (int rank = 0; rank < upc_stride_nodes(G); rank++)
    for (int i = 0; i < p->tree->children(G, rank); i++) {
      begin(NULL, '[');
      number(NULL, thread_of(p, rank)), number(NULL, thread_of(p, p->tree->child(G, rank, i))), number(NULL, i);
      end(']');
    }
  end(']');
  end('}');
}

/* ---- the machine ---- */

static void write_torus(const picture_t *p) {
  const upc_stride_torus_t *M = upc_stride_torus();
  if (!M) return;
  begin("torus", '[');
  for (int k = 0; k < UPC_STRIDE_LETTERS; k++) number(NULL, M->size[k]);
  end(']');
  begin("places", '[');
  for (int t = 0; t < (int)p->layout.threads && t < MOST_LISTED; t++) {
    int at[UPC_STRIDE_LETTERS];
    upc_stride_torus_place(M, t, at);
    begin(NULL, '[');
    for (int k = 0; k < UPC_STRIDE_LETTERS; k++) number(NULL, at[k]);
    end(']');
  }
  end(']');
}

static void write_machine(const machine_t *m) {
  char costs[400];
  spell_network(&m->costs, costs, sizeof costs);
  begin("machine", '{');
  text("name", m->name), text("network", m->file.network), text("shape", m->shape.text);
  number("per_node", m->file.number.threadsPerNode);
  text("costs", costs), text("no_costs", m->no_costs), text("no_torus", m->no_torus);
  end('}');
}

/* ---- the call ---- */

static void write_schedule(const upc_stride_choice_t *c, const upc_stride_played_t *play, const machine_t *m,
                           int chosen) {
  const char *cannot = upc_stride_choice_cannot_serve(c, &play->selector);
  char name[120];
  double seconds = m->name && !m->no_costs && !cannot ? cost_of(&m->costs, c, &play->selector, 0) : -1;
  begin(NULL, '{');
  text("name", upc_stride_schedule_spelled(c, name, sizeof name)), text("what", c->schedule->what);
  text("wins", c->schedule->wins), text("cannot", cannot), number("chosen", chosen);
  begin("seconds", 0);
  if (seconds > 0) printf("%.9g", seconds);
  else printf("null");
  end('}');
}

/* The chosen schedule, and all others of the operation, each with the default of its parameter. */
static void write_schedules(const upc_stride_played_t *play, const machine_t *m) {
  const upc_stride_schedule_t *s;
  char name[64], own[120], other[120];
  upc_stride_choice_t c;
  snprintf(own, sizeof own, "%s", upc_stride_schedule_spelled(&play->choice, other, sizeof other));
  begin("schedules", '[');
  write_schedule(&play->choice, play, m, 1);
  for (int i = 0; (s = upc_stride_schedule(i)); i++) {
    if (s->operation != play->selector.operation) continue;
    snprintf(name, sizeof name, "%.*s%s", (int)strcspn(s->name, ":"), s->name, strstr(s->name, ":k") ? ":4" : "");
    if (!upc_stride_schedule_named(s->operation, name, &c)) continue;
    if (strcmp(upc_stride_schedule_spelled(&c, other, sizeof other), own)) write_schedule(&c, play, m, 0);
  }
  end(']');
}

static void write_links(const upc_stride_played_t *play) {
  const upc_stride_torus_t *M = upc_stride_torus();
  upc_stride_links_t L;
  char where[80];
  if (!M) return;
  upc_stride_links_start(&L, M->size);
  for (int i = 0; i < play->messages; i++) {
    int a[UPC_STRIDE_LETTERS], b[UPC_STRIDE_LETTERS];
    upc_stride_torus_place(M, play->message[i].from, a);
    upc_stride_torus_place(M, play->message[i].to, b);
    upc_stride_links_add(&L, a, b, play->message[i].bytes);
  }
  const double most = upc_stride_links_busiest(&L);
  number("busiest_link", most), number("all_links", upc_stride_links_sum(&L));
  begin("links", '[');
  int n = M->size[0] * M->size[1] * M->size[2] * UPC_STRIDE_LINK_LETTERS * 2;
  for (int i = 0; i < n && n <= 8 * MOST_LISTED; i++) number(NULL, L.load[i]);
  end(']');
  for (int i = 0; i < n && most > 0; i++) {
    const int node = i / 2 / UPC_STRIDE_LINK_LETTERS;
    if (L.load[i] < most) continue;
    snprintf(where, sizeof where, "from %d %d %d %s along %c",
             node / M->size[2] / M->size[1], node / M->size[2] % M->size[1],
             node % M->size[2], i % 2 ? "down" : "up", "XYZ"[i / 2 % UPC_STRIDE_LINK_LETTERS]);
    text("busiest", where);
    break;
  }
  upc_stride_links_end(&L);
}

static void write_messages(const upc_stride_played_t *play) {
  number("steps", play->steps), number("members", play->members);
  begin("messages", '[');
  for (int i = 0; i < play->messages; i++) {
    const upc_stride_played_message_t *m = &play->message[i];
    printf("%s[%d,%d,%d,%.15g,%d]", i ? "," : "", m->step, m->from, m->to, m->bytes, m->kind);
  }
  end(']');
  write_links(play);
}

static void write_call(const request_t *r, const machine_t *m, const upc_stride_played_t *play) {
  char words[400];
  begin("call", '{');
  text("operation", r->call), number("bytes", (double)play->selector.bytes), text("conduit", conduit_of(r, m));
  text("schedule", upc_stride_schedule_spelled(&play->choice, words, sizeof words));
  upc_stride_choice_reason(&play->choice, words, sizeof words);
  text("reason", words), text("by", play->choice.by), number("line", play->choice.line), text("why", play->choice.why);
  number("team", play->selector.members), number("near", play->selector.near), number("sides", play->selector.sides);
  number("per_node", play->selector.per_node);
  write_schedules(play, m);
  if (r->play) write_messages(play);
  end('}');
}

void write_json(const picture_t *p, const request_t *r, const machine_t *m, const upc_stride_played_t *play) {
  begin(NULL, '{');
  write_array(p);
  write_team(p);
  write_blocks(p);
  write_torus(p);
  if (p->tree) write_tree(p);
  if (m->name) write_machine(m);
  if (r->call) write_call(r, m, play);
  end('}');
  putchar('\n');
}
