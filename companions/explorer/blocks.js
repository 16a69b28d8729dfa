// SPDX-License-Identifier: BSD-3-Clause
// The blocks of an array on a canvas: their owners in colours, those of the section bright. What is too small to be told apart is
// drawn as a density. The owners come from the core.

const NUMBERS = 15,
  LINES = 5,
  DENSE = 2.5,
  MARGIN = 26,
  MOST_WRAPPED = 40000,
  LARGEST = 64,
  LOWEST = 110,
  HIGHEST = 440;

export const colourOf = (told, thread) => told.colours[thread % told.colours.length];

const mixes = new Map();
// A part of a colour on a ground, both #rrggbb.
export function mix(colour, ground, part) {
  const key = colour + ground + part;
  if (!mixes.has(key)) {
    const channel = (text, i) => parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16);
    mixes.set(
      key,
      [0, 1, 2].map(i => Math.round(channel(colour, i) * part + channel(ground, i) * (1 - part))),
    );
  }
  return mixes.get(key);
}

export const cssVariable = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const hex = text => (text.length === 4 ? '#' + [...text.slice(1)].map(c => c + c).join('') : text);

export class Blocks {
  // pick(row0, column0, row1, column1, step, done) and hover(text) are told what the user does.
  constructor(canvas, {pick, hover}) {
    this.canvas = canvas;
    this.pick = pick;
    this.tell = hover;
    this.scale = 0;
    this.x = 0;
    this.y = 0;
    this.plane = 0;
    this.step = 1;
    this.cursor = {row: 0, column: 0};
    canvas.addEventListener('pointerdown', e => this.down(e));
    canvas.addEventListener('pointermove', e => this.move(e));
    canvas.addEventListener('pointerup', e => this.up(e));
    canvas.addEventListener('pointercancel', e => this.up(e));
    canvas.addEventListener('pointerleave', () => {
      this.over = null;
      this.redraw();
    });
    canvas.addEventListener(
      'wheel',
      e => {
        e.preventDefault();
        this.zoom(e.deltaY < 0 ? 1.2 : 1 / 1.2, e.offsetX, e.offsetY);
      },
      {passive: false},
    );
    canvas.addEventListener('keydown', e => this.key(e));
    canvas.addEventListener('keyup', () => {
      this.step = 1;
    });
    new ResizeObserver(() => {
      this.fitted ? this.fit() : this.redraw();
    }).observe(canvas);
  }

  show(answer, told) {
    const shape = told.nblocks.join() + '/' + told.threads;
    this.answer = answer;
    this.told = told;
    this.rows = told.nblocks.length > 1 ? told.nblocks.at(-2) : 1;
    this.columns = told.nblocks.at(-1);
    this.wrapped = told.nblocks.length === 1 && told.blocks > 40 && told.blocks <= MOST_WRAPPED;
    if (this.wrapped) {
      this.columns = Math.ceil(Math.sqrt(2 * told.blocks));
      this.rows = Math.ceil(told.blocks / this.columns);
    }
    this.left = 12 + 7 * String(this.wrapped ? told.blocks : this.rows).length;
    this.planes = this.wrapped ? 1 : told.blocks / (this.rows * this.columns);
    this.plane = Math.min(this.plane, this.planes - 1);
    this.cursor = {
      row: Math.min(this.cursor.row, this.rows - 1),
      column: Math.min(this.cursor.column, this.columns - 1),
    };
    this.canvas.setAttribute(
      'aria-label',
      `${told.words}. Section ${told.section} picks ${told.picked} blocks. ${told.who}`,
    );
    if (shape !== this.shape) ((this.shape = shape), this.fit());
    else this.redraw();
  }

  get width() {
    return this.canvas.clientWidth;
  }
  get height() {
    return this.canvas.clientHeight;
  }

  fit() {
    if (!this.told) return;
    const wanted = MARGIN + 8 + this.rows * Math.min((this.width - this.left - 8) / this.columns, LARGEST);
    this.canvas.style.height = Math.round(Math.min(Math.max(wanted, LOWEST), HIGHEST)) + 'px';
    this.scale = Math.min(
      (this.width - this.left - 8) / this.columns,
      (this.height - MARGIN - 8) / this.rows,
      LARGEST,
    );
    this.x = this.left + Math.max(0, (this.width - this.left - 8 - this.scale * this.columns) / 2);
    this.y = MARGIN + Math.max(0, (this.height - MARGIN - 8 - this.scale * this.rows) / 2);
    this.fitted = true;
    this.redraw();
  }

