/* SPDX-License-Identifier: BSD-3-Clause
 * environment.h: the environment variables that the runtime reads (environment.c has their meaning). */
#ifndef URT_ENVIRONMENT_H
#define URT_ENVIRONMENT_H

#include <stddef.h>
#include "base/topology.h"

/* Reads all of them but UPC_THREADS, which comes before, and has companions read theirs: the program ends if a value is
 * wrong. */
void urtk_check_environment(void);
void urtk_say_unknown_variables(void);         /* a line for each UPC_* that nothing reads, or a name like it */
int urtk_env_threads(void);                    /* UPC_THREADS, 0 if not set */
size_t urtk_env_heap(int threads, int *given); /* bytes of shared heap a thread; *given: by the user */
int urtk_env_hosts(void);                      /* UPCRUN_HOSTS, 0 if not set */
int urtk_env_near(void);                       /* UPC_NEAR: 0 for all threads of a host */
enum urtk_binding urtk_env_bind(int *verbose); /* UPC_BIND; *verbose: 1 if each thread says where it runs */
int urtk_env_delays(double *latency, double *bandwidth); /* UPC_SMP_LATENCY, UPC_SMP_BANDWIDTH; 0: neither is set */
int urtk_env_link_timeout(void);               /* UPC_LINK_TIMEOUT in seconds, 0 for never */
double urtk_env_patience(void);                /* UPC_PATIENCE in seconds, 0 for never */
int urtk_env_backtrace(void);                  /* UPC_BACKTRACE */
int urtk_env_lenient_exit(void);               /* UPC_LENIENT_EXIT */

/* Of any variable. A switch that is neither 0 nor 1 ends the program. The name of a file that is written: null if it is
 * not set, and in a program with another user's rights, where nobody else may choose it. */
int urtk_env_yes(const char *name);
const char *urtk_env_file(const char *name);

#endif
