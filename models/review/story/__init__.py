"""The story of an evening: five sentences as codes with values, and the records broken that night.

Files make candidates, each from one point of view; choose.py takes the five, store.py keeps them as they were told.
"""
