/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of upcrun share: the options it was given, and how it becomes the program or its launcher. */
#ifndef UPCRUN_LAUNCH_H
#define UPCRUN_LAUNCH_H

#include "common/options.h"

enum { USAGE = 2, NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

/* `threads` run on it. `slots`: so many that it has room for; 0: it is not said */
struct job_host { const char *name; long slots, threads; };

/* What upcrun was told; 0 or null where it was not. */
struct job {
  long threads, nodes;
  const char *heap;                /* the shared heap of each thread, a size */
  const char *hosts, *hostfile;
  int takes_nodes;                 /* 1: what starts the threads does not ask the scheduler for its hosts */
  const char *bind;                /* -bind-threads=: core, socket, numa or none; null: not given */
  int backtrace, lenient;          /* options of these names; lenient: -lenient-exit */
  int variables;                   /* -env: show the variables, start nothing */
  int show, dry;                   /* -v: show the command; -t: and do not run it */
  struct job_host *host;               /* `nodes` of them (upcrun_plan); null if none is named */
  long each;                       /* the most threads of a node; 0 if the launcher is to decide */
};

/* Reads the options in `arguments` into `job`; returns the program and its arguments. */
char **upcrun_options(struct job *job, char **arguments);
_Noreturn __attribute__((format(printf, 2, 3))) void upcrun_fail(int status, const char *format, ...);
/* what is given; if it is null, the end and a line that says for what */
void *upcrun_memory(void *given, const char *what);
/* in the environment, shown if so told */
void upcrun_set(const struct job *job, const char *variable, const char *value);
_Noreturn void upcrun_become(const struct job *job, const char *path, char **command);
const char *upcrun_installed(const char *name);    /* a file of this installation, readable; null: it is not there */
const char *upcrun_on_path(const char *program);   /* where a command is; its name if it has a slash, or is not there */

/* Ends upcrun with a line if it is a program without UPC. Scripts pass, and programs that are given the file of one. */
void upcrun_require_upc(const char *path, char **command);
/* The text after `mark` and up to ']' in the program, or in the library for one conduit that it is linked with; or
 * null. */
char *upcrun_text(const char *path, const char *mark);
/* Computes how many threads run on which hosts, and puts their number into the environment (hosts.c). */
void upcrun_plan(struct job *job, const char *path);
/* Ends upcrun with a line if a host does not exist, as far as this host can tell; tells the threads how many machines
 * the hosts are at least (names.c). */
void upcrun_look_up(const struct job *job);

/* Is another command than ssh, which may know any name, to start the threads? */
int upcrun_other_command(void);
int upcrun_scheduler(void);                    /* in an allocation of Slurm, PBS, LSF or Grid Engine? */
int upcrun_handed_on(const char *variable);    /* is it one that all hosts are to have? */
void upcrun_add(const char *format, ...) __attribute__((format(printf, 1, 2))); /* a word of the command */
void upcrun_add_words(const char *text);
int upcrun_add_own(const struct job *job);     /* the launcher that UPC_MPIEXEC names; 0 if it names none */
/* the words so far, then the program's */
_Noreturn void upcrun_start(const struct job *job, const char *path, char **command);

int upcrun_show_variables(void);               /* -env; the status */
/* upcrun as a parent. upcrun_fork returns 1, and 0 in a new process, which is to become the program or its
 * launcher and dies with its parent. The parent calls upcrun_attend, which hands on signals, and whose result is how
 * the child has ended (waitpid). */
int upcrun_fork(void);
struct upcrun_attended {
  int told;         /* threads say here that they run, by a 0, and with which status the job ends; -1: they do not */
  int holds_signals; /* a signal kills the child until a thread runs; 0: it is always handed on */
  long begins_ms;   /* or until the child has run for so long; 0: for ever */
  int threads_here; /* all of them, as children of the child's children: some signals go straight to them */
  int input;        /* standard input goes there; -1: the child has it itself */
};
int upcrun_attend(struct upcrun_attended attended);
_Noreturn void upcrun_end_as(int how);         /* with the same status, or of the same signal */

/* ---- Parts of upcrun: files of companions (runtime/job/upcrun/), and the launchers of the conduits ---- */

/* Options of a part, up to a row of zeros: they stand in --help behind the core's. Their `read` keeps the value, since
 * struct job has no place for it. */
#define UPCRUN_OPTIONS(list) \
  static const option_t *const part_options __attribute__((section("upcrun_options"), used)) = list

/* Called before the program is launched, in the order of COMPANIONS (make/companions.mk). It may fork and return in a
 * new process, which is to become the program, while the calling process waits for it. */
typedef void upcrun_before_t(const struct job *job, const char *path);
#define UPCRUN_BEFORE(function) \
  static upcrun_before_t *const part_before __attribute__((section("upcrun_before"), used)) = function

/* A launcher of the programs of one conduit: upcrun asks all of them. Is `path` a program for its conduit? Then it
 * starts the program and does not return, or gives the environment what the program needs to start itself. */
typedef void upcrun_launcher_t(struct job *job, const char *path, char **command);
#define UPCRUN_LAUNCHES_BY(function) \
  static upcrun_launcher_t *const launches_by __attribute__((section("upcrun_launchers"), used)) = function

#endif
