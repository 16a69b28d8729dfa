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


def place(text, part, offset=0, nth=0):
    """The position of a part of the text, as the protocol has it."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(part, at + 1)
    at += offset
    line = text.count('\n', 0, at)
    return {'line': line, 'character': at - (text.rfind('\n', 0, at) + 1)}


def main():
    path = pathlib.Path.cwd() / 'a b.upc'
    uri = path.as_uri()
    document = {'uri': uri}
    s = Server()
    capabilities = s.ask('initialize', processId=None, rootUri=None, capabilities={})['capabilities']
    for provider in ('hover', 'definition', 'references', 'documentSymbol', 'completion'):
        assert capabilities[provider + 'Provider'], provider
    s.notify('initialized')
    s.notify('textDocument/didOpen', textDocument={'uri': uri, 'languageId': 'upc', 'version': 1, 'text': TEXT})
    same(s.diagnostics(), [])

    def hover(part, offset=0, nth=0):
        answer = s.ask('textDocument/hover', textDocument=document, position=place(TEXT, part, offset, nth))
        return answer['contents']['value'] if answer else None
    holds(hover('A[3][5]'), 'shared [2][3] int A[8][8]', '64 elements of 4 bytes, 256 bytes', 'blocks of 2x3 elements',
          'A[3][5] is in block 4, on thread 4 mod THREADS')
    holds(hover('P[16'), 'shared [4] struct pair P[16*THREADS]', 'elements of 16 bytes', 'block b on thread b mod THREADS')
    holds(hover('P[5]'), 'P[5] is in block 1, on thread 1 mod THREADS')
    holds(hover('p[i]'), 'shared [4] struct pair *p', 'block size 4')
    holds(hover('sum(&'), 'int sum(shared [4] struct pair *p, int n)', 'Adds up.')
    holds(hover('total += '), 'int total', '4 bytes')
    same(hover('return total'), None)

    def definition(part, offset=0, nth=0):
        answer = s.ask('textDocument/definition', textDocument=document, position=place(TEXT, part, offset, nth))
        return answer['uri'], answer['range']['start']
    same(definition('sum(&'), (uri, place(TEXT, 'sum(shared')))
    same(definition('].x', 2), (uri, place(TEXT, 'x; double')))
    same(definition('pair P', 0), (uri, place(TEXT, 'pair {')))
    same(definition('A[0]'), (uri, place(TEXT, 'A[8]')))

    def references(part, declaration):
        found = s.ask('textDocument/references', textDocument=document, position=place(TEXT, part),
                      context={'includeDeclaration': declaration})
        return [r['range']['start'] for r in found]
    same(references('A[3]', True), [place(TEXT, 'A[8]'), place(TEXT, 'A[3]'), place(TEXT, 'A[0]')])
    same(references('A[3]', False), [place(TEXT, 'A[3]'), place(TEXT, 'A[0]')])

    symbols = s.ask('textDocument/documentSymbol', textDocument=document)
    same([x['name'] for x in symbols], ['pair', 'A', 'P', 'sum', 'main'])
    same([x['name'] for x in symbols[0]['children']], ['x', 'y'])
    same(symbols[1]['detail'], 'shared [2][3] int A[8][8]')
    same(symbols[3]['range']['end'], place(TEXT, '}\n\nint main', 1))

    # Typing: an error of UPC's, which goes again; members and names are completed meanwhile.
    def edit(version, begin, end, text):
        s.notify('textDocument/didChange', textDocument={'uri': uri, 'version': version},
                 contentChanges=[{'range': {'start': begin, 'end': end}, 'text': text}])
    at = place(TEXT, '  upc_barrier;')
    edit(2, at, at, '  P[1].\n')
    assert s.diagnostics(), 'no message about half a line'

    def complete(line, character):
        items = s.ask('textDocument/completion', textDocument=document, position={'line': line, 'character': character})
        return {x['label']: x.get('detail', '') for x in items}
    same(complete(at['line'], 7), {'x': 'int x', 'y': 'double y'})
    edit(3, at, {'line': at['line'], 'character': 7}, '  upc_stride_br')
    s.diagnostics()
    found = complete(at['line'], 15)
    holds(found['upc_stride_broadcast'], 'upc_stride_broadcast(upc_stride_section_t dst, shared const void *src')
    assert all(x.startswith('upc_stride_br') for x in found), found
    edit(4, at, {'line': at['line'], 'character': 15}, '  upc_fo')
    s.diagnostics()
    assert 'upc_forall' in complete(at['line'], 8)
    edit(5, at, {'line': at['line'], 'character': 8}, '  shared [5] int *wrong = &P[0];')
    messages = s.diagnostics()
    assert any(m['severity'] == 1 or m['severity'] == 2 for m in messages), messages
    same(messages[0]['range']['start']['line'], at['line'])
    edit(6, at, {'line': at['line'] + 1, 'character': 0}, '')
    same(s.diagnostics(), [])
    # Changes that come faster than they are analysed: what counts is the last text, and every answer is about it.
    typed = [(version, at, 'x') for version in range(10, 60)]
    erased = [(version, {'line': at['line'], 'character': at['character'] + 1}, '') for version in range(60, 110)]
    s.write(*({'method': 'textDocument/didChange', 'params': {
        'textDocument': {'uri': uri, 'version': version},
        'contentChanges': [{'range': {'start': at, 'end': end}, 'text': text}]}} for version, end, text in typed + erased))
    symbols = s.ask('textDocument/documentSymbol', textDocument=document)
    same([x['name'] for x in symbols], ['pair', 'A', 'P', 'sum', 'main'])
    published = [n['params'] for n in s.notices]
    s.notices = []
    same((published[-1]['version'], published[-1]['diagnostics']), (109, []))
    assert len(published) < 60, 'each of 100 changes was analysed'
    # A text that crashes or confuses the parser does not end the server.
    s.notify('textDocument/didChange', textDocument={'uri': uri, 'version': 7}, contentChanges=[{'text': '#if\n{{{ shared ['}])
    assert s.diagnostics()
    same(s.request('upc/nothing')['error']['code'], -32601)
    s.notify('textDocument/didClose', textDocument=document)
    same(s.diagnostics(), [])
    same(s.ask('shutdown'), None)
    s.notify('exit')
    same(s.process.wait(timeout=10), 0)

    # Options hold for all files.
    s = Server('-T', '4')
    s.ask('initialize', capabilities={})
    s.notify('textDocument/didOpen', textDocument={'uri': uri, 'languageId': 'upc', 'version': 1, 'text': TEXT})
    same(s.diagnostics(), [])
    holds(hover('A[3][5]'), 'A[3][5] is in block 4, on thread 0')
    s.process.stdin.close()
    same(s.process.wait(timeout=10), 1)
    print('PASS')


if __name__ == '__main__':
    try:
        main()
    except AssertionError as error:
        sys.exit('FAILED: %s' % error)
