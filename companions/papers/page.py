# SPDX-License-Identifier: BSD-3-Clause
"""One HTML file of figures and tables: published values beside ours, as plots and as tables. It needs no network."""
import collections
import colorsys
import html
import io
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / 'bench/measure'))
import figures
import plots
import verdicts
from runs import Of, Run, was_busy

STYLE = '''body{font:15px/1.45 sans-serif;margin:1em auto;max-width:76em;padding:0 1em;color:#222}h2{margin-top:2.5em;border-top:1px solid #bbb;
padding-top:.5em}.wide{overflow-x:auto}.plots{display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start}.plots svg{width:100%;max-width:36em;
height:auto;flex:1 1 20em}.drawing svg{max-width:100%;height:auto}table{border-collapse:collapse;font-size:14px}
td,th{border:1px solid #bbb;padding:.2em .5em;text-align:left;vertical-align:top}td.n{text-align:right;white-space:nowrap}code{font-size:12px;
overflow-wrap:anywhere}li code{display:block}.holds{color:#05691a}.fitted{color:#1a4f8a}.not{color:#a81c07}.apart{color:#666}
.published td{background:#f3f3f3}'''
CLASSES = {figures.HOLDS: 'holds', figures.FITTED: 'fitted', figures.NOT: 'not', figures.FAULT: 'not', figures.UNCERTAIN: 'apart',
           figures.APART: 'apart'}
MOST_LINES = 5                  # of a plot


def text(value):
    return value if isinstance(value, str) else f'{value:,.0f}' if abs(value) >= 1000 else f'{value:.3g}'


def number(value):
    """What a plot shows of a value; None for words."""
    try:
        return float(value)
    except ValueError:
        return None


def busy(series, store):
    """Did other programs work during runs that take this host's time?"""
    rows = [store.get(run) for _, value in series.points if isinstance(value, (Run, Of)) for run in value.runs() if run.timed]
    return any(was_busy(row) for row in rows if row)


def colour(name):
    """The same for a name on the whole page: each new one takes the hue that is farthest from those before it."""
    hue = colours.setdefault(name, len(colours)) * 0.618034 % 1
    return colorsys.hls_to_rgb(hue, (0.35, 0.5)[colours[name] % 2], 0.75)


colours = {}


def in_plots(rows):
    """Lists of at most MOST_LINES rows, each with some of the published ones and some of ours."""
    published, ours = ([row for row in rows if (row[0] == 'published') == wanted] for wanted in (True, False))
    count = 1
    while any(len(published[k::count]) + len(ours[k::count]) > MOST_LINES for k in range(count)):
        count += 1
    return [published[k::count] + ours[k::count] for k in range(count)]


def lines(rows, unit):
    """(how, name, [(x, y)]) of the series of one unit that make a line along numbers of threads."""
    shown = []
    for how, name, its_unit, points in rows:
        dots = [(float(x), number(v)) for x, v in points if number(x) is not None and number(v) is not None]
        if its_unit == unit and dots:
            shown.append((how, name, sorted(dots)))
    return shown if len({x for *_, dots in shown for x, _ in dots}) > 1 else []


def plot(shown, unit):
    """Lines as SVG."""
    plt = plots.pyplot()
    along = sorted({x for *_, dots in shown for x, _ in dots})
    if plt is None or len(along) < 2:
        return ''
    figure, axes = plt.subplots(figsize=(5, 3.1))
    styles = {'published': ('--', 'x'), figures.MEASURED: ('-', 'o'), figures.WHOLE: ('-', 's'), figures.PIECES: ('-', 'D'),
              figures.FORMULA: (':', '^')}
    for how, name, dots in shown:
        style, marker = styles.get(how, ('-', 'o'))
        axes.plot(*zip(*dots), style, marker=marker, markersize=5, color=colour(name), label=f'{how}: {name}')
    values = [v for *_, dots in shown for _, v in dots]
    axes.set_xscale('log', base=2)
    ticks = along if len(along) < 9 else along[::2]
    turned = len(ticks) > 5
    axes.set_xticks(ticks, [f'{x:,g}' for x in ticks], rotation=30 if turned else 0)
    axes.minorticks_off()
    if min(values) > 0 and max(values) > 20 * min(values):
        axes.set_yscale('log')
        if max(values) < 1000 * min(values):    # more than two or three labels
            axes.yaxis.set_major_locator(plt.LogLocator(base=10, subs=(1, 2, 5)))
    else:
        axes.set_ylim(0, 1.12 * max(values))
    axes.yaxis.set_major_formatter('{x:,g}')
    axes.set_xlabel('threads or processors', fontsize=10)
    axes.set_ylabel(unit, fontsize=10)
    axes.tick_params(labelsize=10)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=9, loc='upper left', bbox_to_anchor=(-0.1, -0.32 if turned else -0.22), frameon=False)
    svg = io.StringIO()
    figure.savefig(svg, format='svg', metadata={'Date': None}, bbox_inches='tight')
    plt.close(figure)
    drawn = svg.getvalue()
    return unique(drawn[drawn.index('<svg'):])


