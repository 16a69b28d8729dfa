# SPDX-License-Identifier: BSD-3-Clause
"""A test that fails on one thread ends all threads, with its traceback. The others would wait for this thread."""
import os

import pytest
from common import shared_folder

import upc_stride as us
from upc_stride._base import _start
from upc_stride._calls import _shared


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    if report.failed and us.threads() > 1:
        os.write(2, f'thread {us.thread()}: {report.nodeid}\n{report.longreprtext}\n'.encode())
        _start.library().exit(1)


@pytest.fixture
def folder():
    """A folder of all threads of this job, for the files of one test."""
    with shared_folder() as path:
        yield path


@pytest.fixture(params=[True, False])
def near(request, monkeypatch):
    """Threads as they are, and then as if they shared no memory."""
    if not request.param:
        us.zeros(1)
        monkeypatch.setitem(_shared._known, 'near', False)
