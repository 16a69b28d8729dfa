/* SPDX-License-Identifier: BSD-3-Clause
 * sim: copies of the program's image: its code and its static variables, in one process at several addresses. The code
 * of a copy reaches the variables beside it, since code that is independent of its position does so by its own address.
 * All copies share the memory of what they do not change. */
#ifndef URTC_IMAGE_H
#define URTC_IMAGE_H

#include <stddef.h>

/* The version that copies call of a function of the C library; null: the C library's. */
typedef void *urtc_replacement(const char *name);

/* Null: copies of this program do what the program would do as a process. Otherwise why not. */
const char *urtc_image_unfit(urtc_replacement *replacement);
void urtc_image_forget(void);            /* there will be no copies */
size_t urtc_image_bytes(void);
size_t urtc_image_alignment(void);       /* a copy starts at a multiple of it */
int urtc_image_copy(char *at);           /* as it is before the program runs; 1: done */
int urtc_image_begin_again(char *at);    /* a copy's variables are as before the program runs; 1: done */
char *urtc_image_here(void);             /* where the caller's starts */
void *urtc_image_there(char *at, const void *here); /* what the copy has for what the caller has here */
int urtc_image_has(char *at, const void *address);
void urtc_image_initialise(char *at, int argc, char **argv); /* runs its constructors */

/* The pages of a copy with its variables: `bytes` bytes from `first` on. What only the loader writes is before them. */
struct urtc_span { size_t first, bytes; };
struct urtc_span urtc_image_variables(void);
/* 1: the program opens files in memory. The C library may read or write variables of a copy at other times than in
 * calls of the copy. */
int urtc_image_lends(void);

/* Variables of the program for each thread of the system (_Thread_local): in use now, and those that the copy at `at`
 * starts with. So many bytes. */
void *urtc_image_thread_locals(void);
size_t urtc_image_thread_local_bytes(void);
void urtc_image_first_thread_locals(char *at, void *to);

#endif
