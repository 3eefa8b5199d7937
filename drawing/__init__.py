"""The table screen as it is drawn from a board: the same code on the server and in the phone's interpreter.

Knows scoring and nothing else. What comes out are trees of plain values (tree.py), which the server writes as HTML
and the phone's page builds as elements.
"""
