"""The band of every shown number: four times in five the truth lies in it."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

NORMAL = NormalDist()
Z = NORMAL.inv_cdf(0.9)  # 1.2816: a band of 80 % ends so many standard deviations to each side


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's band around a share of n trials; it holds the share and stays within 0 and 1. n may be broken."""
    if n <= 0:
        return 0.0, 1.0
    whole = 1 + Z * Z / n
    middle = (share + Z * Z / (2 * n)) / whole
    half = Z / whole * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
