/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-tune: options.c reads the command line, run.c runs the measuring program, write.c writes the rules,
 * summary.c says what they gain; by_costs.c writes rules by the times of played plans (network.h); values.c
 * measures tuned values. */
#ifndef TUNE_H
#define TUNE_H

#include <string.h>

#include <stdio.h>

#include "choice/rule.h"
#include "network.h"

enum { TUNE_MYSYNC, TUNE_ALLSYNC, TUNE_SYNCS };
enum { TUNE_NUMBERS = 16, TUNE_CANDIDATES = 24, TUNE_ROUNDS = 15 };

typedef struct numbers {
  int n;
  size_t at[TUNE_NUMBERS];            /* ascending */
} numbers_t;

/* The network of a machine, as jobs of several numbers of nodes have it. */
typedef struct described {
  int n, torus, per_node;             /* 1: a torus; the most threads of a node that are looked at */
  size_t nodes[TUNE_NUMBERS];
  network_t network[TUNE_NUMBERS];
} described_t;

/* The request of the command line. */
typedef struct request {
  const char *network, *upcrun, *measure, *output;
  const char *machine;                /* a simulated one, as for upcrun -machine=; null: this one */
  const char *given;                  /* the same, as the user has named it */
  numbers_t threads, bytes;
  const char *teams;                  /* "rows:16": teams of so many threads; or "", one team of all threads */
  size_t members;                     /* then so many; else 0 */
  int rounds, wanted[UPC_STRIDE_OPS]; /* 1: of these operations */
  int all;                            /* 1: of all, and tuned values as well */
  int sync[TUNE_SYNCS];               /* 1: with these synchronisations */
  double milliseconds;                /* for one operation and size in one run; 0: as few calls as tell its time */
  double limit;                       /* seconds for all measurements; 0: none */
  const char *costs;                  /* --costs, or null */
  int quick;                          /* 1: --quick */
  int by_costs;                       /* 1: rules by the times of played plans */
  described_t described;              /* then: the network */
} request_t;

/* Candidate 0 of an operation is the choice of the default rules. The others have names; one of them is that choice
 * again. */
typedef struct operation {
  int candidates;
  char candidate[TUNE_CANDIDATES][64];
} operation_t;

/* The results for a synchronisation, an operation, a number of threads and a number of bytes. */
typedef struct cell {
  int times[TUNE_CANDIDATES];
  double time[TUNE_CANDIDATES][2 * TUNE_ROUNDS]; /* microseconds, one a round */
  char built_in[64];
} cell_t;

extern operation_t operations[UPC_STRIDE_OPS];
extern cell_t cells[TUNE_SYNCS][UPC_STRIDE_OPS][TUNE_NUMBERS][TUNE_NUMBERS]; /* by sync, operation, threads, bytes */
extern int near[TUNE_NUMBERS];        /* by threads: 1 if all share memory */
extern size_t node_members;           /* of a team that is not all threads, on one node */

static inline size_t members_of(const request_t *r, int t) { return r->members ? r->members : r->threads.at[t]; }
extern const char *const sync_name[TUNE_SYNCS];

/* "broadcast" */
static inline const char *short_name(int operation) {
  return upc_stride_operation_name(operation) + strlen("upc_stride_");
}

/* The machine with so many threads on a node, and with what else the measurements need, unless it is given. */
char *machine_with(const char *given, int per_node);
request_t read_request(char **words); /* a mistake ends the program */
void measure_all(const request_t *r);
void describe_network(request_t *r);  /* of --machine or --costs */
void write_by_costs(FILE *f, const request_t *r);
void write_values(FILE *f, const request_t *r); /* measures tuned values, and writes their lines */
long seconds_left(const request_t *r); /* rounded up; 0: none. Without a limit a year */
int ended_by_limit(const request_t *r, int status); /* 1: a measuring program was ended since no time was left */
void measuring_command(const request_t *r, size_t threads, int sync, const char *arguments, char *command, size_t size);
void write_rules(const request_t *r);

/* write.c: whether a cell has been measured; the time of a candidate; the candidate whose rule is written, which is 0,
 * the choice of the default rules, unless another one is clearly faster. */
int known(const cell_t *cell);
double median_of(const cell_t *cell, int candidate);
int best_of(int operation, const cell_t *cell);

void summarize(const request_t *r); /* after write_rules: lines on standard output */

#endif
