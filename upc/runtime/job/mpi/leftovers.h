/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what MPI keeps in files, and may leave if a job does not end in good order: memory that processes of a host
 * share, and its launcher's session folder. */
#ifndef URTC_LEFTOVERS_H
#define URTC_LEFTOVERS_H

/* Names of files, a line each. */
enum { URTC_MEMORY_NAMES = 32 << 10 };

/* By a thread, before MPI begins: files of shared memory that are the program's own. */
void urtc_note_memory(void);
/* By a thread, once all of its host have begun MPI: the others are MPI's, and are noted in `names` for the monitor.
 * `drop`: their names are removed at once. The memory stays as long as a process has it, and nothing can be left. */
void urtc_note_mpi_memory(char names[URTC_MEMORY_NAMES], int drop);
/* By a monitor whose launcher was killed. */
void urtc_remove_leftovers(char names[URTC_MEMORY_NAMES]);

#endif
