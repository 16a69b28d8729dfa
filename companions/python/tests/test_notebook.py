# SPDX-License-Identifier: BSD-3-Clause
"""The tutorial notebook: all threads run its cells, and thread 0 compares their output with that in the notebook. The test
runs the cells by Python's own tools, without Jupyter."""
import ast
import contextlib
import io
import json
import pathlib

import pytest

import upc_stride as us

NOTEBOOK = pathlib.Path(__file__).parents[3] / 'examples/python/tutorial.ipynb'


def shown(source, names):
    """The text that a cell prints, and the value of its last expression as text and HTML."""
    printed, value = io.StringIO(), None
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, '<cell>', 'exec'), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), '<cell>', 'eval'), names)
    data = {}
    if value is not None:
        data['text/plain'] = repr(value)
        if hasattr(value, '_repr_html_'):
            data['text/html'] = value._repr_html_()
    return printed.getvalue(), data


def outputs(printed, data, number):
    """The outputs of a cell in the form that a notebook holds."""
    made = []
    if printed:
        made.append({'name': 'stdout', 'output_type': 'stream', 'text': printed.splitlines(True)})
    if data:
        made.append({'data': {kind: text.splitlines(True) for kind, text in sorted(data.items())},
                     'execution_count': number, 'metadata': {}, 'output_type': 'execute_result'})
    return made


def run(notebook):
    """Runs each cell when the previous one has ended on all threads; yields the cell and its outputs."""
    names = {'__name__': '__main__'}
    cells = [cell for cell in notebook['cells'] if cell['cell_type'] == 'code']
    for number, cell in enumerate(cells, 1):
        made = outputs(*shown(''.join(cell['source']), names), number)
        us.barrier()
        yield cell, made


def test_tutorial():
    if us.threads() != 4:
        pytest.skip('the tutorial is for four threads')
    count = 0
    for cell, made in run(json.loads(NOTEBOOK.read_text())):
        count += 1
        assert us.thread() != 0 or made == cell['outputs'], ''.join(cell['source'])
    assert count > 8
