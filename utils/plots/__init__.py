"""Figures that several lessons share: one look, descriptions, sliders, the maps of the course and of the model.

The figures of a single lesson are next to its subject, in `utils/topics/`.

Imports from: no other room.
"""
