/* SPDX-License-Identifier: BSD-3-Clause
 * What the calls on files share: who takes part, and how they agree that all has gone well. */
#ifndef UPC_STRIDE_FILE_MEMBERS_H
#define UPC_STRIDE_FILE_MEMBERS_H

#include "arrays/check.h"
#include "checked/checked.h"
#include "files/block_moves.h"

typedef struct upc_stride_file_call {
  upc_stride_site_t site;
  upc_stride_section_t section;
  upc_stride_picks_t picks;         /* its elements                                                     */
  int all;                          /* 1: all threads take part; 0: the owners of the section           */
  int alone;                        /* 1: a section without elements: thread 0 takes part alone         */
  int lead;                         /* the member that does what one alone does                         */
  unsigned long race;               /* for the race detector: what the call reads or writes goes on until its end */
  int tries;                        /* of reading what another job has replaced meanwhile               */
  int first, next;                  /* 1: the caller is the first member; the one after it, or -1       */
  const char *unfinished;           /* what the lead removes too if the call fails, or null             */
  char own[UPC_STRIDE_OWN_NAME];    /* a name of this job's own, to write                               */
  upc_stride_dataset_t data;
  upc_stride_block_moves_t moves;   /* of the caller's elements; it has the address of data and picks   */
} upc_stride_file_call_t;

/* 1: the caller takes part in a call on this section, whose argument has that name. */
int upc_stride_file_members(upc_stride_file_call_t *call, const char *name, const char *argument,
                            const upc_stride_section_t *S);

/* Checked mode: compares the caller's record with those of all members, and waits for them. All callers call it. */
void upc_stride_file_agree_on(upc_stride_file_call_t *call, int member, const upc_stride_record_t *record);

/* Of all threads, without a section. */
void upc_stride_file_all(upc_stride_file_call_t *call, const char *name);

/* Where errors return: returns when all members have found nothing wrong with their arguments. If one has refused the
 * call, it fails with the line of this one. All members call it before they do anything that others see. */
void upc_stride_file_accept(upc_stride_file_call_t *call);

/* Returns when all members have entered. */
void upc_stride_file_meet(upc_stride_file_call_t *call);

/* The same; but if D->wrong has a line on any member, all of them report that one, and the call does not return. The
 * lead first removes the dataset if `remove` is 1. */
void upc_stride_file_agree(upc_stride_file_call_t *call, upc_stride_dataset_t *D, int remove);

/* The same, without removing; but if any member says `again`, it returns 1 on all of them. */
int upc_stride_file_agree_again(upc_stride_file_call_t *call, upc_stride_dataset_t *D, int again);

/* A name of this job's own (files/own_name.h), the same one on all members. Meets. */
const char *upc_stride_file_own_name(upc_stride_file_call_t *call);

/* 1: the lead has opened another file than the caller, and one of them another one than the time before. So threads of
 * hosts whose files differ do not try for ever. Meets. */
int upc_stride_file_differs(upc_stride_file_call_t *call, const upc_stride_dataset_t *D);

/* Members write one after the other what they have to write in turns. */
void upc_stride_file_take_turns(upc_stride_file_call_t *call);

/* Checked mode: compares the arguments of a call on a section. `third` is the codec, or the slice. */
void upc_stride_file_compare(upc_stride_file_call_t *call, int member, const char *path, const char *type,
                             const char *third, const char *text);

/* A call on members: it begins, then its elements are moved (files/block_moves.h), and it ends. `checkpoint`: the path
 * is an array of Zarr, whatever its name; what is written is brought to the disk. */
void upc_stride_file_begin_write(upc_stride_file_call_t *call, const char *path, const char *type, const char *codec,
                                 int checkpoint);
void upc_stride_file_begin_read(upc_stride_file_call_t *call, const char *path, const char *type, const char *slice,
                                int checkpoint);
void upc_stride_file_end(upc_stride_file_call_t *call);

/* What upc_stride_file_begin_write finds wrong with its arguments before it makes anything: it calls this first. A call
 * that writes several arrays calls it for all of them before it makes the first one. */
void upc_stride_file_check_write(upc_stride_file_call_t *call, const char *path, const char *type, const char *codec,
                                 int checkpoint);

#endif
