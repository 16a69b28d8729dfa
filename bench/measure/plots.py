# SPDX-License-Identifier: BSD-3-Clause
"""Plots, the same from run to run. Read by the report scripts of bench/."""
import os


def pyplot():
    """matplotlib.pyplot, with the settings of all plots; None if it is not installed."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot
    except ImportError:
        return None
    matplotlib.rcParams.update({"svg.hashsalt": "upc-stride", "font.size": 8, "svg.fonttype": "none"})
    return matplotlib.pyplot


def save(figure, stem):
    figure.savefig(stem + ".svg", metadata={"Date": None})


def finish(figure, stem, title, handles, labels):
    """Puts the title above the panels and one legend below all of them, and writes the figure."""
    figure.suptitle(title)
    figure.legend(handles, labels, loc="lower center", ncol=4)
    figure.tight_layout(rect=(0, 0.35 / figure.get_figheight(), 1, 1))
    save(figure, stem)
    print(f"\ndrawn: {stem}.svg")


def this_machine():
    """Its cores and processor, for a title."""
    with open("/proc/cpuinfo") as f:
        model = next((line.split(":", 1)[1].strip() for line in f if line.startswith("model name")), "unknown processor")
    return f"{len(os.sched_getaffinity(0))} cores of {model}"
