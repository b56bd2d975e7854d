# SPDX-License-Identifier: MIT
"""svg.py FILE PROCESSES RECORDS EDGES - is it XML that has so many of each, and tooltips?"""
import sys
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"
tree = xml.etree.ElementTree.parse(sys.argv[1])
titles = {"node": [], "edge": []}
for group in tree.iter(SVG + "g"):
    if group.get("class") in titles:
        titles[group.get("class")].append(group.find(SVG + "title").text)
found = [sum(title[0] == letter for title in titles["node"]) for letter in "pr"] + [len(titles["edge"])]
assert found == [int(n) for n in sys.argv[2:]], found
tips = [a.get("{http://www.w3.org/1999/xlink}title") for a in tree.iter(SVG + "a")]
assert len(tips) >= sum(found), tips
