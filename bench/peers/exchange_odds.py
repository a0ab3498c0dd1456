"""A test of Dead Weight with rerolls on both sides, answered by dynamic programming around icepool. Each line in is
`DICE PROFICIENCY DISADVANTAGES`; the line out is the processor time in microseconds of one answer (a median, with icepool loaded
and nothing remembered between calls). `worth` before it answers with the numbers instead: the chances of success, of
great success, of not failing critically and of not being tired, when the player wants as much of them as can be, in
that order, and the game master as little."""
import statistics
import sys
import time
from fractions import Fraction
from functools import lru_cache

from icepool import d6


def value(faces, scale):
    hit = any(face >= 4 for face in faces)
    great = hit and faces.count(6) >= 2
    critical = not hit and 1 in faces
    tired = 1 in faces or 4 in faces
    return (hit * scale, great * scale, (not critical) * scale, (not tired) * scale)


def added(parts):
    return tuple(map(sum, zip(*parts)))


def exchange(dice, proficiency, disadvantages):
    """Integers over a common total: every reroll that is left is worth a factor of 6."""

    def replaced(faces, at, new):
        return tuple(sorted(faces[:at] + (new,) + faces[at + 1:]))

    def scaled(worth, factor):
        return tuple(part * factor for part in worth)

    @lru_cache(None)
    def player(faces, left, gm_left):
        best = gm(faces, left, gm_left)
        if left:
            for at in range(len(faces)):
                if at and faces[at] == faces[at - 1]:
                    continue
                best = max(best, added(player(replaced(faces, at, new), left - 1, gm_left) for new in range(1, 7)))
        return best

    @lru_cache(None)
    def gm(faces, left, gm_left):
        worst = value(faces, 6 ** (left + gm_left))
        if gm_left:
            keep = player(faces, left, gm_left - 1)
            for at in range(len(faces)):
                if at and faces[at] == faces[at - 1]:
                    continue
                changed = (player(replaced(faces, at, new), left, gm_left - 1) for new in range(1, 7))
                worst = min(worst, added(min(keep, other) for other in changed))
        return worst

    rolled = d6.pool(dice).expand()
    parts = (scaled(player(tuple(faces), proficiency, disadvantages), many) for faces, many in rolled.items())
    total = rolled.denominator() * 6 ** (proficiency + disadvantages)
    return tuple(Fraction(part, total) for part in added(parts))


def microseconds(question, least=3, budget=0.3):
    times = []
    end = time.perf_counter() + budget
    while len(times) < least or time.perf_counter() < end:
        start = time.thread_time()
        exchange(*question)
        times.append(time.thread_time() - start)
    return statistics.median(times) * 1e6


for line in sys.stdin:
    words = line.split()
    if words[0] == "worth":
        answer = " ".join(map(str, exchange(*map(int, words[1:]))))
    else:
        answer = f"{microseconds(tuple(map(int, words))):.3f}"
    print(answer, flush=True)
