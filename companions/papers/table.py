# SPDX-License-Identifier: BSD-3-Clause
"""The figures and tables of five papers: what is run for each, and what is compared."""
import aggregation
import dataflow
import layout
import tasks
import unblocked
from figures import PAPERS, Conclusion, Figure


def table(commands):
    """(figures, conclusions)"""
    figures, conclusions = [], []
    for paper, title in zip((layout, tasks, aggregation, dataflow, unblocked), PAPERS):
        paper.add(commands, lambda name, *row, **more: figures.append(Figure(title, name, *row, **more)),
                  lambda *row, **more: conclusions.append(Conclusion(*row, **more)))
    return figures, conclusions
