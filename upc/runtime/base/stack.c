/* SPDX-License-Identifier: BSD-3-Clause
 * Stacks, and the switch between them.
 *
 * The system's swapcontext saves the signal mask by two system calls, some 400 ns a switch. A switch should cost no
 * more than a few function calls. So on the two processors that the project is tested for the switch is written here:
 * it saves the registers that a function must preserve, as the processor's calling convention lists them, and
 * exchanges the stack pointers. Elsewhere it is swapcontext. All stacks of a thread share its rounding mode. */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/stack.h"

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif
#endif

/* ---- the processor's part: switch_stack(&from, to), and what a new stack starts with ---- */

#if defined __x86_64__

void switch_stack(void **from, void *to) __asm__("urtk_switch_stack");
__asm__(".text\n.p2align 4\n.globl urtk_switch_stack\n.type urtk_switch_stack, @function\n"
        "urtk_switch_stack:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
        "  ret\n"
        ".size urtk_switch_stack, .-urtk_switch_stack\n");

/* Six registers, the address to return to, and a return address of 0, where a debugger ends the list of calls. */
static void *first_frame(char *top, void (*run)(void)) {
  void **frame = (void **)top - 8;
  for (int i = 0; i < 8; i++) frame[i] = NULL;
  frame[6] = (void *)(uintptr_t)run;
  return frame;
}

#elif defined __aarch64__

void switch_stack(void **from, void *to) __asm__("urtk_switch_stack");
__asm__(".text\n.p2align 4\n.globl urtk_switch_stack\n.type urtk_switch_stack, %function\n"
        "urtk_switch_stack:\n"
        "  stp x29, x30, [sp, #-160]!\n"
        "  stp x19, x20, [sp, #16]\n  stp x21, x22, [sp, #32]\n  stp x23, x24, [sp, #48]\n"
        "  stp x25, x26, [sp, #64]\n  stp x27, x28, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n  str x9, [x0]\n"
        "  mov sp, x1\n"
        "  ldp x19, x20, [sp, #16]\n  ldp x21, x22, [sp, #32]\n  ldp x23, x24, [sp, #48]\n"
        "  ldp x25, x26, [sp, #64]\n  ldp x27, x28, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
        "  ldp x29, x30, [sp], #160\n"
        "  ret\n"
        ".size urtk_switch_stack, .-urtk_switch_stack\n");

static void *first_frame(char *top, void (*run)(void)) {
  void **frame = (void **)top - 20;
  for (int i = 0; i < 20; i++) frame[i] = NULL;
  frame[1] = (void *)(uintptr_t)run; /* x30, the address to return to */
  return frame;
}

#else
#include <stdlib.h>
#include <ucontext.h>

/* The pointer of a stack that the thread has left is that of the context that was saved there. */
static void switch_stack(void **from, void *to) {
  ucontext_t here;
  *from = &here;
  swapcontext(&here, to);
}

static void *first_frame(char *top, void (*run)(void)) {
  ucontext_t *first = (ucontext_t *)((uintptr_t)(top - sizeof *first) & ~(uintptr_t)63);
  getcontext(first);
  first->uc_stack.ss_sp = top - (64 << 10);
  first->uc_stack.ss_size = (64 << 10) - sizeof *first - 256;
  first->uc_link = NULL;
  makecontext(first, run, 0);
  return first;
}
#endif

/* ---- sanitizers are told of each switch ---- */

#ifdef ADDRESS_SANITIZER
static struct stack *left;       /* the stack that the thread comes from */
static void leaving(struct stack *from, struct stack *to) {
  left = from;
  __sanitizer_start_switch_fiber(&from->sanitizer, to->low, to->bytes);
}
static void arrived(struct stack *here) {
  const void *low;
  size_t bytes;
  __sanitizer_finish_switch_fiber(here ? here->sanitizer : NULL, &low, &bytes);
  if (!left->low) left->low = (char *)(uintptr_t)low, left->bytes = bytes; /* the first stack, which nobody made */
}
#elif defined THREAD_SANITIZER
static void leaving(struct stack *from, struct stack *to) {
  if (!from->sanitizer) from->sanitizer = __tsan_get_current_fiber();
  if (!to->sanitizer) to->sanitizer = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(to->sanitizer, 0);
}
static void arrived(struct stack *here) { (void)here; }
#else
static void leaving(struct stack *from, struct stack *to) { (void)from, (void)to; }
static void arrived(struct stack *here) { (void)here; }
#endif

/* ---- all processors ---- */

enum { GUARD = 64 << 10 };       /* a multiple of the size of a page: a large frame should not reach past it */

void *urtk_stack_make(struct stack *stack, size_t bytes, size_t above, void (*run)(void)) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  bytes = (bytes + page - 1) / page * page;
  char *base = mmap(NULL, GUARD + bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED) return NULL;
  if (mprotect(base, GUARD, PROT_NONE) < 0) return munmap(base, GUARD + bytes), NULL;
  return urtk_stack_lay(stack, base + GUARD, bytes, above, run);
}

void *urtk_stack_lay(struct stack *stack, char *low, size_t bytes, size_t above, void (*run)(void)) {
  char *top = (char *)((uintptr_t)(low + bytes - above) & ~(uintptr_t)63);
  *stack = (struct stack){.pointer = first_frame(top, run), .low = low, .bytes = bytes};
  return top;
}

int urtk_stack_overflows(const struct stack *stack, const void *address) {
  return (uintptr_t)stack->low - 1 - (uintptr_t)address < GUARD;
}

void urtk_stack_switch(struct stack *from, struct stack *to) {
  leaving(from, to);
  switch_stack(&from->pointer, to->pointer);
  arrived(from);
}

void urtk_stack_arrived(void) { arrived(NULL); }
