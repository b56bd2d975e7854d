# SPDX-License-Identifier: MIT
"""plot.py - draws a benchmark's lines with gnuplot, as SVG and as PNG."""
import shutil
import subprocess

TERMINALS = {"svg": "svg size 900,560 dynamic background 'white'", "png": "png size 900,560"}

BARS = ["set style data histograms", "set style fill solid 0.6", "set yrange [0:]",
        "set xtics rotate by -45 noenhanced"]


class Plot:
    """series: {label: [(x, y), ...]}; x on a log2 axis if logx, y on a log10 axis if logy;
    or bars: x is a name, and all series have the same."""
    def __init__ (self, title, xlabel, ylabel, series, logy=True, bars=False, logx=True):
        self.title, self.xlabel, self.ylabel = title, xlabel, ylabel
        self.series = {k: v for k, v in series.items () if v}
        self.logy, self.bars, self.logx = logy and not bars, bars, logx


def quoted (text):
    return "'" + text.replace ("'", "''") + "'"


def script (path, kind, p):
    lines = [f"set terminal {TERMINALS[kind]}", f"set output {quoted (path + '.' + kind)}",
             f"set title {quoted (p.title)} noenhanced", f"set xlabel {quoted (p.xlabel)}",
             f"set ylabel {quoted (p.ylabel)}", "set grid", "set key outside right noenhanced"]
    lines += BARS if p.bars else ["set logscale x 2"] if p.logx else []
    if p.logy:
        lines.append ("set logscale y 10")
    for i, points in enumerate (p.series.values ()):
        lines += [f"$d{i} << EOD"] + [f"{x} {y}" for x, y in points] + ["EOD"]
    ways = (["using 2:xticlabels(1)" for _ in p.series] if p.bars else
            [f"with linespoints pt {i % 13 + 1}" for i in range (len (p.series))])
    lines.append ("plot " + ", ".join (f"$d{i} {way} title {quoted (label)}"
                                       for i, (label, way) in enumerate (zip (p.series, ways))))
    return "\n".join (lines) + "\n"


def draw (path, p):
    """Returns what to say about it."""
    if not p.series:
        return "; nothing to plot"
    if not shutil.which ("gnuplot"):
        return "; no plot: install the Debian package gnuplot-nox"
    for kind in TERMINALS:
        done = subprocess.run (["gnuplot"], input=script (path, kind, p), text=True, capture_output=True)
        if done.returncode:
            return f"; no plot: gnuplot: {done.stderr.strip ()}"
    return f", {path}.svg, {path}.png"
