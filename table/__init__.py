"""Draws the table screen from a board; the same code runs on the server and in the phone's interpreter.

Imports scoring and nothing else. The result is nodes of plain values (node.py), which the server writes as HTML and
the phone's page builds as elements.
"""
