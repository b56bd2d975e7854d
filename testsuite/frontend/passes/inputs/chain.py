#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""chain.py N - a chain of a producer, N runs of one small process, and a consumer."""
import sys

PROCESSES = """process numbers(out : record u32) {
    let w : write view u32 = new_write_view(out);
    register(w, 1);
    alloc(w, 4);
    for i in 0 .. 100 { stall(w, i + 1); w[[i]] = u32(i); commit(w, i + 1); }
}
process tiny(src : record u32, out : record u32, k : u32) {
    let v : read view u32 = new_read_view(src);
    let w : write view u32 = new_write_view(out);
    register(v, 1); register(w, 1); alloc(v, 1); alloc(w, 4);
    var i : index;
    while true {
        let n : index = update(v, i + 1);
        if n == 0 { break; }
        stall(w, i + 1);
        w[[i]] = v[[i]] ^ k;
        i = n;
        commit(w, i);
        release(v, i);
    }
}
process sink(src : record u32) {
    let v : read view u32 = new_read_view(src);
    register(v, 1); alloc(v, 1);
    var i : index; var sum : u32;
    while true {
        let n : index = update(v, i + 1);
        if n == 0 { break; }
        sum = sum + v[[i]];
        i = n;
        release(v, i);
    }
    print sum;
}
"""
count = int(sys.argv[1])
runs = [f"    let r{k} : record u32 = new_record(1, 1);\n" for k in range(count + 1)]
runs += ["    run numbers(r0);\n"] + [f"    run tiny(r{k}, r{k + 1}, {k}u32);\n" for k in range(count)] + [f"    run sink(r{count});\n"]
print(PROCESSES + "process main() {\n" + "".join(runs) + "}")
