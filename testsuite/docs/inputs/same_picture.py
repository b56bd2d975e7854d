# SPDX-License-Identifier: MIT
"""same_picture.py KEPT DRAWN - do two SVG files of Graphviz show the same nodes, edges and texts?

Coordinates and fonts differ between releases of Graphviz.
"""
import html
import re
import sys


def contents(path):
    with open(path) as file:
        text = file.read()
    found = re.findall(r"<(title|text)\b[^>]*>(.*?)</\1>", text)
    return sorted(f"{kind} {html.unescape(value)}" for kind, value in found)


kept, drawn = contents(sys.argv[1]), contents(sys.argv[2])
assert len(drawn) > 10, drawn
wrong = [f"{sys.argv[1]}: error: '{what}' is not drawn any more" for what in set(kept) - set(drawn)]
wrong += [f"{sys.argv[1]}: error: '{what}' is missing" for what in set(drawn) - set(kept)]
sys.exit("\n".join(sorted(wrong)) or (kept != drawn and f"{sys.argv[1]}: error: other numbers"))
