#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the language server says of names: language_server_names.py HEADERS [each] PROGRAM...

In TEXT a name has one meaning, so a renaming must change the name at all its places. In each program all names are
renamed at once (`each`: one after the other), and the result must compile. The hover of each call of UPC or of the
library has the first sentence of its comment in HEADERS."""
import os
import pathlib
import re
import subprocess
import sys

from language_server import Server, holds, passes, place, same

# Each identifier denotes one thing: also behind macros, in layouts, sections, tasks and labels.
TEXT = '''#include <upc_relaxed.h>
#include <stddef.h>
#include <upc_stride_coll.h>
#pragma processors places(1, THREADS)
enum { SIDE = 4, WIDE = 2 * SIDE };
#define SUM(a) (a + offset)
#define BOTH(p) first p; second p
typedef struct pair { int left; struct { double right; }; } pair_t;
shared [SIDE][SIDE] (places) double mat[8][8], other[8][8];
shared [2] int line[THREADS * WIDE];
shared pair_t pairs[THREADS];
upc_stride_array_t handle;
static int offset = 1;
int scale(shared [2] int *where, int count);
int scale(shared [2] int *from, int times) {
  if (times < 0) goto out;
  times = SUM(times);
out:
  return from[0] * times;
}
static void first(int unused) { (void)unused; }
static void second(int ignored) { (void)ignored; }
int main(void) {
  int row = MYTHREAD % 2, col = 0, *at = &row;
  pair_t mine = {.left = 3, .right = 4.5};
  upc_stride_copy(mat<row, :>, other<col, 0:1:col + 1>, 0);
  mat<0, :> = other<1, :>;
  upc_stride_copy(handle<:>, handle<row:row>, 0);
  upc_stride_broadcast((other<row>), &mat[SUM(0)][0], sizeof mat[0][0], 0);
  if (upc_stride_nblocks(mat, 0) < WIDE) upc_barrier SIDE;
  upc_forall (int k = 0; k < WIDE; k++; &line[k]) line[k] = scale(line, k) + (int)upc_blocksizeof(line);
  upc_sync upc_begin { line[row] = (int)offsetof(pair_t, left) + mine.left; }
  pairs[MYTHREAD].right = mine.right;
  BOTH((*at));
  upc_stride_forall(block, mat) col += block.lo[0] > UPC_MAX_BLOCK_SIZE;
  upc_barrier;
}
'''
# In each macro's body its uses are those of several declarations, or of none that stands in the text.
MACROS = '''#define TURNS for (int turn = 0; turn < 3; turn++) total += turn
#define MEMBER(n) field_##n
struct s { int MEMBER(a); };
int f(void) { int total = 0; TURNS; return total; }
int g(struct s *x) { int total = 1; TURNS; return total + x->field_a; }
'''
number = 0


def opened(server, text, path):
    """The text comes as a change: then the loops get no remarks, which take the optimiser's time."""
    uri = path.as_uri()
    server.write({'method': 'textDocument/didOpen', 'params': {'textDocument': {'uri': uri, 'version': 1, 'text': ''}}},
                 {'method': 'textDocument/didChange', 'params': {'textDocument': {'uri': uri, 'version': 2},
                                                                 'contentChanges': [{'text': text}]}})
    same([m for m in server.diagnostics() if m['severity'] == 1], [])
    return uri


def closed(server, uri):
    server.notify('textDocument/didClose', textDocument={'uri': uri})
    server.diagnostics()


def start(edit):
    return edit['range']['start']['line'], edit['range']['start']['character']


def rename(server, uri, position, name):
    """The edits in the order of the text, or why there are none."""
    answer = server.request('textDocument/rename', textDocument={'uri': uri}, position=position, newName=name)
    if 'error' in answer:
        return answer['error']['message']
    return sorted(answer['result']['changes'][uri], key=start)


def edited(text, edits):
    lines = text.split('\n')
    for edit in sorted(edits, key=start, reverse=True):
        line, character = start(edit)
        lines[line] = lines[line][:character] + edit['newText'] + lines[line][edit['range']['end']['character']:]
    return '\n'.join(lines)


def code(text):
    """The text with blanks for comments, strings and the names of headers."""
    blank = lambda m: re.sub(r'[^\n]', ' ', m.group())
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^#include.*?$', blank, text, flags=re.S | re.M)


def identifiers(text):
    """Each name of the text, with all its offsets."""
    found = {}
    for m in re.finditer(r'\b[A-Za-z_]\w*', code(text)):
        found.setdefault(m.group(), []).append(m.start())
    return found


def at(text, offset):
    return {'line': text.count('\n', 0, offset), 'character': offset - (text.rfind('\n', 0, offset) + 1)}


