/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_graph.h: coarse-grain dataflow for UPC 1.3; and for C and C++, between upc_stride_init and
 * upc_stride_finalize (upc_stride.h).
 *
 * A program says which values a step reads and writes, and how each is cut into parts. The library finds out what must
 * be moved, when it can be moved, and in which order the parts can run. There is no barrier between steps. The model is
 * that of A. Soviani and J. P. Singh, "Optimizing Communication Scheduling using Dataflow Semantics".
 *
 *   value         an array of up to four dimensions. The library gives it storage; the program declares none
 *   distribution  a list of parts. Each part is a box of elements, and the thread that has it
 *   step          a C function that runs once for each part of its distributions. It communicates with nobody
 *   graph         values and steps. A loop runs the graph again and again: `carry` says which value of one iteration
 *                 is which value of the next
 *
 * A value is written once in each iteration, and read as often as one likes; or steps update it in place, one after the
 * other. A step reads and writes values in distributions with the same number of parts: part p of the step gets part p
 * of each of them, on the same thread.
 *
 * Example: 100 iterations of a three-point mean of n numbers, four parts a thread. `cells` are the parts, and `halo`
 * are the same parts with one more number on each side. The library sends what the neighbours lack, as soon as the part
 * that writes it has run.
 *
 *   void mean(const upc_stride_part_t *p, void *unused) {
 *     const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
 *     long long i;
 *     for (i = w->box.lo[0]; i < w->box.hi[0]; i++)
 *       *(double *)upc_stride_element(w, i, 0, 0, 0) = ..
 *   }
 *
 *   cells = upc_stride_distribution_slabs(1, &n, 0, 4 * THREADS, THREADS);
 *   halo = upc_stride_distribution_grown(cells, &one, 0);
 *   g = upc_stride_graph_new();
 *   old = upc_stride_graph_value(g, "old", sizeof(double), 1, &n);
 *   new = upc_stride_graph_value(g, "new", sizeof(double), 1, &n);
 *   start = upc_stride_graph_step(g, "start", fill, NULL, UPC_STRIDE_FIRST);
 *   upc_stride_graph_writes(g, start, old, cells);
 *   step = upc_stride_graph_step(g, "mean", mean, NULL, UPC_STRIDE_EACH);
 *   upc_stride_graph_reads(g, step, old, halo);
 *   upc_stride_graph_writes(g, step, new, cells);
 *   upc_stride_graph_carry(g, new, old);
 *   upc_stride_graph_run(g, 100);
 *
 * For all calls below:
 *   who       graphs: all threads, in the same order with the same arguments; only addresses of memory differ.
 *             upc_stride_graph_moved and _draw: any thread, alone. Distributions: any thread, alone.
 *   sync      only upc_stride_graph_run waits for other threads.
 *   units     indices, extents and widths in elements; element_bytes, strides and what _moved returns in bytes.
 *   affinity  a step's function reads and writes memory of its own thread alone, through its operands.
 *   memory    names, distributions and lists are copied: the program may free or change them after the call.
 *             `argument` of a step, and memory that is given, must stay until the last run has returned.
 *   errors    a wrong argument ends the program with one line that names the call and the argument. What is wrong with
 *             a graph as a whole, upc_stride_graph_run finds: companions/graphs/graphs.md lists it.
 *
 * companions/graphs/graphs.md has a whole program. */
#ifndef UPC_STRIDE_GRAPH_H
#define UPC_STRIDE_GRAPH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { UPC_STRIDE_GRAPH_DIMS = 4,    /* of a value, at most */
       UPC_STRIDE_STEP_VALUES = 12   /* that one step reads and writes, at most */
};

/* The elements with lo[k] <= index k < hi[k]. Dimensions that a value does not have are 0 .. 1. */
typedef struct upc_stride_box {
  long long lo[UPC_STRIDE_GRAPH_DIMS], hi[UPC_STRIDE_GRAPH_DIMS];
} upc_stride_box_t;

/* What a step's function gets of one value: the address of the element with the box's lowest indices, and for each
 * dimension the distance between neighbours, in bytes. In storage of the library the elements of the last dimension are
 * contiguous. */
typedef struct upc_stride_operand {
  char *data;
  upc_stride_box_t box;
  ptrdiff_t stride[UPC_STRIDE_GRAPH_DIMS];
} upc_stride_operand_t;

