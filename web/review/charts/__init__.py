"""Charts as SVG without script: plain values in, nodes out (web/tree_html.html makes them markup).

Every chart says itself in words and has its numbers as a table under it. Words and directions are the reader's, so call
within a request. A page extends review/_page.html (style, hatchings) and takes its rows from review/_parts.html:

    {% import 'review/_parts.html' as parts with context %}
    {% call parts.part(_('Standings')) %}{{ page.year }}{% endcall %}

    year_stick([Cut(day, deals=24), …], ringed=day)                    # a cut an evening, of the last one's year
    year_stick(cuts, day, table=False), evening_stick(lengths, below=at(day))    # and the evening fanned out below
    evening_stick([Length("Texas 42", emblem("texas_42"), [(1, 0), (0, 2), …]), …])
    broken_year(cuts)
    chance(Course(names, [0.5, 0.4, …], [(1, 0), …], turn=8)), lanes(names, [[0.25, …], …], out={2: 5})
    bars(label, [("J", 3), …], heads)
    season_stick([4, 3, …], evenings=10), season_row(Season(38, 46, leader=41, most=60, side=3), "Dee")
    five_bar_gate(1)                                                            # to five_bar_gate(5)

A row of rates: Scale says what the ruler runs from and to; under FEW there is no band.

    band(Band(71, 66, 76, notch=50, side=0), Scale(30, 100), rate_words(84, 118, rate)), counted(3, 4)
    scale_ticks(scale, [(40, "40"), …])       # below the last measured row
    shared_ruler(scale, [(50, _("even")), …], 50)   # above standings, whose rows are band(…, own_ruler=False)
"""
