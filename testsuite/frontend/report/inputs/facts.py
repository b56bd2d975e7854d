# SPDX-License-Identifier: MIT
"""facts.py PAGE - prints what a report shows, and whether it refers to anything outside."""
import json
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read()
text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1)
data = json.loads(text)
print("program", data["program"])
print("processes", data["processes"], "records", data["records"], "grouped", data["grouped"])
print("verdict:", data["verdict"]["title"])
for advice in data["advice"]:
    print("advice:", advice["title"])
for node in data["nodes"]:
    print("node", node["name"], node["count"], "shares", "good" if sum(node["shares"]) < 1.01
          and min(node["shares"]) > -0.01 else node["shares"])
for flow in data["flows"]:
    names = [[data["nodes"][n]["name"] for n in flow[side]] for side in ("from", "to")]
    print("flow", flow["name"], flow["count"], *names[0], "->", *names[1], "elements",
          flow["committed"], "horizon", flow["horizon"])
print("outside:", re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\((?!#)', page.replace(text, "")))
