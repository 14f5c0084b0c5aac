"""A lesson as its author has it: its folder, its text and notebook, its own code run, a new one, JupyterLab.

Imports from: authoring, editing, checks, notebook, errors.
"""
