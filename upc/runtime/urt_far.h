/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_far.h: far accesses that loops make together, for the passes of upcc (upc/frontend/optimise/); a part of urt.h.
 *
 *   Reads ahead. Before a strip of iterations, an inspector goes through them and asks for the far objects that they
 *   will read; urt_asked brings the values, in one message from each owner. This is a prediction: a read takes what is
 *   next at its site if this is the object that it reads, and else makes a message of its own. Objects have no names
 *   where it is certain what the loop reads. All is dropped when the thread itself writes to a far object it has
 *   asked for, and when the strip ends.
 *   Updates. What a loop writes goes to its owners in messages, and the owner makes the changes, in the order in which
 *   the loop made them. A read of a far object waits for them, and so does the end of the loop.
 *
 * So the order of a thread's own accesses to an object does not depend on what a pass knows. A loop that orders its
 * accesses with those of other threads, by a fence or a call, does neither.
 *
 * What is near is not brought: a read gets its address, and reads it when its turn comes. For the program may write it
 * by private pointers too, whose ways nobody knows. Far memory it writes by pointers-to-shared alone: a cast to a
 * private pointer and upc_cast give none for it (urt_local). The functions below see these writes, where the loop does
 * not call a function that makes them. The one near value that a loop takes as it was before is one by which an
 * inspector has decided what to ask for: LLVM's alias analysis knows that no instruction of the loop changes it
 * (mayChange in optimise/effects.h).
 *
 * Who may touch it. urt_sites, the updates that are kept back, and what core/far.c knows of both (tracked, asker,
 * whole) are the thread's, and there is one of each. From the start of a loop that reads ahead or keeps back, to the
 * end of its nest, they belong to this one activation of the function. Until then
 *   - the code of the nest makes accesses, by the functions below;
 *   - a function that it calls makes none, nor does anything that this one comes to. So a loop does neither if it has a
 *     call that is not known to reach no shared memory (upc/frontend/optimise/calls.h). `pure` and `const` say nothing
 *     of that. urt_ask_bytes and urt_get_asked are for the library, and a loop that calls the library orders;
 *   - the runtime runs nothing of the program. Work (urtk_run_work), functions of operations and what the library does
 *     meanwhile run in barriers, locks and waits, which order. An owner's answer (urtk_answer) touches nothing of what
 *     it collects.
 * A loop that may be left by other ways than its exits, as by longjmp, has such a call.
 * Built with URT_CHECKS, as make check-sanitized does, the runtime checks two things, and ends the program if one
 * fails: a value that is taken by its number is the one that was asked for; no update is kept back of what a loop
 * reads `apart` or ahead.
 * It also asks again for each value that a loop takes from what was read ahead, and ends the program if memory has
 * another one. UPC lets another thread write it meanwhile, by relaxed accesses: such a program cannot be checked so.
 *
 * core/far.c collects, and sends by the requests of conduits. */
#ifndef URT_FAR_H
#define URT_FAR_H

enum { URT_AHEAD = 1024 };               /* values of a site, and iterations of a strip */
enum { URT_SITES = 8 };                  /* reads of a nest of loops that are made ahead */

int urt_any_far(void);                   /* 1 if there are threads that this one does not reach by address */

/* A read of a loop: by what the objects were asked for, in the order of the program, and where they are: near ones in
 * their place, far ones in `values`. An object is named by its place and its size, since loops inside each other may
 * have a site in common; behind the last name is one that no object has.
 * Objects have the site's size, 16 bytes at most. What a loop has taken of it, a variable of the loop counts.
 * If it was asked for in pieces, `at` has for each of them where the element of round 0 would be if it stood beside the
 * piece's, and `ends` has the round behind the piece. */
typedef struct urt_site {
  int count, taken;                      /* `taken`: before a strip of an inner loop; or pieces before this one */
  long names[URT_AHEAD + 1];
  void *at[URT_AHEAD];
  char values[URT_AHEAD * 16] __attribute__((aligned(16)));
  int ends[URT_AHEAD];
#ifdef URT_CHECKS
  long asked[URT_AHEAD];                 /* the name of each value, also of those that are taken by their numbers */
#endif
} urt_site_t;
extern urt_site_t urt_sites[URT_SITES];

/* A strip begins. `sites` is a set of bits; `level` is 0 for a loop that decides by itself what it asks for, and more
 * for a loop of which one around it asks for the reads. `tracked`: the loop may write what was asked for. At level 0
 * this counts what loops around have asked for, and holds until the next strip of level 0. The result is
 *   0    an inspector is to ask
 *   -1   a loop around has asked for all that this loop will read
 *   n    a loop around has asked for the next n values: one of its rounds reads more than a site holds */
