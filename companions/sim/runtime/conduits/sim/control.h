/* SPDX-License-Identifier: BSD-3-Clause
 * sim: what the conduit's files share: turns, posts and handles. */
#ifndef URTC_CONTROL_H
#define URTC_CONTROL_H

#include <stdint.h>
#include "conduits/conduit.h"
#include "conduits/sim/shared.h"
#include "job/job.h"
#include "job/smp/monitor.h"

extern int urtc_file, urtc_simulator;    /* start.c: the memory file; the simulator's process */

/* ---- near.c ---- */
extern struct sim_control *urtc_control;
extern struct sim_seat *urtc_seat;       /* this thread's; null before the threads have begun, and when it has ended */
extern int *urtc_have_ended, *urtc_gone; /* by thread: 1 once its program has ended; once its process has */
extern char *urtc_segments;
extern unsigned long urtc_stride;
extern size_t urtc_heap_end;             /* of a segment: from there on it has no data (dataless.c) */
extern const int *urtc_node_of, *urtc_leaders; /* by thread: its node; the lowest thread there */
extern int urtc_node;
int urtc_place(const void *address, uint64_t *place); /* 1, and the place of an address among the segments */
uint64_t urtc_place_of(urt_ptr_t p);
int urtc_may_have_data(const void *address); /* 0: it lies where nothing has data (dataless.c) */
int urtc_has_data(const void *address);  /* 0: it lies there, or the thread has said so of its memory */

/* ---- dataless.c ---- */
extern int urtc_dataless;

/* ---- turn.c ---- */
extern __thread int urtc_is_thread;      /* 0 in threads that a library has started: OpenBLAS's have no virtual time */
void urtc_begin(void);                   /* the start of a thread: waits for its first turn */
/* Each call of the conduit lies between these two: what the thread has computed since the last one is counted, and the
 * time between them counts for the call. Calls may lie in each other. */
void urtc_enter(void);
void urtc_leave(void);
void urtc_computed(void);                /* the thread has computed for as long as its clock says */
void urtc_spend(double seconds);
extern double urtc_waited;               /* seconds of waits and sleeps: the rest its processor had */
void urtc_wait_until(double when);       /* the thread has waited until then; an earlier time than now is put right */
void urtc_give_turn(enum sim_wait wait, double until); /* returns with the next turn */
void urtc_catch_up(void);                /* lets all happen that happens before the thread's time */
uint64_t urtc_wait_handle(uint32_t handle); /* the value it brings */
/* Deeds are counted: all that the thread does but looks at words. */
extern uint64_t urtc_deeds;              /* so many so far */
extern uint64_t urtc_sleeps;             /* as many of these only passed time */
extern uint64_t urtc_acts_alone;         /* as many of the others there were when it waited alone (shared.h) */
extern double urtc_copying;              /* seconds of copies and sums that its clock does not have yet */
void urtc_count_near(void);              /* what it has found and copied takes its time now */
void urtc_may_have_written(void);        /* others may find something new in its node from now on */
/* A post, with its content if src is not among the segments. Null is no content. */
struct sim_post urtc_post_for(enum sim_kind kind, int to);
void urtc_post(const struct sim_post *post, const void *payload);

/* ---- record.c ---- */
void urtc_open_record(int threads);      /* before the threads exist: the file of upcrun -record or -replay */
int urtc_replays(void);
/* The nanoseconds that the thread has computed since its last call: as measured, or as recorded. */
uint64_t urtc_computing_time(uint64_t measured);
void urtc_close_record(void);            /* the thread ends */

/* ---- end.c ---- */
extern double urtc_ended_at;             /* the time at which the thread has ended; 0 before */

/* ---- noise.c ---- */
/* When work ends that begins at `from` and would end at `to` without interruptions. */
double urtc_with_noise(double from, double to);

/* ---- sites.c ---- */
void urtc_count_time(double seconds);    /* that passed in the runtime */
const char *urtc_without_folders(const char *call); /* "matmul.upc:12: upc_stride_wait" */
void urtc_note_site(void);               /* the thread waits: the simulator may be asked where */
void urtc_count_access(void);            /* a put or a get to far memory, which is waited for */

/* ---- handles.c ---- */
/* A new handle; when it finishes, `bytes` are copied from `from`, if that is not null. */
uint32_t urtc_new_handle(void *to, const void *from, uint64_t bytes);
void urtc_finish_handles(void);          /* those of the seat */
int urtc_handle_done(uint32_t handle, uint64_t *value); /* 1: it has finished, and is free */

/* ---- wait.c ---- */
/* What waiting depends on: the thread has called the conduit, or looked at far memory; it has looked at at most 8 bytes
 * at this place, and found these. The look has begun now, or took so long. */
void urtc_note_call(int far);
void urtc_note_look(uint64_t place, const void *found, size_t bytes, double took);
void urtc_yield(void);                   /* as sched_yield; others go on if it is not seen where the thread looks */
void urtc_count_standing(void);          /* the thread looks at a word, or at a clock, and no time passes */
int urtc_looks_again(uint64_t place, void *found, size_t bytes); /* at a far word; 1: it has found this */

#endif
