/* SPDX-License-Identifier: BSD-3-Clause
 * A traced job in the Open Trace Format 2, by its library. upcrun loads this file as a shared library of its own.
 *
 * Each thread is a process with a location. Its calls and waits are regions that nest. Split-phase calls, and events of
 * the program that do not nest, get further locations of the thread. Messages are MpiSend and MpiRecv, copies by one
 * side RmaPut and RmaGet. Of the collectives those are collective events that all threads take part in and that have no
 * root: a record does not say who takes part in the others. */
#include <errno.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "job/upcrun/trace_records.h"

enum { NONE, WORLD = 0, WINDOW = 0, LOCATIONS = 0, MEMBERS, SENT = 0, RECEIVED, NO_COLLECTIVE = 255 };

typedef struct urtk_trace_event event_t;

static const struct trace *trace;
static int64_t earliest;                 /* ns: the time 0 of the trace */
static char problem[256];                /* what the library has reported first */
static OTF2_GlobalDefWriter *definitions;
static OTF2_StringRef strings;

static OTF2_ErrorCode note(void *unused, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                           const char *format, va_list arguments) {
  (void)unused, (void)file, (void)line, (void)function;
  if (!*problem) {
    int used = snprintf(problem, sizeof problem, "OTF2: %s: ", OTF2_Error_GetDescription(code));
    if (used < (int)sizeof problem) vsnprintf(problem + used, sizeof problem - (size_t)used, format, arguments);
  }
  return code;
}

/* ---- definitions ---- */

static OTF2_StringRef string(const char *text, int length) {
  char copy[512];
  int used = 0;
  for (int i = 0, bytes; i < length && used < (int)sizeof copy - 4; i += bytes ? bytes : 1) {
    bytes = utf8_character(text + i, length - i);
    memcpy(copy + used, bytes ? text + i : "?", bytes ? (size_t)bytes : 1);
    used += bytes ? bytes : 1;
  }
  copy[used] = 0;
  OTF2_GlobalDefWriter_WriteString(definitions, strings, copy);
  return strings++;
}

static OTF2_StringRef word(const char *text) { return string(text, (int)strlen(text)); }

/* A region for each call at one line, and one for waits for each thread; the latter come first. */
static struct { const char *text; OTF2_CollectiveOp op; OTF2_RegionRole role; } *region;
static int regions;

static int is_named(const char *name, const char *operation) {
  size_t length = strlen(operation);
  const char *end = name + length;
  return strncmp(name, operation, length) == 0 && (!*end || strncmp(end, "_nb", 3) == 0);
}

static void classify(int number, const char *text) {
  static const struct { const char *name; OTF2_RegionRole role; OTF2_CollectiveOp op; } kinds[] = {
      {"barrier", OTF2_REGION_ROLE_BARRIER, OTF2_COLLECTIVE_OP_BARRIER},
      {"broadcast", OTF2_REGION_ROLE_COLL_ONE2ALL, NO_COLLECTIVE},
      {"scatter", OTF2_REGION_ROLE_COLL_ONE2ALL, NO_COLLECTIVE},
      {"gather", OTF2_REGION_ROLE_COLL_ALL2ONE, NO_COLLECTIVE},
      {"reduce", OTF2_REGION_ROLE_COLL_ALL2ONE, NO_COLLECTIVE},
      {"gather_all", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLGATHER},
      {"exchange", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLTOALL},
      {"reduce_all", OTF2_REGION_ROLE_COLL_ALL2ALL, NO_COLLECTIVE},
      {"permute", OTF2_REGION_ROLE_COLL_OTHER, NO_COLLECTIVE},
      {"lock", OTF2_REGION_ROLE_CRITICAL, NO_COLLECTIVE}};
  const char *name = name_in(text);
  int sections = strncmp(name, "upc_stride_", 11) == 0;
  name += sections ? 11 : strncmp(name, "upc_all_", 8) == 0 ? 8 : strncmp(name, "upc_", 4) == 0 ? 4 : 0;
  region[number].text = text, region[number].op = NO_COLLECTIVE, region[number].role = OTF2_REGION_ROLE_FUNCTION;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (is_named(name, kinds[k].name)) {
      region[number].role = kinds[k].role;
      if (!sections) region[number].op = kinds[k].op;
    }
}

static int region_of(const char *text) {
  int i = trace->threads + 1;
  while (i < regions && strcmp(region[i].text, text) != 0) i++;
  if (i < regions) return i;
  classify(regions, text);
  return regions++;
}

