// SPDX-License-Identifier: BSD-3-Clause
// The threads as SVG, on their grid or on the torus: the team in colours, and the messages of a step as arrows.
import {colourOf, cssVariable} from './blocks.js';

const SVG = 'http://www.w3.org/2000/svg',
  MOST_DRAWN = 4096,
  MOST_LABELS = 40;

export function element(name, attributes = {}, ...children) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

export function bytesInWords(n) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let i = 0;
  for (; n >= 1024 && i < 5; i++) n /= 1024;
  return `${i ? Number(n.toPrecision(3)) : n} ${n === 1 && !i ? 'byte' : units[i]}`;
}

// Rows and columns of the threads: the grid's last dimension goes to the right. Without a grid: about a square.
function gridPlaces(told) {
  const sides = told.grid ? told.grid.filter(g => g > 1) : [];
  const columns =
    sides.length > 1 ? sides.at(-1) : told.threads <= 8 ? told.threads : Math.ceil(Math.sqrt(told.threads));
  return {columns, place: t => [t % columns, Math.floor(t / columns)]};
}

// Planes of the torus beside each other, one for each Z; the threads of a node in a small square.
function torusPlaces(told) {
  const [nx, ny, nz, nt] = told.torus,
    inside = Math.ceil(Math.sqrt(nt)),
    wide = Math.ceil(Math.sqrt(nz));
  return {
    columns: wide * (ny * inside + 1) - 1,
    inside,
    place: t => {
      const [x, y, z, k] = told.places[t];
      return [
        (z % wide) * (ny * inside + 1) + y * inside + (k % inside),
        Math.floor(z / wide) * (nx * Math.ceil(nt / inside) + 1) +
          x * Math.ceil(nt / inside) +
          Math.floor(k / inside),
      ];
    },
  };
}

function curve(a, b, size) {
  const dx = b[0] - a[0],
    dy = b[1] - a[1],
    length = Math.hypot(dx, dy) || 1,
    bend = Math.min(0.18 * length, 40) + (length > 1.5 * size * 2.6 ? 8 : 0);
  const middle = [(a[0] + b[0]) / 2 - (bend * dy) / length, (a[1] + b[1]) / 2 + (bend * dx) / length];
  const towards = (from, to, by) => {
    const l = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    return [from[0] + ((to[0] - from[0]) * by) / l, from[1] + ((to[1] - from[1]) * by) / l];
  };
  const start = towards(a, middle, size),
    end = towards(b, middle, size + 4);
  return {
    path: `M${start.map(n => n.toFixed(1))} Q${middle.map(n => n.toFixed(1))} ${end.map(n => n.toFixed(1))}`,
    label: [0, 1].map(
      i => 0.16 * start[i] + 0.48 * middle[i] + 0.36 * end[i] + (i ? (9 * dx) / length : (-9 * dy) / length),
    ),
  };
}

export class Team {
  constructor(box) {
    this.box = box;
    this.torus = false;
  }

  // `reached`: threads that have data of the call; null: no call is played.
  show(told, {messages = [], reached = null, caption = '', tree = null} = {}) {
    const {threads} = told,
      torus = this.torus && told.torus && told.places;
    if (threads > MOST_DRAWN) {
      this.tooMany(told);
      return;
    }
    const {columns, place} = torus ? torusPlaces(told) : gridPlaces(told);
    const rows = 1 + Math.max(...Array.from({length: threads}, (_, t) => place(t)[1]));
    const room = Math.max(280, this.box.clientWidth || 500),
      apart = Math.max(11, Math.min((room - 20) / columns, rows > 12 ? 40 : rows > 5 ? 64 : 88));
    const size = Math.max(3, Math.min(17, apart * (apart < 34 ? 0.42 : 0.33))),
      at = t => place(t).map(n => 10 + apart * (n + 0.5));
    const ink = cssVariable('--ink'),
      soft = cssVariable('--soft'),
      edge = cssVariable('--edge'),
      card = cssVariable('--card'),
      line = cssVariable('--line');
    const svg = element('svg', {
      xmlns: SVG,
      width: 20 + apart * columns,
      height: 20 + apart * rows,
      role: 'img',
      'aria-label': caption,
    });
    svg.append(element('title', {}, caption));
    svg.append(
      element(
        'defs',
        {},
        element(
          'marker',
          {
            id: 'head',
            markerWidth: 7,
            markerHeight: 7,
            refX: 5,
            refY: 3,
            orient: 'auto',
            markerUnits: 'userSpaceOnUse',
          },
          element('path', {d: 'M0 0L6 3L0 6z', fill: edge}),
        ),
      ),
    );
    if (torus) this.drawLinks(svg, told, at, apart, line);
    const members = new Set(told.team);
    members.add(told.root);
    for (let t = 0; t < threads; t++) {
      const [x, y] = at(t),
        inTeam = members.has(t),
        has = reached === null ? inTeam : reached.has(t);
      svg.append(
        element('circle', {
          cx: x,
          cy: y,
          r: size,
          fill: has ? colourOf(told, t) : inTeam ? card : 'none',
          stroke: inTeam ? ink : line,
          'stroke-width': t === told.root && inTeam ? 3 : inTeam ? 1.4 : 1,
          'stroke-opacity': inTeam && !has ? 0.6 : 1,
        }),
      );
      if (size >= 7)
        svg.append(
          element(
            'text',
            {
              x,
              y: y + size * 0.27,
              fill: has ? '#10141c' : inTeam ? ink : soft,
              'font-size': Math.min(12, size * (String(t).length > 2 ? 0.72 : 0.85)).toFixed(1),
            },
            String(t),
          ),
        );
    }
    this.drawArrows(svg, tree ?? messages, at, size, {edge, ink, card}, Boolean(tree));
    this.box.replaceChildren(svg);
    this.svg = svg;
  }

