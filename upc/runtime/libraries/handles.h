/* SPDX-License-Identifier: BSD-3-Clause
 * handles.h: which copies of upc_nb.h the program has not waited for, for who asks. */
#ifndef URT_HANDLES_H
#define URT_HANDLES_H

/* If it is set before the first copy, no handle is complete at once: so each is counted until it is waited for. */
extern int urtk_keeps_handles;
void urtk_see_handles(void (*see)(const char *call)); /* the calls that have begun them: "prog.upc:12: upc_memput_nb" */

#endif
