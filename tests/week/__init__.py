"""An instructor's week with a class in which everything is wrong that can be: `python -m tests.week 200`."""
