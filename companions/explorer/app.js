// SPDX-License-Identifier: BSD-3-Clause
// The page: its state is what the fields say; each change is a command line for upc-stride-show, and its answer is drawn.
import {Core} from './core.js';
import {Blocks, colourOf} from './blocks.js';
import {Team, bytesInWords} from './team.js';
import {asRule, declaration, inC, inFortran, inPython, inUpc, whyNone, wholeBlock} from './programs.js';
import {arrayArguments, callArguments, command, environment, inFields, isMachine, machineOf, sectionArguments, shown} from './request.js';
import {Trace, readTrace} from './trace.js';
import {FIELDS, OPERATIONS, PLAIN, PRESETS, START} from './presets.js';
import {comparison, scheduleItems, seconds} from './tables.js';
import {LESSONS} from './lessons.js';
import {Tour} from './tour.js';

const $ = id => document.getElementById(id);
let core,
  told,
  answer,
  second,
  step = 0,
  playing = 0,
  dropped = {},
  machines = {},
  traced = null,
  lesson = '',
  stepAtFirst = null; // of the address, for the first call that is shown
const typed = new Set(); // fields that the reader has changed since an example filled them

// ---- the state ----

const state = () => Object.fromEntries(FIELDS.map(f => [f, $(f).value.trim()]));

function fill(values) {
  typed.clear();
  for (const f of FIELDS) {
    const value = values[f] ?? '';
    if (f === 'sch') {
      schedules([value].filter(Boolean));
      $(f).value = value;
      continue;
    }
    if (f === 'm' && value && ![...$(f).options].some(o => o.value === value)) continue;
    $(f).value = f === 'm' && !value ? 'smp' : value;
  }
  if (values.d2) $('compare-box').open = true;
}

// Fields, and what is seen of the call: t, its step; v, the torus; the lesson; embed, for a frame of slides.
const OTHERS = ['t', 'v', 'lesson', 'embed'];
const isEmbedded = () => document.body.classList.contains('embed');

function fragment() {
  const seen = state();
  if (seen.m.startsWith('/')) seen.m = '';
  Object.assign(seen, {t: told?.call?.steps && step !== 1 ? String(step) : '', v: team.torus ? 'torus' : '', lesson});
  if (isEmbedded()) seen.embed = '1';
  return '#' + Object.keys(seen).filter(f => seen[f]).map(f => `${f}=${encodeURIComponent(seen[f])}`).join('&');
}

// The state stands in the address. In the frame of a notebook the page has none of its own, and its body has the state.
function keepState() {
  if (!document.body.dataset.state) history.replaceState(null, '', fragment());
  document.querySelector('#whole a').href = '#' + fragment().slice(1).replace(/&embed=1$/, '');
}

function fromFragment() {
  const values = {};
  for (const part of (document.body.dataset.state || location.hash.slice(1)).split('&')) {
    const [name, value = ''] = part.split('=');
    try {
      if (FIELDS.includes(name) || OTHERS.includes(name)) values[name] = decodeURIComponent(value).slice(0, 2000);
    } catch {
      /* no such text */
    }
  }
  return values;
}

// ---- asking ----

const ask = list => core.ask(list, environment(state()), dropped);

// Places for errors, live regions: each says a new error, and is empty as soon as the error is mended. Its fields are marked with it.
const BLAMED = {'d-error': ['d', 'n', 'g'], 's-error': ['s'], 'op-error': ['op'], 'm-error': ['m', 'file'], 'd2-error': ['d2', 'g2']};
function tellError(id, error, fields = BLAMED[id]) {
  const box = $(id),
    text = inFields(error);
  if (box.textContent !== text) box.textContent = text;
  for (const f of fields) $(f).setAttribute('aria-invalid', String(Boolean(text)));
}