count = 0


def unique(svg):
    """Gives the names inside a picture a prefix, since many pictures are in one page."""
    global count
    count += 1
    svg = re.sub(r'<metadata>.*?</metadata>', '', svg, flags=re.S)
    svg = re.sub(r'\bid="', f'id="p{count}-', svg)
    return re.sub(r'(href="#|url\(#)', rf'\g<1>p{count}-', svg)


def table(rows):
    columns = sorted(dict.fromkeys(x for *_, points in rows for x, _ in points),
                     key=lambda x: (0, float(x)) if number(x) is not None else (1, 0))
    out = ['<div class="wide"><table><tr><th><th><th>unit' + ''.join(f'<th>{html.escape(c)}' for c in columns)]
    for how, name, unit, points in rows:
        there = dict(points)
        cells = ''.join(f'<td class="n">{html.escape(text(there[c])) if c in there else ""}' for c in columns)
        out.append(f'<tr class="{how}"><td>{how}<td>{html.escape(name)}<td>{html.escape(unit)}{cells}')
    return '\n'.join(out + ['</table></div>'])


def commands(figure, store, failed):
    """The commands of a figure, each once, with the circumstances of its result."""
    lines, sources = {}, {}
    for series in figure.series:
        for _, value in series.points:
            if isinstance(value, (Run, Of)):
                for run in value.runs():
                    lines.setdefault(run.command, run)
            elif series.source:
                sources[series.source] = None
    out = []
    for command, run in lines.items():
        row = store.get(run)
        if not row:
            told = failed.get(command, 'not run yet')
        else:
            told = f"{len(row['values'].split())} rounds, {row['date']}, code {row['commit']}"
            if row['state'] != store.state:
                told += ', an older state'
            if row['machine'] != store.machine:
                told += f", on {row['machine']}"
            if was_busy(row):
                told += f", other programs kept {row['others']} cores busy"
        out.append(f'<li><code>{html.escape(command)}</code> {html.escape(told)}')
    out += [f'<li><code>{html.escape(source)}</code> kept' for source in sources]
    out += [f'<li><code>{html.escape(drawing)}</code>' for drawing in figure.drawings]
    return f'<details><summary>Commands: {len(out)}</summary><ul>' + '\n'.join(out) + '</ul></details>'


def shown_bounds(bounds):
    least, most = bounds
    if text(least) == text(most):
        return text(least)
    return f'more than {text(least)}' if most == math.inf else f'less than {text(most)}' if least == 0 else f'{text(least)} to {text(most)}'


def row(verdict):
    """The cells of a comparison: item, ours, its rounds, published, tolerance, verdict."""
    kind = CLASSES[verdict.word]
    told = [word for word in (verdict.beside and verdict.way(), verdict.beside and verdict.told) if word]
    said = f'<td class="{kind}"><b>{verdict.word}</b>' + (f' ({html.escape("; ".join(told))})' if told else '')
    if not verdict.beside:
        return f'<td colspan="5">{html.escape(verdict.told)}{said}'
    if verdict.how:
        changed = '' if verdict.planted is None else f': {shown_bounds(verdict.planted)}'
        said += f'<br><small>{html.escape(verdict.cause)} (Cause: {html.escape(verdict.how + changed)}.)</small>'
    ours = '' if verdict.value is None else text(float(verdict.value))
    rounds = verdict.rounds.told() if verdict.rounds else ''
    return (f'<td>{html.escape(verdict.beside.what)}<td class="n">{ours}<td>{rounds}<td class="n">{shown_bounds(verdict.bounds)}'
            f'<td class="n">{verdict.beside.within:g}{said}')


