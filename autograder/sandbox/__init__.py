"""The walls around code that nobody has read: namespaces, files, system calls, limits. They know no notebook.

Imports from: no other room.

jail.py puts them up in order, with rootfs.py, landlock.py, syscall_filter.py, limits.py and cgroups.py; scratch.py and
resource_usage.py see to disk and memory;
linux.py speaks to the system; mechanisms.py says what this machine has of them.
"""
