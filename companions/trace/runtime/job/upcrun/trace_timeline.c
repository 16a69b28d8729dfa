/* SPDX-License-Identifier: BSD-3-Clause
 * The timeline of a traced job, in the JSON form of Chrome's trace viewer, which Perfetto reads as well. */
#include "job/upcrun/trace_path.h"

/* A timeline may have millions of events. printf takes several times as long for each. */
static void put(FILE *f, const char *text) { fputs_unlocked(text, f); }

static void put_number(FILE *f, uint64_t n) {
  char digits[20];
  int i = sizeof digits;
  do digits[--i] = (char)('0' + n % 10);
  while (n /= 10);
  fwrite_unlocked(digits + i, 1, sizeof digits - (size_t)i, f);
}

/* Nanoseconds as microseconds, 12.345. */
static void put_time(FILE *f, int64_t ns) {
  uint64_t n = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
  char rest[] = {'.', (char)('0' + n / 100 % 10), (char)('0' + n / 10 % 10), (char)('0' + n % 10)};
  if (ns < 0) put(f, "-");
  put_number(f, n / 1000);
  fwrite_unlocked(rest, 1, sizeof rest, f);
}

/* The name of a file may be in another coding than UTF-8: its bytes become question marks. */
static void write_text(FILE *f, const char *text, int length) {
  putc_unlocked('"', f);
  for (int i = 0, bytes; i < length; i += bytes ? bytes : 1) {
    unsigned char c = (unsigned char)text[i];
    bytes = utf8_character(text + i, length - i);
    if (!bytes) putc_unlocked('?', f);
    else if (c == '"' || c == '\\') fprintf(f, "\\%c", c);
    else if (c < ' ') fprintf(f, "\\u%04x", c);
    else fwrite_unlocked(text + i, 1, (size_t)bytes, f);
  }
  putc_unlocked('"', f);
}

static void write_name(FILE *f, const char *text) { write_text(f, name_in(text), (int)strlen(name_in(text))); }

/* The beginning of an event of a phase that the viewer knows by a letter. */
static void begin_event(FILE *f, const char *phase, const record_t *r, int host, int64_t time) {
  put(f, ",\n{\"ph\":\""), put(f, phase);
  put(f, "\",\"pid\":"), put_number(f, (uint64_t)host);
  put(f, ",\"tid\":"), put_number(f, (uint64_t)r->thread);
  put(f, ",\"ts\":"), put_time(f, time);
}

/* What the viewer shows in rows of its own, since calls may overlap it: the same at its beginning and its end. */
static void write_id(FILE *f, const record_t *r, uint64_t number) {
  put(f, ",\"id\":\""), put_number(f, (uint64_t)r->thread), put(f, "."), put_number(f, number), put(f, "\"");
}

static const char *const categories[] = {
    [URTK_TRACE_CALL] = "call", [URTK_TRACE_SPLIT] = "split-phase", [URTK_TRACE_WAIT] = "wait",
    [URTK_TRACE_PHASE] = "event", [URTK_TRACE_MOMENT] = "event"};

static void write_event(FILE *f, const record_t *r, const struct urtk_trace_event *e, const struct host *clock,
                        int host, uint64_t number) {
  const char *text = r->place[e->place].text;
  int64_t begin = begin_of(e, clock);
  int64_t time = whole_ns(in_ns(clock, (double)e->time));
  int kind = e->kind, split = kind == URTK_TRACE_SPLIT || kind == URTK_TRACE_PHASE, wait = kind == URTK_TRACE_WAIT;
  const char *category = categories[kind];
  begin_event(f, split ? "b" : kind == URTK_TRACE_MOMENT ? "i" : "X", r, host, begin);
  if (split) write_id(f, r, number);
  else if (kind == URTK_TRACE_MOMENT) put(f, ",\"s\":\"t\""); /* of one thread */
  else put(f, ",\"dur\":"), put_time(f, time);
  put(f, ",\"name\":");
  if (wait && e->peer >= 0) put(f, "\"waits for thread "), put_number(f, (uint64_t)e->peer), put(f, "\"");
  else if (wait) put(f, "\"waits\"");
  else write_name(f, text);
  put(f, ",\"cat\":\""), put(f, category), put(f, "\",\"args\":{\"at\":");
  write_text(f, text, place_length(text));
  if (!wait) put(f, ",\"sent\":"), put_number(f, e->sent), put(f, ",\"received\":"), put_number(f, e->received);
  put(f, "}}");
  if (!split) return;
  begin_event(f, "e", r, host, begin + time);
  write_id(f, r, number);
  put(f, ",\"cat\":\""), put(f, category), put(f, "\",\"name\":");
  write_name(f, text);
  put(f, "}");
}

/* The critical path, as a process of its own whose rows are the threads: at each time one row has a bar. */
static void write_path(FILE *f, const struct trace *trace) {
  static const char *const names[] = {
      [STEP_COMPUTES] = "computes", [STEP_CALLS] = "in a call", [STEP_SENDS] = "sends", [STEP_MEETS] = "meets others",
      [STEP_WAITS] = "waits"};
  fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",", trace->hosts);
  put(f, "\"args\":{\"name\":\"critical path\"}}");
  for (size_t i = trace->path->steps; i-- > 0;) {
    const struct step *s = &trace->path->step[i];
    put(f, ",\n{\"ph\":\"X\",\"pid\":"), put_number(f, (uint64_t)trace->hosts);
    put(f, ",\"tid\":"), put_number(f, (uint64_t)s->thread);
    put(f, ",\"ts\":"), put_time(f, s->begin), put(f, ",\"dur\":"), put_time(f, s->end - s->begin);
    put(f, ",\"name\":\""), put(f, names[s->kind]);
    put(f, "\",\"cat\":\"critical path\",\"args\":{\"at\":");
    write_text(f, s->text ? s->text : "", s->text ? (int)strlen(s->text) : 0);
    put(f, "}}");
  }
}

void write_timeline(FILE *f, const struct trace *trace) {
  fprintf(f, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  for (int h = 0; h < trace->hosts; h++) {
    const char *name = trace->host[h].name;
    fprintf(f, "%s\n{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":", h ? "," : "", h);
    write_text(f, name, (int)strlen(name));
    fprintf(f, "}}");
  }
  for (int t = 0; t < trace->threads; t++) {
    const record_t *r = trace->record[t];
    int h = trace->host_of[t];
    if (!r) continue;
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"thread_name\",", h, t);
    fprintf(f, "\"args\":{\"name\":\"thread %d\"}}", t);
    for (uint64_t i = 0; i < r->events; i++)
      if (r->event[i].kind <= URTK_TRACE_MOMENT) write_event(f, r, &r->event[i], &trace->host[h], h, i);
  }
  if (trace->path) write_path(f, trace);
  fprintf(f, "\n]}\n");
}
