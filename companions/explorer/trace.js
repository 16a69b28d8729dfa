// SPDX-License-Identifier: BSD-3-Clause
// The timeline of a run (upcrun -trace) on a canvas: a row for each thread, a bar for each call, hatched where it waits;
// and the run's critical path, a line from row to row.
// Events lie in typed arrays, so that a million of them are drawn without delay.
import {cssVariable} from './blocks.js';

const MOST_THREADS = 4096,
  AT_ONCE = 10000,
  TOLD_EVERY = 120;

// The events of a thread by their beginnings, as columns; `until` is the latest end of an event and of those before it.
function rowOf(list) {
  list.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const column = (i, Type) => Type.from(list, event => event[i]);
  const row = {
    begin: column(0, Float64Array),
    time: column(1, Float64Array),
    name: column(2, Uint32Array),
    waits: column(3, Uint8Array),
    whom: column(4, Int32Array),
    sent: column(5, Float64Array),
    received: column(6, Float64Array),
  };
  row.until = Float64Array.from(row.begin, (b, i) => b + row.time[i]);
  for (let i = 1; i < row.until.length; i++) row.until[i] = Math.max(row.until[i], row.until[i - 1]);
  return row;
}

// The steps of the critical path by their beginnings, as columns.
function pathOf(list) {
  list.sort((a, b) => a[1] - b[1] || a[2] - b[2]);
  const column = (i, Type) => Type.from(list, step => step[i]);
  return {thread: column(0, Uint16Array), begin: column(1, Float64Array), time: column(2, Float64Array)};
}

