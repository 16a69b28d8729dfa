/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what MPI keeps in files, and may leave if a job does not end in good order: memory that processes of a host
 * share, and its launcher's session folder. */
#ifndef URTC_LEFTOVERS_H
#define URTC_LEFTOVERS_H

#include <sys/types.h>

/* Names of files, a line each. */
enum { URTC_MEMORY_NAMES = 32 << 10 };

/* Before the monitor forks its thread: files of shared memory that this process has mapped are the program's own. */
void urtc_note_memory(void);
/* Adds to `names` the others that the thread has mapped, which are MPI's. */
void urtc_note_mpi_memory(char names[URTC_MEMORY_NAMES], pid_t thread);
/* Removes these files, so that there are no names. The memory stays as long as a process has it. */
void urtc_remove_memory(char names[URTC_MEMORY_NAMES]);
/* The same, where a thread does not get through its start: of what it has mapped, or is about to map, too. */
void urtc_remove_memory_of(pid_t thread, char names[URTC_MEMORY_NAMES]);
/* The session folder of a launcher that was killed, by a monitor or upcrun. */
void urtc_remove_session(void);

#endif
