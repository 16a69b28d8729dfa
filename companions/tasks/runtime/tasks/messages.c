/* SPDX-License-Identifier: BSD-3-Clause
 * Tasks that go to a thread that the program names. Each thread has a few slots for each other one, in its shared
 * memory. A message with some tasks is written to a free slot, and adds the slot's bit to a word: both by one put with
 * signal, which nobody waits for. The receiver copies the tasks, and tells the sender that the slot is free: together
 * with the end of one of these tasks, or else in a message of its own, once all tasks that it has received have begun.
 * If no slot is free, the sender keeps further tasks, and sends them together. Several slots let tasks go on while the
 * word that the first one is free is on its way. Messages in different slots may overtake each other.
 *
 * A slot has places for tasks. A task takes one, and further ones if it has many arguments. So they arrive with it, and
 * the receiver need not ask a sender that computes. Arguments that fill no slot stay with the sender. The receiver gets
 * them while it runs other tasks: a sender that computes may let it wait for them. */
#include <string.h>
#include "tasks/tasks.h"

enum { MOST = 16, MOST_SLOTS = 4 }; /* places in a message; messages under way to a thread */
enum { MOST_OF_TASK = 8 };       /* places that one task takes */
enum { WORD = 64 };              /* bits */
enum { ENOUGH = 4096 };          /* places received that have not begun: others stay with who sends them */
enum { SLOTS = 16 << 20 };       /* bytes that all slots of a thread may take; with many threads, few tasks a message */

static size_t places_in_slot(int threads) {
  size_t fit = SLOTS / ((size_t)threads * sizeof(struct task));
  return fit < 1 ? 1 : fit > MOST ? MOST : fit;
}
/* The slots of a thread for one other thread. */
static size_t slots_of_pair(int threads) {
  size_t fit = SLOTS / ((size_t)threads * MOST * sizeof(struct task));
  return fit < 1 ? 1 : fit > MOST_SLOTS ? MOST_SLOTS : fit;
}
static size_t all_slots(int threads) { return (size_t)threads * slots_of_pair(threads); }
static size_t words(int threads) { return (all_slots(threads) + WORD - 1) / WORD; }

/* [bits of slots | messages taken, by receiver and slot | slots, by sender] */
static urt_size_t layout(void *arg, int threads) {
  size_t slot = places_in_slot(threads) * sizeof(struct task);
  return (void)arg, 64 + words(threads) * 8 + all_slots(threads) * (8 + slot);
}
static urt_size_t inbox;
static const urt_static_t inbox_record __attribute__((section("urt_statics"), used, aligned(8))) = {
    &inbox, 0, layout, NULL, "inbox", 64, NULL};

/* The number of a slot, among those of a thread for all others, or of all others for this one. */
static size_t slot_number(int thread, size_t k) { return (size_t)thread * slots_of_pair(urt_threads) + k; }

static urt_ptr_t bits_of(int thread, size_t slot) { return urtk_at(thread, inbox + slot / WORD * 8); }
static urt_ptr_t taken_of(int thread, size_t slot) {
  return urtk_at(thread, inbox + words(urt_threads) * 8 + slot * 8);
}
static urt_ptr_t slot_of(int thread, size_t slot) {
  size_t start = ((words(urt_threads) + all_slots(urt_threads)) * 8 + 63) & ~(size_t)63;
  return urtk_at(thread, inbox + start + slot * places_in_slot(urt_threads) * sizeof(struct task));
}

/* ---- queues of private memory ---- */
struct queue { struct task *tasks; size_t first, count, capacity; };

static void append(struct queue *q, const struct task *t) {
  if (q->first + q->count == q->capacity) {
    if (q->first > q->capacity / 2) {
      memmove(q->tasks, q->tasks + q->first, q->count * sizeof *t);
      q->first = 0;
    } else {
      q->capacity = q->capacity ? 2 * q->capacity : 16;
      q->tasks = urtk_larger(q->tasks, q->capacity, sizeof *t, "tasks");
    }
  }
  q->tasks[q->first + q->count++] = *t;
}

static void drop(struct queue *q, size_t n) {
  q->first += n, q->count -= n;
  if (!q->count) q->first = 0;
}

/* ---- tasks that take several places: the first one, then the rest of their arguments ---- */
static size_t bytes_after(const struct task *t) {
  return t->flags & URTK_ELSEWHERE || t->bytes <= URTK_ARGUMENTS ? 0 : t->bytes - URTK_ARGUMENTS;
}

static size_t places_of(const struct task *t) { return 1 + (bytes_after(t) + sizeof *t - 1) / sizeof *t; }

size_t urtk_bytes_sent_along(void) {
  size_t places = places_in_slot(urt_threads);
  return URTK_ARGUMENTS + ((places < MOST_OF_TASK ? places : MOST_OF_TASK) - 1) * sizeof(struct task);
}

