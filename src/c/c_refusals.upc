/* SPDX-License-Identifier: BSD-3-Clause
 * A call that the caller refuses, and whose error returns: the other members hear of it in their agreement
 * (engine/refusal.upc), which the caller makes too. Who they are follows from those sections and places of the call
 * that are right. If no section is, they are the owners of the array that one names, else all threads. */
#include "c/c_calls.h"
#include "arrays/check.h"
#include "engine/call.h"
#include "operations.h"
#include "prepared/arguments.h"
#include "team_sections.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct refused {
  upc_stride_args_t args;
  upc_stride_section_t of_views[2], whole;
  upc_stride_prepared_t *P;
} refused_t;

/* ---- what is right ---- */

static void look_at_views(void *context) {
  refused_t *r = context;
  if (upc_stride_views != NULL) upc_stride_args_of_views(&r->args, r->of_views);
}

static void look_at(upc_stride_prepared_t *P, const char *argument, const upc_stride_section_t *S,
                    upc_stride_end_t *end) {
  if (P->builder->flow->kind != UPC_STRIDE_ELEMENTS) {
    upc_stride_check_end(P, argument, S, end);
    return;
  }
  upc_stride_check_array_of(&P->site, argument, S);
  upc_stride_check_elements(&P->site, argument, S, &end->picks);
  end->kind = UPC_STRIDE_AT_SECTION;
}

static void look_at_dst(void *context) {
  refused_t *r = context;
  look_at(r->P, "dst", r->args.dst, &r->P->builder->flow->dst);
}

static void look_at_src(void *context) {
  refused_t *r = context;
  look_at(r->P, "src", r->args.src, &r->P->builder->flow->src);
}

static void look_at_place(void *context) {
  refused_t *r = context;
  upc_stride_builder_t *B = r->P->builder;
  const int reads = r->args.dst != NULL;
  upc_stride_check_place(r->P, "place", reads ? &B->src : &B->dst, reads ? &B->flow->src : &B->flow->dst);
}

/* ---- who is told ---- */

static int has_len(const upc_stride_args_t *a) {
  const upc_stride_argument_t *row = upc_stride_arguments_of(a->call), *end = upc_stride_arguments_of(a->call + 1);
  while (row < end && row->at != offsetof(upc_stride_args_t, len)) row++;
  return row < end;
}

/* 1: the call moves nothing, so that the others do not wait. They know it too: all give the same len. */
static int moves_nothing(const upc_stride_args_t *a) {
  if (a->operation == UPC_STRIDE_OP_BARRIER || a->operation == UPC_STRIDE_OP_COPY || a->local != NULL) return 0;
  return has_len(a) && a->len == 0;
}

/* In place of a wrong section: the whole of its array, if that is one. */
static int is_whole_right(refused_t *r, const upc_stride_section_t **S, void (*look)(void *context)) {
  if (*S == NULL || (*S)->array == NULL) return 0;
  r->whole = upc_stride_all_of_team((*S)->array, *S);
  *S = &r->whole;
  return upc_stride_c_is_right(look, r);
}

/* 1: no piece of the lists has bytes, so that the others do not wait. They have the same lists. `dst` and `src`: that
 * section is right. */
static int has_no_bytes(const upc_stride_args_t *a, const upc_stride_flow_t *F, int dst, int src) {
  size_t entries = src ? F->src.picks.blocks : F->dst.picks.blocks, i = 0;
  if (a->counts == NULL || (a->src != NULL && !src) || (a->src == NULL && !dst)) return 0;
  if (a->build == upc_stride_build_exchangev) {
    if (!dst || F->dst.picks.blocks != entries) return 0;
    entries *= F->dst.picks.blocks;
  }
  while (i < entries && a->counts[i] == 0) i++;
  return i == entries;
}

/* Both ends of the flow, of which one may stand for the other. 0: the call moves nothing, so the others do not wait.
 * (Of forms with _init all agree in any case.) */
