"""Theorem sets, their splits and the rule for near duplicates. Imports core and errors only.

Four sets come with the package: `logic`, `nat`, `list`, `isaplanner`. Any JSONL file of statements loads as well.
"""

from reaprover.problems.duplicates import near_duplicate_groups, normal_form, similarity, split_of
from reaprover.problems.sets import SET_NAMES, Problem, Split, load_set, parse_problem

__all__ = [
    "SET_NAMES",
    "Problem",
    "Split",
    "load_set",
    "near_duplicate_groups",
    "normal_form",
    "parse_problem",
    "similarity",
    "split_of",
]
