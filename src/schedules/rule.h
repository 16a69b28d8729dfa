/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rule file that UPC_STRIDE_RULE names, read once by every thread. upc-stride-tune writes one; so may you.
 *
 *   # operation  conduit  members  bytes   schedule      a # starts a comment
 *   broadcast    smp      2-4      0-4K    leader  ALLSYNC
 *   broadcast    smp      2-4      0-64K   flat
 *   broadcast    *        5-       *       knomial:4
 *   exchange     mpi      9-       0-256   bruck
 *
 * The first line that fits a call decides; where none does, the rule built in (choose.c). An operation is named as in
 * UPC_STRIDE_<OPERATION>, in small letters. A conduit is one of upcc -network= ("smp", "mpi", "gasnet-udp", and "gasnet"
 * for all of GASNet's; "other" under another compiler) or *. Ranges are inclusive: a number, lo-hi, lo- or *; K, M and G
 * multiply by powers of 1024. Bytes are those of a piece, the largest if they are uneven; of all values, for a reduction;
 * the mean between two threads, for upc_stride_copy. A line that ends with ALLSYNC is for calls with ALLSYNC on both sides,
 * one that ends with MYSYNC for all others. UPC_STRIDE_VERBOSE=1 shows them, and the line that decided.
 */
#ifndef UPC_STRIDE_RULE_H
#define UPC_STRIDE_RULE_H

#include "schedules/choose.h"

/* 1 with the choice filled in, if a line of the file fits. */
int upc_stride_rule_find(upc_stride_choice_t *choice, const upc_stride_selector_t *m);

/* Reads the file: null, or what is wrong with it, "rules.txt:7: members: ..". */
const char *upc_stride_rule_wrong(void);

/* For tests: takes this file (null: none) instead of the environment's. */
void upc_stride_rule_set(const char *file);

#endif
