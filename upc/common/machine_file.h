/* SPDX-License-Identifier: BSD-3-Clause
 * The description of a machine, as its file gives it (machine_files.md has the words). The simulator and the tools read
 * machine files with this alone, so all of them know the same words, and refuse the same mistakes.
 * machine_words.c has the table of words: their types, ranges and defaults. */
#ifndef TOOLS_MACHINE_FILE_H
#define TOOLS_MACHINE_FILE_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* At most so many lengths have a time; so many kinds of computation an efficiency, with names of so many bytes. */
enum { MACHINE_LENGTHS = 16, MACHINE_KINDS = 32, MACHINE_KIND = 24 };

typedef struct machine_times {
  int lengths;                                /* ascending */
  struct { double bytes, seconds; } at[MACHINE_LENGTHS];
} machine_times_t;

typedef struct machine_kind {
  char name[MACHINE_KIND];
  double part;                                /* of the peak, for large blocks */
  double half;                                /* blocks of this extent reach half of that; 0: all do as large ones */
} machine_kind_t;

/* Times are in seconds, rates in bytes or operations a second, lengths in bytes. */
typedef struct machine_numbers {
  int threadsPerNode;
  double linkBandwidth, linkLatency;
  double injectionBandwidth;                  /* of a node into its network; 0: as much as its links have */
  int header;                                 /* bytes of a message on the wire beside its data */
  int packet;                                 /* switches forward packets of so many bytes as a whole; 0: no packets */
  int smallMessage;                           /* messages up to so many bytes do not slow others down */
  int eager;                                  /* streams of up to so many bytes do not wait for the receiver's word */
  int linkShares;                             /* least number of threads for shares.h in place of SimGrid; 0: never */
  double sendTime, receiveTime;               /* what a message takes of the processors of its two ends ... */
  double sendBandwidth, receiveBandwidth;     /* ... and for each byte; 0: nothing */
  double serveTime;                           /* what a get or an atomic takes at the thread that is asked */
  double lookTime;                            /* a test whether something has come */
  double nearTime, nearBandwidth;             /* a word changed within the node; copies there; 0: nothing */
  double ownBandwidth;                        /* copies of a thread's own bytes; 0: as nearBandwidth */
  double nodeBandwidth;                       /* of all copies of a node together; 0: no limit */
  int cache;                                  /* ... but of copies of up to so many bytes */
  double combineBandwidth;                    /* bytes that a thread combines in the library; 0: that takes nothing */
  double nearLatency;                         /* a word found there that another thread has written */
  double barrierTime, barrierRoundTime;       /* a barrier: this, and for each round; rounds are log2 of the nodes */
  double flops;                               /* peak of a thread */
  double hostFactor;                          /* seconds for each second that the host computes */
  double noiseInterval, noiseTime;            /* interruptions of a thread: the mean between two, and each takes */
  int noiseSeed;
  int helper;                                 /* 1: another processor carries on a thread's calls while it computes */
} machine_numbers_t;

typedef struct machine_file {
  const char *name;                           /* of the file, without its folder */
  char path[PATH_MAX], rules[PATH_MAX];       /* the file; the schedules that come with it, or "" */
  const char *rulesWrong;                    /* what the path of these has, if the library cannot read them; or null */
  const char *network;                        /* flat, torus, fat-tree, dragonfly or platform */
  char *shapes;                               /* of the network, between blanks; or the file of the platform */
  const char *routing, *arrival, *rendezvous, *streams, *placement;
  machine_numbers_t number;
  machine_times_t bytesTime;                  /* what the bytes take alone on a link; or of no lengths, as are ... */
  machine_times_t nearBytesTime, ownBytesTime; /* ... copies of another thread's bytes, and of a thread's own ones */
  machine_kind_t kind[MACHINE_KINDS];
  int kinds;
} machine_file_t;

/* Reads NAME,WORD=VALUE,..: a file, or a machine in a folder of machines that belongs to this program, and settings
 * that override the file. Returns null, or the line that says what is wrong and where; it stays until the next call.
 * What was read has a pointer into itself: no copy of it is made. */
const char *machine_read(machine_file_t *m, const char *what);
extern const char *machine_reader;       /* the path of the file with this code, if that is not the process's program */

/* Says on standard error that a program leaves out a machine's rules, and what is wrong with their path. */
void machine_rules_are_left_out(const char *program, const char *name, const char *wrong);

/* 1 if `what` has a setting of this word behind the name. */
int machine_sets(const char *what, const char *word);

#ifdef __cplusplus
}
#endif
#endif
