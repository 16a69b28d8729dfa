# SPDX-License-Identifier: BSD-3-Clause
"""One HTML file of figures and tables: published values beside ours, as plots and as tables. It needs no network."""
import html
import io
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / 'bench/measure'))
import figures
import plots
from runs import Of, Run

STYLE = '''body{font:15px/1.45 sans-serif;margin:1em auto;max-width:76em;padding:0 1em;color:#222}h2{margin-top:2.5em;border-top:1px solid #bbb;
padding-top:.5em}.wide{overflow-x:auto}.plots{display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start}.plots svg{width:100%;max-width:36em;
height:auto;flex:1 1 20em}.drawing svg{max-width:100%;height:auto}table{border-collapse:collapse;font-size:14px}
td,th{border:1px solid #bbb;padding:.2em .5em;text-align:left;vertical-align:top}td.n{text-align:right;white-space:nowrap}code{font-size:12px;
overflow-wrap:anywhere}li code{display:block}.holds{color:#05691a}.not{color:#a81c07}.apart{color:#666}.published td{background:#f3f3f3}'''
COLOURS = {figures.HOLDS: 'holds', figures.SIMULATED: 'holds', figures.NOT: 'not'}


def text(value):
    return value if isinstance(value, str) else f'{value:,.0f}' if abs(value) >= 1000 else f'{value:.3g}'


def number(value):
    """What a plot shows of a value; None for words."""
    try:
        return float(value)
    except ValueError:
        return None


class Values:
    """The values of a figure's series, from the store."""

    def __init__(self, figure, store):
        self.series = [(s, [(x, v.value(store) if isinstance(v, (Run, Of)) else v) for x, v in s.points]) for s in figure.series]

    def get(self, series, x):
        value = dict(self.series[series][1]).get(x)
        if value is None:
            raise figures.Lacking
        return value

    def rows(self):
        """(how, name, unit, [(x as text, value)]) of all that has values."""
        for series, points in self.series:
            there = [(str(x), v) for x, v in points if v is not None]
            if there:
                yield series.how, series.name, series.unit, there


def busy(series, store):
    """Did other programs work while it was measured?"""
    rows = [store.get(run) for _, value in series.points if isinstance(value, (Run, Of)) for run in value.runs()]
    return any(float(row['others']) > 0.1 for row in rows if row)


def verdict(figure, values, small):
    if small:
        return figures.APART, 'Too little data to judge.'
    try:
        return figure.claim(values.get)
    except (figures.Lacking, ZeroDivisionError):
        return figures.APART, 'Not all values are there yet.'


def plot(rows, unit):
    """The series of one unit along numbers of threads, as SVG; '' if they make no line."""
    plt = plots.pyplot()
    shown = []
    for how, name, its_unit, points in rows:
        dots = [(float(x), number(v)) for x, v in points if number(x) is not None and number(v) is not None]
        if its_unit == unit and dots:
            shown.append((how, name, dots))
    along = sorted({x for *_, dots in shown for x, _ in dots})
    if plt is None or len(along) < 2:
        return ''
    figure, axes = plt.subplots(figsize=(5, 3.1))
    styles = {'published': ('--', 'x'), 'measured': ('-', 'o'), 'simulated': ('-', 's'), 'computed': (':', '^')}
    for i, (how, name, dots) in enumerate(shown):
        style, marker = styles.get(how, ('-', 'o'))
        axes.plot(*zip(*sorted(dots)), style, marker=marker, markersize=5, color=f'C{i % 10}', label=f'{how}: {name}',
                  fillstyle='none' if i >= 10 else 'full')
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
            if float(row['others']) > 0.1:
                told += f", other programs kept {row['others']} cores busy"
        out.append(f'<li><code>{html.escape(command)}</code> {html.escape(told)}')
    out += [f'<li><code>{html.escape(source)}</code> kept in docs/' for source in sources]
    if figure.drawing:
        out.append(f'<li><code>{html.escape(figure.drawing)}</code>')
    return f'<details><summary>Commands: {len(out)}</summary><ul>' + '\n'.join(out) + '</ul></details>'


