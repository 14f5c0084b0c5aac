"""What a notebook consists of, whoever looks at it: cells, stubs, the manifest of its cases, its shell and sockets.

Imports from: no other room.

Nothing here needs torch.
"""
