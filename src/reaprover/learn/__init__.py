"""Learning: events, objectives, receipts.

`events` and `receipts` import no torch; `objectives` does, at its top. Importing this package imports nothing.
"""