// A grid and a section that an example has brought go when another array does not fit them.
function follow(field) {
  if (field !== 'd' && field !== 'n') return;
  const fits = ({d, g, ...s}) => !ask([...arrayArguments(s, d, g), ...sectionArguments(s)]).error;
  if (!typed.has('g') && !fits({...state(), s: ''}) && fits({...state(), s: '', g: ''})) $('g').value = '';
  if (!typed.has('s') && !fits(state()) && fits({...state(), s: ''})) $('s').value = '';
}

// The array and the section first: a mistake of the call leaves them as they are.
function refresh({live = false} = {}) {
  const s = state();
  const onTorus = live && team.torus ? ['--machine', machineOf(s)] : [];
  const array = [...arrayArguments(s), ...onTorus],
    plain = live && s.s ? {error: ''} : ask(array); // while a section is picked the array stays as it is
  tellError('d-error', plain.error);
  if (plain.error) {
    for (const id of ['s-error', 'op-error', 'm-error', 'd2-error']) tellError(id, ''); // of what nobody asks without an array
    return;
  }
  const picked = s.s ? ask([...array, ...sectionArguments(s)]) : plain;
  tellError('s-error', picked.error);
  if (live && picked.error) return;
  answer = picked.error ? plain : picked;
  told = answer.json();
  document.querySelector('.angle').textContent = told.name + '<';
  if (!live) blocks.plane = planeOf(told);
  blocks.show(answer, told);
  $('plane').value = String(blocks.plane);
  $('array-words').textContent = told.words.replace(/^[^:]*: /, '');
  $('who').textContent = told.who;
  $('plane-label').hidden = blocks.planes < 2;
  $('plane').max = String(blocks.planes - 1);
  if (!live) {
    refreshCall();
    compare();
    keepState();
    return;
  }
  team.show(told, {caption: told.who});
  $('team-words').textContent = told.who;
}

// The plane that is shown, or the first of the section if that has none of its blocks.
function planeOf({nblocks, bounds}) {
  let rest = blocks.plane,
    inside = true,
    first = 0;
  for (let k = nblocks.length - 3; k >= 0; k--) {
    const [low, step, count] = bounds[k],
      i = ((rest % nblocks[k]) - low) / step;
    inside &&= Number.isInteger(i) && i >= 0 && i < count;
    rest = Math.floor(rest / nblocks[k]);
  }
  for (let k = 0; k < nblocks.length - 2; k++) first = first * nblocks[k] + bounds[k][0];
  return inside ? blocks.plane : first;
}

function refreshCall() {
  const s = state(),
    own = told;
  let played = $('s-error').textContent
    ? null
    : ask([...arrayArguments(s), ...sectionArguments(s), ...callArguments(s, own)]);
  let note = '';
  $('b').placeholder = String(wholeBlock(own, s.op));
  if (played?.error.includes('too many to be shown')) {
    note = `Not played: ${inFields(played.error)}.`;
    played = ask([...arrayArguments(s), ...sectionArguments(s), ...callArguments(s, own, false)]);
  }
  if (played?.error && isMachine(s.m)) {
    const alone = ask([...arrayArguments(s), '--machine', machineOf(s), '--call', 'barrier']);
    tellError('m-error', alone.error, alone.error ? ['m'] : BLAMED['m-error']);
    tellError('op-error', alone.error ? '' : played.error);
  } else {
    tellError('m-error', '');
    tellError('op-error', played?.error ?? '');
  }
  told = played && !played.error ? {...own, ...played.json(), section: own.section} : own;
  const call = told.call;
  if (call) ((call.messages ??= []), (call.steps ??= 0), (call.note = note));
  schedules(call ? call.schedules.map(x => x.name) : []);
  $('as-torus').hidden = !told.torus;
  arrange(team.torus && Boolean(told.torus));
  $('machine-words').textContent = told.machine ? machineWords(told.machine) : '';
  step = 0;
  $('step').max = String(call ? call.steps : 0);
  listSchedules();
  showStep(call ? Math.min(stepAtFirst ?? 1, call.steps) : 0);
  stepAtFirst = null;
}