/* Element (i, j, k, l) of an operand; 0 for the dimensions that the value does not have. */
static inline void *upc_stride_element(const upc_stride_operand_t *v, long long i, long long j, long long k,
                                       long long l) {
  return v->data + (i - v->box.lo[0]) * v->stride[0] + (j - v->box.lo[1]) * v->stride[1] +
         (k - v->box.lo[2]) * v->stride[2] + (l - v->box.lo[3]) * v->stride[3];
}

/* ---- distributions: values that a program makes and frees; no communication ---- */

typedef struct upc_stride_distribution upc_stride_distribution_t;

/* The box of 0 .. extent[k] is cut into grid[k] pieces in dimension k, as even as possible. Parts are numbered with the
 * last dimension the fastest, and each thread has consecutive parts: part p of n is on thread p * threads / n. */
upc_stride_distribution_t *upc_stride_distribution_blocks(int ndims, const long long *extent, const int *grid,
                                                          int threads);

/* The box of 0 .. extent[k] is cut into `parts` pieces in one dimension, as even as possible. */
upc_stride_distribution_t *upc_stride_distribution_slabs(int ndims, const long long *extent, int dimension, int parts,
                                                         int threads);

/* Each box of another distribution with width[k] more elements on both sides in dimension k. They end at the edges of
 * the value, but not in the dimensions whose bit (1 << k) is set in `periodic`: there index -1 is the last element.
 * upc_stride_distribution_box takes the extents for which `of` was made as these edges; boxes of the program's own have
 * none, and only the operands of a step are cut. A step may write such a distribution. Then several parts compute
 * the same elements, and each must compute the same. */
upc_stride_distribution_t *upc_stride_distribution_grown(const upc_stride_distribution_t *of, const long long *width,
                                                         int periodic);

/* One part on each thread, which is the whole: every thread has a copy. Each thread that writes it must compute the
 * same. */
upc_stride_distribution_t *upc_stride_distribution_replicated(int ndims, const long long *extent, int threads);

/* Each element is on the thread that a function returns for its index. The elements of a thread are joined to boxes, as
 * long as two of them make one. The function is called once for each element. */
typedef int upc_stride_owner_t(const long long *index, void *argument);
upc_stride_distribution_t *upc_stride_distribution_owned(int ndims, const long long *extent, upc_stride_owner_t *owner,
                                                         void *argument);

/* Boxes of the program's own, and the thread of each. Boxes may be empty. */
upc_stride_distribution_t *upc_stride_distribution_boxes(int ndims, int parts, const upc_stride_box_t *boxes,
                                                         const int *threads);

/* The number of parts; the box of a part; the thread that has it. */
int upc_stride_distribution_parts(const upc_stride_distribution_t *d);
upc_stride_box_t upc_stride_distribution_box(const upc_stride_distribution_t *d, int part);
int upc_stride_distribution_thread(const upc_stride_distribution_t *d, int part);
void upc_stride_distribution_free(upc_stride_distribution_t *d); /* graphs that use it keep a copy */

/* ---- graphs ---- */

typedef struct upc_stride_graph upc_stride_graph_t;

/* What a step's function gets: the number of its part, and the iteration, both from 0; and its operands. `argument` is
 * that of upc_stride_graph_step. */
typedef struct upc_stride_part {
  int part, iteration;
  upc_stride_operand_t operand[UPC_STRIDE_STEP_VALUES]; /* in the order of upc_stride_graph_reads and _writes */
} upc_stride_part_t;

typedef void upc_stride_graph_function_t(const upc_stride_part_t *part, void *argument);

/* When a step runs: in each iteration; once before the first; once after the last. */
enum { UPC_STRIDE_EACH, UPC_STRIDE_FIRST, UPC_STRIDE_LAST };

/* A graph without values and steps. */
upc_stride_graph_t *upc_stride_graph_new(void);

/* Add a value, or a step, to the graph, and return its number. Names appear in messages, pictures and timelines. Steps
 * run in the order in which they are added, as far as their data are there. */
int upc_stride_graph_value(upc_stride_graph_t *g, const char *name, size_t element_bytes, int ndims,
                           const long long *extent);
int upc_stride_graph_step(upc_stride_graph_t *g, const char *name, upc_stride_graph_function_t *function,
                          void *argument, int when);

/* upc_stride_graph_reads: the step reads a value that a step before it writes, or that is carried. A step of
 * UPC_STRIDE_LAST sees values as the last iteration left them; of a carried value it reads `from`. If a step of
 * UPC_STRIDE_FIRST wrote the value, and nothing is carried to it, its elements are moved only once.
 * upc_stride_graph_writes: the step writes a value. No two steps write the same element. */