int urt_strip_begins(unsigned int sites, int level, int tracked);
void urt_ask(urt_ptr_t p, unsigned int site, int number, unsigned int bytes); /* for a far object */
/* For `count` elements from element n of p on, at most URT_AHEAD. The values of far ones stand side by side. Near ones
 * stay in their place, but those that `decide`: it depends on their values what else is asked for, and the loop takes
 * the values that this was asked by. Nothing that the loop does changes these. */
void urt_ask_pieces(unsigned int site, urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, long count, int decide);
void urt_site_asked(unsigned int site, int count);
void urt_asked(int whole_rounds);        /* brings what was asked for; 1: all that some rounds will read */
/* The same for the library, outside of such loops: bytes of any thread, which urt_get_asked brings to `to`. */
void urt_ask_bytes(void *to, urt_ptr_t p, urt_size_t bytes);
void urt_get_asked(void);
/* All updates of this thread have been made. What was asked for is dropped. */
void urt_loop_ends(void);

/* What an update does, and to what type: the operation, times URT_KINDS, plus the kind. The passes know the numbers. */
enum { URT_SET, URT_ADD, URT_SUB, URT_MULT, URT_AND, URT_OR, URT_XOR };
enum { URT_INT8, URT_INT16, URT_INT32, URT_INT64, URT_FLOAT, URT_DOUBLE, URT_KINDS = 8 };
void urt_update_far(urt_ptr_t p, unsigned int action, unsigned long bits);

/* Where an object can be read that was not asked for: in its place, or in `buffer`. `apart`: no update of the loop
 * changes it, so that the read need not wait for them. */
URT_SELDOM void *urt_read_unasked(urt_ptr_t p, void *buffer, unsigned int bytes, int apart);

/* What a place is called in the names of objects. */
static inline __attribute__((always_inline)) long urt_place_name(urt_ptr_t p) {
  return (long)(p.offset | (urt_size_t)p.thread << 44);
}

#if defined URT_OPTIMISED && !defined URT_ALL_NEAR
/* These functions are put in place of accesses; their bodies replace their calls. A buffer holds the object. */

#if defined URT_NOTES_ACCESSES && !defined URT_NOTES_NO_CALLS
/* Before an access that is made by itself: "file.upc:12: far access". */
URT_INSERTED void urt_note_access(const char *line) { *urt_called = line; }
#endif

/* Where the object can be read, without and with reads ahead. */
URT_INSERTED void *urt_read(urt_ptr_t p, void *buffer, unsigned int bytes, int apart) {
  return urt_is_near(p) ? urt_near(p) : urt_read_unasked(p, buffer, bytes, apart);
}
/* Offsets are below 2^40 (urtk_start), and there are at most 2^20 threads. */
static inline __attribute__((always_inline)) long urt_object_name(urt_ptr_t p, unsigned int bytes) {
  return urt_place_name(p) | (long)(bytes - 1) << 40;
}
URT_INSERTED void *urt_take(urt_ptr_t p, void *buffer, unsigned int bytes, int apart, unsigned int site, int *taken) {
  urt_site_t *s = &urt_sites[site];
  if (__builtin_expect(s->names[*taken] != urt_object_name(p, bytes), 0))
    return urt_read_unasked(p, buffer, bytes, apart);
  return s->at[(*taken)++];
}
/* The same for an object that is asked for only if it is far. */
URT_INSERTED void *urt_take_far(urt_ptr_t p, void *buffer, unsigned int bytes, int apart, unsigned int site,
                                int *taken) {
  return urt_is_near(p) ? urt_near(p) : urt_take(p, buffer, bytes, apart, site, taken);
}
static inline __attribute__((always_inline))
urt_ptr_t urt_add_inside(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, urt_size_t inside) {
  p = urt_add(p, n, elem, block);
  p.offset += inside;
  return p;
}
/* The same for the object `inside` bytes behind the start of element n of p. In the window lay the one before it. */
URT_INSERTED void *urt_take_beside(urt_window_t *window, urt_ptr_t p, long n, urt_size_t elem, urt_size_t block,
                                   urt_size_t inside, void *buffer, unsigned int bytes, int apart, unsigned int site,
                                   int *taken) {
  if (urt_in_window(window, p, n, elem, block)) return (void *)(window->base + (urt_size_t)n * elem + inside);
  return urt_take(urt_add_inside(p, n, elem, block, inside), buffer, bytes, apart, site, taken);
}
#ifdef URT_CHECKS
void urt_other_taken(urt_ptr_t p, unsigned int site, long number) __attribute__((noreturn, cold));
/* Before the value with this number is taken for p. */
URT_INSERTED void urt_check_taken(urt_ptr_t p, unsigned int site, long number) {
  if (urt_sites[site].asked[number] != urt_place_name(p)) urt_other_taken(p, site, number);
}
/* After a value was taken for p, perhaps one that was read ahead: it is to be p's now. `line`: "a.upc:12: a loop" */
void urt_compare(urt_ptr_t p, const void *taken, unsigned int bytes, const char *line);
URT_INSERTED void urt_check_value(urt_ptr_t p, const void *taken, unsigned int bytes, const char *line) {
  urt_compare(p, taken, bytes, line);
}
#endif
/* Objects whose addresses no round can change: by the number of the round, without names. */
URT_INSERTED void urt_look_by_round(urt_ptr_t p, unsigned int bytes, unsigned int site, long round, int decides) {
  urt_site_t *s = &urt_sites[site];
#ifdef URT_CHECKS
  s->asked[round] = urt_place_name(p);
#endif
  if (!urt_is_near(p)) urt_ask(p, site, (int)round, bytes);
  else if (decides) s->at[round] = __builtin_memcpy(s->values + round * (long)bytes, urt_near(p), bytes);
  else s->at[round] = urt_near(p);
}
/* Asks for an object that the loop certainly reads, in the order of its reads: without a name. 1: the site has no room
 * for it, and the inspector is to end. */