HEAD = '<th>What is compared<th>Ours<th>Rounds differ by<th>Published<th>Within<th>Verdict'


def summary(judged):
    """A row for each comparison of all figures."""
    out, paper = [f'<div class="wide"><table><tr><th>Name<th>Figure, and the program{HEAD}'], ''
    for figure, rows in judged:
        if figure.paper != paper:
            paper = figure.paper
            out.append(f'<tr><th colspan="8">{html.escape(paper)}')
        first = (f'<td rowspan="{max(1, len(rows))}"><a href="#{figure.name}">{figure.name}</a>'
                 f'<td rowspan="{max(1, len(rows))}">{html.escape(figure.title)}')
        first += f'<br><small>{html.escape(figure.program)}</small>' if figure.program else ''
        out += [f'<tr>{first if i == 0 else ""}{row(verdict)}' for i, verdict in enumerate(rows)]
    return '\n'.join(out + ['</table></div>'])


def counts(judged):
    """How many comparisons hold, and how many of each kind do not."""
    words = collections.Counter(verdict.word for _, rows in judged for verdict in rows)
    return ', '.join(f'<b class="{CLASSES[word]}">{words[word]}</b> {word}' for word in CLASSES if words[word])


def known(judged):
    """How the causes of differences are known."""
    return ', '.join(f'{how}: {count}' for how, count in sorted(verdicts.causes(judged).items()))


def section(figure, values, judged, published, store, failed, drawings):
    rows = [('published', *series) for series in published.get(figure.name, [])] + list(values.rows())
    units = dict.fromkeys(unit for _, _, unit, _ in rows)
    pictures = [plot(some, unit) for unit in units for some in in_plots(lines(rows, unit)) if some]
    pictures = [picture for picture in pictures if picture]
    busy_ones = [s.name for s in figure.series if busy(s, store)]
    out = [f'<h3 id="{figure.name}">{figure.name}. {html.escape(figure.title)}</h3>']
    out += [f'<p>Program: {html.escape(figure.program)}.</p>'] if figure.program else []
    out.append(f'<div class="wide"><table><tr>{HEAD}' + ''.join(f'<tr>{row(verdict)}' for verdict in judged) + '</table></div>')
    out += [f'<div class="drawing">{unique(drawing)}</div>' for drawing in drawings]
    if pictures:
        out.append('<div class="plots">' + '\n'.join(pictures) + '</div>')
    if rows:
        out.append(f'<details{"" if pictures else " open"}><summary>Values</summary>{table(rows)}</details>')
    out += [f'<p>{html.escape(figure.note)}</p>'] if figure.note else []
    out += [f'<p>Other programs ran meanwhile: {html.escape("; ".join(busy_ones))}.</p>'] if busy_ones else []
    out.append(commands(figure, store, failed) if figure.series else '')
    return '\n'.join(out)


def of_today(conclusions, machines, store):
    """The table of conclusions on machines of today."""
    if not conclusions:
        return ''
    out = ['<h2 id="today">Which conclusions hold on machines of today</h2><p>Simulated, 64 nodes with one thread each (CT3: 16): a fat tree of '
           '200 Gb/s InfiniBand and a dragonfly of 200 Gb/s Slingshot, as companions/sim/machines/fat-tree and companions/sim/machines/dragonfly describe them. Some '
           'figures of these descriptions are assumptions.</p><div class="wide"><table><tr><th>Figure<th>Conclusion<th>Value<th>It holds'
           + ''.join(f'<th>{name}' for name in machines) + '<th>Why not']
    for conclusion in conclusions:
        cells, fails = [], False
        for machine in machines.values():
            value, word = verdicts.of_conclusion(conclusion, machine, store)
            fails = fails or word == figures.NOT
            told = 'not run' if value is None else f'{text(value)}: {word}'
            cells.append(f'<td class="{CLASSES[word]}">{told}')
        limit = f'from {conclusion.least:g}' if conclusion.most == math.inf else f'up to {conclusion.most:g}'
        out.append(f'<tr><td><a href="#{conclusion.figure}">{conclusion.figure}</a><td>{html.escape(conclusion.text)}'
                   f'<td>{html.escape(conclusion.number)}<td>{limit}' + ''.join(cells) + f'<td>{html.escape(conclusion.why) if fails else ""}')
    used = dict.fromkeys(run.command for one in conclusions for m in machines.values() for run in one.value(m).runs())
    out += ['</table></div>', f'<details><summary>Commands: {len(used)}</summary><ul>',
            *(f'<li><code>{html.escape(line)}</code>' for line in used), '</ul></details>']
    return '\n'.join(out)