  zoom(by, x = this.width / 2, y = this.height / 2) {
    const least = Math.min(this.width / this.columns, this.height / this.rows) / 2,
      scale = Math.min(Math.max(this.scale * by, least), 160);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.redraw();
  }

  at(e) {
    const row = Math.floor((e.offsetY - this.y) / this.scale),
      column = Math.floor((e.offsetX - this.x) / this.scale);
    return {
      row: Math.min(Math.max(row, 0), this.rows - 1),
      column: Math.min(Math.max(column, 0), this.columns - 1),
      inside: row >= 0 && row < this.rows && column >= 0 && column < this.columns,
    };
  }

  down(e) {
    this.canvas.focus({preventScroll: true});
    this.canvas.setPointerCapture(e.pointerId);
    if (e.button === 1 || e.shiftKey || !this.at(e).inside) this.pan = {x: e.offsetX - this.x, y: e.offsetY - this.y};
    else if (this.pick) ((this.from = this.cursor = this.at(e)), this.drag(this.from, false));
  }

  move(e) {
    if (this.pan) {
      this.x = e.offsetX - this.pan.x;
      this.y = e.offsetY - this.pan.y;
      this.fitted = false;
      this.redraw();
      return;
    }
    const at = this.at(e);
    if (this.from) {
      if (at.row !== this.cursor.row || at.column !== this.cursor.column) ((this.cursor = at), this.drag(at, false));
      return;
    }
    this.over = at.inside ? at : null;
    if (at.inside) this.describe(at);
    this.redraw();
  }

  up() {
    const done = this.from && this.cursor;
    if (done) this.drag(done, true);
    this.from = this.pan = null;
    this.redraw();
  }

  drag(to, done) {
    const a = this.from;
    if (this.wrapped) {
      const [low, high] = [a, to]
        .map(p => Math.min(p.row * this.columns + p.column, this.told.blocks - 1))
        .sort((x, y) => x - y);
      this.pick(0, low, 0, high, this.step, done);
    } else
      this.pick(
        Math.min(a.row, to.row),
        Math.min(a.column, to.column),
        Math.max(a.row, to.row),
        Math.max(a.column, to.column),
        this.step,
        done,
      );
    this.describe(to);
  }

  describe({row, column}) {
    if (this.wrapped) [row, column] = [0, Math.min(row * this.columns + column, this.told.blocks - 1)];
    this.tell(this.answer.block(this.plane, row, column));
  }

  // Owners of blocks as they are drawn; null where a wrapped array has ended.
  ownersOf(row, column, rows, columns) {
    if (!this.wrapped) return this.answer.owners(this.plane, row, column, rows, columns);
    const all = this.answer.owners(0, 0, 0, 1, this.told.blocks),
      list = [];
    for (let i = row; i < row + rows; i++)
      for (let j = column; j < column + columns; j++) list.push(all[i * this.columns + j] ?? null);
    return list;
  }

  key(e) {
    const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[e.key];
    if (!this.told) return;
    if (e.key >= '2' && e.key <= '9') {
      this.step = Number(e.key);
      if (this.from) this.drag(this.cursor, false);
      return;
    }
    if (e.key === '+' || e.key === '-') {
      this.zoom(e.key === '+' ? 1.25 : 0.8);
      return;
    }
    if (e.key === '0') {
      this.fit();
      return;
    }
    if (e.key === 'Escape' && this.pick) {
      this.anchor = null;
      this.pick(
        0,
        0,
        this.wrapped ? 0 : this.rows - 1,
        this.wrapped ? this.told.blocks - 1 : this.columns - 1,
        1,
        true,
      );
      return;
    }
    if (!moves) return;
    (e.preventDefault(), e.stopPropagation());
    const from = {...this.cursor},
      far = e.ctrlKey ? 10 : 1;
    this.cursor = {
      row: Math.min(Math.max(from.row + far * moves[0], 0), this.rows - 1),
      column: Math.min(Math.max(from.column + far * moves[1], 0), this.columns - 1),
    };
    if (e.shiftKey && this.pick) {
      this.anchor ??= from;
      this.from = this.anchor;
      this.drag(this.cursor, true);
      this.from = null;
    } else {
      this.anchor = null;
      this.describe(this.cursor);
    }
    this.over = this.cursor;
    this.into(this.cursor);
    this.redraw();
  }

  // Brings a block into sight.
  into({row, column}) {
    const x = this.x + column * this.scale,
      y = this.y + row * this.scale;
    if (x < this.left) this.x += this.left - x;
    if (y < MARGIN) this.y += MARGIN - y;
    if (x + this.scale > this.width) this.x -= x + this.scale - this.width;
    if (y + this.scale > this.height) this.y -= y + this.scale - this.height;
  }

