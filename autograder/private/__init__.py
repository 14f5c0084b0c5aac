"""What of other libraries is used though it is no public interface: one file per library, each name with its reason.

Imports from: no other room.

`NEEDED` in each file maps a private name to what it is needed for, whether it is called or only overridden in a
subclass elsewhere. tests/house/test_private_names.py has one test per name, which fails with that sentence when an
update of the library takes the name away, and one test that finds private names missing here. To raise a cap in
pyproject.toml, install the new version and run those tests. Code that replaces something inside a running library is
also here.
"""