def names_with_one_meaning(server, folder):
    """Renamed from any of its places, a name changes at all of them; so do references."""
    uri = opened(server, TEXT, folder / 'names.upc')
    renamed = 0
    for name, offsets in identifiers(TEXT).items():
        answers = [rename(server, uri, at(TEXT, o), 'fresh') for o in offsets]
        if isinstance(answers[0], str):
            continue
        renamed += 1
        expected = [{'range': {'start': at(TEXT, o), 'end': at(TEXT, o + len(name))}, 'newText': 'fresh'} for o in offsets]
        for answer in answers:
            assert answer == expected, '%s: %r' % (name, answer)
    own = [n for n in identifiers(TEXT) if re.fullmatch(r'SIDE|WIDE|pair|left|right|pair_t|mat|other|line|pairs|handle|offset|scale|'
                                                        r'SUM|BOTH|block|where|count|from|times|out|first|second|unused|ignored|row|col|mine|k|at|places', n)]
    same(renamed, len(own))
    for word, why in [('main', "a program begins with 'main'"), ('upc_forall', "'upc_forall' is a word of the language"),
                      ('MYTHREAD', "'MYTHREAD' is a word of the language"),
                      ('upc_stride_nblocks', 'its declaration is in a file that is not open')]:
        same(rename(server, uri, place(TEXT, word), 'fresh'), why)
    for now in ('int', 'shared', 'upc_barrier'):
        same(rename(server, uri, place(TEXT, 'mat'), now), "'%s' is a word of the language" % now)
    hover = lambda part: server.ask('textDocument/hover', textDocument={'uri': uri}, position=place(TEXT, part))['contents']['value']
    holds(hover('other<col'), 'shared [4][4] (places) double other[8][8]', 'A section of other', '* dimension 0: block `col`\n',
          '* dimension 1: blocks `0` to `col + 1`, in steps of `1`')
    holds(hover('mat<row'), '* dimension 0: block `row`\n', '* dimension 1: all 2 blocks')
    holds(hover('other<row>'), '* dimension 0: block `row`\n', '* dimension 1: all 2 blocks')
    holds(hover('handle<row'), '* dimension 0: blocks `row` to `row`')
    holds(hover('places)'), '#pragma processors places(1, THREADS)')
    holds(hover('SUM(times)'), '#define SUM(a) (a + offset)')
    holds(hover('UPC_MAX_BLOCK'), 'The largest block size')
    holds(hover('upc_stride_forall'), '#define upc_stride_forall(block', "The caller's blocks, one after another")
    holds(hover('upc_sync'), 'waits at its end for all tasks')
    closed(server, uri)


def names_in_macros(server, folder):
    uri = opened(server, MACROS, folder / 'macros.upc')
    now = edited(MACROS, rename(server, uri, place(MACROS, 'total = 0'), 'sum'))
    same(now, re.sub(r'\btotal\b', 'sum', MACROS)) # both functions' variables: the macro has one name for them
    same(rename(server, uri, place(MACROS, 'field_a'), 'a'), "a macro makes this name, or another file's macro has it")
    closed(server, uri)


def names_that_a_macro_makes(server, folder):
    """Both are declared where the macro is used. A reference to one is none to the other."""
    text = '#define MADE(p) int p##_first(void); int p##_second(void)\nMADE(it);\n' \
           'int f(void) { return it_first() + it_second() + it_first(); }\n'
    uri = opened(server, text, folder / 'made.upc')
    for name in ('it_first', 'it_second'):
        found = server.ask('textDocument/references', textDocument={'uri': uri}, position=place(text, name))
        same([r['range']['start'] for r in found], [at(text, o) for o in identifiers(text)[name]])
    closed(server, uri)


def two_files(server, folder):
    """A header that is not open keeps its name; one that is open is renamed with the files that include it."""
    header, texts = 'extern int limit;\nint area(int side);\n', []
    for text in ('int area(int side) { return side * limit; }', 'int limit;\nint main(void) { return area(limit); }'):
        texts.append('#include "both.h"\n%s\n' % text)
    (folder / 'both.h').write_text(header)
    uris = [opened(server, text, folder / name) for text, name in zip(texts, ('one.upc', 'two.upc'))]
    for uri, text in zip(uris, texts):
        same(rename(server, uri, place(text, 'area'), 'size'), 'its declaration is in a file that is not open')
    uris.append(opened(server, header, folder / 'both.h'))
    for uri, text in zip(uris, texts + [header]):
        answer = server.ask('textDocument/rename', textDocument={'uri': uri}, position=place(text, 'limit'), newName='most')
        for other, old in zip(uris, texts + [header]):
            same(edited(old, answer['changes'][other]), old.replace('limit', 'most'))
    for uri in uris:
        closed(server, uri)