def section(figure, values, published, store, failed, drawing, small):
    rows = [('published', *series) for series in published.get(figure.name, [])] + list(values.rows())
    how, sentence = verdict(figure, values, small)
    units = dict.fromkeys(unit for _, _, unit, _ in rows)
    pictures = [picture for picture in (plot(rows, unit) for unit in units) if picture]
    kinds = ', '.join(dict.fromkeys(s.how + (' on a busy machine' if s.how == 'measured' and busy(s, store) else '')
                                    for s in figure.series)) or 'drawn'
    out = [f'<h3 id="{figure.name}">{figure.name}. {html.escape(figure.title)}</h3>',
           f'<p class="{COLOURS.get(how, "apart")}"><b>{how.capitalize()}.</b> {html.escape(sentence)}</p>']
    if drawing:
        out.append(f'<div class="drawing">{unique(drawing)}</div>')
    if pictures:
        out.append('<div class="plots">' + '\n'.join(pictures) + '</div>')
    if rows:
        out.append(f'<details{"" if pictures else " open"}><summary>Values</summary>{table(rows)}</details>')
    out += [f'<p>{html.escape(figure.note)}</p>'] if figure.note else []
    out.append(f'<p>Ours: {kinds}.</p>' + commands(figure, store, failed))
    return '\n'.join(out)


def of_today(conclusions, machines, store, small):
    """The table of conclusions on machines of today."""
    if not conclusions:
        return ''
    out = ['<h2 id="today">Which conclusions hold on machines of today</h2><p>Simulated, 64 nodes with one thread each (CT3: 16): a fat tree of '
           '200 Gb/s InfiniBand and a dragonfly of 200 Gb/s Slingshot, as machines/fat-tree and machines/dragonfly describe them. Some '
           'figures of these descriptions are assumptions.</p><div class="wide"><table><tr><th>Figure<th>Conclusion<th>Value'
           + ''.join(f'<th>{name}' for name in machines) + '<th>Why not']
    for row in conclusions:
        cells, fails = [], False
        for machine in machines.values():
            value = row.value(machine).value(store)
            kind, told = ('apart', 'not run') if value is None else ('apart', 'not judged') if small else \
                ('holds', 'holds') if row.holds(value) else ('not', 'does not hold')
            fails = fails or kind == 'not'
            cells.append(f'<td class="{kind}">{"" if value is None else text(value) + ": "}{told}')
        out.append(f'<tr><td><a href="#{row.figure}">{row.figure}</a><td>{html.escape(row.text)}<td>{html.escape(row.number)}'
                   + ''.join(cells) + f'<td>{html.escape(row.why) if fails else ""}')
    lines = dict.fromkeys(run.command for row in conclusions for m in machines.values() for run in row.value(m).runs())
    out += ['</table></div>', f'<details><summary>Commands: {len(lines)}</summary><ul>',
            *(f'<li><code>{html.escape(line)}</code>' for line in lines), '</ul></details>']
    return '\n'.join(out)


def write(path, chosen, conclusions, machines, store, failed, drawings, small):
    published = figures.published()
    sections, contents, paper = [], [], ''
    for figure in chosen:
        values = Values(figure, store)
        how, sentence = verdict(figure, values, small)
        contents.append(f'<tr><td><a href="#{figure.name}">{figure.name}</a><td>{html.escape(figure.title)}'
                        f'<td class="{COLOURS.get(how, "apart")}"><b>{how}</b>. {html.escape(sentence)}')
        if figure.name[0] != paper:
            paper = figure.name[0]
            sections.append(f'<h2>{html.escape(figures.PAPERS[paper])}</h2>')
        sections.append(section(figure, values, published, store, failed, drawings.get(figure.name, ''), small))
    left = [f'<li>{name}: {html.escape(why)}' for name, why in figures.LEFT_OUT.items()]
    size = '<p class="not"><b>The small version: little data, few threads. Its values say nothing about the papers.</b></p>' if small else ''
    if plots.pyplot() is None:
        size += '<p><b>Plots need matplotlib: scripts/setup --bench.</b></p>'
    page = f'''<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>upc-stride: the papers</title><style>{STYLE}</style><h1>Five papers, and the same here</h1>{size}
<p>The figures and tables of five papers, beside what this code does. Dashed lines with crosses are published: what the text and the tables of
a paper give in numbers, and nothing that was read off a plot. Solid lines are ours: circles are measured here, squares are simulated, dotted
lines are computed. Of several rounds the least time counts. All commands run in the top folder of the tree, with OPENBLAS_NUM_THREADS=1.</p>
<p>Code {store.commit}, sources {store.state}. Machine: {html.escape(store.machine)}. Programs in build/papers are applications, compiled by
<code>upcc -network=sim -O2</code> (.sim), <code>-network=mpi-mpich</code> (.far), and, where the name ends in .single, with
<code>-fno-upc-read-ahead -fno-upc-updates</code>. A simulated machine takes no time for the program's own computing if host-factor is 0, and
the time of this machine if it is 1.</p>
<div class="wide"><table><tr><th>Name<th>Figure<th>Result{"".join(contents)}</table></div>
{of_today(conclusions, machines, store, small)}
{"".join(sections)}
<h2 id="left">Left out</h2><ul>{"".join(left)}</ul>'''
    pathlib.Path(path).write_text(page + '\n')