function machineWords(m) {
  const reasons = [m.no_torus, m.no_costs && `No times: ${m.no_costs}`].filter(Boolean).join('. ');
  return `${m.network}${m.shape ? ' ' + m.shape : ''}, ${m.per_node} thread${m.per_node === 1 ? '' : 's'} a node. ${inFields(reasons) || 'Costs: ' + m.costs}`;
}

function schedules(names) {
  const select = $('sch'),
    value = select.value,
    list = [...new Set([...names, ...(value ? [value] : [])])];
  select.replaceChildren(new Option('chosen by the rules', ''), ...list.map(n => new Option(n, n)));
  select.value = value;
}

// ---- steps ----

function showStep(to) {
  const call = told.call;
  step = call ? Math.min(Math.max(to, 0), call.steps) : 0;
  $('step').value = String(step);
  const now = call ? call.messages.filter(m => m[0] === step - 1 && (m[4] !== 1 || $('signals').checked)) : [];
  const before = call ? call.messages.filter(m => m[0] < step && m[4] !== 1) : [];
  const bytes = now.reduce((sum, m) => sum + m[3], 0),
    inFlow = call && (call.operation === 'broadcast' || call.operation === 'scatter');
  const reached = inFlow ? new Set([told.root, ...before.map(m => m[2])]) : null;
  const words = !call
    ? told.who
    : call.note
      ? call.note
      : call.steps === 0
        ? `${call.operation} by ${call.schedule}: no messages with data. Members of a node read each other's memory`
        : step === 0
          ? `Before the first of ${call.steps} step${call.steps === 1 ? '' : 's'} of ${call.schedule}`
          : `Step ${step} of ${call.steps} of ${call.schedule}: ${now.filter(m => m[4] !== 1).length} message${now.filter(m => m[4] !== 1).length === 1 ? '' : 's'}, ${bytesInWords(bytes)}`;
  team.show(told, {messages: now, reached, caption: `${told.who}. ${words}`});
  $('step-words').textContent = words;
  $('team-words').textContent = call?.links
    ? `busiest link ${call.busiest ?? ''}: ${bytesInWords(call.busiest_link)}; all links ${bytesInWords(call.all_links)}`
    : told.who;
  $('step').setAttribute('aria-valuetext', words);
  $('messages').replaceChildren(
    ...now.slice(0, 300).map(m =>
      Object.assign(document.createElement('li'), {
        textContent: `thread ${m[1]} to thread ${m[2]}: ${m[4] === 1 ? 'a signal' : bytesInWords(m[3])}${m[4] === 2 ? ', copied' : ''}`,
      }),
    ),
  );
}

function goTo(to) {
  play(false);
  showStep(to);
  keepState();
}

function arrange(torus) {
  team.torus = torus;
  $('as-grid').setAttribute('aria-pressed', String(!torus));
  $('as-torus').setAttribute('aria-pressed', String(torus));
}

function play(on = !playing) {
  clearInterval(playing);
  playing = 0;
  if (on && told.call?.steps) {
    if (step >= told.call.steps) showStep(0);
    const every = Math.max(90, Math.min(900, 8000 / told.call.steps));
    playing = setInterval(() => {
      if (step >= told.call.steps) play(false);
      else showStep(step + 1);
    }, every);
  }
  $('play').textContent = playing ? 'Pause' : 'Play';
}

// ---- schedules ----

function listSchedules() {
  const {call} = told;
  $('reason').textContent = call
    ? `${call.operation}, ${bytesInWords(call.bytes)}, team of ${call.team}: ${inFields(call.reason)}`
    : '';
  $('schedules').replaceChildren(...(call ? scheduleItems(call, force) : []));
}

function force(name) {
  schedules(
    [...$('sch').options]
      .map(o => o.value)
      .filter(Boolean)
      .concat(name),
  );
  $('sch').value = name;
  refreshCall();
  keepState();
}

// ---- two layouts ----