static void define_regions(void) {
  for (int i = 0; i < regions; i++) {
    char wait[64] = "waits";
    const char *text = region[i].text;
    if (i > 0 && !text) snprintf(wait, sizeof wait, "waits for thread %d", i - 1);
    const char *colon = text ? memrchr(text, ':', (size_t)place_length(text)) : NULL;
    OTF2_StringRef name = word(text ? name_in(text) : wait), file = colon ? string(text, (int)(colon - text)) : NONE;
    uint32_t line = colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0;
    OTF2_GlobalDefWriter_WriteRegion(definitions, (OTF2_RegionRef)i, name, name, NONE, region[i].role,
                                     OTF2_PARADIGM_UPC, OTF2_REGION_FLAG_NONE, file, line, line);
  }
}

/* ---- events of a thread ---- */

/* An event's beginning or end. */
struct point { int64_t at; const event_t *event; int region, begins; };

struct lane { struct point *point; size_t points; int64_t end; };

struct interval { int64_t begin, end; const event_t *event; };

/* The outer before the inner: that is the longer one, or the one recorded later. */
static int outer_first(const void *a, const void *b) {
  const struct interval *x = a, *y = b;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  if (x->end != y->end) return x->end > y->end ? -1 : 1;
  return x->event > y->event ? -1 : x->event < y->event;
}

static void *memory(void *old, size_t count, size_t size) {
  void *given = reallocarray(old, count ? count : 1, size);
  if (!given) fputs("upcrun: no memory for the trace\n", stderr), exit(1);
  return given;
}

static void add(struct lane *lane, int64_t at, const event_t *event, int number, int begins) {
  if ((lane->points & (lane->points - 1)) == 0)
    lane->point = memory(lane->point, lane->points ? 2 * lane->points : 1, sizeof *lane->point);
  lane->point[lane->points++] = (struct point){at, event, number, begins};
}

static int is_wait(const event_t *e) { return e->kind == URTK_TRACE_WAIT; }
static int is_moment(const event_t *e) { return e->kind >= URTK_TRACE_MOMENT; }

static int number_of(const record_t *r, const event_t *e) {
  return is_wait(e) ? e->peer + 1 : region_of(r->place[e->place].text);
}

/* Puts a thread's intervals on lanes: what nests on the first one, the rest on the first lane that is free. */
static int fill_lanes(struct lane **lanes, const record_t *r, struct interval *all, size_t count) {
  struct interval **open = memory(NULL, count, sizeof *open);
  size_t depth = 0;
  int used = 1;
  *lanes = memory(NULL, 1, sizeof **lanes);
  **lanes = (struct lane){0};
  for (size_t i = 0; i <= count; i++) {
    struct interval *one = i < count ? &all[i] : NULL;
    for (; depth && (!one || open[depth - 1]->end <= one->begin); depth--) {
      const event_t *e = open[depth - 1]->event;
      add(*lanes, open[depth - 1]->end, e, number_of(r, e), 0);
    }
    if (!one) break;
    int number = number_of(r, one->event), l = 0;
    if (one->event->kind != URTK_TRACE_SPLIT && (!depth || one->end <= open[depth - 1]->end)) {
      add(*lanes, one->begin, one->event, number, 1);
      open[depth++] = one;
      continue;
    }
    for (l = 1; l < used && (*lanes)[l].end > one->begin;) l++;
    if (l == used) *lanes = memory(*lanes, (size_t)++used, sizeof **lanes), (*lanes)[l] = (struct lane){0};
    add(&(*lanes)[l], one->begin, one->event, number, 1);
    add(&(*lanes)[l], one->end, one->event, number, 0);
    (*lanes)[l].end = one->end;
  }
  free(open);
  return used;
}

static uint64_t since_start(int64_t ns) { return (uint64_t)(ns - earliest); }

static void write_point(OTF2_EvtWriter *to, const struct point *p, OTF2_AttributeList *bytes) {
  uint64_t at = since_start(p->at);
  OTF2_CollectiveOp op = region[p->region].op;
  int counted = !is_wait(p->event);
  if (p->begins) {
    if (counted) OTF2_AttributeList_AddUint64(bytes, SENT, p->event->sent);
    if (counted) OTF2_AttributeList_AddUint64(bytes, RECEIVED, p->event->received);
    OTF2_EvtWriter_Enter(to, counted ? bytes : NULL, at, (OTF2_RegionRef)p->region);
    if (op != NO_COLLECTIVE) OTF2_EvtWriter_MpiCollectiveBegin(to, NULL, at);
    return;
  }
  if (op != NO_COLLECTIVE)
    OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, at, op, WORLD, OTF2_UNDEFINED_UINT32, p->event->sent,
                                    p->event->received);
  OTF2_EvtWriter_Leave(to, NULL, at, (OTF2_RegionRef)p->region);
}

