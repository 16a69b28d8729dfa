# SPDX-License-Identifier: BSD-3-Clause
"""The figures and tables of five papers: what is run for each, and what is said of the result."""
import aggregation
import dataflow
import layout
import tasks
import unblocked
from figures import Conclusion, Figure


def table(commands):
    """(figures, conclusions)"""
    figures, conclusions = [], []
    for paper in (layout, tasks, aggregation, dataflow, unblocked):
        paper.add(commands, lambda *row, **more: figures.append(Figure(*row, **more)),
                  lambda *row, **more: conclusions.append(Conclusion(*row, **more)))
    return figures, conclusions