static void append_all(struct queue *q, const struct task *t, const void *arguments) {
  append(q, t);
  for (size_t at = URTK_ARGUMENTS, end = at + bytes_after(t); at < end; at += sizeof *t) {
    struct task place = {0};
    memcpy(&place, (const char *)arguments + at, end - at < sizeof place ? end - at : sizeof place);
    append(q, &place);
  }
}

/* The first task of the queue, with its arguments in private memory if they take several places. */
static struct task collect(const struct queue *q) {
  const struct task *first = q->tasks + q->first;
  struct task t = *first;
  size_t rest = bytes_after(first);
  if (!rest) return t;
  char *arguments = urtk_memory(1, t.bytes, "the arguments of a task");
  memcpy(arguments, first->arguments, URTK_ARGUMENTS);
  memcpy(arguments + URTK_ARGUMENTS, first + 1, rest);
  memcpy(t.arguments + sizeof(urt_ptr_t), &arguments, sizeof arguments);
  t.flags |= URTK_COLLECTED;
  return t;
}

/* ---- to other threads ---- */
static struct outgoing {
  struct queue queue;
  uint64_t sent[MOST_SLOTS];     /* messages, by slot */
  int next;                      /* the next thread in the list of those with tasks to send, or -1 */
  int listed;
} *outgoing;
static int first = -1;           /* of this list */

static int slot_is_free(int thread, size_t k) {
  uint64_t *taken = urt_near(taken_of(urt_mythread, slot_number(thread, k)));
  return __atomic_load_n(taken, __ATOMIC_ACQUIRE) == outgoing[thread].sent[k];
}

/* The first slot that is free (is_free 1) or not (0); slots_of_pair if there is none. */
static size_t first_slot(int thread, int is_free) {
  size_t k = 0;
  while (k < slots_of_pair(urt_threads) && slot_is_free(thread, k) != is_free) k++;
  return k;
}

static int all_are_free(int thread) { return first_slot(thread, 0) == slots_of_pair(urt_threads); }

/* The places of the tasks at the head of a queue that fit into a slot. */
static size_t places_to_send(const struct queue *q) {
  size_t fit = places_in_slot(urt_threads), n = 0;
  while (n < q->count && n + places_of(q->tasks + q->first + n) <= fit) n += places_of(q->tasks + q->first + n);
  return n;
}

static int send(int thread) {
  struct queue *q = &outgoing[thread].queue;
  size_t k;
  if (!q->count || (k = first_slot(thread, 1)) == slots_of_pair(urt_threads)) return 0;
  size_t n = places_to_send(q), slot = slot_number(urt_mythread, k);
  struct task *tasks = q->tasks + q->first;
  tasks->more = (uint32_t)n - 1;
  outgoing[thread].sent[k]++;
  URT_FENCE();
  urtc_settle_before(thread);
  urtc_put_signal(slot_of(thread, slot), tasks, n * sizeof *tasks, bits_of(thread, slot), 1ULL << slot % WORD,
                  URTC_ADD_ALONE);
  drop(q, n);
  return 1;
}

static int send_all(void) {
  int moved = 0;
  for (int *link = &first; *link >= 0;) {
    struct outgoing *to = &outgoing[*link];
    while (send(*link)) moved = 1;
    if (to->queue.count) link = &to->next;
    else to->listed = 0, *link = to->next;
  }
  return moved;
}

void urtk_send_task(int thread, const struct task *t, const void *arguments) {
  if (!outgoing) outgoing = urtk_memory((size_t)urt_threads, sizeof *outgoing, "tasks for other threads");
  struct outgoing *to = &outgoing[thread];
  size_t before = to->queue.count;
  append_all(&to->queue, t, arguments);
  if (!to->listed) to->listed = 1, to->next = first, first = thread;
  if (!before) send_all();
}

void urtk_look_for_ended(void) {
  for (int t = 0; outgoing && t < urt_threads; t++)
    if ((outgoing[t].queue.count || !all_are_free(t)) && urtc_ended(t))
      urt_fatal("thread %d waits for a task on thread %d, which has ended; let that thread return from main",
                urt_mythread, t);
}

/* ---- from other threads ---- */
static struct queue received;

/* Slots that are free, of which the sender has not been told. It cannot fill one again before, so each is listed once,
 * and what it is told of a slot never overtakes what it was told before. */
static struct slot {
  uint64_t taken;                /* messages */
  int untold, previous, next;    /* numbers of slots; -1: none */
} *slots;
static int untold = -1;

static void receive(size_t number) {
  const struct task *slot = urt_near(slot_of(urt_mythread, number));
  for (size_t i = 0, n = (size_t)slot->more + 1; i < n; i++) append(&received, &slot[i]);
  if (!slots) slots = urtk_memory(all_slots(urt_threads), sizeof *slots, "tasks from other threads");
  struct slot *s = &slots[number];
  s->taken++;
  s->untold = 1, s->previous = -1, s->next = untold;
  if (untold >= 0) slots[untold].previous = (int)number;
  untold = (int)number;
}

