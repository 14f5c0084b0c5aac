"""From source/ to what students get: build, recorded cases, releases that were handed out before, the zip.

Imports from: lesson, authoring, checks, notebook, private_files, errors.
"""