static void write_moment(OTF2_EvtWriter *to, const record_t *r, const event_t *e, int64_t ns) {
  uint64_t at = since_start(ns);
  uint32_t peer = (uint32_t)e->peer;
  OTF2_RegionRef mark;
  switch (e->kind) {
    case URTK_TRACE_SEND: OTF2_EvtWriter_MpiSend(to, NULL, at, peer, WORLD, (uint32_t)e->received, e->sent); break;
    case URTK_TRACE_RECV: OTF2_EvtWriter_MpiRecv(to, NULL, at, peer, WORLD, (uint32_t)e->sent, e->received); break;
    case URTK_TRACE_PUT: OTF2_EvtWriter_RmaPut(to, NULL, at, WINDOW, peer, e->sent, 0); break;
    case URTK_TRACE_GET: OTF2_EvtWriter_RmaGet(to, NULL, at, WINDOW, peer, e->received, 0); break;
    default:
      mark = (OTF2_RegionRef)region_of(r->place[e->place].text);
      OTF2_EvtWriter_Enter(to, NULL, at, mark);
      OTF2_EvtWriter_Leave(to, NULL, at, mark);
  }
  if (e->kind >= URTK_TRACE_PUT) OTF2_EvtWriter_RmaOpCompleteBlocking(to, NULL, at, WINDOW, 0);
}

/* Writes a lane, and with the first one the moments between its points. */
static void write_lane(OTF2_EvtWriter *to, const record_t *r, const struct host *h, const struct lane *lane,
                       int first) {
  OTF2_AttributeList *bytes = OTF2_AttributeList_New();
  uint64_t i = first ? 0 : r->events;
  for (size_t p = 0; p <= lane->points; p++) {
    const struct point *next = p < lane->points ? &lane->point[p] : NULL;
    for (; i < r->events; i++) {
      const event_t *e = &r->event[i];
      int64_t at = begin_of(e, h);
      if (!is_moment(e)) continue;
      if (next && (at > next->at || (at == next->at && next->begins))) break;
      write_moment(to, r, e, at);
    }
    if (next) write_point(to, next, bytes);
  }
  OTF2_AttributeList_Delete(bytes);
}

struct location { int thread, lane; uint64_t events; };
static struct location *location;        /* the threads', then those of further lanes */
static uint64_t locations;

static void write_thread(OTF2_Archive *archive, int t) {
  const record_t *r = trace->record[t];
  const struct host *h = &trace->host[trace->host_of[t]];
  struct interval *all = memory(NULL, r->events, sizeof *all);
  struct lane *lanes;
  size_t count = 0;
  for (uint64_t i = 0; i < r->events; i++) {
    int64_t begin = begin_of(&r->event[i], h), time = whole_ns(in_ns(h, (double)r->event[i].time));
    if (!is_moment(&r->event[i])) all[count++] = (struct interval){begin, begin + time, &r->event[i]};
  }
  qsort(all, count, sizeof *all, outer_first);
  int used = fill_lanes(&lanes, r, all, count);
  for (int l = 0; l < used; l++) {
    uint64_t number = l ? locations++ : (uint64_t)t;
    location = memory(location, locations, sizeof *location);
    location[number] = (struct location){t, l, 0};
    OTF2_EvtWriter *to = OTF2_Archive_GetEvtWriter(archive, number);
    write_lane(to, r, h, &lanes[l], l == 0);
    OTF2_EvtWriter_GetNumberOfEvents(to, &location[number].events);
    OTF2_Archive_CloseEvtWriter(archive, to);
    free(lanes[l].point);
  }
  free(lanes), free(all);
}

/* ---- the archive ---- */