// Reads the lines of a trace; `pause` lets the page live meanwhile. Throws what is wrong.
export async function readTrace(text, pause = () => Promise.resolve()) {
  const threads = [],
    names = [],
    steps = [],
    numberOf = new Map();
  let lines = 0,
    from = 0,
    start = Infinity,
    end = -Infinity,
    events = 0,
    hosts = null;
  if (!/^\s*\{[^\n]*"traceEvents"/.test(text)) throw new Error('this is no trace of upcrun -trace');
  while (from < text.length) {
    let to = text.indexOf('\n', from);
    if (to < 0) to = text.length;
    const line = text.slice(from, to).replace(/,\s*$/, '');
    from = to + 1;
    lines++;
    if (lines % AT_ONCE === 0) await pause(from / text.length);
    if (!line.includes('"ph":"X"')) continue;
    let e;
    try {
      e = JSON.parse(line);
    } catch {
      throw new Error(`line ${lines} is no event`);
    }
    const {tid, ts, dur, name, cat} = e;
    if (
      !Number.isInteger(tid) ||
      tid < 0 ||
      tid >= MOST_THREADS ||
      !Number.isFinite(ts) ||
      !Number.isFinite(dur) ||
      dur < 0 ||
      typeof name !== 'string'
    )
      throw new Error(`line ${lines}: must have a name, a tid from 0 to ${MOST_THREADS - 1}, a ts and a dur`);
    if (cat === 'critical path') {
      steps.push([tid, ts, dur]);
      continue;
    }
    const waits = cat === 'wait' ? 1 : 0,
      whom = waits ? Number(/thread (\d+)/.exec(name)?.[1] ?? -1) : -1;
    const words = name + (e.args?.at ? ` at ${String(e.args.at)}` : '');
    if (!numberOf.has(words)) numberOf.set(words, names.push(words) - 1);
    (threads[tid] ??= []).push([ts, dur, numberOf.get(words), waits, whom, e.args?.sent ?? 0, e.args?.received ?? 0]);
    start = Math.min(start, ts);
    end = Math.max(end, ts + dur);
    events++;
  }
  if (!events) throw new Error('the trace has no events');
  const rows = [];
  for (let t = 0; t < threads.length; t++) {
    rows.push(rowOf(threads[t] ?? []));
    threads[t] = null;
    if (t % 32 === 31) await pause(1);
  }
  return {rows, names, start, end, events, path: pathOf(steps.filter(([thread]) => thread < rows.length))};
}

// The first event that may still last at a time.
function firstAt(row, time) {
  let low = 0,
    high = row.until.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row.until[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const microseconds = t =>
  t >= 1e6 ? `${(t / 1e6).toPrecision(4)} s` : t >= 1e3 ? `${(t / 1e3).toPrecision(4)} ms` : `${t.toPrecision(4)} us`;

export class Trace {
  // now(map): who waits for whom at the time of the cursor, by thread.
  constructor(canvas, {now, hover}) {
    this.canvas = canvas;
    this.now = now;
    this.tell = hover;
    canvas.addEventListener(
      'wheel',
      e => {
        e.preventDefault();
        this.zoom(e.deltaY < 0 ? 0.8 : 1.25, e.offsetX);
      },
      {passive: false},
    );
    canvas.addEventListener('pointerdown', e => {
      canvas.setPointerCapture(e.pointerId);
      this.grip = {x: e.offsetX, y: e.offsetY, from: this.from, top: this.top, moved: false};
    });
    canvas.addEventListener('pointermove', e => this.move(e));
    canvas.addEventListener('pointerup', e => {
      if (this.grip && !this.grip.moved) this.setTime(this.timeAt(e.offsetX));
      this.grip = null;
    });
    canvas.addEventListener('keydown', e => this.key(e));
    new ResizeObserver(() => this.redraw()).observe(canvas);
  }

  show(trace, colours) {
    this.trace = trace;
    this.colours = colours;
    this.canvas.setAttribute(
      'aria-label',
      `Timeline of ${trace.rows.length} threads, ${trace.events} events in ${microseconds(trace.end - trace.start)}`,
    );
    this.fit();
    this.setTime(trace.start);
  }

  fit() {
    const {start, end, rows} = this.trace;
    this.from = start;
    this.span = Math.max(end - start, 1e-3);
    this.top = 0;
    this.height = Math.max(3, Math.min(26, (this.canvas.clientHeight - 22) / rows.length));
    this.redraw();
  }

  get left() {
    return 46;
  }
  timeAt(x) {
    return this.from + ((x - this.left) / (this.canvas.clientWidth - this.left)) * this.span;
  }
  xOf(time) {
    return this.left + ((time - this.from) / this.span) * (this.canvas.clientWidth - this.left);
  }

  zoom(by, x) {
    const time = this.timeAt(x);
    this.span = Math.min(Math.max(this.span * by, 1e-3), 4 * (this.trace.end - this.trace.start) + 1);
    this.from += time - this.timeAt(x);
    this.redraw();
  }

  move(e) {
    if (!this.trace) return;
    if (this.grip) {
      const dx = e.offsetX - this.grip.x,
        dy = e.offsetY - this.grip.y;
      if (Math.abs(dx) + Math.abs(dy) > 4) this.grip.moved = true;
      this.from = this.grip.from - (dx / (this.canvas.clientWidth - this.left)) * this.span;
      this.top = Math.min(
        Math.max(0, this.grip.top - dy),
        Math.max(0, this.height * this.trace.rows.length - this.canvas.clientHeight + 22),
      );
      this.redraw();
      return;
    }
    const thread = Math.floor((e.offsetY + this.top) / this.height),
      row = this.trace.rows[thread],
      time = this.timeAt(e.offsetX);
    if (!row) return;
    const at = this.eventsAt(row, time);
    this.tell(
      at.length ? `thread ${thread}: ` + at.map(i => this.words(row, i)).join('; in ') : `thread ${thread} computes`,
    );
  }

  words(row, i) {
    const moved = row.sent[i] || row.received[i] ? `, ${row.sent[i]} bytes sent, ${row.received[i]} received` : '';
    return `${this.trace.names[row.name[i]]}, ${microseconds(row.time[i])}${moved}`;
  }

  // Innermost first.
  eventsAt(row, time) {
    const found = [];
    for (let i = firstAt(row, time); i < row.begin.length && row.begin[i] <= time; i++)
      if (row.begin[i] + row.time[i] >= time) found.unshift(i);
    return found.slice(0, 4);
  }

  setTime(time) {
    this.time = Math.min(Math.max(time, this.trace.start), this.trace.end);
    this.redraw();
    if (this.playing && performance.now() - (this.told ?? 0) < TOLD_EVERY) return;
    this.told = performance.now();
    const waits = new Map(),
      busy = new Set();
    this.trace.rows.forEach((row, t) => {
      const at = this.eventsAt(row, this.time),
        wait = at.find(i => row.waits[i]);
      if (wait !== undefined) waits.set(t, {whom: row.whom[wait], words: this.words(row, wait)});
      else busy.add(t);
    });
    this.now(waits, busy, `at ${microseconds(this.time - this.trace.start)}`);
  }

  key(e) {
    if (!this.trace) return;
    const step = this.span / 100;
    if (e.key === 'ArrowLeft' || e.key === 'ArrowRight')
      this.setTime(this.time + (e.key === 'ArrowLeft' ? -step : step));
    else if (e.key === '+' || e.key === '-') this.zoom(e.key === '+' ? 0.8 : 1.25, this.xOf(this.time));
    else if (e.key === '0') this.fit();
    else if (e.key === ' ') this.play();
    else return;
    if (this.time < this.from || this.time > this.from + this.span) this.from = this.time - this.span / 2;
    (e.preventDefault(), e.stopPropagation());
  }

  // Ten seconds for what is in sight.
  play() {
    this.playing = !this.playing;
    let last = performance.now();
    const go = now => {
      if (!this.playing || !this.trace) return;
      this.setTime(this.time + (this.span * (now - last)) / 10000);
      last = now;
      if (this.time >= this.trace.end) this.playing = false;
      else requestAnimationFrame(go);
    };
    if (this.playing && this.time >= this.trace.end) this.setTime(this.trace.start);
    if (this.playing) requestAnimationFrame(go);
    return this.playing;
  }

  redraw() {
    if (this.pending || !this.trace) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      if (this.trace) this.draw();
    });
  }

  draw() {
    const ratio = window.devicePixelRatio || 1,
      w = this.canvas.clientWidth,
      h = this.canvas.clientHeight,
      c = this.canvas.getContext('2d');
    if (!w || !h) return;
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const ground = cssVariable('--ground'),
      soft = cssVariable('--soft'),
      ink = cssVariable('--ink'),
      bad = cssVariable('--bad'),
      bar = cssVariable('--bar');
    c.fillStyle = ground;
    c.fillRect(0, 0, w, h);
    const bottom = h - 20,
      first = Math.floor(this.top / this.height),
      last = Math.min(this.trace.rows.length, Math.ceil((this.top + bottom) / this.height));
    (c.save(), c.beginPath(), c.rect(this.left, 0, w - this.left, bottom), c.clip());
    for (let t = first; t < last; t++)
      this.drawRow(
        c,
        this.trace.rows[t],
        t * this.height - this.top,
        {bar, bad, colour: this.colours[t % this.colours.length]},
        w,
      );
    this.drawPath(c, ink, w);
    c.strokeStyle = ink;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(this.xOf(this.time), 0);
    c.lineTo(this.xOf(this.time), bottom);
    c.stroke();
    c.restore();
    c.font = '11px system-ui, "DejaVu Sans", sans-serif';
    c.fillStyle = soft;
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    const every = Math.max(1, Math.ceil(14 / this.height));
    for (let t = first; t < last; t++)
      if (t % every === 0) c.fillText(t, this.left - 6, (t + 0.5) * this.height - this.top);
    c.textAlign = 'left';
    c.fillText(microseconds(Math.max(0, this.from - this.trace.start)), this.left, h - 9);
    c.textAlign = 'right';
    c.fillText(microseconds(this.from + this.span - this.trace.start), w - 4, h - 9);
  }

  // Steps in one pixel and one row are drawn once.
  drawPath(c, ink, w) {
    const {thread, begin, time} = this.trace.path,
      height = Math.max(1, this.height - (this.height > 6 ? 2 : 0)),
      end = this.from + this.span;
    let i = 0,
      high = begin.length,
      x = -Infinity,
      y = -1;
    while (i < high) {
      const middle = (i + high) >> 1;
      if (begin[middle] + time[middle] < this.from) i = middle + 1;
      else high = middle;
    }
    c.strokeStyle = ink;
    c.lineWidth = Math.min(3, Math.max(1, height / 4));
    c.beginPath();
    for (; i < begin.length && begin[i] <= end; i++) {
      const from = Math.max(this.xOf(begin[i]), this.left - 1),
        to = Math.min(this.xOf(begin[i] + time[i]), w + 1),
        row = thread[i] * this.height - this.top + height - c.lineWidth / 2;
      if (row === y && to - x < 0.7) continue;
      if (x === -Infinity) c.moveTo(from, row);
      else c.lineTo(from, row);
      c.lineTo(to, row);
      ((x = to), (y = row));
    }
    c.stroke();
  }

  // Bars of less than a pixel are drawn once for each pixel.
  drawRow(c, row, y, {bar, bad, colour}, w) {
    const height = Math.max(1, this.height - (this.height > 6 ? 2 : 0)),
      end = this.from + this.span;
    const reached = [-1, -1];
    for (let i = firstAt(row, this.from); i < row.begin.length && row.begin[i] <= end; i++) {
      const x = Math.max(this.xOf(row.begin[i]), this.left - 1),
        to = Math.min(this.xOf(row.begin[i] + row.time[i]), w + 1),
        waits = row.waits[i];
      if (to - reached[waits] < 0.7 && x <= reached[waits]) continue;
      reached[waits] = Math.max(reached[waits], to);
      if (waits) {
        c.fillStyle = bad;
        c.globalAlpha = 0.75;
        c.fillRect(x, y + height * 0.3, Math.max(to - x, 0.8), height * 0.4);
        c.globalAlpha = 1;
      } else {
        c.fillStyle = colour || bar;
        c.fillRect(x, y, Math.max(to - x, 0.8), height);
        if (height > 11 && to - x > 60) {
          (c.save(), c.beginPath(), c.rect(x, y, to - x, height), c.clip());
          c.fillStyle = '#10141c';
          c.font = '11px system-ui, "DejaVu Sans", sans-serif';
          c.textAlign = 'left';
          c.textBaseline = 'top';
          c.fillText(this.trace.names[row.name[i]].replace(/ at .*/, '').replace('upc_stride_', ''), x + 4, y + 1);
          c.restore();
        }
      }
    }
  }
}
