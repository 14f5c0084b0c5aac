"""What a single lesson needs beyond the core of `utils`, one package per subject, with its figures next to it.

A package imports the core and no other subject; the core imports none of them. What a second lesson comes to need moves
into the core. `tests/house/test_topics.py` holds this.
"""
