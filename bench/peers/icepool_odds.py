"""The odds questions in icepool. Each line in names a question; the line out is its time in microseconds:
the median of a few calls that build everything anew, with the library loaded and its memory of answers cleared.
`check NAME` answers `right` or `wrong` by the known answers; `version` tells the version."""
import statistics
import sys
import time
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import version
from math import gcd
from pathlib import Path

import icepool
import icepool.evaluator
from icepool import MultisetEvaluator, d6, d10, d20

KNOWN = Path(__file__).parents[2] / "crates" / "dice" / "tests" / "data" / "odds.txt"


def band(difference):
    if difference == 0:
        return 0
    size = 2 if abs(difference) >= 10 else 1
    return size if difference > 0 else -size


def level(sixes, success, one):
    if sixes >= 2:
        return 3
    return 2 if success else 0 if one else 1


class Test(MultisetEvaluator):
    def next_state(self, state, order, face, count):
        sixes, success, one, tired = state or (0, 0, 0, 0)
        if count:
            sixes = min(2, count) if face == 6 else sixes
            success |= face >= 4
            one |= face == 1
            tired |= face in (1, 4)
        return sixes, int(success), int(one), int(tired)

    def final_outcome(self, state, *rest, **more):
        sixes, success, one, tired = state
        return level(sixes, success, one), tired


class Doubles(MultisetEvaluator):
    def next_state(self, state, order, face, count):
        bonus, sixes, success, one = state or (0, 0, 0, 0)
        if count:
            bonus += count // 2 if face > 1 else 0
            sixes = min(2, count) if face == 6 else sixes
            success |= face >= 4
            one |= face == 1
        return bonus, sixes, int(success), int(one)

    def final_outcome(self, state, *rest, **more):
        bonus, sixes, success, one = state
        if not bonus:
            return bonus, level(sixes, success, one)

        def with_bonus(*faces):
            return bonus, level(sixes + faces.count(6), success or max(faces) >= 4, one or 1 in faces)

        return icepool.map(with_bonus, *[d6] * bonus)


class Magic(MultisetEvaluator):
    def next_state(self, state, order, face, magic, instability):
        total, matched = state or (0, 0)
        both = magic + instability
        return total + face * magic, matched + (both if both > 1 else 0)


class Caught(MultisetEvaluator):
    def next_state(self, state, order, face, magic, instability):
        total, matched = state or (0, 0)
        return total + face * magic, matched + (instability if magic else 0)


class Sets(MultisetEvaluator):
    def next_state(self, state, order, face, count):
        return (state or 0) + (count >= 2)


class Pairs(MultisetEvaluator):
    def next_state(self, state, order, face, count):
        return (state or 0) + count // 2


def of_hand(hand):
    return level(hand.count(6), max(hand) >= 4, 1 in hand), int(1 in hand or 4 in hand)


def worth_in_order(hand):
    reached, tired = of_hand(hand)
    return int(reached >= 2), int(reached == 3), -int(reached == 0), -tired


def worth_great(hand):
    return (int(of_hand(hand)[0] == 3),)


def worth_useful(hand):
    reached, tired = of_hand(hand)
    return ((-2, 0, 2, 4)[reached] - tired,)


def best_rerolls(worth):
    """The library does not play: it gives the hands, the induction is written out."""

    @lru_cache(None)
    def best(hand, rerolls):
        most = tuple(map(Fraction, worth(hand)))
        if rerolls:
            for face in sorted(set(hand)):
                rest = list(hand)
                rest.remove(face)
                ways = [best(tuple(sorted([*rest, new])), rerolls - 1) for new in d6.outcomes()]
                most = max(most, tuple(sum(column) / 6 for column in zip(*ways)))
        return most

    hands = d6.pool(5).expand()
    weighted = [[chance * part for part in best(hand, 2)] for hand, chance in zip(hands.outcomes(), hands.probabilities())]
    return tuple(map(sum, zip(*weighted)))


QUESTIONS = {
    "Q1": lambda: d6.pool(4)[0, 1, 1, 1].sum(),
    "Q2": lambda: 6 @ (3 @ d6),
    "Q3": lambda: (6 @ d6 - 5 @ d6).map(band),
    "Q4": lambda: Test().evaluate(d6.pool(5)),
    "Q5a": lambda: best_rerolls(worth_in_order),
    "Q5b": lambda: best_rerolls(worth_great),
    "Q5c": lambda: best_rerolls(worth_useful),
    "Q6": lambda: Doubles().evaluate(d6.pool(5)),
    "Q7": lambda: Magic().evaluate(d6.pool(4), d6.pool(3)),
    "Q7b": lambda: Caught().evaluate(d6.pool(4), d6.pool(3)),
    "Q8": lambda: d20.highest(2) + 5 - (d20 + 3),
    "Q9": lambda: 4 @ d6.explode(depth=10),
    "Q10": lambda: d10.highest(10, 5),
    "Q11": lambda: Sets().evaluate(d6.pool(20)),
    "Q11p": lambda: Pairs().evaluate(d6.pool(20)),
}

def forget():
    # An evaluator of the library remembers answers only once it has been asked, so look anew each time.
    for evaluator in vars(icepool.evaluator).values():
        if isinstance(evaluator, MultisetEvaluator) and hasattr(evaluator, "_cache"):
            evaluator._cache.clear()


def told(answer):
    if isinstance(answer, tuple):
        return "worth " + " ".join(map(str, answer))
    weights = {}
    for outcome, weight in zip(answer.outcomes(), answer.quantities()):
        key = tuple(outcome) if isinstance(outcome, (tuple, list)) or hasattr(outcome, "_fields") else (int(outcome),)
        weights[key] = weights.get(key, 0) + weight
    divisor = gcd(*weights.values())
    pairs = (f"{','.join(map(str, key))}:{weights[key] // divisor}" for key in sorted(weights))
    return f"{sum(weights.values()) // divisor} " + " ".join(pairs)


def right(name):
    known = next(line for line in KNOWN.read_text().splitlines() if line.split(" ")[0] == name)
    return f"{name} {told(QUESTIONS[name]())}" == known


def microseconds(name, least=3, budget=0.03):
    times = []
    end = time.perf_counter() + budget
    while len(times) < least or time.perf_counter() < end:
        forget()
        start = time.perf_counter()
        QUESTIONS[name]()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


for line in sys.stdin:
    words = line.split()
    if words[0] == "version":
        answer = version("icepool")
    elif words[-1] not in QUESTIONS:
        answer = "unknown"
    elif words[0] == "check":
        answer = "right" if right(words[1]) else "wrong"
    else:
        answer = f"{microseconds(words[0]):.3f}"
    print(answer, flush=True)
