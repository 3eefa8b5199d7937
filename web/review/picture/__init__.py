"""The picture to share: an evening on a card of 1080 by 1350, drawn as SVG and rendered to PNG on the server.

    card = Card("Ann & Cem came back from 5 in 100", "Friday 20 November 2026", "7–6", 0, lines, cuts, ringed, course)
    picture = stored_picture(folder, card, dark=True)   # bytes of a PNG; folder: the instance's

Texts are made by the caller in the reader's language; with "first letters only" from first_letter(name).
fonts/ holds Recursive (its casual cut) and Vazirmatn, both under the OFL beside them.
"""