  drawArrows(svg, messages, at, size, {edge, ink, card}, ordered) {
    const labels = [];
    for (const [, from, to, bytes, kind] of messages) {
      if (from === to) continue;
      const {path, label} = curve(at(from), at(to), size);
      svg.append(
        element('path', {
          d: path,
          fill: 'none',
          stroke: edge,
          'stroke-width': kind === 1 ? 0.8 : 1.6,
          'stroke-dasharray': kind === 1 ? '2 3' : kind === 2 ? '6 3' : 'none',
          'marker-end': 'url(#head)',
        }),
      );
      if (kind !== 1 || ordered) labels.push([label, ordered ? String(bytes) : bytesInWords(bytes)]);
    }
    const alike = labels.every(([, words]) => words === labels[0][1]); // then the words beside the picture say it
    if (labels.length > MOST_LABELS || size < 8 || (alike && labels.length > 1)) return;
    for (const [[x, y], words] of labels) {
      const w = words.length * 6.4 + 6;
      svg.append(
        element('rect', {x: x - w / 2, y: y - 8, width: w, height: 15, rx: 4, fill: card, opacity: 0.9}),
        element('text', {x, y: y + 3.5, fill: ink, 'font-size': 10.5}, words),
      );
    }
  }

  // Each link's load: its width and colour, from the busiest one.
  drawLinks(svg, told, at, apart, line) {
    const [nx, ny, nz, nt] = told.torus,
      loads = told.call?.links,
      most = told.call?.busiest_link || 1,
      size = [nx, ny, nz];
    const byPlace = new Map(told.places.map((p, t) => [p.join(), t]));
    const accent = cssVariable('--accent');
    for (let x = 0; x < nx; x++)
      for (let y = 0; y < ny; y++)
        for (let z = 0; z < nz; z++)
          for (let letter = 0; letter < 3; letter++) {
            const next = [x, y, z],
              a = byPlace.get([x, y, z, 0].join());
            if (size[letter] < 2 || (size[letter] === 2 && next[letter] === 1)) continue;
            next[letter] = (next[letter] + 1) % size[letter];
            const b = byPlace.get([...next, 0].join());
            if (a === undefined || b === undefined) continue;
            const up = loads?.[(((x * ny + y) * nz + z) * 3 + letter) * 2] ?? 0,
              down = loads?.[(((next[0] * ny + next[1]) * nz + next[2]) * 3 + letter) * 2 + 1] ?? 0;
            const share = Math.max(up, down) / most,
              [p, q] = [at(a), at(b)],
              wraps = next[letter] === 0 && size[letter] > 2;
            if (letter === 2 && !share) continue;
            const end = wraps
              ? [p[0] + Math.sign(p[0] - q[0]) * apart * 0.45, p[1] + Math.sign(p[1] - q[1]) * apart * 0.45]
              : q;
            const words = `link ${'XYZ'[letter]} from ${[x, y, z].join(' ')}: ${bytesInWords(up)} up, ${bytesInWords(down)} down`;
            svg.append(
              element(
                'path',
                {
                  d: `M${p} L${end}`,
                  stroke: share ? accent : line,
                  'stroke-width': letter === 2 ? 1 + share : share ? 1 + 5 * share : 1,
                  opacity: share ? 0.25 + 0.65 * share : 1,
                  'stroke-dasharray': letter === 2 ? '1 4' : 'none',
                  fill: 'none',
                },
                element('title', {}, words),
              ),
            );
          }
  }

  tooMany(told) {
    const p = document.createElement('p');
    p.textContent = `${told.threads} threads: up to ${MOST_DRAWN} can be drawn. ${told.who}`;
    this.box.replaceChildren(p);
    this.svg = null;
  }
}
