"""For the lesson on relative positions: the task of associative recall, and figures of distances and rotations.

Imports from: blocks, plots.
"""
