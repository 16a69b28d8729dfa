// SPDX-License-Identifier: BSD-3-Clause
// The schedules of a call as a list with bars, and two layouts as a table.
import {bytesInWords} from './team.js';

export const seconds = t =>
  t >= 1 ? `${t.toPrecision(3)} s` : t >= 1e-3 ? `${(t * 1e3).toPrecision(3)} ms` : `${(t * 1e6).toPrecision(3)} us`;

const made = (tag, className, textContent) => Object.assign(document.createElement(tag), {className, textContent});

// The chosen one first, then by time; those that cannot serve the call last. choose(name) is told a click.
export function scheduleItems(call, choose) {
  const most = Math.max(...call.schedules.map(s => s.seconds ?? 0));
  const order = [...call.schedules].sort(
    (a, b) =>
      b.chosen - a.chosen || (a.cannot !== null) - (b.cannot !== null) || (a.seconds ?? 1e300) - (b.seconds ?? 1e300),
  );
  return order.map(s => {
    const item = document.createElement('li'),
      middle = made('span', 'middle', '');
    const button = made('button', `${s.chosen ? 'chosen' : ''} ${s.cannot ? 'cannot' : ''}`, '');
    if (s.seconds !== null) {
      const bar = made('span', 'bar', '');
      bar.style.width = `${Math.max(0.5, (100 * s.seconds) / most)}%`;
      middle.append(bar);
    }
    middle.append(
      made('span', 'what', s.cannot ? `not here: ${s.cannot.replace('the forced schedule ', '')}` : s.what),
    );
    button.type = 'button';
    button.title = `${s.what}. Best for: ${s.wins}`;
    if (s.chosen) button.setAttribute('aria-current', 'true');
    button.append(
      made('span', 'name', s.name),
      middle,
      made('span', 'time', s.seconds !== null ? seconds(s.seconds) : ''),
    );
    button.addEventListener('click', () => choose(s.name));
    item.append(button);
    return item;
  });
}

function figures(call) {
  const data = call.messages.filter(m => m[4] !== 1 && m[1] !== m[2]),
    sent = new Map();
  for (const m of data) sent.set(m[1], (sent.get(m[1]) ?? 0) + m[3]);
  const most = Math.max(0, ...sent.values()),
    bytes = data.reduce((sum, m) => sum + m[3], 0);
  const chosen = call.schedules.find(s => s.chosen);
  return {
    members: call.team,
    schedule: call.schedule,
    messages: data.length,
    'bytes that move': bytesInWords(bytes),
    steps: call.steps,
    'most that one thread sends': bytesInWords(most),
    'balance (mean / most)': most ? (bytes / call.members / most).toFixed(2) : '\u2013',
    'time by its plans': chosen?.seconds ? seconds(chosen.seconds) : '\u2013',
  };
}

// How evenly the blocks are dealt out: the mean of the threads by the most of one.
function balance({owned}) {
  return owned.length ? (owned.reduce((a, b) => a + b, 0) / owned.length / Math.max(...owned)).toFixed(2) : '\u2013';
}

// The parts of a table: a call in both layouts, or the copy from one to the other.
export function comparison(first, second, operation) {
  const copies = operation === 'copy';
  const row = (tag, cells) => {
    const tr = document.createElement('tr');
    tr.append(...cells.map((c, i) => made(i ? tag : 'th', '', c)));
    return tr;
  };
  const columns = (copies ? [first] : [first, second]).map(t => (t.call?.messages ? figures(t.call) : null));
  const names = copies
    ? [`${first.name} to ${second.name}`]
    : [first.name, second.name === first.name ? `${second.name}, other` : second.name];
  const head = document.createElement('thead'),
    body = document.createElement('tbody');
  head.append(row('th', ['', ...names]));
  if (!copies)
    body.append(row('td', ['blocks, balance of owners', ...[first, second].map(t => `${t.blocks}, ${balance(t)}`)]));
  for (const name of Object.keys(columns.find(Boolean) ?? {}))
    body.append(row('td', [name, ...columns.map(c => String(c?.[name] ?? '\u2013'))]));
  return [made('caption', '', copies ? 'The redistribution' : `${operation} in both layouts`), head, body];
}