def public_names_come_first(server, folder):
    text = TEXT.replace('  upc_barrier;\n', '  upc_stride_\n')
    uri = (folder / 'half.upc').as_uri()
    server.notify('textDocument/didOpen', textDocument={'uri': uri, 'languageId': 'upc', 'version': 1, 'text': text})
    position = place(text, '  upc_stride_\n', 13)
    items = server.ask('textDocument/completion', textDocument={'uri': uri}, position=position)
    order = [x['label'] for x in sorted(items, key=lambda x: x['sortText'])]
    inner = [order.index(n) for n in ('upc_stride_perform', 'upc_stride_build_copy', 'upc_stride_layout_bytes')]
    public = [order.index(n) for n in ('upc_stride_at', 'upc_stride_copy_nb', 'upc_stride_wait_all')]
    assert max(public) < min(inner), order
    server.notices = []
    server.notify('textDocument/didClose', textDocument={'uri': uri})
    while server.read().get('params', {}).get('diagnostics') != []:
        pass


def compiles(text, name, folder, what):
    path = folder / name
    path.write_text(text)
    done = subprocess.run([os.environ['UPCC'], '-w', '-T', '4', '-trans', name], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, '%s: %s\n%s' % (name, what, done.stderr)


def fresh():
    global number
    number += 1
    return 'fresh_%d' % number


def names_of_program(server, path, folder, each):
    text, edits, taken = path.read_text(), [], set()
    uri = opened(server, text, path.resolve())
    for name, offsets in identifiers(text).items():
        for offset in offsets:
            if offset in taken:
                continue
            answer = rename(server, uri, at(text, offset), fresh())
            if isinstance(answer, str):
                continue
            if each:
                compiles(edited(text, answer), path.name, folder, 'with another name for %s' % name)
            places = {start(e) for e in answer}
            taken |= {o for o in offsets if tuple(at(text, o).values()) in places}
            edits += answer
    assert len(edits) > 3, '%s: nothing was renamed' % path
    compiles(edited(text, edits), path.name, folder, 'with other names')
    return uri, text


def first_sentences(headers):
    """Of each function of the headers: the comment in its line, else that of the paragraph it stands in."""
    sentence = lambda c: re.split(r'(?<=[.:])\s|\n\n', re.sub(r'\n *\*? ?', '\n', c).strip() + '\n')[0]
    found = {}
    for header in headers.glob('*.h'):
        if header.name == 'upc_stride.h':  # that of C
            continue
        text = header.read_text()
        for m in re.finditer(r'^(?!#|static|extern|typedef| )[\w *\[\]]*?\b((?:upc|bupc)_\w+)\([^;{]*;([^\n]*)', text, re.M):
            behind = re.match(r'[ \t]*/\*(.*?)\*/', text[m.start(2):], re.S)
            above = re.search(r'/\*((?:(?!/\*).)*)\*/\n((?:(?!\n\n|\*/).)*)\Z', text[:m.start()], re.S)
            comment = behind or above
            if comment and 'SPDX' not in comment.group(1):
                found.setdefault(m.group(1), sentence(comment.group(1)))
    return found


def calls_show_sentences(server, uri, text, sentences):
    calls = 0
    for m in re.finditer(r'\b((?:upc|bupc)_\w+)(?= *\()', code(text)):
        name = m.group(1)
        expected = sentences.get(name) or sentences.get(re.sub('_(nb|init)$', '', name))
        if not expected:
            continue
        answer = server.ask('textDocument/hover', textDocument={'uri': uri}, position=at(text, m.start()))
        told = ' '.join((answer['contents']['value'] if answer else '').split())
        assert ' '.join(expected.split()) in told, '%s: %r is not in %r' % (name, expected, told)
        calls += 1
    return calls


def main():
    headers, programs = pathlib.Path(sys.argv[1]), sys.argv[2:]
    each = programs[:1] == ['each']
    folder = pathlib.Path.cwd()
    server = Server()
    if not each:
        names_with_one_meaning(server, folder)
        names_in_macros(server, folder)
        names_that_a_macro_makes(server, folder)
        two_files(server, folder)
        public_names_come_first(server, folder)
    server = Server('-T', '4')
    sentences, calls = first_sentences(headers), 0
    assert len(sentences) > 150, sorted(sentences)
    for program in programs[each:]:
        uri, text = names_of_program(server, pathlib.Path(program), folder, each)
        calls += calls_show_sentences(server, uri, text, sentences)
        closed(server, uri)
    assert calls > 5 or each, calls


if __name__ == '__main__':
    passes(main)
