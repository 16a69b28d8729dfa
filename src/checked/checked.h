/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checked mode (UPC_STRIDE_CHECK=1): what only the team can see.
 *
 * Every caller of every call, no-op or not, writes a *record* of it, its arguments as text, into its *log* in shared
 * memory. Members of a team then send each other the record's hash, before anything else happens in the call. A member
 * that finds another hash than its own reads the other's record, says what differs, and ends the program. Only calls of
 * one line of the program are taken for one call with an argument that differs. Otherwise the line names both calls.
 * A member that waits for such a message checks whether it can still come (deadlock.upc).
 * Each thread also checks its own memory: what the call writes there must be neither read nor written otherwise. And it
 * checks its plan: no step may use memory that a message of the plan still reads or writes.
 */
#ifndef UPC_STRIDE_CHECKED_H
#define UPC_STRIDE_CHECKED_H

#include "prepared/prepared.h"

/* The arguments of a prototype, and of both arrays the layout and the list of owners. */
enum { UPC_STRIDE_RECORD_ARGS = UPC_STRIDE_MOST_ARGUMENTS + 4, UPC_STRIDE_RECORD_NAME = 48 };
enum { UPC_STRIDE_RECORD_VALUE = 148, UPC_STRIDE_LOGGED_CALLS = 8 };

typedef struct upc_stride_record {
  unsigned long long hash;            /* of all that follows but the number */
  unsigned number;                    /* of the call, among its thread's    */
  unsigned more;                      /* a checksum of arguments for which there is no room below */
  int args;
  char name[UPC_STRIDE_RECORD_NAME];
  char place[64];                     /* "file.upc:12", or "": it may differ, so it is not hashed */
  struct {
    unsigned long long place;         /* of an address: the same on all threads for the same; else 0 */
    char name[UPC_STRIDE_RECORD_NAME], value[UPC_STRIDE_RECORD_VALUE];
  } arg[UPC_STRIDE_RECORD_ARGS];
} upc_stride_record_t;

/* What other threads may read: the latest calls, and the thread that this one waits for. */
typedef struct upc_stride_call_log {
  unsigned calls;                     /* so far                                              */
  int waits_for;                      /* a thread + 1, or 0; since 0.1 s at least            */
  unsigned looks;                     /* how often it looked for the message while it waited (deadlock.upc) */
  unsigned agreed;                    /* number of the latest call that another member makes alike */
  upc_stride_record_t record[UPC_STRIDE_LOGGED_CALLS];
} upc_stride_call_log_t;

int upc_stride_logs_kept(void);       /* 1 in checked mode, and where there is a time limit */
upc_stride_record_t *upc_stride_record_of(upc_stride_prepared_t *P, const upc_stride_args_t *args);

/* Of calls that are no operations: files, graphs, arrays. A record begins with the name of the call, gets its arguments
 * one by one, and ends. Each of an array's sizes is an argument, and its place, if it has one already. */
void upc_stride_record_begin(upc_stride_record_t *r, const char *name);
void upc_stride_record_text_is(upc_stride_record_t *r, const char *argument, const char *text);
void upc_stride_record_number_is(upc_stride_record_t *r, const char *argument, long long number);
void upc_stride_record_elements_are(upc_stride_record_t *r, const char *argument, const upc_stride_section_t *S);
void upc_stride_record_list_is(upc_stride_record_t *r, const char *argument, const void *list, size_t bytes);
void upc_stride_record_function_is(upc_stride_record_t *r, const char *argument, void (*function)(void));
void upc_stride_record_array_is(upc_stride_record_t *r, upc_stride_array_t A, int made);
void upc_stride_record_flags_are(upc_stride_record_t *r, const char *argument, upc_stride_sync_t sync);
void upc_stride_record_end(upc_stride_record_t *r);

/* The caller makes this call now. The record of a kept plan may have the name of another call with these arguments. */
void upc_stride_log_call(upc_stride_record_t *record, const upc_stride_site_t *site);

upc_stride_call_log_t *upc_stride_my_log(void);
/* A copy of another thread's, until the next one is read; null if that thread has none yet. */
const upc_stride_call_log_t *upc_stride_read_log(int thread);

/* "upc_stride_broadcast(dst <0:3> .., len 8) at file.upc:12" */
const char *upc_stride_record_text(const upc_stride_record_t *record, char *text, size_t size);

/* Ends the program with what differs between the caller's record and thread's. */
void upc_stride_differ(const upc_stride_site_t *call, const upc_stride_record_t *mine, int thread,
                       const upc_stride_record_t *theirs);

/* 1: the records are of calls of different operations, or of different lines of the program. */
int upc_stride_other_call(const upc_stride_record_t *mine, const upc_stride_record_t *theirs);

/* 1: that record of thread's is of a call that the caller makes, or has made, or that another member makes alike. */
int upc_stride_is_agreed(int thread, const upc_stride_call_log_t *theirs, const upc_stride_record_t *record);

/* The first steps of a plan: the comparison with all other members. */
void upc_stride_plan_check(upc_stride_prepared_t *P, const upc_stride_group_t *G);

/* Ends the program where pieces overlap in the caller's memory. */
void upc_stride_check_overlap(const upc_stride_prepared_t *P, const upc_stride_group_t *G);

/* Sets P->meeting, for observers that see memory and for calls in flight (call_accesses.upc). */
void upc_stride_plan_accesses(upc_stride_prepared_t *P, const upc_stride_group_t *G);
/* The same of a call of all threads that has no plan, from here to the second one. Null if no observer sees memory. */
enum { UPC_STRIDE_TOLD_RANGES = 2 };
void *upc_stride_tell_call(const upc_stride_site_t *call, const upc_stride_seen_range_t *range, size_t n,
                           upc_stride_sync_t sync);
void upc_stride_told_call(void *told);

/* From now on, calls that wait are looked at now and then (deadlock.upc). The program ends if what one waits for cannot
 * come, or if it waits too long. */
void upc_stride_watch_calls(void);

#endif