function compare() {
  const s = state();
  $('second-card').hidden = true;
  second = null;
  tellError('d2-error', '');
  if (!s.d2) return;
  const other = ask([...arrayArguments(s, s.d2, s.g2), ...(s.op === 'copy' ? [] : sectionArguments(s))]);
  tellError('d2-error', other.error);
  if (other.error) return;
  second = other.json();
  $('second-card').hidden = false;
  secondBlocks.show(other, second);
  $('second-words').textContent = second.words;
  let call = null;
  if (s.op !== 'copy') {
    const played = ask([...arrayArguments(s, s.d2, s.g2), ...sectionArguments(s), ...callArguments(s, second)]);
    tellError('d2-error', played.error, ['d2']);
    if (!played.error) ({call} = played.json());
  }
  $('comparison').replaceChildren(...comparison(told, {...second, call}, s.op));
}

// ---- copies ----

const program = write => {
  const why = whyNone(told);
  return why ? `${why[0].toUpperCase()}${why.slice(1)}.` : write(shown(state(), told, second));
};

const texts = {
  Declaration: () => (state().d.startsWith('shared') && !told.placed ? declaration(shown(state(), told).told) : state().d),
  UPC: () => program(inUpc),
  C: () => program(inC),
  Fortran: () => program(inFortran),
  Python: () => program(inPython),
  Rule: () => (told.call ? asRule(told) : ''),
  Link: () => location.href.replace(/#.*/, '') + fragment(),
  Embed: () => `<iframe src="explorer.html${fragment()}&amp;embed=1" width="900" height="480" title="upc-stride explorer"></iframe>`,
  Command: () => command(state(), told),
};

async function copy(text) {
  $('copied').value = text;
  try {
    await navigator.clipboard.writeText(text);
    $('status').textContent = 'copied';
  } catch {
    $('copied').select();
    document.execCommand('copy');
  }
}

// The tool's own picture.
function svg() {
  const s = state(),
    tree = told.call?.schedules.find(x => x.chosen)?.name.replace(/^(chain).*/, '$1');
  const withTree = ask([...arrayArguments(s), ...sectionArguments(s), ...whenGiven('--tree', tree), '--svg', 'picture']);
  const drawn = withTree.error ? ask([...arrayArguments(s), ...sectionArguments(s), '--svg', 'picture']) : withTree;
  return drawn.error ? {error: inFields(drawn.error)} : {text: drawn.out.slice(drawn.out.indexOf('\n') + 1)};
}

function save(name, blob) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

function saveSvg() {
  const {error, text} = svg();
  $('copied').value = error ?? text;
  if (text) save(told.name + '.svg', new Blob([text], {type: 'image/svg+xml'}));
}

function savePng() {
  const {error, text} = svg();
  if (error) {
    blocks.canvas.toBlob(blob => save(told.name + '.png', blob));
    return;
  }
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(blob => save(told.name + '.png', blob));
  };
  image.src = 'data:image/svg+xml,' + encodeURIComponent(text);
}

// ---- files ----

