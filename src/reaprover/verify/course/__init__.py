"""Courses: a family of lessons, each searched, checked, and published in phases that are never repeated (acceptance.md, section 7).

`plan` says what will be done, `approval` that a person agreed, `journal` what was begun and what is known to be done. What a
phase does is passed in: this package knows files, and no server.
"""

from reaprover.verify.course.approval import APPROVAL_CHECKS, Runtime, approve, is_approved, read_runtime
from reaprover.verify.course.journal import PHASES, Course, Done, Journal, Phase, Standing, State, Steps
from reaprover.verify.course.phases import judge, online_response, prepare, verify_response
from reaprover.verify.course.plan import Budgets, Lesson, Plan, make_plan, read_plan
from reaprover.verify.course.recovery import recover

__all__ = [
    "APPROVAL_CHECKS",
    "PHASES",
    "Budgets",
    "Course",
    "Done",
    "Journal",
    "Lesson",
    "Phase",
    "Plan",
    "Runtime",
    "Standing",
    "State",
    "Steps",
    "approve",
    "is_approved",
    "judge",
    "make_plan",
    "online_response",
    "prepare",
    "read_plan",
    "read_runtime",
    "recover",
    "verify_response",
]
