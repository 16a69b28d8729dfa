/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pupc.h: events of a program's own in its trace (GASP, the performance interface of UPC compilers). `upcrun -trace`
 * records them; without it a call returns at once.
 *
 *     unsigned int sweep = pupc_create_event("sweep", "iteration %d");
 *     pupc_event_start(sweep, i);
 *     ...
 *     pupc_event_end(sweep, i);
 *
 * The values behind the event's number are not recorded. */
#ifndef PUPC_H
#define PUPC_H

#ifdef __cplusplus
extern "C" {
#endif

/* A new event of the calling thread, to be named by the number that is returned. `description`, a format for the values
 * of the calls below or null, is not recorded. */
unsigned int pupc_create_event(const char *__name, const char *__description);

/* From the start to the end of the event. The same event may be started again before its end; an end belongs to the
 * latest start. */
void pupc_event_start(unsigned int __event, ...);
void pupc_event_end(unsigned int __event, ...);
void pupc_event_atomic(unsigned int __event, ...);            /* one moment */

/* pupc_control(0): nothing of the calling thread is recorded until pupc_control(1). Returns the setting before. */
int pupc_control(int __on);

#ifdef __cplusplus
}
#endif

#endif