async function take(files) {
  tellError('m-error', '');
  for (const file of files) {
    const text = await file.text();
    if (/^\s*\{/.test(text)) await takeTrace(file.name, text);
    else takeMachine(file.name, text);
  }
}

function takeMachine(name, text) {
  const path = '/dropped/' + name.replace(/[^\w.-]/g, '_');
  dropped = {...dropped, [path]: text};
  if (name.endsWith('.rules')) {
    $('status').textContent = `rules of ${name}`;
    refreshCall();
    return;
  }
  if (![...$('m').options].some(o => o.value === path)) $('m').append(new Option(name, path));
  $('m').value = path;
  refresh();
}

async function takeTrace(name, text) {
  try {
    $('trace-card').hidden = false;
    $('trace-words').textContent = `reading ${name}`;
    traced = await readTrace(text, part => {
      $('trace-words').textContent = `reading ${name}: ${Math.round(100 * part)} %`;
      return new Promise(r => setTimeout(r));
    });
    $('trace-words').textContent = `${name}: ${traced.rows.length} threads, ${traced.events} events`;
    trace.show(traced, told.colours);
    $('trace-card').scrollIntoView({block: 'nearest'});
  } catch (e) {
    $('trace-card').hidden = true;
    tellError('m-error', `${name}: ${e.message}`, ['file']);
  }
}

function showWaits(waits, busy, when) {
  const threads = Math.min(traced.rows.length, told.threads);
  const arrows = [...waits]
    .filter(([t, w]) => w.whom >= 0 && w.whom < threads && t < threads)
    .map(([t, w]) => [0, t, w.whom, 0, 1]);
  const words = `${when}: ${waits.size} thread${waits.size === 1 ? '' : 's'} wait${waits.size === 1 ? 's' : ''}, ${busy.size} do not`;
  if (threads === traced.rows.length || threads > 1)
    team.show(told, {messages: arrows, reached: new Set([...busy].filter(t => t < threads)), caption: words});
  $('step-words').textContent = words;
  const list = [...waits]
    .slice(0, 40)
    .map(([t, w]) => Object.assign(document.createElement('li'), {textContent: `thread ${t} ${w.words}`}));
  $('waits').replaceChildren(...list);
}

// ---- what the user does ----

const hover = text => {
  $('hover').textContent = blocks.dense ? `${text}. A point of this picture stands for several blocks.` : text;
};

function pick(row0, column0, row1, column1, by, done) {
  const interval = (low, high, blocks) =>
    low === high
      ? String(low)
      : low === 0 && high === blocks - 1 && by === 1
        ? ':'
        : by === 1
          ? `${low}:${high}`
          : `${low}:${by}:${high}`;
  const n = told.nblocks,
    list = [];
  let rest = blocks.plane;
  for (let k = n.length - 3; k >= 0; k--) (list.unshift(String(rest % n[k])), (rest = Math.floor(rest / n[k])));
  if (n.length > 1) list.push(interval(row0, row1, n.at(-2)));
  list.push(interval(column0, column1, n.at(-1)));
  $('s').value = list.join(', ');
  typed.add('s');
  refresh({live: !done});
}

const blocks = new Blocks($('blocks'), {pick, hover});
const secondBlocks = new Blocks($('second'), {
  pick: null,
  hover: text => {
    $('second-hover').textContent = text;
  },
});
const team = new Team($('team'));
const trace = new Trace($('trace'), {
  now: showWaits,
  hover: text => {
    $('trace-hover').textContent = text;
  },
});
const tour = new Tour($('guide'), {
  set: fields => {
    fill(fields);
    blocks.plane = 0;
    refresh();
  },
  know: () => ({...told, second}),
  moved: (name, number) => {
    lesson = name && `${name}.${number}`;
    $('lesson').value = name;
    keepState();
  },
});

function wire() {
  const on = (id, event, f) => $(id).addEventListener(event, f);
  let later = 0;
  $('form').addEventListener('submit', e => e.preventDefault());
  for (const f of FIELDS)
    on(f, $(f).tagName === 'SELECT' ? 'change' : 'input', () => {
      clearTimeout(later);
      play(false);
      typed.add(f);
      later = setTimeout(
        () => {
          follow(f);
          refresh();
        },
        $(f).tagName === 'SELECT' ? 0 : 120,
      );
    });
  on('preset', 'change', () => {
    if (PRESETS[$('preset').value]) {
      fill(PRESETS[$('preset').value]);
      blocks.plane = 0;
      refresh();
    }
  });
  on('theme', 'click', () => {
    keepTheme(document.documentElement.classList.toggle('dark') ? 'dark' : 'light');
    redraw();
  });
  on('tour', 'click', () => tour.start('tour'));
  on('lesson', 'change', () => ($('lesson').value ? tour.start($('lesson').value) : $('guide').close()));
  (on('zoom-in', 'click', () => blocks.zoom(1.4)),
    on('zoom-out', 'click', () => blocks.zoom(1 / 1.4)),
    on('fit', 'click', () => blocks.fit()));
  on('plane', 'input', () => {
    blocks.plane = Math.min(Math.max(0, Number($('plane').value) || 0), blocks.planes - 1);
    blocks.redraw();
  });
  on('first', 'click', () => goTo(0));
  on('back', 'click', () => goTo(step - 1));
  on('next', 'click', () => goTo(step + 1));
  on('play', 'click', () => play());
  on('step', 'input', () => goTo(Number($('step').value)));
  on('signals', 'change', () => showStep(step));
  for (const id of ['as-grid', 'as-torus'])
    on(id, 'click', () => {
      arrange(id === 'as-torus');
      goTo(step);
    });
  on('file', 'change', () => take($('file').files));
  (on('trace-fit', 'click', () => trace.fit()),
    on('trace-play', 'click', () => {
      $('trace-play').textContent = trace.play() ? 'Pause' : 'Play';
    }));
  on('trace-close', 'click', () => {
    trace.playing = false;
    traced = trace.trace = null;
    $('trace-card').hidden = true;
    showStep(step);
  });
  document.addEventListener('keydown', e => {
    if (
      e.target.closest('input:not([type=checkbox]), select, textarea, summary, dialog, canvas') ||
      e.ctrlKey ||
      e.metaKey ||
      e.altKey
    )
      return;
    if (e.key === ' ' && e.target.tagName !== 'BUTTON') {
      e.preventDefault();
      play();
    }
    if (e.key === 'ArrowRight' || e.key === 'ArrowLeft') {
      e.preventDefault();
      goTo(step + (e.key === 'ArrowRight' ? 1 : -1));
    }
  });
  addEventListener('hashchange', () => {
    const values = fromFragment();
    if (values.d) open(values);
  });
  addEventListener('dragover', e => {
    e.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', e => {
    e.preventDefault();
    document.body.classList.remove('dropping');
    take(e.dataTransfer.files);
  });
  const box = document.querySelector('.copies'),
    button = (name, f) => {
      const b = Object.assign(document.createElement('button'), {type: 'button', textContent: name});
      b.addEventListener('click', f);
      box.append(b);
    };
  for (const name of Object.keys(texts)) button(name, () => copy(texts[name]()));
  (button('SVG', saveSvg), button('PNG', savePng));
  new ResizeObserver(() => {
    if (told && !traced) showStep(step);
  }).observe($('team-card'));
}

function redraw() {
  (blocks.redraw(), secondBlocks.redraw(), trace.redraw());
  if (told) showStep(step);
}

function open(values) {
  fill(values);
  stepAtFirst = /^\d+$/.test(values.t ?? '') ? Number(values.t) : null;
  team.torus = values.v === 'torus';
  const [name, number] = (values.lesson ?? '').split('.');
  refresh();
  if (name in LESSONS) tour.start(name, Number(number) - 1 || 0);
}

// What the reader has chosen, else what the system says. A page of a frame, or of a file, may have no storage.
const THEME = 'upc-stride-explorer-theme';
function keepTheme(theme) {
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    /* it holds until the page is closed */
  }
}
function keptTheme() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

async function begin() {
  const dark = (keptTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';
  document.documentElement.classList.toggle('dark', dark);
  machines = JSON.parse($('machines').textContent);
  const bytes = Uint8Array.from(atob($('core').textContent.trim()), c => c.charCodeAt(0));
  core = await Core.load(
    bytes,
    Object.fromEntries(Object.entries(machines).map(([name, text]) => ['/lib/machines/' + name, text])),
  );
  for (const name of Object.keys(LESSONS)) $('lesson').append(new Option(name, name));
  for (const name of Object.keys(PRESETS)) $('preset').append(new Option(name, name));
  $('op').append(...OPERATIONS.map(o => new Option(o, o)));
  $('m').append(
    ...Object.entries(PLAIN).map(([value, text]) => new Option(text, value)),
    ...Object.keys(machines)
      .filter(m => !m.endsWith('.rules'))
      .map(m => new Option(m, m)),
  );
  const values = fromFragment();
  document.body.classList.toggle('embed', Boolean(values.embed));
  wire();
  open(values.d ? {op: 'broadcast', ...values} : {...START, lesson: values.lesson});
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

begin();
