/* SPDX-License-Identifier: BSD-3-Clause
 * stack.h: stacks, and the switch from one to another. */
#ifndef URT_STACK_H
#define URT_STACK_H

#include <stddef.h>

/* A stack that the thread has left is known by its stack pointer: all else lies on the stack itself. */
struct stack {
  void *pointer;                 /* while the thread is elsewhere */
  char *low;                     /* its lowest address, above the guard; null for the thread's first stack */
  size_t bytes;
  void *sanitizer;               /* what a sanitizer knows it by */
};

/* A new stack, on which `run` begins when the thread first switches to it. `run` never returns. Below the stack are
 * pages that nothing may touch, so that an overflow ends the program. The result is the top of the stack: `above` bytes
 * there are left for the caller. Null if the system gives no memory. */
void *urtk_stack_make(struct stack *stack, size_t bytes, size_t above, void (*run)(void));

/* The same in memory of the caller's: `bytes` bytes from `low` on. */
void *urtk_stack_lay(struct stack *stack, char *low, size_t bytes, size_t above, void (*run)(void));

/* Is the address in these pages below the stack? */
int urtk_stack_overflows(const struct stack *stack, const void *address);

/* Leaves the stack on which the thread is, and goes on where it left the other one. */
void urtk_stack_switch(struct stack *from, struct stack *to);
void urtk_stack_arrived(void);   /* the first thing that `run` does */

#endif
