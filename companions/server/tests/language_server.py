#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Drives `upcc --language-server` by the protocol: opens a file, types into it, asks for all that it serves."""
import json
import os
import pathlib
import subprocess
import sys

TEXT = '''#include <upc.h>
#include <upc_stride_coll.h>

struct pair { int x; double y; };
shared [2][3] int A[8][8];
shared [4] struct pair P[16 * THREADS];

/* Adds up. */
static int sum(shared [4] struct pair *p, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += p[i].x;
  return total;
}

int main(void) {
  A[3][5] = 1;
  upc_barrier;
  return sum(&P[5], 2) + A[0][0];
}
'''


class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen([os.environ['UPCC'], '--language-server', *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.number, self.notices = 0, []

    def write(self, *messages):
        """All of them at once."""
        bodies = [json.dumps(dict(m, jsonrpc='2.0')).encode() for m in messages]
        self.process.stdin.write(b''.join(b'Content-Length: %d\r\n\r\n' % len(b) + b for b in bodies))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while True:
            line = self.process.stdout.readline().strip()
            if not line:
                break
            if line.lower().startswith(b'content-length:'):
                length = int(line.split(b':')[1])
        assert length, 'the server has ended'
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, **parameters):
        self.write({'method': method, 'params': parameters})

    def request(self, method, **parameters):
        self.number += 1
        self.write({'id': self.number, 'method': method, 'params': parameters})
        while True:
            message = self.read()
            if message.get('id') == self.number:
                return message
            self.notices.append(message)

    def ask(self, method, **parameters):
        return self.request(method, **parameters)['result']

    def diagnostics(self):
        """Those that are published next."""
        while not self.notices:
            self.notices.append(self.read())
        notice = self.notices.pop(0)
        same(notice['method'], 'textDocument/publishDiagnostics')
        return notice['params']['diagnostics']


def same(got, expected):
    assert got == expected, 'expected %r, got %r' % (expected, got)


def holds(text, *parts):
    for part in parts:
        assert part in text, '%r is not in %r' % (part, text)


def place(text, part, offset=0):
    """The position of the first such part of the text, as the protocol has it."""
    at = text.index(part) + offset
    line = text.count('\n', 0, at)
    return {'line': line, 'character': at - (text.rfind('\n', 0, at) + 1)}


class Document:
    """A file that is open in the editor. A part of the text names the position in it at which it is asked."""
    def __init__(self, server, uri, text=TEXT):
        self.server, self.uri, self.text = server, uri, text
        self.named = {'uri': uri}
        server.notify('textDocument/didOpen', textDocument={'uri': uri, 'languageId': 'upc', 'version': 1, 'text': text})
        same(server.diagnostics(), [])
        self.remarks = server.diagnostics()

    def ask(self, what, position, **parameters):
        return self.server.ask('textDocument/' + what, textDocument=self.named, position=position, **parameters)

    def hover(self, part):
        answer = self.ask('hover', place(self.text, part))
        return answer['contents']['value'] if answer else None

    def definition(self, part, offset=0):
        answer = self.ask('definition', place(TEXT, part, offset))
        return answer['uri'], answer['range']['start']

    def references(self, part, declaration):
        found = self.ask('references', place(TEXT, part), context={'includeDeclaration': declaration})
        return [r['range']['start'] for r in found]

    def renamed(self, part, name):
        """The places at which the name is put, by file."""
        changes = self.ask('rename', place(TEXT, part), newName=name)['changes']
        assert all(edit['newText'] == name for edits in changes.values() for edit in edits), changes
        return {uri: [edit['range']['start'] for edit in edits] for uri, edits in changes.items()}

    def not_renamed(self, part, name):
        return self.server.request('textDocument/rename', textDocument=self.named, position=place(TEXT, part),
                                   newName=name)['error']['message']

    def symbols(self):
        return self.server.ask('textDocument/documentSymbol', textDocument=self.named)

    def complete(self, line, character):
        items = self.ask('completion', {'line': line, 'character': character})
        return {x['label']: x.get('detail', '') for x in items}

    def edit(self, version, begin, end, text):
        self.server.write(self.change(version, begin, end, text))

    def change(self, version, begin, end, text):
        """The message about an edit."""
        return {'method': 'textDocument/didChange', 'params': {
            'textDocument': {'uri': self.uri, 'version': version},
            'contentChanges': [{'range': {'start': begin, 'end': end}, 'text': text}]}}


def start():
    s = Server()
    capabilities = s.ask('initialize', processId=None, rootUri=None, capabilities={})['capabilities']
    for provider in ('hover', 'definition', 'references', 'documentSymbol', 'completion', 'rename', 'workspaceSymbol',
                     'signatureHelp'):
        assert capabilities[provider + 'Provider'], provider
    s.notify('initialized')
    return s


def hovers_show_layouts(d):
    holds(d.hover('A[3][5]'), 'shared [2][3] int A[8][8]', '64 elements of 4 bytes, 256 bytes', 'blocks of 2x3 elements',
          'A[3][5] is in block 4, on thread 4 mod THREADS')
    holds(d.hover('P[16'), 'shared [4] struct pair P[16*THREADS]', 'elements of 16 bytes', 'block b on thread b mod THREADS')
    holds(d.hover('P[5]'), 'P[5] is in block 1, on thread 1 mod THREADS')
    holds(d.hover('p[i]'), 'shared [4] struct pair *p', 'block size 4')
    holds(d.hover('sum(&'), 'int sum(shared [4] struct pair *p, int n)', 'Adds up.')
    holds(d.hover('total += '), 'int total', '4 bytes')
    same(d.hover('return total'), None)


def hovers_show_declarations(server, uri):
    """Pointers, arrays of variable length, and lengths and subscripts that depend on THREADS, as they were written."""
    text = '''#define MAX(a, b) ((a) > (b) ? (a) : (b))
struct link { int k; shared int *next; };
shared int *own, *shared there, *(*give)(shared [4] int (*)[3]);
shared int *shared [2] rows[4 * THREADS];
struct link chain[3];
void use(int n, shared [5] int (*fixed)[THREADS]) {
  shared int (*p)[n], *list[2 * n];
  int some[MAX(THREADS, 8)], more[THREADS + 1];
  rows[THREADS][0] = 1, rows[3][0] = 2;
}
'''
    d = Document(server, uri, text)
    holds(d.hover('own'), 'shared int *own\n', '16 bytes')
    holds(d.hover('there'), 'shared int *shared there\n', '16 bytes')
    holds(d.hover('give'), 'shared int *(*give)(shared [4] int (*)[3])\n', '8 bytes')
    holds(d.hover('rows[4'), 'shared int *shared [2] rows[4*THREADS]\n', 'elements of 16 bytes')
    holds(d.hover('chain'), '3 elements of 24 bytes, 72 bytes')
    holds(d.hover('fixed'), 'shared [5] int (*fixed)[THREADS]\n', '16 bytes', 'block size 5')
    holds(d.hover('p)['), 'shared int (*p)[n]\n', '16 bytes')
    holds(d.hover('list'), 'shared int *list[2 * n]\n', 'elements of 16 bytes')
    holds(d.hover('some'), 'int some[MAX(THREADS, 8)]\n', 'elements of 4 bytes')
    holds(d.hover('more'), 'int more[THREADS + 1]\n')
    holds(d.hover('rows[3]'), 'rows[3] is in block 1, on thread 1 mod THREADS')
    assert ' is in block' not in d.hover('rows[THREADS]')
    server.notify('textDocument/didClose', textDocument=d.named)
    same(server.diagnostics(), [])


def definitions_are_found(d):
    same(d.definition('sum(&'), (d.uri, place(TEXT, 'sum(shared')))
    same(d.definition('].x', 2), (d.uri, place(TEXT, 'x; double')))
    same(d.definition('pair P'), (d.uri, place(TEXT, 'pair {')))
    same(d.definition('A[0]'), (d.uri, place(TEXT, 'A[8]')))


def references_are_found(d):
    same(d.references('A[3]', True), [place(TEXT, 'A[8]'), place(TEXT, 'A[3]'), place(TEXT, 'A[0]')])
    same(d.references('A[3]', False), [place(TEXT, 'A[3]'), place(TEXT, 'A[0]')])


def names_are_renamed(d):
    same(d.renamed('A[3]', 'B'), {d.uri: [place(TEXT, 'A[8]'), place(TEXT, 'A[3]'), place(TEXT, 'A[0]')]})
    holds(d.not_renamed('A[3]', '3B'), "'3B' is no name")
    holds(d.not_renamed('return total', 'x'), 'no name here')


def loops_have_remarks(server, uri):
    """When the file is opened and when it is saved, but not while one types."""
    text = TEXT.replace('static int sum', 'int sum')
    d = Document(server, uri, text)
    same([(m['range']['start'], m['severity'], m['code']) for m in d.remarks],
         [({'line': place(text, 'for (int')['line'], 'character': 2}, 4, '-Rpass=upc')])
    holds(d.remarks[0]['message'], 'move with this loop')
    end = {'line': 0, 'character': len('#include <upc.h>')}
    d.edit(2, end, end, '\n')
    same(server.diagnostics(), [])
    d.edit(3, end, {'line': 1, 'character': 0}, '')
    same(server.diagnostics(), [])
    server.notify('textDocument/didSave', textDocument=d.named)
    same(server.diagnostics(), d.remarks)
    server.notify('textDocument/didClose', textDocument=d.named)
    same(server.diagnostics(), [])


def symbols_of_all_files_are_found(d):
    found = d.server.ask('workspace/symbol', query='AI')
    same([(x['name'], x['location']['uri'], x['location']['range']['start']) for x in found],
         [('pair', d.uri, place(TEXT, 'pair {')), ('main', d.uri, place(TEXT, 'main('))])


def calls_show_parameters(d):
    """Behind the comma of sum(&P[5], 2)."""
    help = d.ask('signatureHelp', place(TEXT, ' 2) +'))
    same(help['signatures'][0]['label'], 'int sum(shared [4] struct pair *p, int n)')
    same([p['label'] for p in help['signatures'][0]['parameters']], ['shared [4] struct pair *p', 'int n'])
    same(help['activeParameter'], 1)
    same(d.ask('signatureHelp', place(TEXT, 'int total')), None)


def symbols_have_layouts(d):
    symbols = d.symbols()
    same([x['name'] for x in symbols], ['pair', 'A', 'P', 'sum', 'main'])
    same([x['name'] for x in symbols[0]['children']], ['x', 'y'])
    same(symbols[1]['detail'], 'shared [2][3] int A[8][8]')
    same(symbols[3]['range']['end'], place(TEXT, '}\n\nint main', 1))


def names_are_completed(d):
    """Leaves a line that is not complete above upc_barrier. The versions are 2 to 4."""
    at = place(TEXT, '  upc_barrier;')
    d.edit(2, at, at, '  P[1].\n')
    assert d.server.diagnostics(), 'no message about half a line'
    same(d.complete(at['line'], 7), {'x': 'int x', 'y': 'double y'})
    d.edit(3, at, {'line': at['line'], 'character': 7}, '  upc_stride_br')
    d.server.diagnostics()
    found = d.complete(at['line'], 15)
    holds(found['upc_stride_broadcast'], 'upc_stride_broadcast(upc_stride_section_t dst, shared const void *src')
    assert all(x.startswith('upc_stride_br') for x in found), found
    d.edit(4, at, {'line': at['line'], 'character': 15}, '  upc_fo')
    d.server.diagnostics()
    assert 'upc_forall' in d.complete(at['line'], 8)


def errors_come_and_go(d):
    """Of UPC's: in the line that names_are_completed left, which goes again. The versions are 5 and 6."""
    at = place(TEXT, '  upc_barrier;')
    d.edit(5, at, {'line': at['line'], 'character': 8}, '  shared [5] int *wrong = &P[0];')
    messages = d.server.diagnostics()
    assert any(m['severity'] == 1 or m['severity'] == 2 for m in messages), messages
    same(messages[0]['range']['start']['line'], at['line'])
    d.edit(6, at, {'line': at['line'] + 1, 'character': 0}, '')
    same(d.server.diagnostics(), [])


def only_the_last_of_fast_changes_counts(d):
    """Changes come faster than they are analysed, and every answer is about the last text. The versions are 10 to 109."""
    at = place(TEXT, '  upc_barrier;')
    behind = {'line': at['line'], 'character': at['character'] + 1}
    d.server.write(*[d.change(version, at, at, 'x') for version in range(10, 60)],
                   *[d.change(version, at, behind, '') for version in range(60, 110)])
    same([x['name'] for x in d.symbols()], ['pair', 'A', 'P', 'sum', 'main'])
    published = [n['params'] for n in d.server.notices]
    d.server.notices = []
    same((published[-1]['version'], published[-1]['diagnostics']), (109, []))
    assert len(published) < 60, 'each of 100 changes was analysed'


def the_server_survives_any_text(d):
    """A text that crashes or confuses the parser does not end the server."""
    d.server.notify('textDocument/didChange', textDocument={'uri': d.uri, 'version': 7},
                    contentChanges=[{'text': '#if\n{{{ shared ['}])
    assert d.server.diagnostics()


def unknown_requests_are_refused(d):
    same(d.server.request('upc/nothing')['error']['code'], -32601)


def closes_and_ends(d):
    d.server.notify('textDocument/didClose', textDocument=d.named)
    same(d.server.diagnostics(), [])
    same(d.server.ask('shutdown'), None)
    d.server.notify('exit')
    same(d.server.process.wait(timeout=10), 0)


def options_hold_for_all_files(uri):
    s = Server('-T', '4')
    s.ask('initialize', capabilities={})
    holds(Document(s, uri).hover('A[3][5]'), 'A[3][5] is in block 4, on thread 0')
    s.process.stdin.close()
    same(s.process.wait(timeout=10), 1)


def the_commands_of_files_are_read():
    """compile_commands.json says with which options a file is compiled, behind those of the server."""
    folder = pathlib.Path.cwd() / 'commands'
    (folder / 'include').mkdir(parents=True)
    (folder / 'include' / 'size.h').write_text('#define SIZE 12\n')
    text = '#include <size.h>\nshared [2] int B[SIZE];\nint main(void) { return B[7]; }\n'
    for name in ('list.upc', 'line.upc', 'other.upc'):
        (folder / name).write_text(text)
    words = ['upcc', '-T', '3', '-Iinclude', '-c']
    (folder / 'compile_commands.json').write_text(json.dumps([
        {'directory': str(folder), 'file': 'list.upc', 'arguments': words + ['list.upc', '-o', 'list.o']},
        {'directory': str(folder), 'file': str(folder / 'line.upc'), 'command': ' '.join(words + ['line.upc'])}]))
    s = Server('-T', '5')
    s.ask('initialize', capabilities={})
    for name in ('list.upc', 'line.upc'):
        d = Document(s, (folder / name).as_uri(), text)
        holds(d.ask('hover', place(text, 'B[7]'))['contents']['value'], 'B[7] is in block 3, on thread 0')
    s.notify('textDocument/didOpen', textDocument={'uri': (folder / 'other.upc').as_uri(), 'version': 1, 'text': text})
    holds(s.diagnostics()[0]['message'], "'size.h' file not found")
    s.process.kill()


def races_are_shown():
    """Those of races.json, while it is as new as the file. Another line of it is none."""
    text = '#include <upc.h>\nshared int x;\n\nint main(void) {\n  x = 1;\n  return x;\n}\n'
    folder = pathlib.Path.cwd() / 'races'
    folder.mkdir()
    file = folder / 'r.upc'
    file.write_text(text)
    def side(line, access):
        return {'file': 'r.upc', 'line': line, 'thread': line % 2, 'access': access, 'what': 'x', 'bytes': 4, 'call': ''}
    pair = {'later': side(6, 'read'), 'earlier': side(5, 'write')}
    (folder / 'races.json').write_text('a line of the program\n' + json.dumps(pair) + '\n')
    s = Server()
    s.ask('initialize', capabilities={})
    d = Document(s, file.as_uri(), text)
    same([(m['range']['start'], m['code']) for m in d.remarks],
         [({'line': 5, 'character': 2}, 'race'), ({'line': 4, 'character': 2}, 'race')])
    holds(d.remarks[0]['message'], 'thread 0 reads x, and thread 1 writes x in line 5')
    same(d.remarks[0]['relatedInformation'][0]['location']['range']['start'], {'line': 4, 'character': 2})
    os.utime(folder / 'races.json', (1, 1))
    s.notify('textDocument/didSave', textDocument=d.named)
    same(s.diagnostics(), [])
    s.process.kill()


def races_of_two_files_are_shown():
    """In both, also where the lines have one number; a name with a folder of its own is not below that of races.json."""
    text = '#include <upc.h>\nextern shared int x;\n\nvoid set(void) { x = 1; }\n'
    folder = pathlib.Path.cwd() / 'two'
    folder.mkdir()
    a, b = folder / 'a.upc', folder / 'b.upc'
    def side(file, thread):
        return {'file': file, 'line': 4, 'thread': thread, 'access': 'write', 'what': 'x', 'bytes': 4, 'call': ''}
    a.write_text(text), b.write_text(text)
    races = {'later': side('../two/a.upc', 0), 'earlier': side(str(b), 1)}
    (folder / 'races.json').write_text(json.dumps(races) + '\n')
    s = Server()
    s.ask('initialize', capabilities={})
    for file, other, name in ((a, b, str(b)), (b, a, '../two/a.upc')):
        remarks = Document(s, file.as_uri(), text).remarks
        same([(m['range']['start']['line'], m['code']) for m in remarks], [(3, 'race')])
        holds(remarks[0]['message'], 'writes x in line 4 of %s;' % name)
        same([r['location']['uri'] for r in remarks[0]['relatedInformation']], [other.as_uri()])
    s.process.kill()


def names_of_files_may_have_dots():
    """A header that two files include by ../ is one file; a command may name its file by ../, and it has remarks."""
    folder = pathlib.Path.cwd() / 'dots'
    for part in ('include', 'first', 'second'):
        (folder / part).mkdir(parents=True)
    header = folder / 'include' / 'size.h'
    header.write_text('extern int size;\n')
    text = '#include "../include/size.h"\nint get(void) { return size; }\n'
    loop = 'shared [4] int A[4 * THREADS];\nvoid set(int n) {\n  for (int i = 0; i < n; i++) A[i] = i;\n}\n'
    looping = folder / 'second' / 'loop.upc'
    looping.write_text(loop)
    (folder / 'compile_commands.json').write_text(json.dumps([
        {'directory': str(folder / 'first'), 'file': '../second/loop.upc', 'command': 'upcc -c ../second/loop.upc'}]))
    s = Server()
    s.ask('initialize', capabilities={})
    files = [folder / part / 'a.upc' for part in ('first', 'second')]
    first, second = [Document(s, file.as_uri(), text) for file in files]
    at = place(text, 'size;')
    same(first.ask('definition', at)['uri'], header.as_uri())
    same([r['uri'] for r in first.ask('references', at, context={'includeDeclaration': False})], [f.as_uri() for f in files])
    same([m['code'] for m in Document(s, looping.as_uri(), loop).remarks], ['-Rpass=upc'])
    s.process.kill()


def the_build_is_left_alone():
    """A command may ask for make's dependencies and for coverage: what the build has written stays as it is."""
    folder = pathlib.Path.cwd() / 'left'
    folder.mkdir()
    text = 'shared [4] int A[4 * THREADS];\nvoid set(int n) {\n  for (int i = 0; i < n; i++) A[i] = i;\n}\n'
    source, written = folder / 'a.upc', [folder / 'a.d', folder / 'a.gcno']
    source.write_text(text)
    (folder / 'compile_commands.json').write_text(json.dumps([
        {'directory': str(folder), 'file': 'a.upc', 'command': 'upcc -MMD --coverage -c a.upc'}]))
    for file in written:
        file.write_text('of the build\n')
    s = Server()
    s.ask('initialize', capabilities={})
    same([m['code'] for m in Document(s, source.as_uri(), text).remarks], ['-Rpass=upc'])
    same([file.read_text() for file in written], 2 * ['of the build\n'])
    s.process.kill()


def wrong_addresses_are_shown():
    """Those of addresses.json, with the lines that allocated and freed the object."""
    text = '#include <upc.h>\nint main(void) {\n  shared [] int *p = upc_alloc(4);\n  upc_free(p);\n  p[0] = 1;\n}\n'
    folder = pathlib.Path.cwd() / 'addresses'
    folder.mkdir()
    file = folder / 'a.upc'
    file.write_text(text)
    fault = {'file': 'a.upc', 'line': 5, 'text': 'thread 0 writes 4 bytes, byte 0 of an object that was freed',
             'allocated': 'a.upc:3: upc_alloc', 'freed': 'a.upc:4: upc_free'}
    leak = {'file': 'a.upc', 'line': 3, 'text': 'never freed', 'allocated': 'a.upc:3: upc_alloc', 'freed': ''}
    (folder / 'addresses.json').write_text(json.dumps(fault) + '\n{"line":1}\n' + json.dumps(leak) + '\n')
    s = Server()
    s.ask('initialize', capabilities={})
    d = Document(s, file.as_uri(), text)
    same([(m['range']['start'], m['code'], m['message']) for m in d.remarks],
         [({'line': 4, 'character': 2}, 'address', fault['text']), ({'line': 2, 'character': 2}, 'address', 'never freed')])
    same([(r['location']['range']['start']['line'], r['message']) for r in d.remarks[0]['relatedInformation']],
         [(2, 'allocated by upc_alloc'), (3, 'freed by upc_free')])
    s.process.kill()


def structs_without_names_get_none(server):
    text = 'struct list { struct { int k; } in[3]; } l;\nint value(void) { return l.in[1].k; }\n'
    d = Document(server, 'file:///unnamed.upc', text)
    holds(d.ask('hover', place(text, 'in[1]'))['contents']['value'], 'struct {..} in[3]')


def main():
    uri = (pathlib.Path.cwd() / 'a b.upc').as_uri()
    d = Document(start(), uri)
    hovers_show_layouts(d)
    hovers_show_declarations(d.server, uri + '.upc')
    definitions_are_found(d)
    references_are_found(d)
    names_are_renamed(d)
    structs_without_names_get_none(d.server)
    loops_have_remarks(d.server, uri + '.upc')
    symbols_of_all_files_are_found(d)
    calls_show_parameters(d)
    symbols_have_layouts(d)
    names_are_completed(d)
    errors_come_and_go(d)
    only_the_last_of_fast_changes_counts(d)
    the_server_survives_any_text(d)
    unknown_requests_are_refused(d)
    closes_and_ends(d)
    options_hold_for_all_files(uri)
    the_commands_of_files_are_read()
    races_are_shown()
    races_of_two_files_are_shown()
    names_of_files_may_have_dots()
    the_build_is_left_alone()
    wrong_addresses_are_shown()


def passes(test):
    """Runs it, and says whether it passes."""
    try:
        test()
    except AssertionError as error:
        sys.exit('FAILED: %s' % error)
    print('PASS')


if __name__ == '__main__':
    passes(main)
