"""Benchmarks: each module has run() → {ratio, ours, peer, unit, detail}, ours and a peer alternating in one run."""