static int find_ends(refused_t *r) {
  upc_stride_flow_t *F = r->P->builder->flow;
  int dst = r->args.dst != NULL && upc_stride_c_is_right(look_at_dst, r);
  int src = r->args.src != NULL && upc_stride_c_is_right(look_at_src, r);
  const int place = r->args.place != NULL && upc_stride_c_is_right(look_at_place, r);
  if (r->args.agrees && has_no_bytes(&r->args, F, dst, src)) return 0;
  if (!dst && !src) dst = is_whole_right(r, &r->args.dst, look_at_dst);
  if (!dst && !src) src = is_whole_right(r, &r->args.src, look_at_src);
  if (!dst && !src) {
    r->whole = upc_stride_all_threads();
    r->args.dst = &r->whole;
    dst = upc_stride_c_is_right(look_at_dst, r);
  }
  if (!src && !(dst && place)) F->src = F->dst;
  if (!dst && !(src && place)) F->dst = F->src;
  return 1;
}

static void tell_members(refused_t *r, char *line) {
  upc_stride_builder_t *B = r->P->builder;
  upc_stride_members_t M;
  const int is_member = find_ends(r) && upc_stride_members(&M, B->flow, MYTHREAD);
  if (is_member) {
    upc_stride_plan_agreement(B, &M.group);
    upc_stride_members_end(&M, B->flow);
  }
  upc_stride_builder_end(B);
  upc_stride_prepared_finish(r->P);
  if (is_member) upc_stride_call_refuse(r->P, line);
  else upc_stride_prepared_free(r->P);
}

/* What the others get. */
static void spell(char *line, size_t size) {
  char by[40];
  snprintf(by, sizeof by, " (on thread %d)", (int)MYTHREAD);
  if (size > upc_stride_eager()) size = upc_stride_eager();
  snprintf(line, size, "%.*s%s", (int)(size > strlen(by) ? size - strlen(by) - 1 : 0), upc_stride_c_last_error(), by);
}

/* The caller's part of the agreement; a null line: it does not refuse the call. */
static void agree(refused_t *r, char *line) {
  upc_stride_args_t ends = {0};
  ends.call = UPC_STRIDE_CALL_BARRIER, ends.name = r->args.name, ends.operation = r->args.operation;
  ends.place = r->args.place;
  r->P = upc_stride_prepared_new(&ends);
  r->P->site = upc_stride_site(r->args.name, NULL);
  if (r->args.operation == UPC_STRIDE_OP_COPY) r->P->builder->flow->kind = UPC_STRIDE_ELEMENTS;
  tell_members(r, line);
}

int upc_stride_c_refused(const upc_stride_args_t *args) {
  static refused_t r;
  char line[600];
  if (upc_stride_failed_together() || THREADS == 1 || moves_nothing(args)) return -1;
  r.args = *args;
  upc_stride_c_is_right(look_at_views, &r);
  spell(line, sizeof line);
  agree(&r, line);
  return -1;
}

void upc_stride_c_agree(const upc_stride_args_t *args) {
  static refused_t r;
  if (THREADS == 1 || moves_nothing(args)) return;
  r.args = *args;
  look_at_views(&r);
  agree(&r, NULL);
}

/* ---- values without arrays ---- */

static void look_at_team(void *context) {
  refused_t *r = context;
  const upc_stride_site_t call = upc_stride_site("members", NULL);
  const upc_stride_team_arrays_t *team = upc_stride_arrays_of_team(&call, "members", &r->of_views[0]);
  r->of_views[1] = team != NULL ? upc_stride_all_of_team(team->to, NULL) : r->of_views[0];
}

int upc_stride_c_refused_value(const char *name, const upc_stride_section_t *members, size_t elements) {
  static refused_t r;
  upc_stride_args_t args = {0};
  if (upc_stride_failed_together() || elements == 0) return -1;
  r.of_views[0] = *members;
  if (!upc_stride_c_is_right(look_at_team, &r)) r.of_views[1] = *members;
  args.name = name, args.operation = UPC_STRIDE_OP_BARRIER, args.dst = &r.of_views[1];
  return upc_stride_c_refused(&args);
}

/* ---- calls of all threads ---- */

int upc_stride_c_refused_by_all(void) {
  upc_stride_complaint_t c;
  if (upc_stride_failed_together()) return -1;
  c.argument[0] = '\0';
  snprintf(c.text, sizeof c.text, "%.*s", (int)sizeof c.text - 1, upc_stride_c_last_error());
  upc_stride_complain_together(&c);
  return -1;
}
