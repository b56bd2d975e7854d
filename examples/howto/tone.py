#!/usr/bin/env python3
# tone.py - a flow graph of GNU Radio: keeps every tenth sample of a filtered ramp.
from gnuradio import blocks, filter, gr

graph = gr.top_block()
ramp = blocks.vector_source_f([float(i % 50) for i in range(100)])
mean = filter.fir_filter_fff(10, [0.25] * 4)
sink = blocks.vector_sink_f()
graph.connect(ramp, mean, sink)
graph.run()
for x in sink.data():
    print(f"{x:.2f}")
