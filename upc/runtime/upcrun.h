/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun.h: what the files of the launcher share. */
#ifndef UPCRUN_H
#define UPCRUN_H

enum { USAGE = 2, NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

/* What upcrun was told; 0 or null where it was not. */
struct job {
  long threads, nodes;
  const char *hosts, *hostfile;
  int bind;                        /* -bind-threads */
  int show, run;                   /* show the command; run it */
};

_Noreturn __attribute__((format(printf, 2, 3))) void upcrun_fail(int status, const char *format, ...);
void upcrun_set(const struct job *job, const char *variable, const char *value); /* in the environment, shown if so told */
_Noreturn void upcrun_become(const struct job *job, const char *path, char **command);

/* Is it a program for the conduit mpi? Then it is started by its MPI's launcher, and this does not return. `path` is
 * where the program is. */
void upcrun_mpi(const struct job *job, const char *path, char **command);

#endif