static void unlist(int number) {
  struct slot *s = &slots[number];
  if (s->previous >= 0) slots[s->previous].next = s->next;
  else untold = s->next;
  if (s->next >= 0) slots[s->next].previous = s->previous;
  s->untold = 0;
}

/* A slot which that thread does not know to be free; -1 if there is none. */
static int untold_of(int thread) {
  if (untold < 0) return -1;
  for (size_t k = 0; k < slots_of_pair(urt_threads); k++)
    if (slots[slot_number(thread, k)].untold) return (int)slot_number(thread, k);
  return -1;
}

/* Where the sender of what was in slot `number` looks whether it is free. */
static urt_ptr_t taken_from(int number) {
  int n = (int)slots_of_pair(urt_threads);
  return taken_of(number / n, slot_number(urt_mythread, (size_t)(number % n)));
}

void urtk_tell(int thread, urt_ptr_t word, uint64_t add) {
  urt_ptr_t place = word;
  const void *data = NULL;
  int number = untold_of(thread);
  if (number >= 0) {
    urt_ptr_t taken = taken_from(number);
    unlist(number);
    if (urt_is_near(taken)) {
      urt_catches_up();
      __atomic_store_n((uint64_t *)urt_near(taken), slots[number].taken, __ATOMIC_RELEASE);
    } else place = taken, data = &slots[number].taken;
  }
  urtc_put_signal(place, data, data ? sizeof slots->taken : 0, word, add, URTC_ADD_ALONE);
}

static int tell_all(void) {
  int some = untold >= 0;
  while (untold >= 0) {
    urt_ptr_t taken = taken_from(untold);
    unlist(untold);
    urtc_put_signal(taken, NULL, 0, taken, 1, URTC_ADD_ALONE);
  }
  return some;
}

static int receive_all(void) {
  int some = 0;
  for (size_t from = 0; from < all_slots(urt_threads); from += WORD) {
    urt_ptr_t word = bits_of(urt_mythread, from);
    uint64_t bits = __atomic_load_n((uint64_t *)urt_near(word), __ATOMIC_ACQUIRE);
    if (!bits) continue;
    urtc_fetch_add(word, -bits);
    for (some = 1; bits; bits &= bits - 1) receive(from + (size_t)__builtin_ctzll(bits));
  }
  return some;
}

int urtk_unsent(int thread) {
  if (thread == urt_mythread) return (int)received.count;
  return outgoing ? (int)outgoing[thread].queue.count : 0;
}

void urtk_keep_task(const struct task *t) { append(&received, t); }

/* ---- arguments that stayed with the sender, on their way ---- */
enum { FETCHES = 16 };           /* at a time; tasks behind them wait */
static struct fetch { struct task task; urtc_handle_t handle; char *arguments; } fetches[FETCHES];
static int fetching;

/* On a simulated machine the sender's processor has no part in it, and the time of a get is the machine's. */
static int comes_meanwhile(const struct task *t) {
  if (!(t->flags & URTK_ELSEWHERE)) return 0;
  return !urt_waits_for_events() && !urt_is_near(*(const urt_ptr_t *)t->arguments);
}

static void begin_fetch(const struct task *t) {
  struct fetch *f = &fetches[fetching++];
  f->task = *t;
  f->arguments = urtk_memory(1, t->bytes, "the arguments of a task");
  f->handle = urtc_look(f->arguments, *(const urt_ptr_t *)t->arguments, t->bytes);
}

static int fetched(struct task *t) {
  if (fetching) urtk_acts++;     /* this thread is not idle */
  for (int i = 0; i < fetching; i++) {
    if (!urtc_test(&fetches[i].handle)) continue;
    *t = fetches[i].task;
    memcpy(t->arguments + sizeof(urt_ptr_t), &fetches[i].arguments, sizeof fetches[i].arguments);
    t->flags |= URTK_COLLECTED;
    fetches[i] = fetches[--fetching];
    return 1;
  }
  return 0;
}

int urtk_next_received(struct task *t) {
  if (fetched(t)) return 1;
  while (received.count) {
    const struct task *next = received.tasks + received.first;
    int later = comes_meanwhile(next);
    if (later && fetching == FETCHES) return 0;
    *t = collect(&received);
    drop(&received, places_of(t));
    if (!later) return 1;
    begin_fetch(t);
  }
  return 0;
}

int urtk_messages(void) {
  int moved = urt_threads > 1 && received.count < ENOUGH && receive_all();
  moved |= first >= 0 && send_all();
  if (!received.count) moved |= tell_all();
  if (moved) urtk_acts++;
  return moved;
}