URT_INSERTED int urt_look_in_order(urt_ptr_t p, unsigned int bytes, unsigned int site, int *count) {
  int n = *count;
  if (n == URT_AHEAD) return 1;
  *count = n + 1;
  urt_look_by_round(p, bytes, site, n, 0);
  return 0;
}
/* The same for an object that the loop may leave out: by its name. */
URT_INSERTED int urt_look(urt_ptr_t p, unsigned int bytes, unsigned int site, int *count) {
  if (urt_look_in_order(p, bytes, site, count)) return 1;
  urt_sites[site].names[*count - 1] = urt_object_name(p, bytes);
  return 0;
}
/* Only if it is far. Near ones count too: an inspector is not to go further than others for the same rounds. */
URT_INSERTED int urt_look_far(urt_ptr_t p, unsigned int bytes, unsigned int site, int *count, int *looked) {
  if ((*looked)++ == URT_AHEAD) return 1;
  return urt_is_near(p) ? 0 : urt_look(p, bytes, site, count);
}
URT_INSERTED int urt_look_beside(urt_window_t *window, urt_ptr_t p, long n, urt_size_t elem, urt_size_t block,
                                 urt_size_t inside, unsigned int bytes, unsigned int site, int *count, int *looked) {
  if ((*looked)++ == URT_AHEAD) return 1;
  if (urt_in_window(window, p, n, elem, block)) return 0;
  return urt_look(urt_add_inside(p, n, elem, block, inside), bytes, site, count);
}
URT_INSERTED void *urt_take_by_round(unsigned int site, long round) { return urt_sites[site].at[round]; }
/* Of elements that urt_ask_pieces has asked for: from this round on *left ones, or less, stand side by side. The result
 * is where the element of round 0 would be if it stood there too. A strip begins behind the one before. */
URT_INSERTED void *urt_piece(unsigned int site, long round, long *left) {
  urt_site_t *s = &urt_sites[site];
  while (s->ends[s->taken] <= round) s->taken++;
  if (s->ends[s->taken] - round < *left) *left = s->ends[s->taken] - round;
  return s->at[s->taken];
}
/* Writes what is in the buffer: the access of long code, by a call. */
URT_INSERTED void urt_write(urt_ptr_t p, const void *buffer, unsigned int bytes) {
  if (!urt_is_near(p)) urt_put_far(p, buffer, bytes);
  else if (bytes == 8) __builtin_memcpy(urt_near(p), buffer, 8);
  else if (bytes == 4) __builtin_memcpy(urt_near(p), buffer, 4);
  else __builtin_memcpy(urt_near(p), buffer, bytes);
}
/* Where the object can be written; null if it is far. */
URT_INSERTED void *urt_written(urt_ptr_t p) { return urt_is_near(p) ? urt_near(p) : (void *)0; }

/* The address of element n, null if it is far, and in *left how many of the next rounds stay in its block, where a
 * round moves by `step` elements. */
URT_INSERTED void *urt_near_strip(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, long step, long *left) {
  urt_ptr_t q = urt_add(p, n, elem, block);
  *left = urt_run(*left, q, step, (long)block);
  return urt_written(q);
}
/* The same for an address that moves on its thread: `moved` elements of the thread behind that of element n. */
URT_INSERTED void *urt_near_row(urt_ptr_t p, long n, long moved, urt_size_t elem, urt_size_t block, int nested) {
  char *at = (char *)(nested ? urt_written(urt_add(p, n, elem, block)) : urt_row_if_near(p, n, elem, block));
  return at ? at + moved * (long)elem : (void *)0;
}
#endif

#endif