void upc_stride_graph_reads(upc_stride_graph_t *g, int step, int value, const upc_stride_distribution_t *d);
void upc_stride_graph_writes(upc_stride_graph_t *g, int step, int value, const upc_stride_distribution_t *d);

/* The step reads a value and changes it where it is. Steps that write such a value change it one after the other, in
 * the order in which they were added; a step that reads it sees what the steps before it have left. There is no second
 * storage. Elements that one part of a step changes may not be read or written by another part of this step. A value
 * that is updated is not carried: it stays as it is until it is changed. The distributions of its steps are not
 * periodic. */
void upc_stride_graph_updates(upc_stride_graph_t *g, int step, int value, const upc_stride_distribution_t *d);

/* The value's elements are in memory of the program, where steps read and change them: those of part p at
 * operands[p].data, with the strides operands[p].stride, for the box that part p has in d. Those of the last dimension
 * need not be contiguous. A thread fills the operands of its own parts; the others are not read. Call this before the
 * steps that read or write the value are told of it. Elements in no box of d have storage of the library. A step that
 * writes given elements must do so in parts that lie in one box of d, on its thread. The function of such a step may do
 * nothing: its place among the steps then says when the elements are sent. After a run the memory has what the steps
 * have left. A given value is not carried, and the distributions of its steps are not periodic. */
void upc_stride_graph_given(upc_stride_graph_t *g, int value, const upc_stride_distribution_t *d,
                            const upc_stride_operand_t *operands);

/* `from` in one iteration is `to` in the next. In iteration 0, `to` is what a step of UPC_STRIDE_FIRST wrote. */
void upc_stride_graph_carry(upc_stride_graph_t *g, int from, int to);

/* A thread sends what all its parts of a step have for one other thread in one message: fewer messages, sent later. */
void upc_stride_graph_merge(upc_stride_graph_t *g, int step);

/* A condition: the step runs only if a value is not 0, or with `unless` only if it is 0. The value is one int that some
 * step before this one writes, or that is carried. A step may have four conditions, which must all hold: these are
 * conditions within conditions. Steps of which at most one can run may write the same elements; whoever reads them must
 * find a writer whichever way the conditions go. What is in place such a step may only read and update: if it does not
 * run, it stays as it is. What only steps with a condition read is sent only if they run, if the condition's value is
 * written before the step that writes it; else always. */
void upc_stride_graph_if(upc_stride_graph_t *g, int step, int value);
void upc_stride_graph_unless(upc_stride_graph_t *g, int step, int value);

/* The loop goes on while a value is not 0: it ends after the first iteration in which a step has written 0 there, and
 * at the latest after as many iterations as upc_stride_graph_run says. The value is one int, which a step of
 * UPC_STRIDE_EACH writes; it may be written on one thread or on all. Call this after the steps that write it. No thread
 * begins an iteration before it has the value of the one before. */
void upc_stride_graph_while(upc_stride_graph_t *g, int value);

/* Runs the steps: those of UPC_STRIDE_FIRST, then `iterations` times (at least 1) those of UPC_STRIDE_EACH, then those
 * of UPC_STRIDE_LAST. Returns how many iterations have run. The first run works out what is moved; after it nothing can
 * be added to the graph. There is a barrier on entry and on exit, and none between. The functions of steps must not
 * make collective calls. */
int upc_stride_graph_run(upc_stride_graph_t *g, int iterations);

typedef struct upc_stride_graph_moves {
  size_t messages, sent, copied, storage, answers;
} upc_stride_graph_moves_t;

/* What the calling thread moves, known after a run: the messages that it sends to others in one iteration, and their
 * bytes; the bytes that it copies to storage of its own; the bytes of its storage; the answers by which it says that it
 * has read messages of near threads, a word each. Where a message of its own says so, and after the last iterations,
 * there is no answer. */
upc_stride_graph_moves_t upc_stride_graph_moved(const upc_stride_graph_t *g);

/* Writes a picture of the graph to a file, in the language of Graphviz's dot: steps, and on each arrow what is moved
 * there on all threads. One thread calls it, before a run or after it. */
void upc_stride_graph_draw(upc_stride_graph_t *g, const char *path);

/* Frees the graph and the storage of its values, but not memory of the program. */
void upc_stride_graph_free(upc_stride_graph_t *g);

#ifdef __cplusplus
}
#endif

#endif