def write(path, chosen, conclusions, machines, store, failed, drawings, tried=''):
    published = figures.published()
    values = [verdicts.Values(figure, store) for figure in chosen]
    judged = [(figure, verdicts.of_figure(figure, its, figures.Published(published))) for figure, its in zip(chosen, values)]
    sections, paper = [], ''
    for its, (figure, rows) in zip(values, judged):
        if figure.paper != paper:
            paper = figure.paper
            sections.append(f'<h2>{html.escape(paper)}</h2>')
        sections.append(section(figure, its, rows, published, store, failed, drawings.get(figure.name, [])))
    size = f'<p><b>{html.escape(tried)}</b></p>' if tried else ''
    if plots.pyplot() is None:
        size += '<p><b>Plots need matplotlib: scripts/setup --bench.</b></p>'
    page = f'''<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>upc-stride: the papers</title><style>{STYLE}</style><h1>Five papers, and the same here</h1>{size}
<p>The figures and tables of five papers, beside what this code does. Dashed lines with crosses are published: what the text and the tables of
a paper give in numbers, and nothing that was read off a plot. Solid lines are ours: circles are measured here, squares simulated whole,
diamonds in pieces; dotted lines are computed. Of several rounds the least time is shown. All commands run in the top folder of the tree, with
OPENBLAS_NUM_THREADS=1.</p>
<p>A comparison <b class="holds">holds</b> if our value is at most so many times as large or as small as the published one as <i>Within</i> says.
Where it <b class="not">does not hold</b>, ours may be better or worse. "Good", "well" and "on par" of a text count as 1. <i>Within</i> follows from
what is compared: {', '.join(f'{name} {within:g}' for name, within in figures.WITHINS.items())}. There is
<b class="apart">no verdict</b> if our value differs from round to round by more than this, if some rounds hold and others do not, or if
there is one round alone of a time of this host. A comparison is <b class="fitted">fitted</b> if it would hold because parameters of the
machine were chosen by it. What follows from the shapes that a paper prints alone is not compared. The verdict also says how our value was
found: measured, simulated whole, simulated in pieces, by formula, or counted; and from when it is, if other code or another machine gave it.
A simulated speed-up that is more than {verdicts.FASTEST - 1:.0%} above the number of threads is <b class="not">a fault</b>.
{counts(judged)}.</p>
<p>A row that does not hold says what differs. "{figures.SHOWN.capitalize()}" or "{figures.PART}": what differs was changed in a run, or is added by
published numbers, and the number is what ours then is. Such a change is made to see the cause; it makes no comparison hold.
"{figures.APART_RUN.capitalize()}": a count or a run that is not among the commands below. "{figures.PAPER.capitalize()}": other figures of the paper, or its text, name what differs.
"{figures.UNKNOWN.capitalize()}": no cause was found, and the row says what was tried. Rows: {known(judged)}.</p>
<p>Code {store.commit}, sources {store.state}. Machine: {html.escape(store.machine)}. Programs in build/papers are applications, compiled by
<code>upcc -network=sim -O2</code> (.sim), <code>-network=mpi-mpich</code> (.far), and, where the name ends in .single, with
<code>-fno-upc-read-ahead -fno-upc-updates</code>. A simulated machine takes no time for the program's own computing if host-factor is 0, and
the time of this machine if it is 1.</p>
{summary(judged)}
{of_today(conclusions, machines, store)}
{"".join(sections)}'''
    pathlib.Path(path).write_text(page + '\n')