  redraw() {
    if (this.waits || !this.told) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.draw();
    });
  }

  draw() {
    const ratio = window.devicePixelRatio || 1,
      w = this.width,
      h = this.height,
      c = this.canvas.getContext('2d');
    if (!w || !h || !this.told) return;
    if (this.canvas.width !== Math.round(w * ratio) || this.canvas.height !== Math.round(h * ratio)) {
      this.canvas.width = Math.round(w * ratio);
      this.canvas.height = Math.round(h * ratio);
    }
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.ground = hex(cssVariable('--ground'));
    this.ink = cssVariable('--ink');
    this.soft = cssVariable('--soft');
    c.fillStyle = this.ground;
    c.fillRect(0, 0, w, h);
    this.first = {
      row: Math.max(0, Math.floor((MARGIN * 0 - this.y) / this.scale)),
      column: Math.max(0, Math.floor(-this.x / this.scale)),
    };
    this.last = {
      row: Math.min(this.rows, Math.ceil((h - this.y) / this.scale)),
      column: Math.min(this.columns, Math.ceil((w - this.x) / this.scale)),
    };
    if (this.last.row <= this.first.row || this.last.column <= this.first.column) return;
    if (this.scale >= LINES) this.drawBlocks(c);
    else if (this.scale >= DENSE) this.drawPixels(c);
    else this.drawDensity(c);
    this.drawNumbers(c);
    if (this.over) {
      c.strokeStyle = this.ink;
      c.lineWidth = 2;
      c.strokeRect(
        this.x + this.over.column * this.scale,
        this.y + this.over.row * this.scale,
        Math.max(this.scale, 3),
        Math.max(this.scale, 3),
      );
    }
  }

  drawBlocks(c) {
    const {first, last, scale, told} = this,
      rows = last.row - first.row,
      columns = last.column - first.column;
    const owners = this.ownersOf(first.row, first.column, rows, columns);
    const gap = 1,
      whole = told.picked === told.blocks,
      lines = [];
    const fills = new Map();
    for (let i = 0, k = 0; i < rows; i++)
      for (let j = 0; j < columns; j++, k++) {
        if (owners[k] === null) continue;
        if (!fills.has(owners[k])) fills.set(owners[k], []);
        fills.get(owners[k]).push(i, j);
      }
    const paint = (list, colour) => {
      c.fillStyle = colour;
      for (let k = 0; k < list.length; k += 2)
        c.fillRect(
          this.x + (first.column + list[k + 1]) * scale,
          this.y + (first.row + list[k]) * scale,
          scale - gap,
          scale - gap,
        );
    };
    for (const [owner, list] of fills) {
      const thread = owner < 0 ? -1 - owner : owner,
        colour = colourOf(told, thread);
      paint(list, owner < 0 ? `rgb(${mix(colour, this.ground, 0.22)})` : colour);
      if (owner >= 0 && !whole) lines.push(list);
    }
    if (lines.length) {
      c.strokeStyle = this.ink;
      c.lineWidth = scale > 20 ? 1.5 : 1;
      c.beginPath();
      for (const list of lines)
        for (let k = 0; k < list.length; k += 2)
          c.rect(
            this.x + (first.column + list[k + 1]) * scale + 0.5,
            this.y + (first.row + list[k]) * scale + 0.5,
            scale - gap - 1,
            scale - gap - 1,
          );
      c.stroke();
    }
    const size = Math.min(14, scale / (String(told.threads - 1).length * 0.62 + 0.7));
    if (scale < NUMBERS || size < 6.5) return;
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    for (const picked of [true, false]) {
      c.font = `${picked ? '600 ' : ''}${size}px system-ui, "DejaVu Sans", sans-serif`;
      c.fillStyle = picked ? '#10141c' : this.soft;
      for (const [owner, list] of fills) {
        if (owner >= 0 !== picked) continue;
        for (let k = 0; k < list.length; k += 2)
          c.fillText(
            owner < 0 ? -1 - owner : owner,
            this.x + (first.column + list[k + 1] + 0.5) * scale - gap / 2,
            this.y + (first.row + list[k] + 0.5) * scale,
          );
      }
    }
  }

  // Of each thread that has a colour of its own: red, green and blue, then those outside of the section.
  colours() {
    const {colours} = this.told,
      n = colours.length,
      key = this.ground + colours.join('');
    if (this.colourKey === key) return this.table;
    this.colourKey = key;
    this.table = new Uint8Array(6 * n);
    for (let i = 0; i < 2 * n; i++) this.table.set(mix(colours[i % n], this.ground, i < n ? 1 : 0.22), 3 * i);
    return this.table;
  }

  // Where a block's colour stands in colours().
  colourAt(owner) {
    const n = this.told.colours.length;
    return owner < 0 ? 3 * (n + ((-1 - owner) % n)) : 3 * (owner % n);
  }

  // Draws an image of w x h points, whose colours paint(data) sets, into a part of the canvas.
  stretch(c, w, h, paint, left, top, width, height) {
    const image = new ImageData(w, h);
    paint(image.data);
    this.spare ??= document.createElement('canvas');
    this.spare.width = w;
    this.spare.height = h;
    this.spare.getContext('2d').putImageData(image, 0, 0);
    c.imageSmoothingEnabled = false;
    c.drawImage(this.spare, left, top, width, height);
  }

  // A pixel for each block, made larger: thousands of rectangles would take too long for a frame.
  drawPixels(c) {
    const {first, last, scale} = this,
      rows = last.row - first.row,
      columns = last.column - first.column,
      owners = this.ownersOf(first.row, first.column, rows, columns),
      table = this.colours();
    const paint = data => {
      for (let k = 0; k < rows * columns; k++) {
        if (owners[k] === null) continue;
        const at = this.colourAt(owners[k]);
        for (let i = 0; i < 3; i++) data[4 * k + i] = table[at + i];
        data[4 * k + 3] = 255;
      }
    };
    this.stretch(c, columns, rows, paint, this.x + first.column * scale, this.y + first.row * scale, columns * scale, rows * scale);
  }

  // A point of two pixels stands for several blocks: the mean of the colours of 2 x 2 of them, and how many are picked.
  drawDensity(c) {
    const {first, last, scale} = this,
      sharp = 0.5,
      samples = this.from ? 1 : 2; // one while the mouse drags, for the sake of speed
    const left = Math.max(0, this.x),
      top = Math.max(0, this.y);
    const w = Math.max(1, Math.floor((Math.min(this.width, this.x + this.columns * scale) - left) * sharp));
    const h = Math.max(1, Math.floor((Math.min(this.height, this.y + this.rows * scale) - top) * sharp));
    const step = 1 / (scale * sharp),
      table = this.colours(),
      row0 = (top - this.y) / scale,
      column0 = (left - this.x) / scale;
    const sum = new Float32Array(w * h * 3);
    for (let s = 0; s < samples * samples; s++) {
      const dy = ((Math.floor(s / samples) + 0.5) / samples) * step,
        dx = (((s % samples) + 0.5) / samples) * step;
      const owners = this.answer.owners(
        this.plane,
        row0 + dy * 0.999,
        column0 + dx * 0.999,
        h,
        w,
        step * (1 - 1e-9),
        step * (1 - 1e-9),
      );
      for (let k = 0; k < w * h; k++) {
        const at = this.colourAt(owners[k]);
        for (let i = 0; i < 3; i++) sum[3 * k + i] += table[at + i];
      }
    }
    const paint = data => {
      for (let k = 0; k < w * h; k++) {
        for (let i = 0; i < 3; i++) data[4 * k + i] = sum[3 * k + i] / (samples * samples);
        data[4 * k + 3] = 255;
      }
    };
    this.stretch(c, w, h, paint, left, top, w / sharp, h / sharp);
  }

  // A number has room for its digits; numbers are 1, 2 or 5 times a power of ten apart.
  every(digits) {
    const least = Math.max(1, (7 * digits + 10) / this.scale),
      power = 10 ** Math.floor(Math.log10(least));
    return Math.ceil([1, 2, 5, 10].find(n => n * power >= least - 1e-9) * power);
  }

  drawNumbers(c) {
    const {scale} = this,
      step = this.wrapped && scale < 18 ? 10 : this.every(String(this.last.column).length),
      down = this.every(1.6);
    c.font = '11px system-ui, "DejaVu Sans", sans-serif';
    c.fillStyle = this.soft;
    c.textAlign = 'center';
    c.textBaseline = 'bottom';
    for (let j = Math.ceil(this.first.column / step) * step; j < this.last.column; j += step)
      c.fillText(j, this.x + (j + 0.5) * scale, Math.max(this.y, 14) - 2);
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    for (
      let i = Math.ceil(this.first.row / down) * down;
      i < this.last.row && (this.wrapped || this.told.nblocks.length > 1);
      i += down
    )
      c.fillText(this.wrapped ? i * this.columns : i, Math.max(this.x, this.left) - 4, this.y + (i + 0.5) * scale);
  }

  get dense() {
    return this.scale < DENSE;
  }
}