static void define_threads(void) {
  uint64_t *all = memory(NULL, (size_t)trace->threads, sizeof *all);
  char text[64];
  OTF2_StringRef machine = word("machine"), node = word("node");
  OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions, 0, machine, machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (int h = 0; h < trace->hosts; h++)
    OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions, (OTF2_SystemTreeNodeRef)h + 1, word(trace->host[h].name),
                                             node, 0);
  for (int t = 0; t < trace->threads; t++) {
    snprintf(text, sizeof text, "thread %d", t);
    OTF2_GlobalDefWriter_WriteLocationGroup(definitions, (OTF2_LocationGroupRef)t, word(text),
                                            OTF2_LOCATION_GROUP_TYPE_PROCESS,
                                            (OTF2_SystemTreeNodeRef)(trace->record[t] ? trace->host_of[t] + 1 : 0),
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    all[t] = (uint64_t)t;
  }
  for (uint64_t i = 0; i < locations; i++) {
    const struct location *l = &location[i];
    int used = snprintf(text, sizeof text, "thread %d", l->thread);
    if (l->lane) snprintf(text + used, sizeof text - (size_t)used, ", overlapped by its calls %d", l->lane);
    OTF2_GlobalDefWriter_WriteLocation(definitions, i, word(text), OTF2_LOCATION_TYPE_CPU_THREAD, l->events,
                                       (OTF2_LocationGroupRef)l->thread);
  }
  OTF2_StringRef name = word("all threads");
  OTF2_GlobalDefWriter_WriteGroup(definitions, LOCATIONS, name, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, (uint32_t)trace->threads, all);
  OTF2_GlobalDefWriter_WriteGroup(definitions, MEMBERS, name, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, (uint32_t)trace->threads, all);
  OTF2_GlobalDefWriter_WriteComm(definitions, WORLD, name, MEMBERS, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteRmaWin(definitions, WINDOW, word("shared memory"), WORLD, OTF2_RMA_WIN_FLAG_NONE);
  free(all);
}

static void define_all(OTF2_Archive *archive, int64_t latest) {
  definitions = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_GlobalDefWriter_WriteClockProperties(definitions, 1000000000, 0, since_start(latest) + 1,
                                            OTF2_UNDEFINED_TIMESTAMP);
  strings = 0;
  word("");
  OTF2_GlobalDefWriter_WriteParadigm(definitions, OTF2_PARADIGM_UPC, word("UPC"), OTF2_PARADIGM_CLASS_PROCESS);
  OTF2_GlobalDefWriter_WriteParadigm(definitions, OTF2_PARADIGM_MPI, word("MPI"), OTF2_PARADIGM_CLASS_PROCESS);
  OTF2_GlobalDefWriter_WriteAttribute(definitions, SENT, word("bytes sent"), NONE, OTF2_TYPE_UINT64);
  OTF2_GlobalDefWriter_WriteAttribute(definitions, RECEIVED, word("bytes received"), NONE, OTF2_TYPE_UINT64);
  define_regions();
  define_threads();
}

static OTF2_FlushType flush(void *a, OTF2_FileType b, OTF2_LocationRef c, void *d, bool e) {
  (void)a, (void)b, (void)c, (void)d, (void)e;
  return OTF2_FLUSH;
}

/* Removes an earlier trace of this name: NAME.otf2, NAME.def, and what OTF2 writes into the folder NAME. */
static void clear(const char *base, uint64_t threads) {
  static const char *const ends[] = {".otf2", ".def"}, *const parts[] = {".evt", ".def"};
  char path[5000];
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s%s", base, ends[i]);
    unlink(path);
    for (uint64_t t = 0, gone = 0; t < threads || gone; t++) {
      snprintf(path, sizeof path, "%s/%llu%s", base, (unsigned long long)t, parts[i]);
      gone = unlink(path) == 0;
    }
  }
  rmdir(base);
}

const char *write_otf2(const char *name, const struct trace *t) {
  static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush};
  char base[4096], folder[4096];
  int64_t latest = INT64_MIN;
  struct stat is;
  snprintf(base, sizeof base, "%.*s", (int)strlen(name) - 5, name);
  char *slash = strrchr(base, '/');
  snprintf(folder, sizeof folder, "%.*s", (int)(slash - base) + 1, base);
  trace = t, earliest = INT64_MAX, locations = (uint64_t)t->threads;
  clear(base, (uint64_t)t->threads);
  if (stat(base, &is) == 0) return "its folder, which has the same name without .otf2, has other files already";
  region = memory(NULL, (size_t)(t->threads + 1) * (URTK_TRACE_PLACES + 1), sizeof *region);
  location = memory(NULL, locations, sizeof *location);
  for (regions = 0; regions <= t->threads; regions++) classify(regions, ""), region[regions].text = NULL;
  for (int i = 0; i < t->threads; i++) {
    const record_t *r = t->record[i];
    const struct host *h = &t->host[t->host_of[i]];
    location[i] = (struct location){i, 0, 0};
    for (uint64_t e = 0; r && e < r->events; e++) {
      int64_t begin = begin_of(&r->event[e], h), end = begin + whole_ns(in_ns(h, (double)r->event[e].time));
      if (begin < earliest) earliest = begin;
      if (end > latest) latest = end;
    }
  }
  if (latest == INT64_MIN) earliest = latest = 0;
  OTF2_Error_RegisterCallback(note, NULL);
  OTF2_Archive *archive = OTF2_Archive_Open(folder, slash + 1, OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                                            OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (!archive) return problem;
  OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_SetCreator(archive, "upcrun");
  OTF2_Archive_OpenEvtFiles(archive);
  for (int i = 0; i < t->threads; i++)
    if (t->record[i]) write_thread(archive, i);
  OTF2_Archive_CloseEvtFiles(archive);
  define_all(archive, latest);
  OTF2_Archive_OpenDefFiles(archive);
  for (uint64_t i = 0; i < locations; i++)
    OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, i));
  OTF2_Archive_CloseDefFiles(archive);
  OTF2_Archive_Close(archive);
  if (*problem) clear(base, locations);
  return *problem ? problem : NULL;
}
