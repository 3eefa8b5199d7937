"""Ratings counted a second time, by the formulas of Glickman (1999) with sides for players."""

from __future__ import annotations

from math import exp, log, pi, sqrt

Q = log(10) / 400
BEGIN, SPREAD, DRIFT, FIRM, POINTS = 1500, 100.0, 4.0, 70.0, 60


class Somebody:
    """What is known of somebody, and after each evening."""

    def __init__(self):
        self.mean, self.variance, self.course = float(BEGIN), SPREAD**2, {}


def sure(variance):
    """Glickman's g."""
    return 1 / sqrt(1 + 3 * Q**2 * variance / pi**2)


def ladder(matches, of_a_game):
    """By uid the points as they are said, and the course; of matches in the order of play."""
    known, told = {}, 0.0
    for match in matches:
        sides = [[known.setdefault(s.who, Somebody()) if s.who else Somebody() for s in side] for side in match.sides]
        means = [sum(one.mean for one in side) / len(side) for side in sides]
        spreads = [sum(one.variance for one in side) / len(side) ** 2 for side in sides]
        places = [side[0].place for side in match.sides]
        if len(sides) < 2:
            continue
        if not match.level:
            weights = [exp(Q * sure(2 * sum(spreads) / len(sides)) * (mean - BEGIN)) for mean in means]
            first = [weight for weight, place in zip(weights, places, strict=True) if place == 1]
            told += log(sum(first) / sum(weights) / (len(first) / len(sides)))
        for n, side in enumerate(sides):
            push = learnt = 0.0
            for m in range(len(sides)):
                if m != n:
                    g = sure(spreads[n] + spreads[m])
                    expected = 1 / (1 + 10 ** (-g * (means[n] - means[m]) / 400))
                    came = (1 + (places[n] < places[m]) - (places[n] > places[m])) / 2
                    push += Q * g * (came - expected) * 2 / len(sides)
                    learnt += Q**2 * g**2 * expected * (1 - expected) * 2 / len(sides)
            for one in side:
                one.variance = 1 / (1 / (one.variance + DRIFT) + learnt / len(side) ** 2)
                one.mean += one.variance * push / len(side)
                one.course[match.evening["uid"]] = one.mean
    if told <= -log(20):
        return {}
    clear = told >= log(200 if of_a_game else 40)
    return {who: said(one, clear and one.variance <= FIRM**2) for who, one in known.items()}


def said(one, firm):
    """The points, with a question mark where they are not firm; of the course so many points, evenly."""
    course = [*one.course.values()]
    if len(course) > POINTS:
        course = [course[round(n * (len(course) - 1) / (POINTS - 1))] for n in range(POINTS)]
    return f"{round(one.mean)}{'?' * (not firm)}", [BEGIN, *map(round, course)]


def drawn_courses(courses):
    """Courses as lines in one scale, with the height of where everybody begins."""
    high, low = max(map(max, courses)), min(map(min, courses))
    scale = 48 / max(high - low, 100)
    for course in courses:
        step = 97 / (len(course) - 1)
        spots = [(1.5 + n * step, 4 + (high - point) * scale) for n, point in enumerate(course)]
        yield f"[{4 + (high - BEGIN) * scale}: {' '.join(f'{x:.1f},{y:.1f}' for x, y in spots)}]"
